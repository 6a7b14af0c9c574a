// Package config reads fleet.toml, the file of a host of a fleet (Read), as strictly as world.toml is read: an unknown
// key is a mistake, and is named. The hosts of one fleet have the same file, except for `host` and the folders.
package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/settings"
	"weltentor/mailer/wire"
	"weltentor/orders/phrase"
)

// Config is the content of fleet.toml. Hosts of one fleet have the same, except for `host` and the folders.
type Config struct {
	Host     string `toml:"host"`
	Cache    string `toml:"cache"`
	Metrics  string `toml:"metrics"`
	Operator string `toml:"operator"`
	Lang     string `toml:"lang"`
	Turns    int    `toml:"turns"`
	Poll     int    `toml:"poll"` // seconds

	Postgres  Postgres  `toml:"postgres"`
	Mailboxes []Mailbox `toml:"mailbox"`
	Accounts  []Account `toml:"account"`
	Clubs     []Club    `toml:"club"`

	File string `toml:"-"` // its path
	Dir  string `toml:"-"` // the folder it is in, from which relative paths count
}

// Postgres is how the database is reached.
type Postgres struct {
	URL          string `toml:"url"`
	PasswordFile string `toml:"password_file"`
	PasswordEnv  string `toml:"password_env"`
}

// Mailbox is one that the fleet reads, for one world or for many.
type Mailbox struct {
	Name string `toml:"name"`
	settings.Server
	Inbox      string `toml:"inbox"`
	Done       string `toml:"done"`
	Quarantine string `toml:"quarantine"`
}

// Serve makes a world's settings name this mailbox.
func (m *Mailbox) Serve(s *settings.Settings) {
	s.IMAP.Server, s.IMAP.Inbox, s.IMAP.Done, s.IMAP.Quarantine = m.Server, m.Inbox, m.Done, m.Quarantine
}

// Account is one that the fleet sends from, for one world or for many.
type Account struct {
	Name string `toml:"name"`
	settings.Server
	PerHour int `toml:"per_hour"`
}

// Club is a group of worlds, by patterns of their names. A host resolves at most Turns of their turns at once.
type Club struct {
	Name   string   `toml:"name"`
	Worlds []string `toml:"worlds"`
	Turns  int      `toml:"turns"`
}

// Read reads fleet.toml as strictly as world.toml is read.
func Read(file string) (*Config, error) {
	raw, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, complaint.Usage("no-fleet-file", phrase.Str("file", file))
	case errors.Is(err, syscall.EISDIR):
		return nil, complaint.Usage("no-fleet-file", phrase.Str("file", filepath.Join(file, "fleet.toml")))
	case err != nil:
		return nil, fmt.Errorf("read the settings of the fleet: %w", err)
	}
	if err := settings.ClosedToOthers(file); err != nil {
		return nil, err
	}
	full, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	c, err := parse(raw, filepath.Dir(full))
	if err != nil {
		return nil, complaint.InFile(file, err)
	}
	c.File = file
	return c, nil
}

// parse reads the text of a fleet.toml that is in a folder.
func parse(raw []byte, dir string) (*Config, error) {
	c := &Config{Cache: "cache", Metrics: "127.0.0.1:9464", Lang: string(phrase.De), Poll: 60, Dir: dir}
	if _, err := settings.Strict(raw, c, unknownKey); err != nil {
		return nil, err
	}
	c.fill()
	if err := c.validate(); err != nil {
		return nil, err
	}
	c.absolute()
	return c, nil
}

// unknownKey is the error about an unknown key; a password in the file has an error of its own.
func unknownKey(key string) error {
	if last := path.Ext("." + key); last == ".password" || last == ".passwort" || last == ".secret" {
		return complaint.Usage("fleet-password", phrase.Str("key", key))
	}
	return settings.Unknown(key, slices.Sorted(maps.Keys(settings.KeysOf[Config]())))
}

// fill sets what mailboxes, accounts and clubs leave out.
func (c *Config) fill() {
	server := func(s *settings.Server, port int, tls string) {
		s.TLS, s.Port, s.Auth = cmp.Or(s.TLS, tls), cmp.Or(s.Port, port), cmp.Or(s.Auth, string(wire.AuthAuto))
	}
	for i := range c.Mailboxes {
		m := &c.Mailboxes[i]
		server(&m.Server, 993, "tls")
		m.Inbox, m.Done = cmp.Or(m.Inbox, "INBOX"), cmp.Or(m.Done, "Weltentor")
		m.Quarantine = cmp.Or(m.Quarantine, "Weltentor-Quarantine")
	}
	for i := range c.Accounts {
		server(&c.Accounts[i].Server, 587, "starttls")
	}
	for i := range c.Clubs {
		c.Clubs[i].Turns = cmp.Or(c.Clubs[i].Turns, 1)
	}
}

// absolute makes the paths of files count from the folder of fleet.toml.
func (c *Config) absolute() {
	at := func(path *string) {
		if *path != "" && !filepath.IsAbs(*path) {
			*path = filepath.Join(c.Dir, *path)
		}
	}
	at(&c.Cache)
	at(&c.Postgres.PasswordFile)
	server := func(s *settings.Server) {
		at(&s.PasswordFile)
		at(&s.CAFile)
		at(&s.TokenFile)
	}
	for i := range c.Mailboxes {
		server(&c.Mailboxes[i].Server)
	}
	for i := range c.Accounts {
		server(&c.Accounts[i].Server)
	}
}

// ClubOf is the club of a world, and how many of its turns a host may resolve at once. It is "" if the world has none.
func (c *Config) ClubOf(world string) (name string, turns int) {
	for _, club := range c.Clubs {
		for _, pattern := range club.Worlds {
			if is, err := path.Match(pattern, world); is && err == nil {
				return club.Name, club.Turns
			}
		}
	}
	return "", 0
}

// Mailbox returns the mailbox of that name, and nil if there is none.
func (c *Config) Mailbox(name string) *Mailbox {
	return one(c.Mailboxes, func(m *Mailbox) bool { return m.Name == name })
}

// Account returns the account of that name, and nil if there is none.
func (c *Config) Account(name string) *Account {
	return one(c.Accounts, func(a *Account) bool { return a.Name == name })
}

// MailboxOf is the mailbox that a world's settings name, and nil if the fleet has no such mailbox.
func (c *Config) MailboxOf(s *settings.Settings) *Mailbox {
	return one(c.Mailboxes, func(m *Mailbox) bool {
		return same(m.Server, s.IMAP.Server) && strings.EqualFold(m.Inbox, s.IMAP.Inbox)
	})
}

// AccountOf is the account that a world's settings name, and nil if the fleet has no such account.
func (c *Config) AccountOf(s *settings.Settings) *Account {
	return one(c.Accounts, func(a *Account) bool { return same(a.Server, s.SMTP.Server) })
}

// one is the first of all that is what is wanted; nil: none is.
func one[T any](all []T, is func(*T) bool) *T {
	for i := range all {
		if is(&all[i]) {
			return &all[i]
		}
	}
	return nil
}

func same(a, b settings.Server) bool {
	return strings.EqualFold(a.Host, b.Host) && a.Port == b.Port && a.User == b.User
}

// Sender is the sender of letters to the operator: that of the account they leave by, since providers refuse others.
func (c *Config) Sender() string {
	if user := c.Accounts[0].User; strings.Contains(user, "@") {
		return user
	}
	return c.Operator
}
