package mailer_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/mailer/imap"
	"weltentor/mailer/mailertest"
	"weltentor/mailer/smtp"
	"weltentor/mailer/wire"
)

// A mail that is awaited is found wherever it is, and no other mail is moved.
func TestAwait(t *testing.T) {
	s := provider(t, mailertest.Options{})
	deliver(t, s, 2)
	if err := s.Deliver(game, []byte("Message-ID: <one@post.example>\r\n\r\n.\r\n")); err != nil {
		t.Fatal(err)
	}
	for range 2 { // in the inbox, then in the folder of those read
		got, err := imap.Await(t.Context(), inbox(s), "<one@post.example>", 0, time.Second)
		if err != nil || got.At.IsZero() || string(got.Head) != "Message-ID: <one@post.example>\r\n\r\n" ||
			got.Junk != "" {
			t.Errorf("it came as %+v, %v", got, err)
		}
		in, _ := s.Count(game, "INBOX")
		if read, _ := s.Count(game, inbox(s).Processed); in != 2 || read != 1 {
			t.Errorf("%d in the inbox, %d read", in, read)
		}
	}
	got, err := imap.Await(t.Context(), inbox(s), "<two@post.example>", 0, time.Second)
	if err != nil || !got.At.IsZero() {
		t.Errorf("one that is not there came as %+v, %v", got, err)
	}
}

// A folder for junk is known by the server's mark, or else by its name. What is in it is counted and left there, but
// for a mail that is awaited.
func TestJunk(t *testing.T) {
	for _, c := range []struct{ marked, folder, want string }{
		{"Aussortiert", "Aussortiert", "Aussortiert"}, // the mark counts, and no name
		{"Aussortiert", "Spam", "Aussortiert"},
		{"", "Spam", "Spam"},
		{"", "INBOX/Junk", "INBOX/Junk"},
		{"", "Spamming", ""},
		{"", inbox(provider(t, mailertest.Options{})).Quarantine, ""},
	} {
		t.Run(c.marked+" "+c.folder, func(t *testing.T) {
			s := provider(t, mailertest.Options{Junk: c.marked})
			if err := s.SortInto(game, c.folder); err != nil {
				t.Fatal(err)
			}
			fill := c.want
			if fill == "" {
				fill = c.folder
			}
			for _, raw := range []string{"Message-ID: <a@post.example>\r\n\r\n$I 3 secret\r\n$A\r\n",
				"Message-ID: <b@post.example>\r\n\r\nBuy now for 5 $!\r\n",
				"Message-ID: <c@post.example>\r\n\r\nBuy $Inow\r\n"} {
				if err := s.DeliverInto(game, fill, []byte(raw)); err != nil {
					t.Fatal(err)
				}
			}
			all, err := imap.Junked(t.Context(), inbox(s), "$I ")
			var want []imap.Junk
			if c.want != "" {
				want = []imap.Junk{{Folder: c.want, Mails: 3, Like: 1}}
			}
			if err != nil || !slices.Equal(all, want) {
				t.Errorf("%+v, %v; want %+v", all, err, want)
			}
			got, err := imap.Await(t.Context(), inbox(s), "<b@post.example>", 0, time.Second)
			if err != nil || got.At.IsZero() != (c.want == "") || got.Junk != c.want {
				t.Errorf("it came as %+v, %v", got, err)
			}
			left, _ := s.Count(game, fill)
			read, _ := s.Count(game, inbox(s).Processed)
			if took := c.want != ""; left != map[bool]int{true: 2, false: 3}[took] || read != 3-left {
				t.Errorf("%d are left, %d were taken", left, read)
			}
		})
	}
}

// A look at servers reports their trouble as a poll and a letter would, without secrets.
func TestLookAndProbe(t *testing.T) {
	s := provider(t, mailertest.Options{})
	if err := imap.Look(t.Context(), inbox(s)); err != nil {
		t.Error(err)
	}
	wrong := inbox(s)
	wrong.Password = "falsch"
	if err := imap.Look(t.Context(), wrong); wire.TroubleOf(err) != wire.Login {
		t.Errorf("a wrong password: %v", err)
	}
	lost := inbox(s)
	lost.Inbox = "Eingang"
	if err := imap.Look(t.Context(), lost); wire.TroubleOf(err) != wire.Missing {
		t.Errorf("no inbox: %v", err)
	}
	for _, c := range []struct {
		password string
		want     wire.Trouble
	}{{secret, ""}, {"falsches-geheimnis", wire.Login}} {
		sender, err := smtp.NewSender(smtp.Config{Addr: s.SMTP(), TLS: wire.Plain, User: game,
			Password: c.password})
		if err != nil {
			t.Fatal(err)
		}
		err = sender.Probe(t.Context())
		if wire.TroubleOf(err) != c.want || err != nil && strings.Contains(err.Error(), c.password) {
			t.Errorf("%q: %v", c.password, err)
		}
		sender.Close()
	}
}
