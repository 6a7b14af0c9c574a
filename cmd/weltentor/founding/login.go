package founding

import (
	"fmt"
)

// proof asks for what proves the login: a password, unless only tokens are taken, or a login in a browser, where
// somebody gives tokens for that mailbox. Both may be left for later.
func (d *Desk) proof(s Start, a *Answers, tokens bool) (err error) {
	a.Password, a.Grant, a.Token = "", nil, ""
	code, later := "login", 0
	if !tokens {
		if a.Password, err = d.secret("password"); err != nil || a.Password != "" {
			return err
		}
		code, later = "login-instead", 1 // a password is simpler
	}
	provider, secret := s.Consent.At(a.IMAP.Host)
	if provider == "" {
		return nil
	}
	for {
		n, err := d.choose(code, []string{d.Book.T("ask.login-now"), d.Book.T("ask.login-later")}, later)
		if err != nil || n == 1 {
			return err
		}
		d.say("register-" + provider)
		id, word, err := d.Registered(secret)
		if err != nil {
			return err
		}
		if id == "" {
			continue
		}
		if a.Grant, a.Token, err = s.Consent.Ask(provider, id, word); err == nil {
			return nil
		}
		fmt.Fprintln(d.Out, err)
	}
}

// Registered asks how the provider knows the program that the game master has registered there, and for its secret
// where programs have one. The ID is "" if there is none yet.
func (d *Desk) Registered(secret bool) (id, word string, err error) {
	id, err = d.ask("client-id", "", func(string) error { return nil })
	if err == nil && id != "" && secret {
		word, err = d.secret("client-secret")
	}
	return id, word, err
}
