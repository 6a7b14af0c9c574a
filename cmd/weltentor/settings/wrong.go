package settings

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"weltentor/cmd/weltentor/fault"
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/tables"
)

// unknownSetting complains of a key nobody knows, guessing the one meant; a
// Password in the file gets its own words, for it must go.
func unknownSetting(key string) error {
	if last := key[strings.LastIndexByte(key, '.')+1:]; last == "password" || last == "passwort" {
		return fault.Usage("setting-password", phrase.Str("key", key))
	}
	known := []string{"gm", "signup", "imap", "smtp", "dkim", "tables"}
	for _, row := range settingRows {
		known = append(known, row.key)
	}
	if near := orders.Nearest(key, known); len(near) > 0 {
		return fault.Usage("setting-unknown-near", phrase.Str("key", key), phrase.Str("guess", near[0]))
	}
	return fault.Usage("setting-unknown", phrase.Str("key", key))
}

// lastKey is where the library says what a value of the wrong kind belongs to.
var lastKey = regexp.MustCompile(`^toml: line (\d+) \(last key "([^"]*)"\)`)

// WrongTOML puts what the library says of a file into our words: the line, the
// key, and what it should be by its default. What it says beside that tells of
// our types, not of the game master's file.
func WrongTOML(err error) error {
	values := map[string]string{}
	for _, row := range settingRows {
		values[row.key] = row.value
	}
	return WrongTOMLOf(err, values)
}

// WrongTOMLOf is WrongTOML of a file with other keys: their values as they are by default.
func WrongTOMLOf(err error, values map[string]string) error {
	var syntax toml.ParseError
	if errors.As(err, &syntax) {
		line := phrase.Num("line", syntax.Position.Line)
		if key, ok := strings.CutSuffix(syntax.Message, "' has already been defined."); ok {
			return fault.Usage("setting-twice", line, phrase.Str("key", strings.TrimPrefix(key, "Key '")))
		}
		return fault.Usage("setting-syntax", line)
	}
	found := lastKey.FindStringSubmatch(err.Error())
	if found == nil {
		return fault.Usage("setting-syntax", phrase.Num("line", 0))
	}
	line, _ := strconv.Atoi(found[1])
	key, want := found[2], "kind-section"
	if strings.Contains(err.Error(), "type slice") {
		want = "kind-sections"
	}
	if value := values[key]; value != "" {
		switch value[0] {
		case '"':
			want = "kind-text"
		case 't', 'f':
			want = "kind-bool"
		case '[':
			want = "kind-list"
		default:
			want = "kind-number"
		}
	}
	return fault.Usage("setting-kind", phrase.Num("line", line), phrase.Str("key", key), phrase.Key("want", want))
}

// Readable refuses a file that is not as TOML is, by its own lines.
func Readable(raw []byte) error {
	var all map[string]any
	if _, err := toml.Decode(string(raw), &all); err != nil {
		return WrongTOML(err)
	}
	return nil
}

// Bounded refuses a file that is too long or too deep for the decoder.
func Bounded(raw []byte) error {
	var w *tables.Wrong
	if err := tables.Bounded(raw); !errors.As(err, &w) {
		return err
	}
	what := w.Phrase()
	what.Code = "setting-" + strings.TrimPrefix(what.Code, "tables.")
	return fault.Usage(what.Code, what.Args...)
}

// tablesOf gives the part [tables] as TOML of its own, for the rulebook to read.
func tablesOf(raw []byte) ([]byte, error) {
	var file struct {
		Tables map[string]any `toml:"tables"`
	}
	if err := toml.Unmarshal(raw, &file); err != nil {
		return nil, WrongTOML(err)
	}
	if len(file.Tables) == 0 {
		return nil, nil
	}
	var b bytes.Buffer
	if err := toml.NewEncoder(&b).Encode(file.Tables); err != nil {
		return nil, fmt.Errorf("[tables]: %w", err)
	}
	return b.Bytes(), nil
}
