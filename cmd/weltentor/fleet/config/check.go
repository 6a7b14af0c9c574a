package config

import (
	"cmp"
	"fmt"
	"net"
	"net/url"
	"path"
	"strings"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/settings"
	"weltentor/orders/lazy"
	"weltentor/orders/phrase"
)

// word is what the names of hosts, worlds, mailboxes, accounts and clubs look like: engines accept no others.
var word = lazy.Pattern(`^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$`)

// Word reports whether something can have this name.
func Word(name string) bool { return word().MatchString(name) }

// wordsWanted shows what a name looks like.
const wordsWanted = `"north", "berlin-2"`

// validate returns an error about the first value that is out of range, in the order of the file.
func (c *Config) validate() error {
	switch {
	case !Word(c.Host):
		return outside("host", c.Host, wordsWanted)
	case c.Cache == "":
		return complaint.Usage("setting-empty", phrase.Str("key", "cache"))
	case c.Lang != string(phrase.De) && c.Lang != string(phrase.En):
		return outside("lang", c.Lang, `"de", "en"`)
	case c.Operator != "" && !settings.BareAddress(c.Operator):
		return complaint.Usage("setting-address", phrase.Str("key", "operator"), phrase.Str("value", c.Operator))
	case c.Turns < 0 || c.Turns > 1000:
		return outside("turns", fmt.Sprint(c.Turns), "0 … 1000")
	case c.Poll < 1 || c.Poll > 3600:
		return outside("poll", fmt.Sprint(c.Poll), "1 … 3600")
	}
	if _, _, err := net.SplitHostPort(c.Metrics); c.Metrics != "" && err != nil {
		return outside("metrics", c.Metrics, `"127.0.0.1:9464", ""`)
	}
	if err := c.Postgres.validate(); err != nil {
		return err
	}
	if err := c.mail(); err != nil {
		return err
	}
	for _, club := range c.Clubs {
		if !Word(club.Name) {
			return outside("club.name", club.Name, wordsWanted)
		}
		for _, pattern := range club.Worlds {
			if _, err := path.Match(pattern, ""); err != nil || pattern == "" {
				return outside("club.worlds", pattern, `["berlin-*", "north"]`)
			}
		}
		if club.Turns < 1 || club.Turns > 1000 {
			return outside("club.turns", fmt.Sprint(club.Turns), "1 … 1000")
		}
	}
	return nil
}

// validate checks how the database is reached. Beyond this machine there must be TLS, and a user.
func (p Postgres) validate() error {
	u, err := url.Parse(p.URL)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
		return complaint.Usage("fleet-postgres-url")
	}
	if _, has := u.User.Password(); has || u.Query().Has("password") {
		return complaint.Usage("fleet-password", phrase.Str("key", "postgres.url"))
	}
	if p.PasswordFile != "" && p.PasswordEnv != "" {
		return complaint.Usage("setting-two-passwords", phrase.Str("section", "postgres"))
	}
	host := cmp.Or(u.Query().Get("host"), u.Hostname())
	here := host == "" || strings.HasPrefix(host, "/") || settings.Loopback(host)
	if mode := u.Query().Get("sslmode"); !here && mode != "" && mode != "verify-full" && mode != "verify-ca" {
		return complaint.Usage("fleet-postgres-tls", phrase.Str("host", host))
	}
	return nil
}

// mail checks mailboxes and accounts.
func (c *Config) mail() error {
	seen := map[string]bool{}
	named := func(section, name, host string, s settings.Server) error {
		switch {
		case !Word(name):
			return outside(section+".name", name, wordsWanted)
		case seen[section+name]:
			return complaint.Usage("fleet-twice", phrase.Str("key", section), phrase.Str("name", name))
		case host == "":
			return complaint.Usage("setting-empty", phrase.Str("key", section+".host"))
		}
		seen[section+name] = true
		return s.Validate(section)
	}
	for _, m := range c.Mailboxes {
		if err := named("mailbox", m.Name, m.Host, m.Server); err != nil {
			return err
		}
		for _, f := range []struct{ key, value, other, is string }{
			{"mailbox.done", m.Done, "mailbox.inbox", m.Inbox},
			{"mailbox.quarantine", m.Quarantine, "mailbox.inbox", m.Inbox},
			{"mailbox.quarantine", m.Quarantine, "mailbox.done", m.Done}} {
			if strings.EqualFold(f.value, f.is) {
				return complaint.Usage("setting-same", phrase.Str("key", f.key), phrase.Str("other", f.other),
					phrase.Str("value", f.value))
			}
		}
	}
	for _, a := range c.Accounts {
		if err := named("account", a.Name, a.Host, a.Server); err != nil {
			return err
		}
		if a.PerHour < 0 || a.PerHour > 1_000_000 {
			return outside("account.per_hour", fmt.Sprint(a.PerHour), "0 … 1000000")
		}
	}
	return nil
}

func outside(key, value, want string) error {
	return complaint.Usage("setting-range", phrase.Str("key", key), phrase.Str("value", value), phrase.Str("want", want))
}
