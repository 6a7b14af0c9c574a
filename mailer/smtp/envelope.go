package smtp

import (
	"fmt"

	"weltentor/mailer/mime"
)

// envelope is what a server says to MAIL, RCPT and DATA. What follows an error was not said, or does not count. lost is
// why the connection is gone; nil: it is there.
type envelope struct {
	mail, rcpt, data error
	lost             error
}

// envelope says MAIL, RCPT and DATA. If the server offers PIPELINING (RFC 2920), it says them together. The library says
// one after the other, so its connection is used without it. If the server refuses the recipient and goes on to DATA all
// the same, it gets nothing but the final dot.
func (s *Sender) envelope(from, to string) (e envelope) {
	lines := []string{"MAIL FROM:<" + from + ">" + s.parameters(from+to), "RCPT TO:<" + to + ">", "DATA"}
	together, _ := s.client.Extension("PIPELINING")
	if together {
		if e.lost = s.say(lines...); e.lost != nil {
			e.mail = e.lost
			return e
		}
	}
	for i, answer := range []struct {
		code int
		err  *error
	}{{250, &e.mail}, {25, &e.rcpt}, {354, &e.data}} {
		if !together {
			e.lost = s.say(lines[i])
		}
		if e.lost == nil {
			*answer.err = s.hear(answer.code)
		} else {
			*answer.err = e.lost
		}
		if code := replyCode(*answer.err); *answer.err != nil && (code == 0 || code == 421) {
			e.lost = *answer.err
		}
		if e.lost != nil || *answer.err != nil && !together {
			return e
		}
	}
	switch {
	case e.data != nil || e.mail == nil && e.rcpt == nil:
	case e.rcpt == nil:
		s.conn.Close() // it would send an empty letter
	default:
		if e.lost = s.say("."); e.lost == nil {
			_ = s.hear(0) // there is no letter, and nobody to have it
		}
	}
	return e
}

// parameters are what is said of a letter behind its sender.
func (s *Sender) parameters(addresses string) (words string) {
	if ok, _ := s.client.Extension("8BITMIME"); ok {
		words += " BODY=8BITMIME"
	}
	if ok, _ := s.client.Extension("SMTPUTF8"); ok && !mime.IsASCII([]byte(addresses)) {
		words += " SMTPUTF8"
	}
	return words
}

// say sends lines at once.
func (s *Sender) say(lines ...string) error {
	return s.step(func() error {
		for _, line := range lines {
			if _, err := fmt.Fprintf(s.client.Text.W, "%s\r\n", line); err != nil {
				return err
			}
		}
		return s.client.Text.W.Flush()
	})
}

// hear waits for an answer with this code, or one that begins with it; 0: any.
func (s *Sender) hear(code int) error {
	return s.step(func() error { _, _, err := s.client.Text.ReadResponse(code); return err })
}
