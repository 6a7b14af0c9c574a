package orders

import (
	"embed"

	"weltentor/orders/phrase"
)

// SectionKind says how a section's content is read.
type SectionKind uint8

// The kinds of sections.
const (
	Lines    SectionKind = iota // one order per line
	Messages                    // `#` recipient lines and text, like the manual's $N
	Prose                       // free text up to the next section
)

// Section is one row of a rulebook's table of sections.
type Section struct {
	Letter byte     // upper case
	Names  []string // the words that name it, German and English, e.g. "Armee", "Army"
	Kind   SectionKind

	// Line reads one line of a Lines section, without comment and line end. Problems have columns; Parse sets the
	// line. A nil order means that the line does not count, and at least one problem is then an Error.
	Line func(text string) (Order, []Problem)

	// Raw reports whether `;` is part of the line's text and not the beginning of a comment (a realm's name may have
	// one). Nil: never.
	Raw func(text string) bool

	// Key names what an order is about, such as an army. If several lines of a section have the same key, the last
	// counts, with a warning. "" or nil: there is no such rule.
	Key func(Order) string

	// Called is how readers of a language call such a key. Nil: it is shown as it is.
	Called func(Order, phrase.Lang) string

	// Twice is the sentence for that warning, with the arguments "what", the key, and "line". "" is the general
	// sentence.
	Twice string

	// Term comes before such a key in the sentence that names it, if readers know the key by other words. "": the key
	// is shown as it is.
	Term string

	// Makes returns what a line of a Lines section would create for other lines, such as an army. It is named as they
	// name it. The line is as it was written, and perhaps cannot be read. Nil: nothing. See Because.
	Makes func(text string) []string

	Examples []string // lines of the manual; also the seeds of the fuzz tests
	Forms    []Form   // ways to write a line; see Shaped
}

// Language is a rulebook's table of sections. The letters I (identity) and E (end) are reserved and handled here. So
// are some lines of the section S, if there is one (Setting).
type Language struct {
	Sections []Section

	// Clients are the heads that players' programs write in place of `$I`.
	Clients []Client

	// Opens is the letter of the section that begins below `$I` without a head of its own; 0: none does.
	Opens byte

	// OfSheet reports whether a setting is about the orders beside it, such as one that releases the turn although lines
	// are wrong. Nil: none is.
	OfSheet func(Order) bool

	// Missing are the codes of refusals because something does not exist, each with the argument that names it. See
	// Because.
	Missing map[string]string
}

//go:embed texts/*.toml
var texts embed.FS

// Texts returns the sentences of the problems that this package finds itself, for phrase.Load. A rulebook adds its own
// after them.
func Texts(lang phrase.Lang) []byte { return phrase.Text(texts, "texts/"+string(lang)+".toml") }
