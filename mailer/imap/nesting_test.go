package imap

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"weltentor/mailer/wire"
)

// 4 MB of parentheses end a poll and not the program, over TLS or not.
func TestHostileNesting(t *testing.T) {
	client, server := net.Pipe()
	defer client.Close()
	go func() {
		defer server.Close()
		fmt.Fprint(server, "* OK [CAPABILITY IMAP4rev1] hello\r\n")
		_, _ = io.CopyN(io.Discard, server, 1)
		go func() { _, _ = io.Copy(io.Discard, server) }()
		fmt.Fprint(server, "* 1 FETCH (BODYSTRUCTURE "+strings.Repeat("(", 4<<20))
	}()
	m := &mailbox{Raw: wire.Guard(client), Timeout: 20 * time.Second}
	if err := m.greet(t.Context(), Config{TLS: wire.Plain}); err != nil {
		t.Fatal(err)
	}
	err := m.receive(t.Context(), 8<<20, func() error { return m.Noop().Wait() })
	if err == nil || !strings.Contains(err.Error(), wire.ErrNesting.Error()) || errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v, want %v", err, wire.ErrNesting)
	}
}
