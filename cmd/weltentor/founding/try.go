package founding

import (
	"errors"
	"fmt"

	"weltentor/orders/phrase"
)

// try logs in with the answers. If a server refuses, servers and login may be given again. If this machine does not
// trust a server's certificate, a file of certificates may be named.
func (d *Desk) try(s Start, a *Answers) (again bool, err error) {
	for a.proven() {
		d.say("trying")
		works, untrusted := d.tried(s, *a)
		if works {
			return false, nil
		}
		ways := []string{d.Book.T("ask.again-yes"), d.Book.T("ask.again-no")}
		if untrusted {
			ways = append(ways, d.Book.T("ask.again-trust"))
		}
		n, err := d.choose("again", ways, 0)
		if err != nil || n < 2 {
			return n == 0, err
		}
		if err := d.trust(s, a); err != nil {
			return false, err
		}
	}
	return false, nil
}

// tried says how both servers answer.
func (d *Desk) tried(s Start, a Answers) (works, untrusted bool) {
	if wrong := s.Wrong(a.Settings); wrong != nil {
		fmt.Fprintln(d.Out, wrong)
		return false, false
	}
	works = true
	imap, smtp := s.Try(a)
	for _, server := range []struct {
		name  string
		fault error
	}{{a.IMAP.Host, imap}, {a.SMTP.Host, smtp}} {
		if server.fault == nil {
			d.say("works", phrase.Str("host", server.name))
			continue
		}
		works = false
		_, is := errors.AsType[Untrusted](server.fault)
		untrusted = untrusted || is
		fmt.Fprintln(d.Out, server.fault)
	}
	return works, untrusted
}

// trust asks for a file of certificates that both servers are trusted by. An empty answer leaves things as they are.
func (d *Desk) trust(s Start, a *Answers) error {
	whole := ""
	_, err := d.ask("ca-file", "", func(answer string) (wrong error) {
		if answer != "" {
			whole, wrong = s.Certificate(answer)
		}
		return wrong
	})
	if err == nil && whole != "" {
		a.CAFile = whole
		a.Settings["imap.ca_file"], a.Settings["smtp.ca_file"] = s.Quote(whole), s.Quote(whole)
	}
	return err
}
