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
	read := 0
	err := imap.Again(t.Context(), one, time.Now().Add(-time.Hour), func(imap.Fetched) error { read++; return nil })
	if err != nil || read != 2 {
		t.Errorf("read %d, %v", read, err)
	}
}
