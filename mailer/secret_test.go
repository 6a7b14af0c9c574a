package mailer_test

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"weltentor/mailer"
)

// A server that says the password again when it refuses something does not get it
// told to anybody, in whatever form it says it.
func TestEchoedPasswordIsMasked(t *testing.T) {
	const user, password = "game", `Berg"ah\orn-4711`
	plain := base64.StdEncoding.EncodeToString([]byte("\x00" + user + "\x00" + password))
	config := mailer.IMAPConfig{TLS: mailer.Plain, User: user, Password: password, Processed: "P", Quarantine: "Q",
		Timeout: 20 * time.Second}
	for _, c := range []struct{ command, echo string }{
		{"LOGIN", password},
		{"LOGIN", `LOGIN "game" "Berg\"ah\\orn-4711"`},
		{"LOGIN", plain},
		{"LOGIN", base64.StdEncoding.EncodeToString([]byte(password))},
		{"CREATE", password},
		{"SELECT", "no folder for " + password},
		{"UID SEARCH", plain},
	} {
		config.Addr = server(t, func(conn net.Conn) {
			answerIMAP(conn, func(tag, command string) bool {
				if strings.HasPrefix(command, c.command) {
					fmt.Fprintf(conn, "%s NO wrong: %s!\r\n", tag, c.echo)
					return true
				}
				return false
			})
		})
		_, err := mailer.Poll(t.Context(), config, take)
		if err == nil {
			t.Fatalf("%s: no error", c.command)
		}
		if s := err.Error(); strings.Contains(s, "4711") || strings.Contains(s, plain[4:]) ||
			!strings.Contains(s, "wrong") || !strings.Contains(s, "***") {
			t.Errorf("%s: %q", c.command, s)
		}
		if want := map[string]mailer.Trouble{"LOGIN": mailer.Login, "UID SEARCH": mailer.Down}[c.command]; want != "" &&
			mailer.TroubleOf(err) != want {
			t.Errorf("%s: trouble %q, want %q", c.command, mailer.TroubleOf(err), want)
		}
	}
	for _, stage := range []string{"AUTH", "MAIL", "RCPT"} {
		addr := server(t, func(conn net.Conn) {
			fmt.Fprint(conn, "220 hello\r\n")
			for r := bufio.NewReader(conn); ; {
				line, err := r.ReadString('\n')
				switch {
				case err != nil:
					return
				case strings.HasPrefix(line, stage):
					fmt.Fprintf(conn, "554 wrong: %s %s!\r\n", password, plain)
				case strings.HasPrefix(line, "EHLO"):
					fmt.Fprint(conn, "250-x\r\n250 AUTH PLAIN\r\n")
				case strings.HasPrefix(line, "AUTH"):
					fmt.Fprint(conn, "235 ok\r\n")
				default:
					fmt.Fprint(conn, "250 ok\r\n")
				}
			}
		})
		o := sender(t, mailer.SMTPConfig{Addr: addr, TLS: mailer.Plain, User: user,
			Password: password}).Send(t.Context(), "", player, letter(1))
		if s := o.String(); strings.Contains(s, "4711") || strings.Contains(s, plain) ||
			!strings.Contains(s, "wrong: *** ***!") {
			t.Errorf("%s: %q", stage, s)
		}
	}
}

// What a server says in the clear before STARTTLS is not what it says: a greeting
// that lets us in, a refusal, or words that would count as said under TLS.
func TestStartTLSInTheClear(t *testing.T) {
	for name, c := range map[string]struct {
		greeting, answer string
		trouble          mailer.Trouble
		says             string
	}{
		"let in":       {"* PREAUTH welcome", "", mailer.Secured, "begins with"},
		"sent away":    {"* BYE later", "", mailer.Secured, "later"},
		"refused":      {"* OK hello", "S1 NO not here\r\n", mailer.Secured, "refuses STARTTLS: NO not here"},
		"unknown":      {"* OK hello", "S1 BAD what\r\n", mailer.Secured, "refuses STARTTLS: BAD what"},
		"more is said": {"* OK hello", "S1 OK begin\r\n* 1 EXISTS\r\n", mailer.Secured, "more in the clear"},
		"a blank":      {"* OK hello", "S1 OK begin\r\n ", mailer.Secured, "more in the clear"},
		"no tag":       {"* OK hello", "T2 OK begin\r\n", mailer.Down, "is not IMAP"},
		"endless": {"* OK hello", strings.Repeat("* 1 EXISTS\r\n", 101) + "S1 OK begin\r\n", mailer.Down,
			"is not IMAP"},
		"long": {"* OK hello", strings.Repeat("* 1 EXISTS\r\n", 100) + "S1 NO not here\r\n", mailer.Secured,
			"refuses STARTTLS: NO not here"},
		"gone": {"* OK hello", "", mailer.Down, "hung up"},
	} {
		addr := server(t, func(conn net.Conn) {
			fmt.Fprint(conn, c.greeting+"\r\n")
			if line, _ := bufio.NewReader(conn).ReadString('\n'); line == "S1 STARTTLS\r\n" && c.answer != "" {
				fmt.Fprint(conn, c.answer)
			}
		})
		_, err := mailer.Poll(t.Context(),
			mailer.IMAPConfig{Addr: addr, TLS: mailer.StartTLS, User: "game", Password: "x", Processed: "P",
				Quarantine: "Q", Timeout: 20 * time.Second}, take)
		if err == nil || mailer.TroubleOf(err) != c.trouble || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, trouble %q, want %q", name, err, mailer.TroubleOf(err), c.trouble)
		}
	}
}
