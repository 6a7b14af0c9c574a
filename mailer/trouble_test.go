package mailer_test

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"weltentor/mailer/imap"
	"weltentor/mailer/mailertest"
	"weltentor/mailer/smtp"
	"weltentor/mailer/wire"
)

// The game master is told at once of trouble that needs correction, and not of trouble that goes away.
func TestTroubleOfIMAP(t *testing.T) {
	s := provider(t, mailertest.Options{})
	deliver(t, s, 1)
	cert, _ := certificate(t)
	strange := provider(t, mailertest.Options{TLS: cert, Implicit: true})
	starting := provider(t, mailertest.Options{TLS: cert})
	for _, c := range []struct {
		name   string
		server *mailertest.Server
		change func(*imap.Config)
		want   wire.Trouble
	}{
		{"wrong password", s, func(c *imap.Config) { c.Password = "falsch" }, wire.Login},
		{"no such inbox", s, func(c *imap.Config) { c.Inbox = "Eingang" }, wire.Missing},
		{"nobody there", s, func(c *imap.Config) { c.Addr = "127.0.0.1:1" }, wire.Down},
		{"no TLS there", s, func(c *imap.Config) { c.TLS = wire.ImplicitTLS }, wire.Secured},
		{"no STARTTLS there", s, func(c *imap.Config) { c.TLS = wire.StartTLS }, wire.Secured},
		{"a stranger's certificate", strange, func(c *imap.Config) { c.TLS = wire.ImplicitTLS },
			wire.Secured},
		{"a stranger's certificate after STARTTLS", starting, func(c *imap.Config) { c.TLS = wire.StartTLS },
			wire.Secured},
	} {
		config := inbox(c.server)
		c.change(&config)
		_, err := pollEach(t.Context(), config, nil)
		if got := wire.TroubleOf(err); got != c.want || got.Settings() != (c.want != wire.Down) {
			t.Errorf("%s: %q, want %q (%v)", c.name, got, c.want, err)
		}
	}
	own := errors.New("the store is full")
	_, err := pollEach(t.Context(), inbox(s), func(imap.Fetched) (imap.Verdict, error) {
		return imap.Keep, own
	})
	if !errors.Is(err, own) || wire.TroubleOf(err) != "" {
		t.Errorf("an error of ours is %q of the server: %v", wire.TroubleOf(err), err)
	}
}

func TestTroubleOfSMTP(t *testing.T) {
	s := provider(t, mailertest.Options{})
	cert, _ := certificate(t)
	strange := provider(t, mailertest.Options{TLS: cert})
	for _, c := range []struct {
		name   string
		server *mailertest.Server
		change func(*smtp.Config)
		want   wire.Trouble
	}{
		{"wrong password", s, func(c *smtp.Config) { c.Password = "falsch" }, wire.Login},
		{"nobody there", s, func(c *smtp.Config) { c.Addr = "127.0.0.1:1" }, wire.Down},
		{"no STARTTLS there", s, func(c *smtp.Config) { c.TLS = wire.StartTLS }, wire.Secured},
		{"a stranger's certificate", strange, func(c *smtp.Config) { c.TLS = wire.StartTLS }, wire.Secured},
	} {
		config := outbox(c.server)
		c.change(&config)
		o := sender(t, config).Send(t.Context(), game, player, letter(1))
		if o.Trouble != c.want || !o.ServerDown() || o.Result != smtp.Temporary {
			t.Errorf("%s: %+v, want trouble %q", c.name, o, c.want)
		}
	}
}

// stubborn is an IMAP server with three mails. It shows nothing of the second, moves the first only alone and the
// third not at all, and records its commands.
func stubborn(t *testing.T) (addr string, said chan string) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ln.Close() })
	said = make(chan string, 100)
	go func() {
		conn, err := ln.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		fmt.Fprint(conn, "* OK [CAPABILITY IMAP4rev1 MOVE UIDPLUS] here\r\n")
		for lines := bufio.NewScanner(conn); lines.Scan(); {
			tag, command, _ := strings.Cut(lines.Text(), " ")
			said <- command
			inSet := func(n string) bool {
				return strings.Contains(command, "FETCH 1:3 ") || strings.Contains(command, "FETCH "+n+" ")
			}
			ok := func(untagged string) { fmt.Fprintf(conn, "%s%s OK done\r\n", untagged, tag) }
			switch {
			case strings.HasPrefix(command, "CAPABILITY"):
				ok("* CAPABILITY IMAP4rev1 MOVE UIDPLUS\r\n")
			case strings.HasPrefix(command, "SELECT"):
				ok("* 3 EXISTS\r\n* OK [UIDVALIDITY 1] x\r\n")
			case strings.HasPrefix(command, "UID SEARCH"):
				ok("* SEARCH 1 2 3\r\n")
			case strings.HasPrefix(command, "UID FETCH 2 (UID BODY"):
				fmt.Fprintf(conn, "%s NO it is damaged\r\n", tag)
			case strings.HasPrefix(command, "UID FETCH") && strings.Contains(command, "BODY.PEEK"):
				for _, n := range []string{"1", "3"} {
					if raw := "Subject: " + n + "\r\n\r\nx\r\n"; inSet(n) {
						fmt.Fprintf(conn, "* %s FETCH (UID %s BODY[] {%d}\r\n%s)\r\n", n, n, len(raw), raw)
					}
				}
				if inSet("2") {
					fmt.Fprintf(conn, "%s NO one of them is damaged\r\n", tag)
				} else {
					ok("")
				}
			case strings.HasPrefix(command, "UID FETCH"):
				untagged := ""
				for _, n := range []string{"1", "2", "3"} {
					if inSet(n) {
						untagged += "* " + n + ` FETCH (UID ` + n +
							` RFC822.SIZE 20 INTERNALDATE "02-Feb-2026 10:00:00 +0000")` + "\r\n"
					}
				}
				ok(untagged)
			case strings.HasPrefix(command, "CREATE"):
				fmt.Fprintf(conn, "%s NO [ALREADYEXISTS] there is one\r\n", tag)
			case strings.HasPrefix(command, "UID MOVE 1,3"), strings.HasPrefix(command, "UID MOVE 3"):
				fmt.Fprintf(conn, "%s NO not this one\r\n", tag)
			default:
				ok("")
			}
		}
	}()
	return ln.Addr().String(), said
}

// One mail that the server cannot show or move does not hold up others.
func TestOneMailHoldsUpNoOther(t *testing.T) {
	addr, said := stubborn(t)
	c := imap.Config{Addr: addr, TLS: wire.Plain, User: game, Password: secret, Processed: "Processed",
		Quarantine: "Quarantine", Timeout: 5 * time.Second}
	var taken []uint32
	p, err := pollEach(t.Context(), c, func(f imap.Fetched) (imap.Verdict, error) {
		taken = append(taken, f.UID)
		if f.Empty != (f.UID == 2) {
			t.Errorf("mail %d: empty %v", f.UID, f.Empty)
		}
		return imap.Processed, nil
	})
	if fmt.Sprint(taken) != "[1 3 2]" || p.Processed != 2 || p.Quarantined != 1 {
		t.Errorf("taken %v: %+v", taken, p)
	}
	if err == nil || !strings.Contains(err.Error(), "mail 3") || strings.Contains(err.Error(), "mail 1") {
		t.Errorf("the mail that cannot be moved is not told: %v", err)
	}
	var moves []string
	for len(said) > 0 {
		if s := <-said; strings.HasPrefix(s, "UID MOVE") {
			moves = append(moves, s)
		}
	}
	want := `[UID MOVE 1,3 Processed UID MOVE 1 Processed UID MOVE 3 Processed UID MOVE 2 Quarantine]`
	if strings.ReplaceAll(fmt.Sprint(moves), `"`, "") != want {
		t.Errorf("moves %v, want %s", moves, want)
	}
}
