package mailer_test

import (
	"testing"
	"time"

	"weltentor/mailer"
	"weltentor/mailer/mailertest"
)

// What is read again are mails: the mark of the world, which is in the same folder, is none.
func TestAMarkIsNotReadAgain(t *testing.T) {
	s := provider(t, mailertest.Options{})
	one := marked(s, "one")
	deliver(t, s, 2)
	if n, err := polls(t, &one); n != 2 || err != nil {
		t.Fatal(n, err)
	}
	put(t, s, markOf("two", "Elsewhere"))
	asked, read := 0, 0
	wanted := func(mailer.Fetched) bool { asked++; return true }
	err := mailer.Again(t.Context(), one, time.Now().Add(-time.Hour), wanted,
		func(mailer.Fetched) mailer.Commit {
			return func() (mailer.Verdict, error) { read++; return mailer.Processed, nil }
		})
	if err != nil || asked != 2 || read != 2 {
		t.Errorf("asked of %d, read %d, %v", asked, read, err)
	}
}
