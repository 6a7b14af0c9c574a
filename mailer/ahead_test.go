package mailer_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"weltentor/mailer"
	"weltentor/mailer/mailertest"
)

// Mails are prepared and committed in their order, each before the commit of the one
// after the next: no more than two are in hand.
func TestPollOneAhead(t *testing.T) {
	s := provider(t, mailertest.Options{})
	deliver(t, s, 12)
	prepared, committed := 0, 0
	patience, ahead := time.Millisecond, false
	p, err := mailer.PollAhead(t.Context(), inbox(s), func(f mailer.Fetched) mailer.Commit {
		n := prepared
		prepared++
		if prepared > committed+2 {
			t.Errorf("mail %d is prepared, and %d are committed", n, committed)
		}
		if ahead = ahead || prepared == committed+2; !ahead {
			time.Sleep(patience) // the next one arrives meanwhile
			patience *= 2
		}
		return func() (mailer.Verdict, error) {
			if n != committed {
				t.Errorf("mail %d is committed as number %d", n, committed)
			}
			committed++
			if n%4 == 3 {
				return mailer.Keep, nil
			}
			return mailer.Processed, nil
		}
	})
	if err != nil || p != (mailer.Polled{Processed: 9, Kept: 3}) || committed != 12 || !ahead {
		t.Errorf("%+v, %d committed, one ahead %v, %v", p, committed, ahead, err)
	}
	counts(t, s, 3, 9, 0)
}

// Every connection is hung up in the end, whatever became of it.
func TestConnectionsAreClosed(t *testing.T) {
	ended := make(chan struct{}, 1)
	refusing := func(greeting string) string {
		return server(t, func(c net.Conn) {
			fmt.Fprint(c, greeting+"\r\n")
			_, _ = io.Copy(io.Discard, c)
			ended <- struct{}{}
		})
	}
	c := mailer.IMAPConfig{Addr: refusing("* BYE not now"), TLS: mailer.Plain, User: game, Password: secret,
		Processed: "P", Quarantine: "Q", Timeout: 20 * time.Second}
	if _, err := mailer.Poll(t.Context(), c, nil); err == nil {
		t.Error("imap: no error")
	}
	<-ended
	o := mailer.SMTPConfig{Addr: refusing("554 not now"), TLS: mailer.Plain, Timeout: 20 * time.Second}
	if got := sender(t, o).Send(t.Context(), game, player, letter(1)); got.Result != mailer.Temporary ||
		got.Code != 554 || got.Trouble != mailer.Down {
		t.Errorf("smtp: %+v", got)
	}
	<-ended
	o.Addr = "127.0.0.1:1"
	if got := sender(t, o).Send(t.Context(), game, player, letter(1)); got.Result != mailer.Temporary ||
		got.Code != 0 || got.Stage != mailer.StageConnect {
		t.Errorf("no server: %+v", got)
	}
}

// A mail with more octets than a header may have comes whole.
func TestPollLargeMail(t *testing.T) {
	s := provider(t, mailertest.Options{})
	large := append(letter(1), strings.Repeat("; nothing\r\n", 40_000)...)
	if err := s.Deliver(game, large); err != nil {
		t.Fatal(err)
	}
	if _, err := mailer.Poll(t.Context(), inbox(s), func(f mailer.Fetched) (mailer.Verdict, error) {
		if f.TooBig || !bytes.Equal(f.Raw, large) {
			t.Errorf("%d octets of %d, too big %v", len(f.Raw), len(large), f.TooBig)
		}
		return mailer.Processed, nil
	}); err != nil {
		t.Error(err)
	}
}

// A server may list mails in any order; they are taken in that of their numbers.
func TestPollSortsTheList(t *testing.T) {
	addr := server(t, func(c net.Conn) {
		answerIMAP(c, func(tag, command string) bool {
			switch {
			case strings.HasPrefix(command, "UID SEARCH"):
				fmt.Fprintf(c, "* ESEARCH (TAG \"%s\") UID ALL 1:3\r\n%s OK done\r\n", tag, tag)
			case strings.HasPrefix(command, "UID FETCH") && strings.Contains(command, "BODY.PEEK"):
				n := strings.Fields(command)[2]
				fmt.Fprintf(c, "* %s FETCH (UID %s BODY[] {12}\r\nSubject: x\r\n)\r\n%s OK done\r\n", n, n, tag)
			case strings.HasPrefix(command, "UID FETCH"):
				for _, n := range []int{2, 3, 1} {
					fmt.Fprintf(c, "* %d FETCH (UID %d RFC822.SIZE 12 INTERNALDATE \"02-Feb-2026 10:00:00 +0000\")\r\n",
						n, n)
				}
				fmt.Fprintf(c, "%s OK done\r\n", tag)
			default:
				return false
			}
			return true
		})
	})
	var got []uint32
	_, err := mailer.Poll(t.Context(), mailer.IMAPConfig{Addr: addr, TLS: mailer.Plain, Processed: "P", Quarantine: "Q",
		Timeout: 20 * time.Second}, func(f mailer.Fetched) (mailer.Verdict, error) {
		got = append(got, f.UID)
		return mailer.Keep, nil
	})
	if err != nil || fmt.Sprint(got) != "[1 2 3]" {
		t.Errorf("%v, %v", got, err)
	}
}

// Where the LOGIN command is switched off, or could not carry the words, AUTHENTICATE is
// taken; otherwise what every server knows.
func TestLoginCommand(t *testing.T) {
	for _, c := range []struct{ offers, password, want string }{
		{"IMAP4rev1 AUTH=PLAIN", "x", "LOGIN"}, {"IMAP4rev1 AUTH=PLAIN LOGINDISABLED", "x", "AUTHENTICATE"},
		{"IMAP4rev1 AUTH=PLAIN", "\u00fc", "AUTHENTICATE"}, {"IMAP4rev1", "x", "LOGIN"},
		{"IMAP4rev1 LOGINDISABLED", "x", ""},
	} {
		said := make(chan string, 1)
		addr := server(t, func(conn net.Conn) {
			fmt.Fprintf(conn, "* OK [CAPABILITY %s] hello\r\n", c.offers)
			line, _ := bufio.NewReader(conn).ReadString('\n')
			said <- line
		})
		_, err := mailer.Poll(t.Context(),
			mailer.IMAPConfig{Addr: addr, TLS: mailer.Plain, User: game, Password: c.password, Processed: "P",
				Quarantine: "Q", Timeout: 20 * time.Second}, nil)
		words := append(strings.Fields(<-said), "", "")
		if err == nil || words[1] != c.want {
			t.Errorf("%s, %q: %q, %v", c.offers, c.password, words, err)
		}
	}
}

// An error of a commit ends the poll as it is: it is neither the server's fault nor
// masked, and what was not committed is not counted.
func TestPollTellsWhoseErrorItIs(t *testing.T) {
	s := provider(t, mailertest.Options{})
	deliver(t, s, 3)
	full := errors.New("disk full: " + secret)
	p, err := mailer.Poll(t.Context(), inbox(s), func(f mailer.Fetched) (mailer.Verdict, error) {
		if f.UID == 2 {
			return mailer.Processed, full
		}
		return mailer.Quarantine, nil
	})
	if !errors.Is(err, full) || mailer.TroubleOf(err) != "" || p != (mailer.Polled{Quarantined: 1}) {
		t.Errorf("%+v, %v, trouble %q", p, err, mailer.TroubleOf(err))
	}
	counts(t, s, 2, 0, 1)
}
