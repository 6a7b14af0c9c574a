package mailer_test

import (
	"testing"

	"weltentor/mailer/imap"
	"weltentor/mailer/mailertest"
)

// A server with QUOTA says how full a mailbox is. It is full when a hundredth of its room is left, or less. An answer
// without numbers or limits, or one that cannot be read, says nothing and spoils no poll.
func TestTheQuotaOfAMailbox(t *testing.T) {
	t.Parallel()
	root := `* QUOTAROOT INBOX "User quota"` + "\r\n"
	for _, c := range []struct{ lines, full string }{
		{root + `* QUOTA "User quota" (STORAGE 98 100)` + "\r\n", ""},
		{root + `* QUOTA "User quota" (STORAGE 1013760 1024000)` + "\r\n", "STORAGE 1013760 of 1024000"},
		{root + `* QUOTA "User quota" (STORAGE 10 100 MESSAGE 1000 1000)` + "\r\n", "MESSAGE 1000 of 1000"},
		{root + `* QUOTA "User quota" (STORAGE 120 100)` + "\r\n", "STORAGE 120 of 100"},
		{root + `* QUOTA "User quota" (STORAGE 7 0)` + "\r\n", ""},
		{root + `* QUOTA "User quota" ()` + "\r\n", ""},
		{"* QUOTAROOT INBOX\r\n", ""},
		{"", ""},
		{root + "* QUOTA (STORAGE many)\r\n", ""},
	} {
		s := provider(t, mailertest.Options{Quota: true})
		s.SetQuota(c.lines)
		one := marked(s, "one")
		line := &imap.Line{Inbox: "INBOX"}
		one.Line = line
		for range 3 {
			s.Deliver(game, []byte("Subject: x\r\n\r\ntext\r\n"))
			if n, err := polls(t, &one); n != 1 || err != nil {
				t.Errorf("%q: %d mails, %v", c.lines, n, err)
			}
		}
		if one.Mark.Known.Full != c.full {
			t.Errorf("%q: full is %q, want %q", c.lines, one.Mark.Known.Full, c.full)
		}
		if s.Logins() > 2 {
			t.Errorf("%q: %d logins", c.lines, s.Logins())
		}
		line.Close(t.Context())
	}
}

// Without QUOTA a refused mark or a refused copy says that a mailbox is full, and a mark that is taken says that it is
// not. A server that refuses to fetch is throttled, which is not the same.
func TestARefusalForWantOfRoom(t *testing.T) {
	t.Parallel()
	s := provider(t, mailertest.Options{NoMove: true})
	one := marked(s, "one")
	if _, err := polls(t, &one); err != nil || one.Mark.Known.Full != "" {
		t.Fatalf("%q, %v", one.Mark.Known.Full, err)
	}
	s.SetFull(true)
	s.Deliver(game, []byte("Subject: x\r\n\r\ntext\r\n"))
	if n, err := polls(t, &one); n != 1 || err == nil || one.Mark.Known.Full != "Quota exceeded" {
		t.Errorf("a refused copy: %d mails, full %q, %v", n, one.Mark.Known.Full, err)
	}
	one.Mark.Known.Full = ""
	if err := renews(t, &one, 1, "a"); err != nil || one.Mark.Known.Full != "Quota exceeded" {
		t.Errorf("a refused mark: full %q, %v", one.Mark.Known.Full, err)
	}
	s.SetFull(false)
	if err := renews(t, &one, 2, "b"); err != nil || one.Mark.Known.Full != "" {
		t.Errorf("a mark that is taken: full %q, %v", one.Mark.Known.Full, err)
	}
}
