// Package wire is a connection to a mail server, bounded in bytes and time, with TLS or without, and what its trouble
// means. Without TLS it speaks only to this machine. The library's IMAP reader refuses answers that are legal or
// common, and the connection is lost then: Mended puts them into a form that it reads. What servers repeat of a login
// is masked (Secrets). Begin with Dial, then TroubleOf.
package wire

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"time"

	"weltentor/mailer/mime"
)

// TLSMode says how a connection is protected.
type TLSMode string

// The modes. Plain is only allowed to a loopback address.
const (
	ImplicitTLS TLSMode = "tls"
	StartTLS    TLSMode = "starttls"
	Plain       TLSMode = "plain"
)

// GoodbyeTime is how long a server has to answer a goodbye, whatever it answers. A service that is told to end has ended
// soon after that.
const GoodbyeTime = 2 * time.Second

// Dial connects. It refuses to speak without TLS to anything but this machine.
func Dial(ctx context.Context, addr string, mode TLSMode) (*Guarded, error) {
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
		return nil, NoTLS(fmt.Sprintf("%s is another machine: tls = %q is only allowed on loopback", addr, string(Plain)))
	}
	return Guard(conn), nil
}

// loopback reports whether the address that was reached is this machine's, whatever its name was.
func loopback(conn net.Conn) bool {
	a, ok := conn.RemoteAddr().(*net.TCPAddr)
	return ok && a.IP.IsLoopback()
}

// TlsFor fills in the server's name.
func TlsFor(c *tls.Config, addr string) *tls.Config {
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

// mostUntagged is how many lines a server may say before it answers STARTTLS.
const mostUntagged = 100

// BeginTLS greets a server in the clear and starts TLS on the connection. The library could do that, but then nothing
// of ours would stand between it and what comes after. Nothing that was said in the clear counts afterwards, since
// anybody may have said it.
func BeginTLS(ctx context.Context, conn net.Conn, c *tls.Config) (net.Conn, error) {
	r := bufio.NewReader(conn)
	line, err := answerLine(r)
	switch {
	case err != nil:
		return nil, err
	case !strings.HasPrefix(strings.ToUpper(line), "* OK"):
		return nil, NoTLS(fmt.Sprintf("the server begins with %q", mime.Short(line)))
	}
	if _, err := io.WriteString(conn, "S1 STARTTLS\r\n"); err != nil {
		return nil, err
	}
	for n := 0; ; n++ {
		if line, err = answerLine(r); err != nil {
			return nil, err
		}
		if word, rest, _ := strings.Cut(line, " "); word == "S1" {
			if !strings.HasPrefix(strings.ToUpper(rest), "OK") {
				return nil, NoTLS("the server refuses STARTTLS: " + mime.Short(rest))
			}
			break
		} else if word != "*" || n == mostUntagged {
			return nil, errGrammar
		}
	}
	if r.Buffered() > 0 {
		return nil, NoTLS("the server says more in the clear than it may")
	}
	t := tls.Client(conn, c)
	if err := t.HandshakeContext(ctx); err != nil {
		return nil, err
	}
	return &greeted{Conn: t, greeting: strings.NewReader("* OK TLS\r\n")}, nil
}

// answerLine reads a line of an answer. The guard bounds its length.
func answerLine(r *bufio.Reader) (string, error) {
	line, err := r.ReadString('\n')
	if errors.Is(err, io.EOF) {
		err = fmt.Errorf("the server hung up: %w", io.ErrUnexpectedEOF)
	}
	return strings.TrimRight(line, "\r\n"), err
}

// greeted is a connection that begins with a greeting again: the library waits for one, and a server sends it only
// once.
type greeted struct {
	net.Conn
	greeting *strings.Reader
}

func (g *greeted) Read(p []byte) (int, error) {
	if g.greeting.Len() > 0 {
		return g.greeting.Read(p)
	}
	return g.Conn.Read(p)
}

// How many octets a server may send in answer to one command. The libraries keep a line in memory until it ends.
const (
	FewOctets  = 1 << 20 // for most commands, and for a greeting
	ManyOctets = 4 << 20 // for lists
)

var errFlood = errors.New("the server sends more than was asked for")

// Guarded is a connection that reads no more than was last allowed.
type Guarded struct {
	net.Conn
	Left atomic.Int64
}

// Guard guards a connection. It allows FewOctets to begin with.
func Guard(c net.Conn) *Guarded {
	g := &Guarded{Conn: c}
	g.Allow(FewOctets)
	return g
}

// Allow sets how many octets the next answer may have, and drops what is left of the earlier allowance.
func (g *Guarded) Allow(octets int64) { g.Left.Store(octets) }

// Read fails when the allowed octets are used up.
func (g *Guarded) Read(p []byte) (int, error) {
	left := g.Left.Load()
	if left <= 0 {
		return 0, errFlood
	}
	n, err := g.Conn.Read(p[:min(int64(len(p)), left)])
	g.Left.Add(-int64(n))
	return n, err
}
