package tables

import (
	"embed"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"weltentor/orders/lazy"
	"weltentor/orders/phrase"

	"github.com/BurntSushi/toml"
)

//go:embed texts/*.toml
var texts embed.FS

// Texts are the sentences about mistakes in a world's numbers, for whoever puts a Wrong into words.
func Texts(lang phrase.Lang) []byte { return phrase.Text(texts, "texts/"+string(lang)+".toml") }

// Wrong is a mistake in a world's own numbers. The game master made it, and reads about it in the game master's
// language: a sentence of Texts.
type Wrong struct {
	where string // the table or its row; "" if the sentence says that
	what  phrase.Phrase
}

// Bad makes a mistake in a table or one of its rows, such as `unit K.M`. The code is a sentence under tables in Texts,
// which begins with its argument "where".
func Bad(where, code string, args ...phrase.Arg) error {
	return &Wrong{where, phrase.P("tables."+code, args...)}
}

// Settled refuses a number of a table that differs from the world's founding.
func Settled[V comparable](where, key string, was, now V) error {
	if was == now {
		return nil
	}
	return Bad(where, "founded", phrase.Str("key", key), phrase.Str("value", fmt.Sprint(now)),
		phrase.Str("was", fmt.Sprint(was)))
}

// Within adds what a mistake is in, such as the part of one realm.
func Within(name string, err error) error {
	var w *Wrong
	if !errors.As(err, &w) {
		return fmt.Errorf("%s: %w", name, err)
	}
	where := name
	if w.where != "" {
		where += ": " + w.where
	}
	return &Wrong{where, w.what}
}

// Phrase is the mistake as a sentence of Texts.
func (w *Wrong) Phrase() phrase.Phrase {
	where := w.where
	if where != "" {
		where += ": "
	}
	return phrase.P(w.what.Code, append([]phrase.Arg{phrase.Str("where", where)}, w.what.Args...)...)
}

// Error is the mistake in English.
func (w *Wrong) Error() string { return phrase.Embedded(phrase.En, texts).Say(w.Phrase()) }

// badText is what the TOML library says about a text it cannot read.
func badText(err error) error {
	var syntax toml.ParseError
	if errors.As(err, &syntax) {
		return Bad("", "syntax", phrase.Num("line", syntax.Position.Line))
	}
	return badKind(err)
}

// kindSaid is where the library says which key has a value of the wrong kind, and which kind it should be.
var kindSaid = lazy.Pattern(`^toml: line (\d+) \(last key "([^"]*)"\): (.*)`)

// badKind is what the library says about a value of the wrong kind. Its own words are about our types, not about the
// game master's file.
func badKind(err error) error {
	said := kindSaid().FindStringSubmatch(err.Error())
	if said == nil {
		return Bad("", "syntax", phrase.Num("line", 0))
	}
	want := "table"
	for word, kind := range map[string]string{"integer": "number", "string": "text", "boolean": "bool", "slice": "list",
		"out of range": "number"} {
		if strings.HasSuffix(said[3], "destination has type "+word) ||
			word == "out of range" && strings.Contains(said[3], word) {
			want = kind
		}
	}
	line, _ := strconv.Atoi(said[1])
	return Bad("", "kind", phrase.Str("key", said[2]), phrase.Num("line", line),
		phrase.Key("want", "tables.kind-"+want))
}
