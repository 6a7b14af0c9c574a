package settings

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/orders"
	"weltentor/orders/lazy"
	"weltentor/orders/phrase"
	"weltentor/worlds/tables"
)

// KeysOf lists the keys of a file that is decoded into a struct, each with a value of its kind as TOML writes it.
func KeysOf[T any]() map[string]string {
	keys := map[string]string{}
	for _, row := range rowsOf(reflect.TypeFor[T](), "") {
		keys[row.key] = row.value
	}
	return keys
}

// Strict decodes a file that has the keys of a struct. unknown complains about another one; nil: Unknown does.
func Strict[T any](raw []byte, into *T, unknown func(key string) error) (md toml.MetaData, err error) {
	if err := Bounded(raw); err != nil {
		return md, err
	}
	if md, err = toml.Decode(uncommented(raw), into); err != nil {
		return md, wrongTOML(err, KeysOf[T]())
	}
	for _, key := range md.Undecoded() {
		if unknown == nil {
			return md, Unknown(key.String(), slices.Sorted(maps.Keys(KeysOf[T]())))
		}
		if err := unknown(key.String()); err != nil {
			return md, err
		}
	}
	return md, nil
}

// uncommented is a file with nothing in the lines that are comments. In a fresh file these are half of the work for the
// decoder, and every command reads one. In a text of several lines # begins no comment: such a file stays as it is.
func uncommented(raw []byte) string {
	var b strings.Builder
	b.Grow(len(raw))
	for line := range bytes.Lines(raw) {
		text, ended := bytes.CutSuffix(line, []byte("\n"))
		text = bytes.TrimSuffix(text, []byte("\r"))
		switch {
		case ended && bytes.HasPrefix(text, []byte("#")) && utf8.Valid(text) && !bytes.ContainsFunc(text, unicode.IsControl):
			line = []byte("\n")
		case bytes.Contains(text, []byte(`"""`)) || bytes.Contains(text, []byte("'''")):
			return string(raw)
		}
		b.Write(line)
	}
	return b.String()
}

// Unknown complains about a key that is none of these, and suggests the one meant.
func Unknown(key string, known []string) error {
	if near := orders.Nearest(key, known); len(near) > 0 {
		return complaint.Usage("setting-unknown-near", phrase.Str("key", key), phrase.Str("guess", near[0]))
	}
	return complaint.Usage("setting-unknown", phrase.Str("key", key))
}

// unknownSetting is Unknown for world.toml, whose section [tables] the rulebook reads. A password in the file gets a
// sentence of its own, because it must be removed.
func unknownSetting(key string) error {
	if key == "tables" || strings.HasPrefix(key, "tables.") {
		return nil
	}
	if last := key[strings.LastIndexByte(key, '.')+1:]; last == "password" || last == "passwort" {
		return complaint.Usage("setting-password", phrase.Str("key", key))
	}
	known := []string{"gm", "signup", "imap", "smtp", "dkim", "tables"}
	for _, row := range settingRows {
		known = append(known, row.key)
	}
	return Unknown(key, known)
}

// lastKey is where the library says which key has a value of the wrong kind.
var lastKey = lazy.Pattern(`^toml: line (\d+) \(last key "([^"]*)"\)`)

// WrongTOML puts an error of the library into our words: the line, the key, and the kind of value that its default
// has. The rest of the error is about our types, not about the game master's file.
func WrongTOML(err error) error { return wrongTOML(err, KeysOf[Settings]()) }

// wrongTOML is WrongTOML for a file with other keys, given with their defaults.
func wrongTOML(err error, values map[string]string) error {
	if syntax, is := errors.AsType[toml.ParseError](err); is {
		line := phrase.Num("line", syntax.Position.Line)
		if key, ok := strings.CutSuffix(syntax.Message, "' has already been defined."); ok {
			return complaint.Usage("setting-twice", line, phrase.Str("key", strings.TrimPrefix(key, "Key '")))
		}
		return complaint.Usage("setting-syntax", line)
	}
	found := lastKey().FindStringSubmatch(err.Error())
	if found == nil {
		return complaint.Usage("setting-syntax", phrase.Num("line", 0))
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
	return complaint.Usage("setting-kind", phrase.Num("line", line), phrase.Str("key", key), phrase.Key("want", want))
}

// Readable complains about a file that is not valid TOML, with its line.
func Readable(raw []byte) error {
	var all map[string]any
	if _, err := toml.Decode(string(raw), &all); err != nil {
		return WrongTOML(err)
	}
	return nil
}

// Bounded refuses a file that is too long or too deep for the decoder.
func Bounded(raw []byte) error {
	err := tables.Bounded(raw)
	w, is := errors.AsType[*tables.Wrong](err)
	if !is {
		return err
	}
	what := w.Phrase()
	what.Code = "setting-" + strings.TrimPrefix(what.Code, "tables.")
	return complaint.Usage(what.Code, what.Args...)
}

// tablesOf returns the section [tables] as TOML of its own, for the rulebook to read.
func tablesOf(raw []byte) ([]byte, error) {
	var file struct {
		Tables map[string]any `toml:"tables"`
	}
	if _, err := toml.Decode(uncommented(raw), &file); err != nil {
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
