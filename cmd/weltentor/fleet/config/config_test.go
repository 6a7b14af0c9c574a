package config

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/settings"
)

// whole is a file in which everything is said.
const whole = `host = "north"
journal = "postgres"
cache = "worlds"
archive = "/srv/archive"
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
		"host": {c.Host, "north"}, "cache": {c.Cache, "/etc/weltentor/worlds"}, "archive": {c.Archive, "/srv/archive"},
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
		{`journal = "postgres"`, `journal = "redis"`, `journal = redis: it must be one of "postgres", "file"`},
		{`turns = 3`, `turns = "many"`, `line 8: turns must be a whole number`},
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
		{`[postgres]`, bucket, `the archive is a folder (archive) or a store ([s3]), not both`},
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

// bucket is an archive in a store, before the section of PostgreSQL.
const bucket = `[s3]
endpoint = "https://s3.example.org"
bucket = "vault"
access_key = "AKIATEST"
secret_file = "s3-secret"
path_style = true

[postgres]`

// An archive in a store: its secret is never in the file, and beyond this machine there is TLS.
func TestAStoreIsChecked(t *testing.T) {
	from := `archive = "/srv/archive"`
	with := strings.Replace(strings.Replace(whole, from, "", 1), "[postgres]", bucket, 1)
	c, err := parse([]byte(with), "/etc/weltentor")
	if err != nil {
		t.Fatal(err)
	}
	if want := (S3{Endpoint: "https://s3.example.org", Region: "us-east-1", Bucket: "vault", AccessKey: "AKIATEST",
		SecretFile: "/etc/weltentor/s3-secret", PathStyle: true}); *c.S3 != want {
		t.Errorf("%+v", *c.S3)
	}
	for _, k := range []struct{ from, to, says string }{
		{"https://s3.example.org", "s3.example.org", `s3.endpoint must look like "https://`},
		{"https://s3.example.org", "https://key:geheim@s3.example.org", `s3.endpoint must look like "https://`},
		{"https://s3.example.org", "https://s3.example.org/vault", `s3.endpoint must look like "https://`},
		{"https://s3.example.org", "http://s3.example.org", "s3.example.org is another machine; use https://"},
		{`bucket = "vault"`, "", "s3.bucket must not be empty"},
		{`access_key = "AKIATEST"`, "", "s3.access_key must not be empty"},
		{`secret_file = "s3-secret"`, "", "[s3]: the secret is missing"},
		{`secret_file = "s3-secret"`, "secret_file = \"a\"\nsecret_env = \"b\"", "[s3]: the secret is missing"},
		{`secret_file = "s3-secret"`, `secret = "geheim"`, "s3.secret is refused"},
		{`path_style = true`, `path_style = "yes"`, "path_style"},
		{`path_style = true`, `path = true`, "there is no setting s3.path"},
	} {
		text := strings.Replace(with, k.from, k.to, 1)
		if _, err := parse([]byte(text), "/x"); err == nil || !strings.Contains(err.Error(), k.says) ||
			strings.Contains(err.Error(), "geheim") {
			t.Errorf("%s: %v", k.to, err)
		}
	}
	text := strings.Replace(with, "https://s3.example.org", "http://127.0.0.1:9000", 1)
	if _, err := parse([]byte(text), "/x"); err != nil {
		t.Errorf("loopback: %v", err)
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

// A file of a fleet on NATS is refused with the way out, whatever is in its sections.
func TestNATSIsRefused(t *testing.T) {
	text := "host = \"north\"\njournal = \"nats\"\n[nats]\nsecret_file = \"s\"\n[[nats.host]]\nname = \"north\"\n" +
		"clients = \"127.0.0.1:4222\"\n"
	_, err := parse([]byte(text), "/")
	var c *fault.Complaint
	if !errors.As(err, &c) || c.Exit != fault.ExitUsage {
		t.Fatal(err)
	}
	for _, says := range []string{"fleet export", "the last version that has NATS", `journal = "postgres"`, "fleet add"} {
		if !strings.Contains(err.Error(), says) {
			t.Errorf("no %q in: %v", says, err)
		}
	}
}
