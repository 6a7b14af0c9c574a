package mailer_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/mailer/imap"
	"weltentor/mailer/mailertest"
)

// Copies are in the folder as they were put there, each at its own time, and no poll takes the folder for another's
// after that. A server without room takes none; that is no error.
func TestCopiesInTheFolder(t *testing.T) {
	t.Parallel()
	for _, noPlus := range []bool{false, true} {
		s := provider(t, mailertest.Options{NoPlus: noPlus})
		one := marked(s, "one")
		if n, err := polls(t, &one); n != 0 || err != nil {
			t.Fatal(n, err)
		}
		before := one.Mark.Known
		at, long := time.Now().Add(-time.Minute).Truncate(time.Second), bytes.Repeat([]byte{0, 255, '\n'}, 999)
		copies := []imap.Copy{
			{World: "idone", Address: game, ID: "<b@x>", Subject: "Später", At: at.Add(2 * time.Second),
				Data: []byte("b")},
			{World: "idone", Address: game, ID: "<a@x>", Subject: "Früher", At: at, Data: long}}
		put, known, err := imap.PutCopies(t.Context(), one, copies)
		if put != 2 || err != nil || !noPlus && (known.Next != before.Next+2 || known.Mails != before.Mails+2) {
			t.Errorf("%d, %v; known %+v, before %+v", put, err, known, before)
		}
		one.Mark.Known = known
		var read [][]byte
		if err := imap.Again(t.Context(), one, at, func(f imap.Fetched) error {
			c, is := imap.CopyIn(f.Raw)
			if !is || c.World != "idone" {
				t.Errorf("%v %+v: %s", is, c, f.Raw)
			}
			if want := at.Add(time.Duration(len(read)*2) * time.Second); !f.Arrived.Equal(want) {
				t.Errorf("it is there since %v, want %v", f.Arrived, want)
			}
			read = append(read, c.Data)
			return nil
		}); err != nil || !slices.EqualFunc(read, [][]byte{long, []byte("b")}, bytes.Equal) {
			t.Errorf("%q, %v", read, err)
		}
		if n, err := polls(t, &one); n != 0 || err != nil {
			t.Errorf("the next poll takes %d: %v", n, err)
		}
	}
	s := provider(t, mailertest.Options{})
	one := marked(s, "one")
	if _, err := polls(t, &one); err != nil {
		t.Fatal(err)
	}
	s.SetFull(true)
	put, _, err := imap.PutCopies(t.Context(), one, []imap.Copy{{World: "idone", Data: []byte("a")}})
	if put != 0 || err != nil {
		t.Errorf("%d, %v", put, err)
	}
}

// Whoever mails something like a copy has mailed a mail.
func TestACopyIsNotDelivered(t *testing.T) {
	t.Parallel()
	const copied = "X-Weltentor-Copy: one\r\nSubject: x\r\n\r\nYQ==\r\n"
	for head, want := range map[string]bool{"": true, "Received: x\r\n": false, "Return-Path: <>\r\n": false,
		"Delivered-To: x\r\n": false} {
		if c, is := imap.CopyIn([]byte(head + copied)); is != want || want && string(c.Data) != "a" {
			t.Errorf("%q: %v %+v", head, is, c)
		}
	}
	for _, raw := range []string{"", "Subject: x\r\n\r\nYQ==\r\n", strings.Replace(copied, "YQ==", "nonsense!", 1)} {
		if c, is := imap.CopyIn([]byte(raw)); is {
			t.Errorf("%q is %+v", raw, c)
		}
	}
}
