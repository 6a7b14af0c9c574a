package mailer_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"math/big"
	"net"
	"strings"
	"testing"
	"time"

	"weltentor/mailer/imap"
	"weltentor/mailer/incoming"
	"weltentor/mailer/mailertest"
	"weltentor/mailer/smtp"
	"weltentor/mailer/wire"
)

const (
	game   = "bovistan@spiel.example"
	player = "ute@post.example"
	secret = "geheimes-Wort"
)

func provider(t *testing.T, o mailertest.Options) *mailertest.Server {
	t.Helper()
	s, err := mailertest.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	for _, u := range []string{game, player} {
		if err := s.AddUser(u, secret); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func inbox(s *mailertest.Server) imap.Config {
	return imap.Config{Addr: s.IMAP(), TLS: wire.Plain, User: game, Password: secret, Processed: "Processed",
		Quarantine: "Quarantine", Timeout: 5 * time.Second}
}

func outbox(s *mailertest.Server) smtp.Config {
	return smtp.Config{Addr: s.SMTP(), TLS: wire.Plain, User: game, Password: secret, Fallback: game,
		Timeout: 5 * time.Second}
}

func sender(t *testing.T, c smtp.Config) *smtp.Sender {
	t.Helper()
	s, err := smtp.NewSender(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func letter(n int) []byte {
	return fmt.Appendf(nil, "From: Ute <%s>\r\nTo: %s\r\nSubject: Zug %d\r\nMessage-ID: <%d@post.example>\r\n\r\n"+
		"$I 4 pw\r\n$A\r\n", player, game, n, n)
}

func deliver(t *testing.T, s *mailertest.Server, n int) {
	t.Helper()
	for i := range n {
		if err := s.Deliver(game, letter(i)); err != nil {
			t.Fatal(err)
		}
	}
}

// counts compares the numbers of mails in the game's three folders with those wanted.
func counts(t *testing.T, s *mailertest.Server, inbox, processed, quarantine int) {
	t.Helper()
	for _, f := range []struct {
		name string
		want int
	}{{"INBOX", inbox}, {"Processed", processed}, {"Quarantine", quarantine}} {
		all, deleted := s.Count(game, f.name)
		if all-deleted != f.want {
			t.Errorf("%s holds %d mails, want %d", f.name, all-deleted, f.want)
		}
	}
}

func TestPollInOrderOfArrival(t *testing.T) {
	for _, o := range []mailertest.Options{{}, {NoMove: true}, {NoMove: true, NoPlus: true}} {
		t.Run(fmt.Sprintf("without MOVE %v, UIDPLUS %v", o.NoMove, o.NoPlus), func(t *testing.T) {
			s := provider(t, o)
			deliver(t, s, 120) // more than two lots of 50
			var got []uint32
			p, err := pollEach(t.Context(), inbox(s), func(f imap.Fetched) (imap.Verdict, error) {
				got = append(got, f.UID)
				if want := fmt.Sprintf("Subject: Zug %d\r\n", len(got)-1); !strings.Contains(string(f.Raw), want) {
					t.Errorf("mail %d is not %q", f.UID, want)
				}
				if f.UIDValidity == 0 || f.Arrived.IsZero() || f.Size == 0 {
					t.Errorf("mail %d without validity, date or size: %+v", f.UID, f)
				}
				if len(got)%40 == 0 {
					return imap.Quarantine, nil // the 40th, 80th and 120th
				}
				return imap.Processed, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if p.Processed != 117 || p.Quarantined != 3 || len(got) != 120 { // 120 - 3
				t.Errorf("%+v of %d", p, len(got))
			}
			counts(t, s, 0, 117, 3)
			left := 0
			if o.NoPlus { // a bare EXPUNGE would take along what others marked
				left = 120
			}
			if all, _ := s.Count(game, "INBOX"); all != left {
				t.Errorf("%d mails are in the inbox, marked or not, want %d", all, left)
			}
			p, err = pollEach(t.Context(), inbox(s), func(f imap.Fetched) (imap.Verdict, error) {
				t.Errorf("mail %d comes twice", f.UID)
				return imap.Keep, nil
			})
			if err != nil || p != (imap.Polled{Whole: true}) {
				t.Errorf("second poll: %+v, %v", p, err)
			}
		})
	}
}

// Of two mails, the later one is the one that came later, whatever their dates are.
func TestPollDoesNotLookAtDates(t *testing.T) {
	arrivals := []time.Time{time.Date(2026, 2, 3, 10, 0, 0, 0, time.UTC), time.Date(2026, 2, 3, 10, 0, 0, 0, time.UTC)}
	n := 0
	s := provider(t, mailertest.Options{Time: func() time.Time { n++; return arrivals[n-1] }})
	for i, date := range []string{"Thu, 05 Feb 2026 10:00:00 +0000", "Sun, 01 Feb 2026 10:00:00 +0000"} {
		if err := s.Deliver(game, append([]byte("Date: "+date+"\r\n"), letter(i)...)); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	_, err := pollEach(t.Context(), inbox(s), func(f imap.Fetched) (imap.Verdict, error) {
		r, err := incoming.Read(t.Context(), f.Raw, incoming.ReadOptions{})
		got = append(got, r.Subject)
		return imap.Processed, err
	})
	if err != nil || fmt.Sprint(got) != "[Zug 0 Zug 1]" {
		t.Errorf("%v, %v", got, err)
	}
}

func TestPollMovesOnlyWhatWasCommitted(t *testing.T) {
	s := provider(t, mailertest.Options{})
	deliver(t, s, 5)
	broken := errors.New("disk full")
	n := 0
	_, err := pollEach(t.Context(), inbox(s), func(imap.Fetched) (imap.Verdict, error) {
		if n++; n == 4 {
			return imap.Processed, broken
		}
		return imap.Processed, nil
	})
	if !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	counts(t, s, 2, 3, 0)
}

// After a crash between commit and move, after the third commit, all mails come again, and the store knows the first
// three.
func TestPollCrashBetweenCommitAndMove(t *testing.T) {
	s := provider(t, mailertest.Options{})
	deliver(t, s, 5)
	committed := map[string]int{}
	func() {
		defer func() { _ = recover() }()
		_, err := pollEach(t.Context(), inbox(s), func(f imap.Fetched) (imap.Verdict, error) {
			if len(committed) == 3 {
				panic("crash")
			}
			committed[string(f.Raw)]++
			return imap.Processed, nil
		})
		t.Errorf("the poll lived on: %v", err)
	}()
	counts(t, s, 5, 0, 0)
	again := 0
	if _, err := pollEach(t.Context(), inbox(s), func(f imap.Fetched) (imap.Verdict, error) {
		if committed[string(f.Raw)]++; committed[string(f.Raw)] > 1 {
			again++
		}
		return imap.Processed, nil
	}); err != nil {
		t.Fatal(err)
	}
	if again != 3 || len(committed) != 5 {
		t.Errorf("%d mails known again, %d in all; want 3 and 5", again, len(committed))
	}
	counts(t, s, 0, 5, 0)
}

func TestPollTooBigAndUnshowable(t *testing.T) {
	s := provider(t, mailertest.Options{})
	big := append(letter(1), strings.Repeat("; nichts\r\n", 1000)...) // 10 000 octets
	if err := errors.Join(s.Deliver(game, big),
		s.Deliver(game, []byte("a header line that is none\r\n\r\n$A\r\n"))); err != nil {
		t.Fatal(err)
	}
	deliver(t, s, 1)
	c := inbox(s)
	c.MaxSize = 5000
	var got []imap.Fetched
	p, err := pollEach(t.Context(), c, func(f imap.Fetched) (imap.Verdict, error) {
		got = append(got, f)
		return imap.Processed, nil
	})
	if err != nil || len(got) != 3 {
		t.Fatalf("%d mails, %v", len(got), err)
	}
	if f := got[0]; !f.TooBig || strings.Contains(string(f.Raw), "nichts") ||
		!strings.Contains(string(f.Raw), "Subject: Zug 1") {
		t.Errorf("the big mail came as %d octets, too big %v", len(f.Raw), f.TooBig)
	}
	if f := got[2]; !f.Empty || len(f.Raw) != 0 || f.Size == 0 {
		t.Errorf("a mail that the server cannot show: empty %v, %d octets of %d", f.Empty, len(f.Raw), f.Size)
	}
	if p.Processed != 2 || p.Quarantined != 1 {
		t.Errorf("%+v", p)
	}
	counts(t, s, 0, 2, 1)
}

func TestPollNeedsItsFolders(t *testing.T) {
	s := provider(t, mailertest.Options{})
	never := func(imap.Fetched) (imap.Verdict, error) { t.Error("a mail was taken"); return imap.Keep, nil }
	for name, change := range map[string]func(*imap.Config){
		"no folder":      func(c *imap.Config) { c.Processed = "" },
		"inbox itself":   func(c *imap.Config) { c.Quarantine = "INBOX" },
		"wrong password": func(c *imap.Config) { c.Password = "falsch" },
		"no server":      func(c *imap.Config) { c.Addr = "127.0.0.1:1" },
		"no TLS there":   func(c *imap.Config) { c.TLS = wire.StartTLS },
		"no mode":        func(c *imap.Config) { c.TLS = "" },
	} {
		c := inbox(s)
		change(&c)
		_, err := pollEach(t.Context(), c, never)
		if err == nil {
			t.Errorf("%s: no error", name)
		} else if strings.Contains(err.Error(), secret) {
			t.Errorf("%s: the error tells the password: %v", name, err)
		}
	}
	for _, s := range []string{fmt.Sprint(inbox(s)), fmt.Sprintf("%+v", inbox(s)), fmt.Sprintf("%#v", outbox(s)),
		fmt.Sprintf("%+v", outbox(s))} {
		if strings.Contains(s, secret) {
			t.Errorf("the password is printed: %s", s)
		}
	}
}

// A server that accepts a connection and never speaks must not hold up a cron job.
func TestSilentServer(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	_, err = pollEach(t.Context(), imap.Config{Addr: ln.Addr().String(), TLS: wire.Plain, Processed: "P",
		Quarantine: "Q", Timeout: 50 * time.Millisecond}, nil)
	if err == nil {
		t.Error("imap: no error")
	}
	o := sender(t, smtp.Config{Addr: ln.Addr().String(), TLS: wire.Plain,
		Timeout: 50 * time.Millisecond}).Send(t.Context(), "", player, letter(1))
	if o.Result != smtp.Temporary || !o.ServerDown() {
		t.Errorf("smtp: %v", o)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	o = sender(t, smtp.Config{Addr: ln.Addr().String(), TLS: wire.Plain}).Send(ctx, "", player, letter(1))
	if o.Result != smtp.Temporary {
		t.Errorf("smtp with a context: %v", o)
	}
}

func TestTLS(t *testing.T) {
	cert, roots := certificate(t)
	for _, mode := range []wire.TLSMode{wire.StartTLS, wire.ImplicitTLS} {
		s := provider(t, mailertest.Options{TLS: cert, Implicit: mode == wire.ImplicitTLS})
		deliver(t, s, 1)
		in, out := inbox(s), outbox(s)
		in.TLS, in.TLSConfig = mode, &tls.Config{RootCAs: roots}
		out.TLS, out.TLSConfig = mode, &tls.Config{RootCAs: roots}
		n := 0
		if _, err := pollEach(t.Context(), in, func(imap.Fetched) (imap.Verdict, error) {
			n++
			return imap.Processed, nil
		}); err != nil || n != 1 {
			t.Errorf("%s: %d mails, %v", mode, n, err)
		}
		if o := sender(t, out).Send(t.Context(), game, player, letter(1)); o.Result != smtp.Delivered {
			t.Errorf("%s: %v", mode, o)
		}
		in.TLSConfig, out.TLSConfig = nil, nil // the system does not know this root
		if _, err := pollEach(t.Context(), in, nil); err == nil {
			t.Errorf("%s: imap trusts a stranger", mode)
		}
		if o := sender(t, out).Send(t.Context(), game, player, letter(1)); o.Result != smtp.Temporary ||
			o.Stage != smtp.StageTLS {
			t.Errorf("%s: smtp with a stranger: %v", mode, o)
		}
	}
}

// certificate makes a server certificate for 127.0.0.1 and the pool that trusts it.
func certificate(t *testing.T) (*tls.Config, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	tmpl := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour),
		NotAfter:    time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, tmpl, tmpl, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(leaf)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}, pool
}

func TestSendOutcomes(t *testing.T) {
	nobody := "niemand@post.example"
	for _, c := range []struct {
		name  string
		from  string
		to    string
		fault mailertest.Fault
		want  smtp.Outcome // Text is not compared
		taken int          // letters that the server has in the end
	}{
		{"delivered", game, player, mailertest.Fault{},
			smtp.Outcome{Result: smtp.Delivered, Stage: smtp.StageDot, Code: 250, From: game}, 1},
		{"null sender", "", player, mailertest.Fault{},
			smtp.Outcome{Result: smtp.Delivered, Stage: smtp.StageDot, Code: 250}, 1},
		{"null sender refused", "", player, mailertest.Fault{Stage: "MAIL", Code: 550, From: "<>"},
			smtp.Outcome{Result: smtp.Delivered, Stage: smtp.StageDot, Code: 250, From: game, NullRefused: true},
			1},
		{"null sender later", "", player, mailertest.Fault{Stage: "MAIL", Code: 451, From: "<>"},
			smtp.Outcome{Result: smtp.Temporary, Stage: smtp.StageMail, Code: 451}, 0},
		{"busy at MAIL", game, player, mailertest.Fault{Stage: "MAIL", Code: 421},
			smtp.Outcome{Result: smtp.Temporary, Stage: smtp.StageMail, Code: 421, From: game}, 0},
		{"login wanted at MAIL after a login", game, player, mailertest.Fault{Stage: "MAIL", Code: 530},
			smtp.Outcome{Result: smtp.Temporary, Stage: smtp.StageMail, Code: 530, From: game}, 0},
		{"login wanted at RCPT after a login", game, player, mailertest.Fault{Stage: "RCPT", Code: 530},
			smtp.Outcome{Result: smtp.Permanent, Stage: smtp.StageRcpt, Code: 530, From: game}, 0},
		{"535 at RCPT", game, player, mailertest.Fault{Stage: "RCPT", Code: 535},
			smtp.Outcome{Result: smtp.Permanent, Stage: smtp.StageRcpt, Code: 535, From: game}, 0},
		{"538 at the dot", game, player, mailertest.Fault{Stage: "dot", Code: 538},
			smtp.Outcome{Result: smtp.Permanent, Stage: smtp.StageDot, Code: 538, From: game}, 0},
		{"sender refused", game, player, mailertest.Fault{Stage: "MAIL", Code: 552},
			smtp.Outcome{Result: smtp.Permanent, Stage: smtp.StageMail, Code: 552, From: game}, 0},
		{"greylisted", game, player, mailertest.Fault{Stage: "RCPT", Code: 451},
			smtp.Outcome{Result: smtp.Temporary, Stage: smtp.StageRcpt, Code: 451, From: game}, 0},
		{"unknown user", game, nobody, mailertest.Fault{},
			smtp.Outcome{Result: smtp.Permanent, Stage: smtp.StageRcpt, Code: 550, From: game}, 0},
		{"cut at RCPT", game, player, mailertest.Fault{Stage: "RCPT"},
			smtp.Outcome{Result: smtp.Temporary, Stage: smtp.StageRcpt, From: game}, 0},
		{"quota", game, player, mailertest.Fault{Stage: "dot", Code: 452},
			smtp.Outcome{Result: smtp.Temporary, Stage: smtp.StageDot, Code: 452, From: game}, 0},
		{"spam", game, player, mailertest.Fault{Stage: "dot", Code: 554},
			smtp.Outcome{Result: smtp.Permanent, Stage: smtp.StageDot, Code: 554, From: game}, 0},
		{"cut after the dot, not taken", game, player, mailertest.Fault{Stage: "dot"},
			smtp.Outcome{Result: smtp.Uncertain, Stage: smtp.StageDot, From: game}, 0},
		{"cut after the dot, taken", game, player, mailertest.Fault{Stage: "dot", Taken: true},
			smtp.Outcome{Result: smtp.Uncertain, Stage: smtp.StageDot, From: game}, 1},
		{"wrong login", game, player, mailertest.Fault{Stage: "AUTH", Code: 535},
			smtp.Outcome{Result: smtp.Temporary, Stage: smtp.StageAuth, Code: 535, From: game,
				Trouble: wire.Login}, 0},
		{"login cannot be asked", game, player, mailertest.Fault{Stage: "AUTH", Code: 454},
			smtp.Outcome{Result: smtp.Temporary, Stage: smtp.StageAuth, Code: 454, From: game,
				Trouble: wire.Down}, 0},
		{"no address", game, "ute@post.example>\r\nRCPT TO:<x@y", mailertest.Fault{},
			smtp.Outcome{Result: smtp.Permanent, Stage: smtp.StageRcpt, From: game}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := provider(t, mailertest.Options{})
			if c.fault.Stage != "" {
				s.Fail(c.fault)
			}
			snd := sender(t, outbox(s))
			got := snd.Send(t.Context(), c.from, c.to, letter(1))
			if got.Text == "" && got.Result != smtp.Delivered {
				t.Error("an outcome without words")
			}
			if got.Text = ""; got != c.want {
				t.Errorf("got  %+v\nwant %+v", got, c.want)
			}
			if n := len(s.Letters()); n != c.taken {
				t.Errorf("the server has %d letters, want %d", n, c.taken)
			}
			s.Mend() // whatever it was, the next letter of the same outbox is sent
			if o := snd.Send(t.Context(), game, player, letter(2)); o.Result != smtp.Delivered {
				t.Errorf("the next letter: %v", o)
			}
		})
	}
}

// Without a login, a server may demand one. That concerns every letter, as long as it has accepted no sender. After
// that, such an answer is about the letter, which waits.
func TestLoginWantedWithoutOne(t *testing.T) {
	s := provider(t, mailertest.Options{})
	out := outbox(s)
	out.User, out.Password = "", ""
	snd := sender(t, out)
	for i, c := range []struct {
		stage string
		code  int
		want  wire.Trouble
	}{{"MAIL", 530, wire.Login}, {"MAIL", 538, wire.Login}, {"RCPT", 530, ""}, {"MAIL", 530, ""},
		{"dot", 534, ""}} {
		s.Fail(mailertest.Fault{Stage: c.stage, Code: c.code})
		if o := snd.Send(t.Context(), game, player, letter(i)); o.Result != smtp.Temporary || o.Trouble != c.want ||
			o.Code != c.code {
			t.Errorf("%d at %s: %v, trouble %q, want %q", c.code, c.stage, o, o.Trouble, c.want)
		}
		s.Mend()
	}
	if n := s.Connections(); n != 1 {
		t.Errorf("%d connections, want one", n)
	}
}

// If the connection is cut in the middle of a large letter, that was never sent.
func TestSendCutInTheBody(t *testing.T) {
	s := provider(t, mailertest.Options{})
	s.Fail(mailertest.Fault{Stage: "body"})
	// 14 MB, more than the network holds
	big := append(letter(1), strings.Repeat(strings.Repeat("x", 70)+"\r\n", 200_000)...)
	o := sender(t, outbox(s)).Send(t.Context(), game, player, big)
	if o.Result != smtp.Temporary || o.Stage != smtp.StageBody {
		t.Errorf("%v", o)
	}
}

func TestSendOneConnectionForAll(t *testing.T) {
	s := provider(t, mailertest.Options{})
	s.Fail(mailertest.Fault{Stage: "RCPT", Code: 550, Times: 1})
	s.Fail(mailertest.Fault{Stage: "MAIL", Code: 501, From: "<>"})
	snd := sender(t, outbox(s))
	for i := range 10 {
		snd.Send(t.Context(), "", player, letter(i))
	}
	if n := len(s.Letters()); n != 9 { // 10 less the one refused
		t.Errorf("%d letters, want 9", n)
	}
	if n := s.Connections(); n != 1 {
		t.Errorf("%d connections, want 1", n)
	}
	// Without a login and a fallback, the null sender stays refused.
	c := outbox(s)
	c.User, c.Fallback = "", ""
	if o := sender(t, c).Send(t.Context(), "", player, letter(1)); o.Result != smtp.Permanent || o.Code != 501 ||
		o.Stage != smtp.StageMail {
		t.Errorf("%v", o)
	}
}

func TestSendLogin(t *testing.T) {
	for _, only := range []bool{false, true} {
		s := provider(t, mailertest.Options{Login: only})
		if o := sender(t, outbox(s)).Send(t.Context(), game, player, letter(1)); o.Result != smtp.Delivered {
			t.Errorf("LOGIN alone %v: %v", only, o)
		}
		c := outbox(s)
		c.Password = "falsch"
		o := sender(t, c).Send(t.Context(), game, player, letter(1))
		if o.Result != smtp.Temporary || o.Stage != smtp.StageAuth || o.Code != 535 || !o.ServerDown() {
			t.Errorf("LOGIN alone %v, wrong password: %v", only, o)
		}
	}
}

// A server that closes an idle connection costs no letter an attempt.
func TestSendAfterTheServerHungUp(t *testing.T) {
	s := provider(t, mailertest.Options{})
	snd := sender(t, outbox(s))
	if o := snd.Send(t.Context(), game, player, letter(1)); o.Result != smtp.Delivered {
		t.Fatal(o)
	}
	s.Fail(mailertest.Fault{Stage: "MAIL", Times: 1})
	if o := snd.Send(t.Context(), game, player, letter(2)); o.Result != smtp.Delivered {
		t.Errorf("%v", o)
	}
}

// The whole way: a player's mail by SMTP, taken by IMAP, answered by SMTP.
func TestLoop(t *testing.T) {
	s := provider(t, mailertest.Options{})
	draft := smtp.Draft{From: player, FromName: "Üte", To: game, Subject: "Zug 8", Date: time.Unix(1_000_000_000, 0),
		MessageID: "a@post.example", Text: "$I 4 Süßholz\n$A\n"}
	raw, err := smtp.Render(draft)
	if err != nil {
		t.Fatal(err)
	}
	// Automatic mail is not read for orders; a person's mail lacks such marks.
	raw = []byte(strings.NewReplacer("Auto-Submitted: auto-generated\r\n", "", "List-Id: <ute.post.example>\r\n", "").
		Replace(string(raw)))
	if o := sender(t, outbox(s)).Send(t.Context(), player, game, raw); o.Result != smtp.Delivered {
		t.Fatal(o)
	}
	_, err = pollEach(t.Context(), inbox(s), func(f imap.Fetched) (imap.Verdict, error) {
		r, err := incoming.Read(t.Context(), f.Raw, incoming.ReadOptions{Own: game})
		if err != nil {
			return imap.Quarantine, nil
		}
		if r.From != player || r.FromName != "Üte" || r.Text != "$I 4 Süßholz\n$A\n" || r.Machine != "" ||
			r.Bulk != "X-Auto-Response-Suppress: all" {
			t.Errorf("%+v", r)
		}
		return imap.Processed, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	counts(t, s, 0, 1, 0)
}

// A server without SMTPUTF8 gets domains in ASCII: in the sender, the recipient, and the sender under which answers
// are sent.
func TestSendToAnInternationalDomain(t *testing.T) {
	s := provider(t, mailertest.Options{})
	if err := s.AddUser("anna@xn--bcher-kva.example", ""); err != nil {
		t.Fatal(err)
	}
	s.Fail(mailertest.Fault{Stage: "MAIL", Code: 501, From: "<>"})
	c := outbox(s)
	c.Fallback = "spiel@müller.example"
	snd := sender(t, c)
	for _, from := range []string{"spiel@müller.example", ""} {
		if o := snd.Send(t.Context(), from, "anna@bücher.example", letter(1)); o.Result != smtp.Delivered {
			t.Errorf("from %q: %v", from, o)
		}
	}
	for _, l := range s.Letters() {
		if l.From != "spiel@xn--mller-kva.example" || l.To != "anna@xn--bcher-kva.example" {
			t.Errorf("from %s to %s", l.From, l.To)
		}
	}
	if len(s.Letters()) != 2 {
		t.Errorf("%d letters", len(s.Letters()))
	}
}

// pollEach polls for tests that do not care what is read ahead, nor which mails are committed together.
func pollEach(ctx context.Context, c imap.Config, take func(imap.Fetched) (imap.Verdict, error)) (imap.Polled, error) {
	return imap.PollAhead(ctx, c, imap.Singly(func(f imap.Fetched) imap.Commit {
		return func() (imap.Verdict, error) { return take(f) }
	}))
}
