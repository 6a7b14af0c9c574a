package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/settings"
)

// whole is a file in which everything is said.
const whole = `host = "north"
cache = "worlds"
metrics = "127.0.0.1:9000"
operator = "ops@example.org"
lang = "en"
turns = 3
poll = 30

[postgres]
url = "postgres://weltentor@db.example.org/weltentor?sslmode=verify-full"
password_file = "pg-password"

[[mailbox]]
name = "main"
host = "imap.example.org"
user = "game"
password_file = "mail-password"

[[account]]
name = "post"
host = "smtp.example.org"
user = "game"
password_env = "POST"
per_hour = 200

[[club]]
name = "berlin"
worlds = ["berlin-*", "spree"]
turns = 2
`

func TestTheFileIsRead(t *testing.T) {
	c, err := parse([]byte(whole), "/etc/weltentor")
	if err != nil {
		t.Fatal(err)
	}
	m, a := c.Mailboxes[0], c.Accounts[0]
	for what, got := range map[string][2]string{
		"host": {c.Host, "north"}, "cache": {c.Cache, "/etc/weltentor/worlds"},
		"password of postgres": {c.Postgres.PasswordFile, "/etc/weltentor/pg-password"},
		"mailbox":              {m.Addr() + " " + m.TLS + " " + m.Inbox, "imap.example.org:993 tls INBOX"},
		"its password":         {m.PasswordFile, "/etc/weltentor/mail-password"},
		"folders":              {m.Done + " " + m.Quarantine, "Weltentor Weltentor-Quarantine"},
		"account":              {a.Addr() + " " + a.TLS + " " + a.PasswordFile, "smtp.example.org:587 starttls "},
	} {
		if got[0] != got[1] {
			t.Errorf("%s: %q, want %q", what, got[0], got[1])
		}
	}
	for world, want := range map[string]string{"berlin-3": "berlin", "spree": "berlin", "hamburg": ""} {
		if name, turns := c.ClubOf(world); name != want || (turns == 2) != (want != "") {
			t.Errorf("%s: club %q, %d turns", world, name, turns)
		}
	}
	var s settings.Settings
	s.IMAP.Server, s.IMAP.Inbox = settings.Server{Host: "IMAP.example.org", Port: 993, User: "game"}, "inbox"
	s.SMTP.Server = settings.Server{Host: "smtp.example.org", Port: 465, User: "game"}
	if c.MailboxOf(&s) == nil || c.AccountOf(&s) != nil {
		t.Errorf("%v, %v: another port is another account", c.MailboxOf(&s), c.AccountOf(&s))
	}
}

func TestAWrongFileIsRefused(t *testing.T) {
	for _, c := range []struct{ from, to, says string }{
		{`host = "north"`, `host = "North Pole"`, `f: host = North Pole: it must be one of "north"`},
		{`host = "north"`, ``, `f: host = : it must be`},
		{`turns = 3`, "journal = \"rows\"\nturns = 3", `there is no setting journal`},
		{`turns = 3`, `turns = "many"`, `line 6: turns must be a whole number`},
		{`turns = 3`, `turn = 3`, `there is no setting turn; did you mean turns?`},
		{`turns = 3`, `turns = 3000`, `turns = 3000: it must be one of 0`},
		{`poll = 30`, `poll = 0`, `poll = 0`},
		{`"127.0.0.1:9000"`, `"9000"`, `metrics = 9000`},
		{`lang = "en"`, `lang = "fr"`, `lang = fr`},
		{`ops@example.org`, `ops`, `operator = ops: not a mail address`},
		{`weltentor@db`, `weltentor:geheim@db`, `postgres.url is refused: a password is never in fleet.toml`},
		{`postgres://weltentor`, `mysql://weltentor`, `postgres.url must look like "postgres://`},
		{`?sslmode=verify-full`, `?sslmode=require`, `db.example.org is another machine; add ?sslmode=verify-full`},
		{`?sslmode=verify-full`, `?sslmode=disable`, `db.example.org is another machine`},
		{`password_file = "pg-password"`, `password = "x"`, `postgres.password is refused`},
		{`name = "main"`, `name = "../main"`, `mailbox.name = ../main`},
		{`host = "imap.example.org"`, ``, `mailbox.host must not be empty`},
		{`host = "imap.example.org"`, `host = "imap.example.org:993"`, `mailbox.host = imap.example.org:993`},
		{`user = "game"`, "user = \"game\"\ndone = \"inbox\"", `mailbox.done = inbox: this folder is already`},
		{`per_hour = 200`, `per_hour = -1`, `account.per_hour = -1`},
		{`per_hour = 200`, "[[account]]\nname = \"post\"\nhost = \"x.example\"", `two are called post`},
		{`[[club]]`, `[club]`, `club must be one or more sections: [[club]] in a line of its own`},
		{`"berlin-*"`, `"berlin-["`, `club.worlds = berlin-[`},
		{`turns = 2`, `turns = -2`, `club.turns = -2`},
	} {
		if !strings.Contains(whole, c.from) {
			t.Fatalf("no %q", c.from)
		}
		file := filepath.Join(t.TempDir(), "f")
		if err := os.WriteFile(file, []byte(strings.Replace(whole, c.from, c.to, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Read(file)
		if err == nil || !strings.Contains(err.Error(), c.says) && !strings.Contains(err.Error(),
			strings.Replace(c.says, "f: ", "", 1)) {
			t.Errorf("%s: %v", c.to, err)
		} else if !strings.HasPrefix(err.Error(), file) {
			t.Errorf("%s: the file is not named: %v", c.to, err)
		}
	}
}

// What others may read or is not there is refused by its name.
func TestWhereTheFileIs(t *testing.T) {
	dir := t.TempDir()
	if _, err := Read(dir); err == nil || !strings.Contains(err.Error(), filepath.Join(dir, "fleet.toml")) {
		t.Error(err)
	}
	file := filepath.Join(dir, "fleet.toml")
	if err := os.WriteFile(file, []byte(whole), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(file); err == nil || !strings.Contains(err.Error(), "600") {
		t.Error(err)
	}
}
