package smtp

import (
	"net"
	"testing"

	"weltentor/mailer/wire"
)

// Each command of a letter has octets of its own for its answer.
func TestStepAllows(t *testing.T) {
	client, other := net.Pipe()
	defer client.Close()
	defer other.Close()
	s := &Sender{conn: wire.Guard(client), c: Config{Timeout: 1 << 40}}
	s.conn.Allow(0)
	if err := s.step(func() error { return nil }); err != nil || s.conn.Left.Load() != wire.FewOctets {
		t.Errorf("%d octets, %v", s.conn.Left.Load(), err)
	}
}
