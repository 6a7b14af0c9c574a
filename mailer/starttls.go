package mailer

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
)

// mostUntagged is how many lines a server may say before it answers STARTTLS.
const mostUntagged = 100

// startTLS greets a server in the clear and puts TLS on the connection. The library
// could, but then nothing of ours would stand between it and what comes after.
// Of what was said in the clear nothing counts afterwards: anybody may have said it.
func startTLS(ctx context.Context, conn net.Conn, c *tls.Config) (net.Conn, error) {
	r := bufio.NewReader(conn)
	line, err := answerLine(r)
	switch {
	case err != nil:
		return nil, err
	case !strings.HasPrefix(strings.ToUpper(line), "* OK"):
		return nil, noTLS("the server begins with %q", short(line))
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
				return nil, noTLS("the server refuses STARTTLS: %s", short(rest))
			}
			break
		} else if word != "*" || n == mostUntagged {
			return nil, errGrammar
		}
	}
	if r.Buffered() > 0 {
		return nil, noTLS("the server says more in the clear than it may")
	}
	t := tls.Client(conn, c)
	if err := t.HandshakeContext(ctx); err != nil {
		return nil, err
	}
	return &greeted{Conn: t, greeting: strings.NewReader("* OK TLS\r\n")}, nil
}

// answerLine reads a line of an answer; how long it may be, the guard says.
func answerLine(r *bufio.Reader) (string, error) {
	line, err := r.ReadString('\n')
	if errors.Is(err, io.EOF) {
		err = fmt.Errorf("the server hung up: %w", io.ErrUnexpectedEOF)
	}
	return strings.TrimRight(line, "\r\n"), err
}

// greeted is a connection that begins with a greeting, which the library waits for
// and a server says only once.
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
