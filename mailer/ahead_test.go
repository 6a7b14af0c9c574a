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

	"weltentor/mailer/imap"
	"weltentor/mailer/mailertest"
	"weltentor/mailer/smtp"
	"weltentor/mailer/wire"
)

// counting prepares and commits mails by their numbers.
type counting struct {
	t                   *testing.T
	prepared, committed int
	lots                []int // how many were committed at once
	wait                int   // this many must be prepared before any is committed
	ready               chan struct{}
	most                int // at once
}

func (c *counting) Prepare(mails []imap.Fetched) {
	for _, f := range mails {
		if c.prepared++; f.UID != uint32(c.prepared) {
			c.t.Errorf("mail %d is prepared as number %d", f.UID, c.prepared)
		}
	}
	if c.prepared >= c.wait && c.wait > 0 {
		close(c.ready)
		c.wait = 0
	}
}

func (c *counting) Ready() <-chan struct{} { return c.ready }

func (c *counting) Commit() (verdicts []imap.Verdict, err error) {
	lot := min(c.prepared-c.committed, c.most)
	if lot == 0 {
		c.t.Error("nothing is to be committed")
	}
	c.lots = append(c.lots, lot)
	for range lot {
		v := imap.Processed
		if c.committed++; c.committed%4 == 0 {
			v = imap.Keep
		}
		verdicts = append(verdicts, v)
	}
	return verdicts, nil
}

// Mails are prepared as they arrive, while those before them are read. They are committed in their order, several at
// once if the intake wants that.
func TestPollAhead(t *testing.T) {
	s := provider(t, mailertest.Options{})
	deliver(t, s, 120)
	c := &counting{t: t, wait: 48, most: 16, ready: make(chan struct{})}
	p, err := imap.PollAhead(t.Context(), inbox(s), c)
	if err != nil || p != (imap.Polled{Processed: 90, Kept: 30, Whole: true}) || c.committed != 120 {
		t.Errorf("%+v, %d committed, %v", p, c.committed, err)
	}
	if len(c.lots) < 3 || fmt.Sprint(c.lots[:3]) != "[16 16 16]" {
		t.Errorf("lots %v", c.lots)
	}
	counts(t, s, 30, 90, 0)
}

// failing commits two mails of three and fails at the third.
type failing struct{ counting }

func (f *failing) Commit() ([]imap.Verdict, error) {
	f.committed += 2
	return []imap.Verdict{imap.Processed, imap.Quarantine}, errors.New("the third")
}

// Of mails that are committed together, those before an error are moved, and the error names the mail.
func TestPollMovesWhatWasCommitted(t *testing.T) {
	s := provider(t, mailertest.Options{})
	deliver(t, s, 5)
	f := &failing{counting{t: t, wait: 5, ready: make(chan struct{})}}
	p, err := imap.PollAhead(t.Context(), inbox(s), f)
	if err == nil || !strings.Contains(err.Error(), "mail 3: the third") ||
		p != (imap.Polled{Processed: 1, Quarantined: 1}) {
		t.Errorf("%+v, %v", p, err)
	}
	counts(t, s, 3, 1, 1)
}

// Every connection is closed in the end, whatever became of it.
func TestConnectionsAreClosed(t *testing.T) {
	ended := make(chan struct{}, 1)
	refusing := func(greeting string) string {
		return server(t, func(c net.Conn) {
			fmt.Fprint(c, greeting+"\r\n")
			_, _ = io.Copy(io.Discard, c)
			ended <- struct{}{}
		})
	}
	c := imap.Config{Addr: refusing("* BYE not now"), TLS: wire.Plain, User: game, Password: secret,
		Processed: "P", Quarantine: "Q", Timeout: 20 * time.Second}
	if _, err := pollEach(t.Context(), c, nil); err == nil {
		t.Error("imap: no error")
	}
	<-ended
	o := smtp.Config{Addr: refusing("554 not now"), TLS: wire.Plain, Timeout: 20 * time.Second}
	if got := sender(t, o).Send(t.Context(), game, player, letter(1)); got.Result != smtp.Temporary ||
		got.Code != 554 || got.Trouble != wire.Down {
		t.Errorf("smtp: %+v", got)
	}
	<-ended
	o.Addr = "127.0.0.1:1"
	if got := sender(t, o).Send(t.Context(), game, player, letter(1)); got.Result != smtp.Temporary ||
		got.Code != 0 || got.Stage != smtp.StageConnect {
		t.Errorf("no server: %+v", got)
	}
}

// A mail with more octets than a header may have arrives whole.
func TestPollLargeMail(t *testing.T) {
	s := provider(t, mailertest.Options{})
	large := append(letter(1), strings.Repeat("; nothing\r\n", 40_000)...)
	if err := s.Deliver(game, large); err != nil {
		t.Fatal(err)
	}
	if _, err := pollEach(t.Context(), inbox(s), func(f imap.Fetched) (imap.Verdict, error) {
		if f.TooBig || !bytes.Equal(f.Raw, large) {
			t.Errorf("%d octets of %d, too big %v", len(f.Raw), len(large), f.TooBig)
		}
		return imap.Processed, nil
	}); err != nil {
		t.Error(err)
	}
}

// A server may list mails in any order. They are taken in the order of their numbers.
func TestPollSortsTheList(t *testing.T) {
	addr := server(t, func(c net.Conn) {
		answerIMAP(c, func(tag, command string) bool {
			switch {
			case strings.HasPrefix(command, "UID SEARCH"):
				fmt.Fprintf(c, "* ESEARCH (TAG \"%s\") UID ALL 1:3\r\n%s OK done\r\n", tag, tag)
			case strings.HasPrefix(command, "UID FETCH") && strings.Contains(command, "BODY.PEEK"):
				for _, n := range []int{2, 3, 1} {
					fmt.Fprintf(c, "* %d FETCH (UID %d BODY[] {12}\r\nSubject: x\r\n)\r\n", n, n)
				}
				fmt.Fprintf(c, "%s OK done\r\n", tag)
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
	_, err := pollEach(t.Context(), imap.Config{Addr: addr, TLS: wire.Plain, Processed: "P", Quarantine: "Q",
		Timeout: 20 * time.Second}, func(f imap.Fetched) (imap.Verdict, error) {
		got = append(got, f.UID)
		return imap.Keep, nil
	})
	if err != nil || fmt.Sprint(got) != "[1 2 3]" {
		t.Errorf("%v, %v", got, err)
	}
}

// If the LOGIN command is switched off, or cannot carry the words, AUTHENTICATE is used. Otherwise LOGIN is, which
// every server knows.
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
		_, err := pollEach(t.Context(),
			imap.Config{Addr: addr, TLS: wire.Plain, User: game, Password: c.password, Processed: "P",
				Quarantine: "Q", Timeout: 20 * time.Second}, nil)
		words := append(strings.Fields(<-said), "", "")
		if err == nil || words[1] != c.want {
			t.Errorf("%s, %q: %q, %v", c.offers, c.password, words, err)
		}
	}
}

// An error of a commit ends the poll and is returned as it is. It is neither the server's fault nor masked, and what
// was not committed is not counted.
func TestPollTellsWhoseErrorItIs(t *testing.T) {
	s := provider(t, mailertest.Options{})
	deliver(t, s, 3)
	full := errors.New("disk full: " + secret)
	p, err := pollEach(t.Context(), inbox(s), func(f imap.Fetched) (imap.Verdict, error) {
		if f.UID == 2 {
			return imap.Processed, full
		}
		return imap.Quarantine, nil
	})
	if !errors.Is(err, full) || wire.TroubleOf(err) != "" || p != (imap.Polled{Quarantined: 1}) {
		t.Errorf("%+v, %v, trouble %q", p, err, wire.TroubleOf(err))
	}
	counts(t, s, 2, 0, 1)
}
