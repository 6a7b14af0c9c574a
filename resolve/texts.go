package resolve

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

// fault is an error of a kind that the game master reads in his language: a sentence under
// fault in texts.
func fault(kind error, code string, args ...phrase.Arg) error {
	return &phrase.Fault{Kind: kind, What: phrase.P("fault."+code, args...), Words: Words}
}

// Telling is an error that says itself in a language, without what kind it is.
type Telling interface{ In(phrase.Lang) string }

// moment puts a time into words: weekday, date, time and zone.
func moment(b *phrase.Book, t time.Time) string {
	return b.Say(phrase.P("moment",
		phrase.Key("weekday", fmt.Sprintf("weekday.%d", t.Weekday())), phrase.Num("day", t.Day()),
		phrase.Key("month", fmt.Sprintf("month.%d", t.Month())), phrase.Num("year", t.Year()),
		phrase.Str("time", t.Format("15:04")), phrase.Str("zone", t.Location().String())))
}

// shortMoment is a moment of the near future, for a subject.
func shortMoment(b *phrase.Book, t time.Time) string {
	return b.Say(phrase.P("moment-short", phrase.Key("weekday", fmt.Sprintf("weekday.%d", t.Weekday())), phrase.Num("day", t.Day()),
		phrase.Key("month", fmt.Sprintf("month.%d", t.Month())), phrase.Str("time", t.Format("15:04"))))
}

// text is a letter being written.
type text struct {
	book *phrase.Book
	b    strings.Builder
}

// say writes a line in the machine's words.
func (t *text) say(code string, args ...phrase.Arg) {
	t.line(t.book.Say(phrase.P(code, args...)))
}

// head writes a heading with an empty line before it.
func (t *text) head(code string, args ...phrase.Arg) {
	t.line("")
	t.say(code, args...)
}

func (t *text) line(s string) {
	t.b.WriteString(s)
	t.b.WriteByte('\n')
}
