package mailer

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"strings"
	"time"
)

// TLSMode says how a connection is protected.
type TLSMode string

// The modes. Plain is only allowed to a loopback address.
const (
	ImplicitTLS TLSMode = "tls"
	StartTLS    TLSMode = "starttls"
	Plain       TLSMode = "plain"
)

// goodbyeTime is how long a server has to answer a goodbye; what it answers does not matter.
const goodbyeTime = 5 * time.Second

// dial connects; it refuses to speak without TLS to anything but this machine.
func dial(ctx context.Context, addr string, mode TLSMode) (*guarded, error) {
	switch mode {
	case ImplicitTLS, StartTLS, Plain:
	default:
		return nil, fmt.Errorf("tls must be %q, %q or %q, not %q", ImplicitTLS, StartTLS, Plain, string(mode))
	}
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	if mode == Plain && !loopback(conn) {
		conn.Close()
		return nil, noTLS("%s is another machine: tls = %q is only allowed on loopback", addr, string(Plain))
	}
	return guard(conn), nil
}

// loopback looks at the address that was reached, not at the name it had.
func loopback(conn net.Conn) bool {
	a, ok := conn.RemoteAddr().(*net.TCPAddr)
	return ok && a.IP.IsLoopback()
}

// tlsFor fills in the server's name.
func tlsFor(c *tls.Config, addr string) *tls.Config {
	if c == nil {
		c = &tls.Config{}
	}
	if c = c.Clone(); c.ServerName == "" {
		host, _, err := net.SplitHostPort(addr)
		if err != nil {
			host = addr
		}
		c.ServerName = strings.TrimSuffix(host, ".")
	}
	if c.MinVersion == 0 {
		c.MinVersion = tls.VersionTLS12
	}
	return c
}
