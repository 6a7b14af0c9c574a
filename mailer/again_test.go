package mailer_test

import (
	"testing"
	"time"

	"weltentor/mailer/imap"
	"weltentor/mailer/mailertest"
)

// Again reads mails: the mark of the world, which is in the same folder, is not one.
func TestAMarkIsNotReadAgain(t *testing.T) {
	s := provider(t, mailertest.Options{})
	one := marked(s, "one")
	deliver(t, s, 2)
	if n, err := polls(t, &one); n != 2 || err != nil {
		t.Fatal(n, err)
	}
	put(t, s, markOf("two", "Elsewhere"))
	asked, read := 0, 0
	wanted := func(imap.Fetched) bool { asked++; return true }
	err := imap.Again(t.Context(), one, time.Now().Add(-time.Hour), wanted,
		func(imap.Fetched) imap.Commit {
			return func() (imap.Verdict, error) { read++; return imap.Processed, nil }
		})
	if err != nil || asked != 2 || read != 2 {
		t.Errorf("asked of %d, read %d, %v", asked, read, err)
	}
}
