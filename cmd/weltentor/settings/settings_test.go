package settings_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/BurntSushi/toml"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/texts"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
)

// A fresh file means the same as no file at all. It has every setting in its place, with the default that worlds rely
// on, explains each, and its example of a deadline can be read.
func TestFreshSettingsAreTheDefaults(t *testing.T) {
	for _, lang := range phrase.Langs {
		raw := settings.Fresh(texts.Book(lang), nil)
		got, err := settings.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		want, err := settings.Parse(nil)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: fresh %+v\nwant  %+v", lang, got, want)
		}
		for row := range strings.Lines(rowsIn(raw)) {
			key, _, _ := strings.Cut(row, " ")
			if code := "setting." + strings.ReplaceAll(key, ".", "-"); !texts.Book(lang).Has(code) {
				t.Errorf("%s: no %s", lang, code)
			}
		}
	}
	rows := rowsIn(settings.Fresh(texts.Book(phrase.En), nil))
	want, err := os.ReadFile("testdata/rows.txt")
	if err != nil {
		t.Fatal(err)
	}
	if rows != string(want) {
		t.Errorf("the settings are\n%s\nwant\n%s", rows, want)
	}
}

// rowsIn are the settings in a file, each with its section.
func rowsIn(file []byte) string {
	var rows strings.Builder
	section := ""
	for line := range strings.Lines(string(file)) {
		switch {
		case line == "[tables]\n":
			return rows.String()
		case line[0] == '[':
			section = strings.TrimSuffix(line[1:], "]\n") + "."
		case line[0] != '#' && line != "\n":
			rows.WriteString(section + line)
		}
	}
	return rows.String()
}

func TestOwnSettings(t *testing.T) {
	own := map[string]string{"name": `"Zum \"Eber\" \\ 7"`, "imap.port": "143", "imap.tls": `"starttls"`}
	s, err := settings.Parse(settings.Fresh(texts.Book(phrase.De), own))
	if err != nil {
		t.Fatal(err)
	}
	if s.Name != "Zum \"Eber\" \\ 7" || s.IMAP.Port != 143 || s.IMAP.TLS != "starttls" || s.SMTP.Port != 587 {
		t.Errorf("read back %+v", s)
	}
}

// Tables have an address that players can open, and that browsers decrypt from.
func TestTablesAddress(t *testing.T) {
	for _, url := range []string{"https://example.org/bovistan/t", "https://[2001:db8::1]/t/", "http://localhost:8080/t", ""} {
		if s, err := settings.Parse([]byte("table_url = \"" + url + "\"")); err != nil || s.Table != url {
			t.Errorf("%q: %v", url, err)
		}
	}
}

func TestWrongSettings(t *testing.T) {
	cases := []struct{ name, text, code, says string }{
		{"misspelt", `dedline = "Friday 20:00"`, "setting-unknown-near", "did you mean deadline?"},
		{"misspelt in a section", "[imap]\nprot = 143", "setting-unknown-near", "did you mean imap.port?"},
		{"misspelt section", "[smpt]\nhost = \"x\"", "setting-unknown-near", "smtp"},
		{"unknown", "colour_of_the_sky = 1", "setting-unknown", "colour_of_the_sky"},
		{"password", "[imap]\npassword = \"secret\"", "setting-password", "imap.password is refused"},
		{"kind", `early = "yes"`, "setting-kind", "line 1: early must be true or false"},
		{"kind of text", "\nname = 7", "setting-kind", "line 2: name must be a text in quotes"},
		{"kind of number", "[imap]\nport = \"143\"", "setting-kind", "line 2: imap.port must be a whole number"},
		{"kind of section", "imap = 3", "setting-kind", "imap must be a section: [imap]"},
		{"tables", "tables = 3", "setting-section", "tables is a section: [tables]"},
		{"twice", "early = true\nearly = false", "setting-twice", "line 2: early is there twice"},
		{"syntax", "zone = \"UTC\"\nearly = ", "setting-syntax", "line 2"},
		{"zone", `zone = "Europe/Bovistan"`, "setting-zone", "Europe/Bovistan"},
		{"no zone", `zone = ""`, "setting-zone", "zone"},
		{"deadline", `deadline = "someday"`, "setting-deadline", "someday"},
		{"port", "[imap]\nport = 70000", "setting-range", "imap.port = 70000"},
		{"tls", "[smtp]\ntls = \"ssl\"", "setting-range", "smtp.tls = ssl"},
		{"plain abroad", "[smtp]\nhost = \"mail.example.org\"\ntls = \"plain\"", "setting-plain", "mail.example.org"},
		{"address", `address = "Game <game@example.org>"`, "setting-address", "Game <game@example.org>"},
		{"game master is the game", "address = \"game@example.org\"\n[gm]\nmail = \"Game@example.org\"",
			"setting-own-address", "gm.mail = Game@example.org is the address of the game"},
		{"host with a port", "[imap]\nhost = \"127.0.0.1:143\"", "setting-host",
			"imap.host = 127.0.0.1:143: write only the name of the mail server here"},
		{"host with a scheme", "[smtp]\nhost = \"smtps://mail.example.org\"", "setting-host", "smtp.host"},
		{"long name", "name = \"" + strings.Repeat("x", 61) + "\"", "setting-name",
			"at most 60 characters in one line"},
		{"name of two lines", `name = "a\nBcc: x@y.test"`, "setting-name", "in one line"},
		{"resolver's port", `auth_resolver = "10.255.255.1:5x"`, "setting-resolver",
			"10.255.255.1:5x: it must be an address in numbers"},
		{"no scheme", `table_url = "example.org/t"`, "setting-web", `table_url = "example.org/t"`},
		{"a page that runs", `table_url = "javascript:alert(1)"`, "setting-web", "not an address for pages"},
		{"a page in place of its folder", `table_url = "https://example.org/table.html"`, "setting-web", "not an address"},
		{"no https", `table_url = "http://example.org/t"`, "setting-web", "with https"},
		{"a key of its own", `table_url = "https://example.org/t#x"`, "setting-web", "not an address"},
		{"a question", `table_url = "https://example.org/t?x"`, "setting-web", "not an address"},
		{"a folder outside", `public_to = "../www"`, "setting-range", "public_to"},
		{"the world's own folder", `public_to = "."`, "setting-range", "public_to"},
		{"the folder of the backups", `public_to = "./backups"`, "setting-range", "public_to"},
		{"a page that sends from nowhere", `page_sends = true`, "setting-sends", "needs table_url"},
		{"a page with a password", `table_url = "https://gm:pw@example.org/"`, "setting-web", "not an address"},
		{"a page of two lines", `table_url = "https://example.org/\nx"`, "setting-web", "not an address"},
		{"a page with a blank", `table_url = "https://example.org/my table"`, "setting-web", "not an address"},
		{"a page nowhere", `table_url = "https://"`, "setting-web", "not an address"},
		{"time limit", `time_limit = "5"`, "setting-range", "time_limit = 5"},
		{"copies of no size", `copies = "200"`, "setting-range", `copies = "200"`},
		{"copies of nothing", `copies = "0MB"`, "setting-range", `"1MB" … "999GB", "all"`},
		{"gm language", "[gm]\nlang = \"fr\"", "setting-range", "gm.lang = fr"},
		{"two passwords", "[imap]\npassword_file = \"a\"\npassword_env = \"B\"", "setting-two-passwords", "imap"},
		{"same folder", "[imap]\ndone = \"inbox\"", "setting-same",
			"imap.done = inbox: this folder is already imap.inbox"},
		{"same folders", "[imap]\ndone = \"Old\"\nquarantine = \"Old\"", "setting-same",
			"imap.quarantine = Old: this folder is already imap.done"},
		{"shared without an address", "name = \"A\"\n[imap]\nshared = true", "setting-shared",
			"imap.shared = true needs address"},
		{"shared without a name", "address = \"a@x.example\"\n[imap]\nshared = true", "setting-shared", "needs name"},
		{"shared, in brackets", "name = \"A [2]\"\naddress = \"a@x.example\"\n[imap]\nshared = true",
			"setting-shared-name", "name = A [2]: without brackets"},
		{"aliases of one alone", "[imap]\naliases = [\"b@x.example\"]", "setting-aliases-alone", "imap.aliases"},
		{"an alias that is none", "name = \"A\"\naddress = \"a@x.example\"\n[imap]\nshared = true\naliases = [\"b\"]",
			"setting-address", "imap.aliases = b: not a mail address"},
		{"many aliases", "name = \"A\"\naddress = \"a@x.example\"\n[imap]\nshared = true\naliases = [" +
			strings.Repeat(`"b@x.example",`, 11) + "]", "setting-range", "imap.aliases = 11"},
		{"empty folder", "[imap]\ndone = \"\"", "setting-empty", "imap.done"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := settings.Parse([]byte(c.text))
			var wrong *complaint.Complaint
			if !errors.As(err, &wrong) {
				t.Fatalf("%q was taken: %v", c.text, err)
			}
			if wrong.What.Code != c.code || wrong.Exit != complaint.ExitUsage {
				t.Errorf("code %s exit %d, want %s exit 2", wrong.What.Code, wrong.Exit, c.code)
			}
			for _, lang := range phrase.Langs {
				for _, word := range []string{"TOML", "toml: ", "struct", "int64", "destination", "expected"} {
					if text := wrong.Say(texts.Book(lang)); strings.Contains(text, word) {
						t.Errorf("%s: %q speaks of the parser", lang, text)
					}
				}
			}
			if !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%q says %q, want one line with %q", c.text, err.Error(), c.says)
			}
		})
	}
}

func TestPlainIsForThisMachine(t *testing.T) {
	for _, host := range []string{"localhost", "127.0.0.1", "127.1.2.3", "::1"} {
		if _, err := settings.Parse([]byte("[imap]\nhost = \"" + host + "\"\ntls = \"plain\"")); err != nil {
			t.Errorf("%s: %v", host, err)
		}
	}
}

func TestTablesAreHandedOn(t *testing.T) {
	s, err := settings.Parse([]byte("[tables.rules]\nfee = 3\n[[tables.culture]]\nname = \"Elben\"\n" +
		"[tables.culture.strength]\n\"K.M\" = 110\n"))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Rules   struct{ Fee int }
		Culture []struct {
			Name     string
			Strength map[string]int
		}
	}
	if err := toml.Unmarshal(s.Tables, &got); err != nil {
		t.Fatal(err)
	}
	if got.Rules.Fee != 3 || len(got.Culture) != 1 || got.Culture[0].Name != "Elben" ||
		got.Culture[0].Strength["K.M"] != 110 {
		t.Errorf("tables came out as\n%s", s.Tables)
	}
}

func TestDeadline(t *testing.T) {
	friday := chronicle.Deadline{Weekday: time.Friday, Hour: 20}
	cases := []struct {
		text string
		want chronicle.Deadline
	}{
		{"Friday 20:00", friday},
		{"Freitag 20:00", friday},
		{"fri 20:00", friday},
		{"Freitag, 20:00 Uhr", friday},
		{"Sonntag 06:30", chronicle.Deadline{Weekday: time.Sunday, Hour: 6, Minute: 30}},
		{"Mittwoch 00:00", chronicle.Deadline{Weekday: time.Wednesday}},
		{"14 days", chronicle.Deadline{Days: 14}},
		{"14 Tage", chronicle.Deadline{Days: 14}},
		{"1 day", chronicle.Deadline{Days: 1}},
	}
	for _, c := range cases {
		if got, err := settings.ParseDeadline(c.text); err != nil || got != c.want {
			t.Errorf("%q: %+v, %v, want %+v", c.text, got, err, c.want)
		}
	}
	for _, bad := range []string{"", "Friday", "20:00", "Friday 25:00", "Freiday 20:00", "0 days", "-3 days",
		"14 weeks", "fr 20:00", "Friday 20:00 sharp"} {
		if got, err := settings.ParseDeadline(bad); err == nil {
			t.Errorf("%q was taken as %+v", bad, got)
		}
	}
}

func TestFilesOpenToOthersAreRefused(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, settings.File)
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		path string
		mode os.FileMode
		ok   bool
	}{
		{dir, 0o700, true}, {dir, 0o755, false}, {dir, 0o710, false}, {dir, 0o700, true},
		{file, 0o644, false}, {file, 0o640, false}, {file, 0o600, true},
	}
	for _, c := range cases {
		if err := os.Chmod(c.path, c.mode); err != nil {
			t.Fatal(err)
		}
		_, err := settings.Read(dir)
		if (err == nil) != c.ok {
			t.Errorf("%s with %o: %v", filepath.Base(c.path), c.mode, err)
		}
	}
}

func TestPassword(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "secret")
	if err := os.WriteFile(file, []byte("open sesame \r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"empty": "\n", "two": "open\nsesame\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	env := func(k string) string { return map[string]string{"IMAPPW": "from the env"}[k] }
	all := &settings.Settings{Dir: dir}
	for _, c := range []struct {
		s          settings.Server
		want, says string
	}{
		{settings.Server{PasswordFile: file}, "open sesame ", ""}, // only the line end is removed
		// relative to the world's folder, wherever the command runs
		{settings.Server{PasswordFile: "secret"}, "open sesame ", ""},
		{settings.Server{PasswordEnv: "IMAPPW"}, "from the env", ""},
		{settings.Server{PasswordEnv: "NOTHING"}, "", "NOTHING"},
		{settings.Server{PasswordFile: "secrets"}, "", "imap.password_file: the password in " + file +
			"s cannot be read: there is no such file"},
		{settings.Server{PasswordFile: "empty"}, "", "imap.password_file: empty is empty"},
		{settings.Server{PasswordFile: "two"}, "", "imap.password_file: two has several lines"},
		{settings.Server{}, "", ""},
	} {
		got, err := all.Password("imap", c.s, env)
		if got != c.want || (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %q, %v", c.s, got, err)
		}
	}
	if err := os.Chmod(file, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := all.Password("imap", settings.Server{PasswordFile: file}, env); err == nil ||
		!strings.Contains(err.Error(), "chmod 600 "+file) {
		t.Errorf("a password file open to others: %v", err)
	}
}

// Comments cost nothing and change nothing: lines keep their numbers, a text of several lines keeps those that begin with #,
// and what no comment may have is refused in one.
func TestCommentsChangeNothing(t *testing.T) {
	s, err := settings.Parse([]byte("# signs\npublic_to = \"\"\"\n# not a comment\"\"\"\n# the end"))
	if err != nil || s.PublicTo != "# not a comment" {
		t.Errorf("%+v, %v", s, err)
	}
	for text, line := range map[string]string{"# one\r\n# two\r\nname = 7\r\n": "3", "# one\n# \x01\n": "2", "# one\n\n# \xff\n": "3"} {
		if _, err := settings.Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), "line "+line) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
