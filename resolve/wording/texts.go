// Package wording puts what the machine says into words: codes and arguments go in, lines of a letter in the reader's
// language come out. It also cuts what others wrote to what a line can bear. All rooms that write to people call it.
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

// Words is the machine's book of sentences in a language: receipts, what a turn
// waits for, why a letter was refused. An unknown language reads the default one.
func Words(lang phrase.Lang) *phrase.Book { return books().In(lang) }

// Fault is an error of a kind that the game master reads in his language: a sentence under
// fault in texts.
func Fault(kind error, code string, args ...phrase.Arg) error {
	return &phrase.Fault{Kind: kind, What: phrase.P("fault."+code, args...), Words: Words}
}

// Telling is an error that says itself in a language, without what kind it is.
type Telling interface{ In(phrase.Lang) string }

// Called is a realm with its number in the language of a rulebook's book: by the rulebook's word for realms
// if it has one, `realm-called`, else by the machine's.
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

// ShortMoment is a moment of the near future, for a subject.
func ShortMoment(b *phrase.Book, t time.Time) string {
	return b.Say(phrase.P("moment-short", phrase.Key("weekday", fmt.Sprintf("weekday.%d", t.Weekday())),
		phrase.Num("day", t.Day()),
		phrase.Key("month", fmt.Sprintf("month.%d", t.Month())), phrase.Str("time", t.Format("15:04"))))
}

// Text is a letter being written.
type Text struct {
	Book *phrase.Book
	Body strings.Builder
}

// Say writes a line in the machine's words.
func (t *Text) Say(code string, args ...phrase.Arg) {
	t.Line(t.Book.Say(phrase.P(code, args...)))
}

// Head writes a heading with an empty line before it.
func (t *Text) Head(code string, args ...phrase.Arg) {
	t.Line("")
	t.Say(code, args...)
}

func (t *Text) Line(s string) {
	t.Body.WriteString(s)
	t.Body.WriteByte('\n')
}
