package founding

import (
	"cmp"
	"fmt"
	"net"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/players"
)

// PasswordFile is the file of the mailbox's password in the world's folder.
const PasswordFile = "mail-password"

// GrantFile is the file of what a mail provider has granted, in the world's folder.
const GrantFile = "mail-login"

// Start is what is known before the first question.
type Start struct {
	Dir       string
	Rulebooks []string
	Games     []string                         // what these are called, in the reader's language
	Pace      func(rulebook string) string     // the deadline that a game proposes
	Quote     func(string) string              // quotes a text as TOML does
	Wrong     func(map[string]string) error    // what is wrong with the settings so far, in the reader's words
	Try       func(Answers) (imap, smtp error) // tries the login, with errors in the reader's words too

	// Size returns the sides of a map for so many realms. They are 0 for the usual one. most is how many realms a map
	// can have if these are too many, otherwise 0. It is nil if there is no map, and then nobody is asked.
	Size func(rulebook string, realms int) (width, height, most int)

	Plays func(rulebook string) bool // the machine can play a realm of it

	// Certificate returns the whole path of a file of certificates, or what is wrong with it in the reader's words.
	Certificate func(path string) (whole string, err error)

	Consent Consent
}

// Consent is how a person logs in at a provider that gives tokens.
type Consent struct {
	// At returns the provider of a mail server, and whether a program has a secret there. The name is "" if tokens of
	// that server are not known to us.
	At func(host string) (provider string, secret bool)

	// Ask asks for the consent in a browser. It returns the file of what was granted, and a token. Errors are in the
	// reader's words.
	Ask func(provider, id, secret string) (grant []byte, token string, err error)
}

// Untrusted is an error of Start.Try: nobody whom this machine trusts has signed the server's certificate.
type Untrusted struct{ Err error }

// Error is the sentence.
func (u Untrusted) Error() string { return u.Err.Error() }

// Answers are what a world is founded with.
type Answers struct {
	Rulebook   string
	Width      int
	Height     int               // of the map, 0: the usual one
	Bots       int               // realms that the machine plays
	Settings   map[string]string // by key, as TOML writes them
	Unkind     bool              // without the settings of a kind game
	Address    string
	IMAP, SMTP Server
	User       string
	Password   string // "": it is written later
	Grant      []byte // what a provider has granted in place of a password
	Token      string // of that grant
	CAFile     string // trusted besides what the machine trusts; "": none

	provider int // that was chosen, from 1; 0: none yet
}

// proven reports whether a login can be tried.
func (a Answers) proven() bool { return a.Password != "" || a.Token != "" }

// Interview asks everything, in the order in which people have it at hand, and tries the login.
func (d *Desk) Interview(s Start) (Answers, error) {
	a := Answers{Settings: map[string]string{}}
	d.say("hello", phrase.Str("dir", s.Dir))
	n := 0
	if len(s.Rulebooks) > 1 {
		var err error
		if n, err = d.choose("game", s.Games, 0); err != nil {
			return a, err
		}
	}
	a.Rulebook = s.Rulebooks[n]
	for _, q := range []struct{ key, preset string }{
		{"name", filepath.Base(filepath.Clean(s.Dir))}, {"zone", "Europe/Berlin"}, {"deadline", s.Pace(a.Rulebook)},
		{"gm.mail", ""}, {"address", ""},
	} {
		answer, err := d.setting(s, a, q.key, q.preset)
		if err != nil {
			return a, err
		}
		switch q.key {
		case "name":
			if err := d.size(s, &a); err != nil {
				return a, err
			}
		case "address":
			a.Address = answer
		}
	}
	_, err := d.ask("kind", d.Book.T("ask.yes"), func(answer string) error {
		answer = strings.ToLower(answer)
		a.Unkind = strings.HasPrefix(d.Book.T("ask.no"), answer)
		if !a.Unkind && !strings.HasPrefix(d.Book.T("ask.yes"), answer) {
			return fmt.Errorf("%s", d.Book.T("ask.yes-or-no"))
		}
		return nil
	})
	if err != nil {
		return a, err
	}
	for {
		if err := d.servers(s, &a); err != nil {
			return a, err
		}
		again, err := d.try(s, &a)
		if err != nil || !again {
			return a, err
		}
	}
}

// setting asks for one setting and keeps it if all settings so far are valid with it. A setting without a preset must
// be given.
func (d *Desk) setting(s Start, a Answers, key, preset string) (string, error) {
	return d.ask(key, preset, func(answer string) error {
		if answer == "" {
			return fmt.Errorf("%s", d.Book.T("ask.empty"))
		}
		a.Settings[key] = s.Quote(answer)
		err := s.Wrong(a.Settings)
		if err != nil {
			delete(a.Settings, key)
		}
		return err
	})
}

// size asks for how many the map is, and how many of them the machine plays.
func (d *Desk) size(s Start, a *Answers) error {
	if s.Size == nil {
		return nil
	}
	realms := 0
	_, err := d.ask("realms", "", func(answer string) error {
		if answer == "" {
			return nil
		}
		n, err := strconv.Atoi(answer)
		if err != nil || n < 1 {
			return fmt.Errorf("%s", d.Book.T("ask.no-count"))
		}
		width, height, most := s.Size(a.Rulebook, n)
		if most > 0 {
			return fmt.Errorf("%s", d.Book.Say(phrase.P("ask.too-many", phrase.Num("n", n), phrase.Num("most", most))))
		}
		a.Width, a.Height, realms = width, height, n
		return nil
	})
	if err == nil && a.Width > 0 {
		d.say("map", phrase.Num("n", realms), phrase.Num("width", a.Width), phrase.Num("height", a.Height))
	}
	if err != nil || !s.Plays(a.Rulebook) {
		return err
	}
	most := players.MostBots
	if realms > 0 {
		most = min(realms-1, most)
	}
	_, err = d.ask("bots", "0", func(answer string) error {
		n, err := strconv.Atoi(answer)
		if err != nil || n < 0 || n > most {
			return fmt.Errorf("%s", d.Book.Say(phrase.P("ask.no-bots", phrase.Num("most", most))))
		}
		a.Bots = n
		return nil
	})
	return err
}

// servers asks where the mailbox is, and for the login. If it asks again, what was answered before is the preset.
func (d *Desk) servers(s Start, a *Answers) (err error) {
	var names []string
	for _, p := range providers() {
		names = append(names, p.Name)
	}
	preset := a.provider - 1
	if preset < 0 {
		preset = providerOf(a.Address)
	}
	n, err := d.choose("provider", append(names, d.Book.T("ask.own")), preset)
	if err != nil {
		return err
	}
	a.provider = n + 1
	note := ""
	delete(a.Settings, "smtp.per_hour")
	if n < len(names) {
		p := providers()[n]
		note = p.Note
		if p.PerHour > 0 {
			a.Settings["smtp.per_hour"] = strconv.Itoa(p.PerHour)
		}
		a.IMAP, _ = serverAt(p.IMAP, 993) // a test parses them all
		a.SMTP, _ = serverAt(p.SMTP, 587)
	} else {
		if a.IMAP, err = d.server("imap", 993, a.IMAP); err != nil {
			return err
		}
		if a.SMTP, err = d.server("smtp", 587, a.SMTP); err != nil {
			return err
		}
	}
	if note != "" {
		d.say("note-"+note, phrase.Str("dir", s.Dir))
	}
	if a.User, err = d.ask("user", cmp.Or(a.User, a.Address), func(string) error { return nil }); err != nil {
		return err
	}
	if err := d.proof(s, a, note == "token"); err != nil {
		return err
	}
	for section, at := range map[string]Server{"imap": a.IMAP, "smtp": a.SMTP} {
		a.Settings[section+".host"], a.Settings[section+".tls"] = s.Quote(at.Host), s.Quote(at.TLS)
		a.Settings[section+".port"] = strconv.Itoa(at.Port)
		a.Settings[section+".user"] = s.Quote(a.User)
		delete(a.Settings, section+".password_file")
		if a.Password != "" {
			a.Settings[section+".password_file"] = s.Quote(PasswordFile)
		}
		delete(a.Settings, section+".token_file")
		if note == "token" || a.Grant != nil {
			a.Settings[section+".token_file"] = s.Quote(GrantFile)
		}
	}
	return nil
}

// server asks for a server of the game master's own. An unusual port does not show how the connection is secured, so
// that is asked too.
func (d *Desk) server(code string, port int, before Server) (at Server, err error) {
	preset := ""
	if before.Host != "" {
		preset = net.JoinHostPort(before.Host, strconv.Itoa(before.Port))
	}
	_, err = d.ask(code, preset, func(answer string) (wrong error) {
		if at, wrong = serverAt(answer, port); wrong != nil {
			wrong = fmt.Errorf("%s", d.Book.T("ask.no-server"))
		}
		return wrong
	})
	if err != nil || at.Port == 993 || at.Port == 465 || at.TLS == "starttls" {
		return at, err
	}
	ways := []string{"tls", "starttls", "plain"}
	n, err := d.choose("tls", ways, max(slices.Index(ways, before.TLS), 0))
	at.TLS = ways[n]
	return at, err
}
