package smtp

import (
	"errors"
	"fmt"
	"net/textproto"
	"strings"
	"testing"
	"time"

	"weltentor/mailer/imap"
	"weltentor/mailer/incoming"
	"weltentor/mailer/mime"
	"weltentor/mailer/wire"
)

// The server's code says whose fault it was, and whether to try again (RFC 5321, 4954).
func TestOutcome(t *testing.T) {
	for code, want := range map[int]Outcome{
		421: {Result: Temporary}, 450: {Result: Temporary}, 499: {Result: Temporary}, 500: {Result: Permanent},
		550: {Result: Permanent}, 599: {Result: Permanent}, 250: {Result: Temporary}, 600: {Result: Temporary},
		529: {Result: Permanent}, 531: {Result: Permanent}, 533: {Result: Permanent}, 536: {Result: Permanent},
		537: {Result: Permanent}, 539: {Result: Permanent},
		530: {Result: Permanent}, 534: {Result: Permanent}, 535: {Result: Permanent}, 538: {Result: Permanent},
	} {
		want.Stage, want.Code, want.Text = StageRcpt, code, "no *** here"
		err := fmt.Errorf("rcpt: %w", &textproto.Error{Code: code, Msg: "no\r\n geheim  here"})
		if got := outcomeOf(StageRcpt, err, wire.Secrets{"geheim"}); got != want {
			t.Errorf("%d: %+v, want %+v", code, got, want)
		}
	}
	if got, want := outcomeOf(StageDot, errors.New("cut geheim"), wire.Secrets{"geheim"}),
		(Outcome{Result: Temporary, Stage: StageDot, Text: "cut ***"}); got != want {
		t.Errorf("without a code: %+v, want %+v", got, want)
	}
}

// The words about an outcome for the operator.
func TestOutcomeWords(t *testing.T) {
	for _, c := range []struct {
		o            Outcome
		want         string
		tooBig, down bool
	}{
		{Outcome{Result: Permanent, Stage: StageDot, Code: 552, Text: "full"}, "permanent at dot 552: full",
			true, false},
		{Outcome{Result: Temporary, Stage: StageDot, Code: 552}, "temporary at dot 552", false, false},
		{Outcome{Result: Permanent, Stage: StageMail, Code: 550, Text: "5.3.4 too big"},
			"permanent at MAIL 550: 5.3.4 too big", true, false},
		{Outcome{Result: Permanent, Stage: StageMail, Code: 550, Text: "5.3.40"},
			"permanent at MAIL 550: 5.3.40", false, false},
		{Outcome{Result: Temporary, Stage: StageConnect, Text: "refused", Trouble: wire.Down},
			"temporary at connect: refused", false, true},
	} {
		if c.o.String() != c.want || c.o.TooBig() != c.tooBig || c.o.ServerDown() != c.down {
			t.Errorf("%q, too big %v, down %v, want %q", c.o, c.o.TooBig(), c.o.ServerDown(), c.want)
		}
	}
	long := strings.Repeat("ü", 300)
	for in, want := range map[string]string{" a\r\n\tb ": "a b", long: long, long + "x": long + "…"} {
		if got := mime.Short(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// An address that can be written between brackets in a command.
func TestPlainAddress(t *testing.T) {
	long := strings.Repeat("x", 252) + "@y" // 254
	for in, want := range map[string]bool{
		"a@b": true, "ä@b": true, "a@b@c": true, long: true, "x" + long: false, "@b": false, "a@": false, "a": false,
		"": false, "a b@c": false, "a<@b": false, "a>@b": false, "a\x7f@b": false, "a\r\n@b": false,
		"a\xff@b": false, "a!@b": true, "a@b\x1f": false,
	} {
		if got := mime.PlainAddress(in); got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}

// Settings that are left out are filled in, and nothing else is changed.
func TestSettingsFilled(t *testing.T) {
	c, err := imap.Config{Processed: "P", Quarantine: "Q"}.Filled()
	if err != nil || c.Inbox != "INBOX" || c.Timeout != time.Minute || c.MaxSize != mime.MaxMail {
		t.Errorf("%+v, %v", c, err)
	}
	c, err = imap.Config{Inbox: "In", Processed: "P", Quarantine: "Q", Timeout: 1, MaxSize: 1}.Filled()
	if err != nil || c.Inbox != "In" || c.Timeout != 1 || c.MaxSize != 1 {
		t.Errorf("%+v, %v", c, err)
	}
	for _, c := range []imap.Config{{Quarantine: "Q"}, {Processed: "P"}, {Processed: "INBOX", Quarantine: "Q"},
		{Processed: "P", Quarantine: "INBOX"}, {Processed: "P", Quarantine: "P"}} {
		if _, err := c.Filled(); err == nil {
			t.Errorf("%s and %s do", c.Processed, c.Quarantine)
		}
	}
	for want, c := range map[string]Config{"1m0s localhost false": {Addr: "h:25", NoNull: true},
		"1ns h true":  {Addr: "h:25", Timeout: 1, Hello: "h", Fallback: "a@b", NoNull: true},
		"1ns h false": {Addr: "h:25", Timeout: 1, Hello: "h", Fallback: "a@b"}} {
		s, err := NewSender(c)
		if err != nil || fmt.Sprint(s.c.Timeout, " ", s.c.Hello, " ", s.NoNull) != want {
			t.Errorf("%+v, %v, want %s", s, err, want)
		}
	}
	for _, c := range []Config{{Addr: "h"}, {Addr: "h:25", Fallback: "a"}} {
		if _, err := NewSender(c); err == nil {
			t.Errorf("%s, %s does", c.Addr, c.Fallback)
		}
	}
	o := incoming.ReadOptions{}.Filled()
	known, charset := o.Sender("anybody")
	if !known || charset != "" || o.Score("$A\n1\n") != 0 || o.Mark("x") || o.Opens("1") || o.Identity("$I 4 x") || o.Follow()("1") {
		t.Errorf("known %v in %q, and more", known, charset)
	}
}
