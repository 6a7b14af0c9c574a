// Package settings reads and writes world.toml, the file of a game master: its text goes in, checked settings or a
// mistake with its line come out. Whatever opens a world calls it.
package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"

	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
)

// File is the file that a game master edits, in the world's folder.
const File = "world.toml"

// Settings is the content of world.toml. Every key has a row in settingRows, with its default and its place in a fresh
// file.
type Settings struct {
	Name     string `toml:"name"`
	Address  string `toml:"address"`
	Zone     string `toml:"zone"`
	Deadline string `toml:"deadline"`
	Early    bool   `toml:"early"`
	Wait     int    `toml:"early_wait"` // minutes
	Press    string `toml:"press"`
	Reminder int    `toml:"reminder"`
	Grace    int    `toml:"grace"`
	More     int    `toml:"more_time"`
	Vote     bool   `toml:"closing_vote"`
	HideBots bool   `toml:"hide_bots"`
	Practice int    `toml:"practice"`
	Observe  int    `toml:"observers"` // how many may have the newspaper by mail
	Limit    string `toml:"time_limit"`
	Copies   string `toml:"copies"` // see Bytes

	Missed []string `toml:"missed"`
	Public []string `toml:"public"`
	Map    string   `toml:"map"` // see public.ReadMap
	// where cron writes the public files, and what it runs then
	PublicTo    string   `toml:"public_to"`
	PublicURL   string   `toml:"public_url"` // of that folder; "": unknown
	PublicAfter []string `toml:"public_after"`
	Table       string   `toml:"table_url"`
	With        []string `toml:"with_reports"` // what newcomers get with reports: picture, table
	Proof
	ZipAbove int `toml:"zip_above"`
	GM       struct {
		Mail addresses `toml:"mail"` // of the game masters; each gets everything
		Lang string    `toml:"lang"`
		Auth string    `toml:"auth"` // how mail for the game master is proved: code or proof

		Digest bool `toml:"digest"` // one letter a turn about all silent realms
	} `toml:"gm"`
	Signup struct {
		Open   bool `toml:"open"`
		Places int  `toml:"places"`
	} `toml:"signup"`
	IMAP struct {
		Server
		Inbox      string   `toml:"inbox"`
		Done       string   `toml:"done"`
		Quarantine string   `toml:"quarantine"`
		Shared     bool     `toml:"shared"`
		Aliases    []string `toml:"aliases"`
		Alarm      int      `toml:"alarm"` // hours
	} `toml:"imap"`
	SMTP struct {
		Server
		PerHour int `toml:"per_hour"`
	} `toml:"smtp"`
	DKIM DKIM `toml:"dkim"`

	Dir    string `toml:"-"` // the world's folder
	Fleet  string `toml:"-"` // the file that has the mail servers instead, for a world of a fleet
	Tables []byte `toml:"-"` // the section [tables], as a file of its own
}

// Server is how a mail server is reached. The password itself is never in world.toml.
type Server struct {
	Host         string `toml:"host"`
	Port         int    `toml:"port"`
	TLS          string `toml:"tls"`
	User         string `toml:"user"`
	PasswordFile string `toml:"password_file"`
	PasswordEnv  string `toml:"password_env"`
	CAFile       string `toml:"ca_file"`

	Auth         string   `toml:"auth"`
	TokenCommand []string `toml:"token_command"`
	TokenFile    string   `toml:"token_file"`
}

// DKIM is how letters are signed; empty: they are not.
type DKIM struct {
	Domain   string `toml:"domain"`
	Selector string `toml:"selector"`
	KeyFile  string `toml:"key_file"`
}

// settingRow is one line of a fresh world.toml: the key with its section, and its default as TOML writes it. What it
// means is in texts/, under setting.
type settingRow struct {
	key, value string
}

// settingRows lists all settings, in the order of the file.
var settingRows = []settingRow{
	{"name", `""`},
	{"address", `""`},
	{"zone", `"Europe/Berlin"`},
	{"deadline", `"Friday 20:00"`},
	{"early", `false`},
	{"early_wait", `0`},
	{"press", `"turn"`}, // of worlds from before there was the setting; fresh ones have "now"
	{"reminder", `0`},
	{"grace", `0`},
	{"missed", `[]`},
	{"more_time", `0`},
	{"closing_vote", `false`},
	{"hide_bots", `false`},
	{"practice", `0`}, // of worlds from before there was the setting; fresh ones have 20
	{"public", `[]`},
	{"map", `""`},
	{"public_to", `""`},
	{"public_url", `""`},
	{"public_after", `[]`},
	{"observers", `0`}, // of worlds from before there was the setting; fresh ones have 50
	{"table_url", `""`},
	{"with_reports", `[]`},
	{"time_limit", `"5m"`},
	{"copies", `"200MB"`},
	{"auth", `"password"`},
	{"auth_server", `""`},
	{"auth_place", `"above 1"`},
	{"auth_verify", `false`},
	{"auth_resolver", `""`},
	{"zip_above", `0`},
	{"gm.mail", `""`},
	{"gm.lang", `"de"`},
	{"gm.digest", `true`},
	{"gm.auth", `"code"`}, // of worlds from before there was the setting; fresh ones have "proof"
	{"signup.open", `false`},
	{"signup.places", `0`},
	{"imap.host", `""`},
	{"imap.port", `993`},
	{"imap.tls", `"tls"`},
	{"imap.user", `""`},
	{"imap.password_file", `""`},
	{"imap.password_env", `""`},
	{"imap.ca_file", `""`},
	{"imap.auth", `"auto"`},
	{"imap.token_command", `[]`},
	{"imap.token_file", `""`},
	{"imap.inbox", `"INBOX"`},
	{"imap.done", `"Weltentor"`},
	{"imap.quarantine", `"Weltentor-Quarantine"`},
	{"imap.shared", `false`},
	{"imap.aliases", `[]`},
	{"imap.alarm", `3`},
	{"smtp.host", `""`},
	{"smtp.port", `587`},
	{"smtp.tls", `"starttls"`},
	{"smtp.user", `""`},
	{"smtp.password_file", `""`},
	{"smtp.password_env", `""`},
	{"smtp.ca_file", `""`},
	{"smtp.auth", `"auto"`},
	{"smtp.token_command", `[]`},
	{"smtp.token_file", `""`},
	{"smtp.per_hour", `0`},
	{"dkim.domain", `""`},
	{"dkim.selector", `""`},
	{"dkim.key_file", `""`},
}

// Kind are the settings of a game in which nobody is left in silence. Fresh worlds have them unless the game master
// wants none of it; the defaults are those of worlds from before, which keep what they have. A reminder leaves after
// the report of the last turn.
func Kind(deadline string) map[string]string {
	reminder := "24"
	if d, err := ParseDeadline(deadline); err == nil && d.Days == 1 {
		reminder = "12"
	}
	return map[string]string{"press": `"now"`, "reminder": reminder, "grace": "24",
		"practice": "20", "observers": "50", "missed": `["2 warn", "3 offer", "5 standing"]`, "public": `["sent", "standings", "turns", "newspaper"]`,
		"with_reports": `["picture", "table"]`}
}

// Fresh writes world.toml as `new` leaves it: every setting with its meaning and its default. The values in own
// replace some defaults.
func Fresh(book *phrase.Book, own map[string]string) []byte {
	var b bytes.Buffer
	Comment(&b, book.T("setting.head"))
	writeRows(&b, own, func(key string) {
		b.WriteByte('\n')
		Comment(&b, book.T("setting."+strings.ReplaceAll(key, ".", "-")))
	})
	b.WriteString("\n[tables]\n\n")
	Comment(&b, book.T("setting.tables"))
	return b.Bytes()
}

// Comment writes a text as comments in TOML.
func Comment(b *bytes.Buffer, text string) {
	for _, line := range terminal.Wrap(text, 76) {
		b.WriteString("# " + line + "\n")
	}
}

// Read reads DIR/world.toml strictly: an unknown key, or a value of the wrong kind or out of range, is a complaint
// that names it. The folder and its files must be closed to others.
func Read(dir string) (*Settings, error) {
	if err := worldIn(dir); err != nil { // first, so that nobody is told to close a folder or file that has no world
		return nil, err
	}
	if err := ClosedToOthers(dir); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, File)
	raw, err := readOwn(path)
	if errors.Is(err, fs.ErrNotExist) {
		if part := store.Missing(dir); errors.Is(part, faults.ErrMissing) {
			return nil, &fault.Complaint{Exit: fault.ExitUsage, What: phrase.P("part-missing", phrase.Str("dir", dir)),
				Cause: part}
		}
		return nil, fault.Usage("no-world", phrase.Str("dir", dir))
	}
	if errors.As(err, new(*fault.Complaint)) {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("read the settings: %w", err)
	}
	if err := ClosedToOthers(path); err != nil {
		return nil, err
	}
	for _, part := range []string{"world.db", "lock"} { // the store would refuse them too, but in English
		if _, err := os.Lstat(filepath.Join(dir, part)); err == nil {
			if err := ClosedToOthers(filepath.Join(dir, part)); err != nil {
				return nil, err
			}
		}
	}
	s, err := Parse(raw)
	if err != nil {
		return nil, fault.InFile(path, err)
	}
	s.Dir = dir
	return s, nil
}

// MasterLang is the game master's language in the settings, even if these are otherwise wrong; "" if it is not set.
func MasterLang(dir string) phrase.Lang {
	raw, err := readOwn(filepath.Join(dir, File))
	if err != nil {
		return ""
	}
	in := langLine.FindSubmatch(raw)
	if in == nil {
		return ""
	}
	return phrase.Lang(in[1])
}

var langLine = regexp.MustCompile(`(?m)^[ \t]*lang[ \t]*=[ \t]*["'](de|en)["']`)

// Parse reads settings strictly, without their folder.
func Parse(raw []byte) (*Settings, error) {
	if err := Bounded(raw); err != nil {
		return nil, err
	}
	s := Defaults()
	md, err := toml.Decode(string(raw), &s)
	if err != nil {
		return nil, WrongTOML(err)
	}
	for _, key := range md.Undecoded() {
		if key[0] == "tables" {
			continue
		}
		return nil, unknownSetting(key.String())
	}
	if kind := md.Type("tables"); kind != "" && kind != "Hash" { // "" of one that only its sections name
		return nil, fault.Usage("setting-section", phrase.Str("key", "tables"))
	}
	if slices.ContainsFunc(md.Keys(), func(k toml.Key) bool { return k[0] == "tables" && len(k) > 1 }) {
		if s.Tables, err = tablesOf(raw); err != nil {
			return nil, err
		}
	}
	return &s, s.validate()
}

// Defaults are the settings of an empty file.
var Defaults = sync.OnceValue(func() (s Settings) {
	if _, err := toml.Decode(defaultSettings(), &s); err != nil {
		panic(err)
	}
	return s
})

// defaultSettings is a file of all defaults, without comments.
func defaultSettings() string {
	var b bytes.Buffer
	writeRows(&b, nil, func(string) {})
	return b.String()
}

// writeRows writes all settings, each after what above writes for it, with the values in own or their defaults.
func writeRows(b *bytes.Buffer, own map[string]string, above func(key string)) {
	section := ""
	for _, row := range settingRows {
		name := row.key
		if s, n, ok := strings.Cut(row.key, "."); ok {
			name = n
			if s != section {
				section = s
				fmt.Fprintf(b, "\n[%s]\n", s)
			}
		}
		above(row.key)
		value, is := own[row.key]
		if !is {
			value = row.value
		}
		fmt.Fprintf(b, "%s = %s\n", name, value)
	}
}

// Quoted quotes a text as TOML does.
func Quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, "\\u%04x", r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
