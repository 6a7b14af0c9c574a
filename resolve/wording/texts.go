// Package wording owns the machine's own sentences, in texts/*.toml, in both languages, and how a letter's text is put
// together of them (Text). Other packages hand over codes with typed arguments. It also shortens texts by others and
// takes invisible characters out of them. Games have books of their own; what a game says of a turn is never written
// here.
package wording

import (
	"embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

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

// quoted is how many characters of a line are shown.
const quoted = 100

// Cut shortens a line to be quoted.
func Cut(line string) string { return Shortened(OneLine(line), quoted) }

// Shortened keeps the first n characters, and shows whether there were more.
func Shortened(s string, n int) string {
	if short := Clipped(s, n); len(short) < len(s) {
		return strings.TrimRight(short, " ") + " …"
	}
	return s
}

// Clipped keeps the first n characters.
func Clipped(s string, n int) string {
	for at := range s {
		if n--; n < 0 {
			return string([]rune(s[:at]))
		}
	}
	return s
}

// OneLine removes what would disturb a letter or its head.
func OneLine(s string) string { return Printable(strings.ToValidUTF8(s, "?")) }

// Printable replaces what cannot be seen by blanks: control characters, other line ends, marks that change the
// direction of writing.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, s)
}

// HasSection reports whether a line of a text begins with `$`. A letter with such a line has orders, and any other asks
// for a service or says something to the game master. Players read this rule in HELP and on their page. Blanks before
// the `$` are ignored, also those without a width. A text of 1 MB takes less than 1 ms.
func HasSection(text string) bool {
	for from := 0; ; {
		at := strings.IndexByte(text[from:], '$')
		if at < 0 {
			return false
		}
		before := strings.TrimRight(text[:from+at], " \t\r\f\ufeff\u200b")
		if before == "" || before[len(before)-1] == '\n' {
			return true
		}
		from += at + 1
	}
}

// Quote writes a text by others. Each of its lines is indented, so that none can look like one of ours.
func (t *Text) Quote(s string) {
	for line := range strings.Lines(s) {
		t.Line("  " + Printable(strings.TrimRight(line, "\r\n")))
	}
}

// ForcedShown is how many orders in force, idle armies and prospects a receipt shows of each. The answer to a file of
// 10 MB must not be larger.
const ForcedShown = 200

// LongestSaid is how many characters a receipt uses for one order.
const LongestSaid = 500

// Told lists phrases of the rulebook under a heading.
func (t *Text) Told(head string, says []phrase.Phrase, words *phrase.Book) {
	if len(says) > 0 {
		t.Head(head, phrase.Num("n", len(says)))
	}
	for _, p := range says[:min(len(says), ForcedShown)] {
		t.Line("  " + SayShort(words, p))
	}
	t.More(len(says) - ForcedShown)
}

// SayShort puts a phrase of the rulebook into words, cut to LongestSaid.
func SayShort(words *phrase.Book, p phrase.Phrase) string {
	return Shortened(words.Say(p), LongestSaid)
}

// More says how many are not listed.
func (t *Text) More(n int) {
	if n > 0 {
		t.Say("and-more", phrase.Num("n", n))
	}
}

// NumbersOf lists realms in a line.
func NumbersOf(realms []int) string {
	var all []string
	for _, n := range realms {
		all = append(all, strconv.Itoa(n))
	}
	return strings.Join(all, ", ")
}
