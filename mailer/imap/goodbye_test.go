package imap

import (
	"io"
	"net"
	"testing"
	"time"

	"weltentor/mailer/wire"
)

// A goodbye may take two seconds at most, and no longer than any command.
func TestGoodbyeIsShort(t *testing.T) {
	for given, want := range map[time.Duration]time.Duration{time.Minute: 2 * time.Second, time.Second: time.Second} {
		client, server := net.Pipe()
		go func() {
			_, _ = io.WriteString(server, "* OK [CAPABILITY IMAP4rev1] hello\r\n")
			_, _ = io.CopyN(io.Discard, server, 1)
			server.Close() // it hangs up in the middle of the command
		}()
		m := &mailbox{Raw: wire.Guard(client), Timeout: given}
		if err := m.greet(t.Context(), Config{TLS: wire.Plain}); err != nil {
			t.Fatal(err)
		}
		if m.logOut(t.Context()); m.Timeout != want {
			t.Errorf("of %s a goodbye is given %s, want %s", given, m.Timeout, want)
		}
	}
}
