// Package settings reads and writes world.toml, the file of a game master. It is strict: an unknown key or a value out
// of range is a mistake with its line, and the command does nothing. A fresh file explains each setting in its
// comments. Settings that the store needs are a world.Settings; this package knows how they are typed.
package settings

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/orders/lazy"
	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
)

// File is the file that a game master edits, in the world's folder.
const File = "world.toml"

// Settings is the content of world.toml. Every field is a key, in the order of a fresh file. Its default is what the tag
// says, otherwise nothing, 0 or false. What the key means is in texts/, under setting.
type Settings struct {
	Name     string `toml:"name"`
	Address  string `toml:"address"`
	Zone     string `toml:"zone" default:"Europe/Berlin"`
	Deadline string `toml:"deadline" default:"Friday 20:00"`
	Engine   string `toml:"engine"` // the folder of a game whose rules are a program; "": a game of our own
	Early    bool   `toml:"early"`
	Wait     int    `toml:"early_wait"`           // minutes
	Press    string `toml:"press" default:"turn"` // of worlds from before there was the setting; fresh ones have "now"
	Reminder int    `toml:"reminder"`
	Grace    int    `toml:"grace"`

	Missed   []string `toml:"missed"`
	More     int      `toml:"more_time"`
	Vote     bool     `toml:"closing_vote"`
	HideBots bool     `toml:"hide_bots"`
	Practice int      `toml:"practice"` // 0 in worlds from before there was the setting; fresh ones have 20

	Public []string `toml:"public"`
	Map    string   `toml:"map"` // see public.ReadMap
	// where cron writes the public files, and what it runs then
	PublicTo    string   `toml:"public_to"`
	PublicURL   string   `toml:"public_url"` // of that folder; "": unknown
	PublicAfter []string `toml:"public_after"`
	// how many may have the newspaper by mail; 0 in worlds from before there was the setting; fresh ones have 50
	Observe int      `toml:"observers"`
	Table   string   `toml:"table_url"`
	Sends   bool     `toml:"page_sends"`   // what this program serves at table_url may send letters
	With    []string `toml:"with_reports"` // what newcomers get with reports: picture, table
	Limit   string   `toml:"time_limit" default:"5m"`
	Copies  string   `toml:"copies" default:"200MB"` // see Bytes
	Proof
	ZipAbove int `toml:"zip_above"`
	GM       struct {
		Mail addresses `toml:"mail" default:"\"\""` // of the game masters; each gets everything
		Lang string    `toml:"lang" default:"de"`

		Digest bool `toml:"digest" default:"true"` // one letter a turn about all silent realms
		// how mail for the game master is proved: code, as in worlds from before there was the setting, or proof
		Auth string `toml:"auth" default:"code"`
	} `toml:"gm"`
	Signup struct {
		Open   bool `toml:"open"`
		Places int  `toml:"places"`
	} `toml:"signup"`
	IMAP struct {
		Server
		Inbox      string   `toml:"inbox" default:"INBOX"`
		Done       string   `toml:"done" default:"Weltentor"`
		Quarantine string   `toml:"quarantine" default:"Weltentor-Quarantine"`
		Shared     bool     `toml:"shared"`
		Aliases    []string `toml:"aliases"`
		Alarm      int      `toml:"alarm" default:"3"` // hours
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

	Auth         string   `toml:"auth" default:"auto"`
	TokenCommand []string `toml:"token_command"`
	TokenFile    string   `toml:"token_file"`
}

// DKIM is how letters are signed; empty: they are not.
type DKIM struct {
	Domain   string `toml:"domain"`
	Selector string `toml:"selector"`
	KeyFile  string `toml:"key_file"`
}

// servers are the defaults in which the two servers differ.
var servers = map[string]string{"imap.port": "993", "imap.tls": `"tls"`, "smtp.port": "587", "smtp.tls": `"starttls"`}

// settingRow is one line of a fresh world.toml: the key with its section, and its default as TOML writes it.
type settingRow struct {
	key, value string
}

// settingRows lists all settings, in the order of the file.
var settingRows = rowsOf(reflect.TypeFor[Settings](), "")

// rowsOf lists the settings that a struct has, in a section. Without a tag they have the names of its fields in small
// letters.
func rowsOf(t reflect.Type, section string) (rows []settingRow) {
	for f := range t.Fields() {
		row := settingRow{section + cmp.Or(f.Tag.Get("toml"), strings.ToLower(f.Name)), f.Tag.Get("default")}
		switch kind := f.Type.Kind(); {
		case f.Tag.Get("toml") == "-" || !f.IsExported() && !f.Anonymous:
			continue
		case kind == reflect.Slice && f.Type.Elem().Kind() == reflect.Struct:
			rows = append(rows, rowsOf(f.Type.Elem(), row.key+".")...)
			continue
		case f.Anonymous:
			rows = append(rows, rowsOf(f.Type, section)...)
			continue
		case kind == reflect.Struct:
			rows = append(rows, rowsOf(f.Type, row.key+".")...)
			continue
		case servers[row.key] != "":
			row.value = servers[row.key]
		case kind == reflect.String:
			row.value = Quoted(row.value)
		case row.value == "":
			row.value = map[reflect.Kind]string{reflect.Bool: "false", reflect.Int: "0", reflect.Int64: "0",
				reflect.Slice: "[]"}[kind]
		}
		rows = append(rows, row)
	}
	return rows
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
		"with_reports": `["picture"]`}
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
			return nil, &complaint.Complaint{Exit: complaint.ExitUsage, What: phrase.P("part-missing", phrase.Str("dir", dir)),
				Cause: part}
		}
		return nil, complaint.Usage("no-world", phrase.Str("dir", dir))
	}
	if errors.As(err, new(*complaint.Complaint)) {
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
		return nil, complaint.InFile(path, err)
	}
	s.Dir = dir
	if s.PublicTo != "" && !filepath.IsAbs(s.PublicTo) {
		s.PublicTo = filepath.Join(dir, s.PublicTo)
	}
	if s.Engine != "" {
		s.Engine = s.at(s.Engine)
	}
	return s, nil
}

// MasterLang is the game master's language in the settings, even if these are otherwise wrong; "" if it is not set.
func MasterLang(dir string) phrase.Lang {
	raw, err := readOwn(filepath.Join(dir, File))
	if err != nil {
		return ""
	}
	in := langLine().FindSubmatch(raw)
	if in == nil {
		return ""
	}
	return phrase.Lang(in[1])
}

var langLine = lazy.Pattern(`(?m)^[ \t]*lang[ \t]*=[ \t]*["'](de|en)["']`)

// Parse reads settings strictly, without their folder.
func Parse(raw []byte) (*Settings, error) {
	s := Defaults()
	md, err := Strict(raw, &s, unknownSetting)
	if err != nil {
		return nil, err
	}
	if kind := md.Type("tables"); kind != "" && kind != "Hash" { // "" of one that only its sections name
		return nil, complaint.Usage("setting-section", phrase.Str("key", "tables"))
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
