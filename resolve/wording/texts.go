// Package wording puts what the machine says into words. Codes and arguments go in, and lines of a letter in the
// reader's language come out. It also shortens texts by others to fit a line. All rooms that write to people call it.
package wording

import (
	"embed"
	"fmt"
	"strings"
	"sync"
	"time"

	"weltentor/orders/name"
	"weltentor/orders/phrase"
)

//go:embed texts/*.toml
var textFiles embed.FS

var books = sync.OnceValue(func() phrase.Books { return phrase.EmbeddedBooks(textFiles, name.Texts) })

// Words returns the machine's book of phrases in a language: receipts, what a turn waits for, why a letter was
// refused. For an unknown language it is the default one.
func Words(lang phrase.Lang) *phrase.Book { return books().In(lang) }

// Fault makes an error of a kind that the game master reads in their language: a phrase under fault in texts.
func Fault(kind error, code string, args ...phrase.Arg) error {
	return &phrase.Fault{Kind: kind, What: phrase.P("fault."+code, args...), Words: Words}
}

// Telling is an error that can be put into a language, without its kind.
type Telling interface{ In(phrase.Lang) string }

// Called is a realm with its number, in the language of a rulebook's book. It uses the rulebook's word for realms,
// `realm-called`, if there is one, and otherwise the machine's.
func Called(rules *phrase.Book, number int, name string) string {
	if !rules.Has("realm-called") {
		rules = Words(rules.Lang)
	}
	return rules.Say(phrase.P("realm-called", phrase.Num("realm", number), phrase.Str("name", name)))
}

// Moment puts a time into words: weekday, date, time and zone.
func Moment(b *phrase.Book, t time.Time) string {
	return b.Say(phrase.P("moment",
		phrase.Key("weekday", fmt.Sprintf("weekday.%d", t.Weekday())), phrase.Num("day", t.Day()),
		phrase.Key("month", fmt.Sprintf("month.%d", t.Month())), phrase.Num("year", t.Year()),
		phrase.Str("time", t.Format("15:04")), phrase.Str("zone", t.Location().String())))
}

// ShortMoment puts a time in the near future into words, for a subject.
func ShortMoment(b *phrase.Book, t time.Time) string {
	return b.Say(phrase.P("moment-short", phrase.Key("weekday", fmt.Sprintf("weekday.%d", t.Weekday())),
		phrase.Num("day", t.Day()),
		phrase.Key("month", fmt.Sprintf("month.%d", t.Month())), phrase.Str("time", t.Format("15:04"))))
}

// Text is the text of a letter as it is written.
type Text struct {
	Book *phrase.Book
	Body strings.Builder
}

// Say writes a line in the machine's words.
func (t *Text) Say(code string, args ...phrase.Arg) {
	t.Line(t.Book.Say(phrase.P(code, args...)))
}

// Head writes a heading, with an empty line before it.
func (t *Text) Head(code string, args ...phrase.Arg) {
	t.Line("")
	t.Say(code, args...)
}

// Line writes a line.
func (t *Text) Line(s string) {
	t.Body.WriteString(s)
	t.Body.WriteByte('\n')
}
