// Package orders is the language of order files, the same for every game: sections that start with a `$` at column 1,
// with lines of orders, messages or free text, and one identity line. A rulebook declares its sections as a Language.
//
// Parse reads a whole file, never panics, and reports every bad line, not only the first. Print writes the canonical
// form, and Parse(Print(x)) == x for everything that Parse accepts (law 7). A problem is a code with arguments and a
// position, and package phrase puts it into words. The lexer is written by hand, since participle's own took most of
// the time. Begin with Language and parse.go. What a line may look like is declared by package part.
package orders

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
)

// Position is a place in an order file. Lines and columns count from 1, columns in characters, not bytes.
type Position struct {
	Line int `json:"line"`
	Col  int `json:"col"`
}

// Severity of a problem. The words are never translated.
type Severity string

// An Error means that the line does not count. A Warning means that it counts, but perhaps not as it was meant.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
)

// Problem is a player's mistake: where it is, how serious, and what it is, as a code with typed arguments. Codes are
// never translated and never change their meaning.
type Problem struct {
	Position
	Severity Severity      `json:"severity"`
	What     phrase.Phrase `json:"what"`
}

// SortProblems sorts problems into the order of the text. Problems at the same place keep their order.
func SortProblems(list []Problem) {
	slices.SortStableFunc(list, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
}

// Void returns the problems for which lines do not count, in the form for a report: without examples.
func Void(list []Problem) []Problem {
	var out []Problem
	for _, p := range list {
		if p.Severity == Error {
			p.What = Brief(p.What)
			out = append(out, p)
		}
	}
	return out
}

// Brief returns a problem's phrase without its example: a receipt teaches, while a report only says what did not
// count.
func Brief(p phrase.Phrase) phrase.Phrase {
	if i := slices.IndexFunc(p.Args, func(a phrase.Arg) bool { return a.Name == "sample" }); i >= 0 {
		p.Args = slices.Clone(p.Args)
		p.Args[i].S = "sample.none"
	}
	return p
}

// Order is what one line (or one message, or one text) asks for. Each rulebook has its own types, and tells them apart
// by a type switch.
type Order interface {
	// Print appends the line in the words of a language, without a line end. Messages and texts have several lines. In
	// German, an order is as it is kept and compared.
	Print(dst []byte, lang phrase.Lang) []byte
}

// Line is an accepted order and where it was.
type Line struct {
	Position
	Section byte // letter in upper case
	Order   Order
}

// Identity is the `$I realm [password] [turn]` line.
type Identity struct {
	Position
	Realm    int
	Password string // "": not given
	Turn     int    // 0: not given
	Blanks   bool   // the Password was written with spaces
	Marked   bool   // the Password was written with marks around it, or behind it
	Another  int    // line of the `$I` below that says something else, from which on nothing is read; 0: there is none

	words string // of the language's Clients, behind which a password is masked
	opens bool   // orders may follow at once, see Language.Opens
}

// Message is one message of `$N`. To is "M", "A", "G" or a realm's number in digits. Text has LF line ends and no
// blank lines at the end.
type Message struct {
	To   string
	Text string
}

// Text is the content of a free text section, such as a realm's description of itself.
type Text struct {
	Text string
}

// File is a parsed order file.
type File struct {
	Identity *Identity // nil: there is no good `$I` line
	Lines    []Line    // that count, in the order of the file
	Settings []Setting // lines of `$S` that are not for the rules
	Problems []Problem // sorted by position; only the first Kept that were found

	Starts int // the line of the first section's head; 0: there is no section
	Ends   int // the line that ends the orders, `$E`; 0: they end with the text, or at a signature
	// Open is the line of a message that nothing but the text's end has ended, 0: there is none. What programs and lists
	// add below a mail would belong to it.
	Open int
	// Leaves is the last line before words for a person: that of `$E`, or the one above a greeting; 0: everything is
	// orders.
	Leaves int

	// What was found after the first Kept problems.
	DroppedErrors   int
	DroppedWarnings int
}

// Kept is how many problems of a file are kept with their words. The rest are only counted.
const Kept = 200

// Errors counts the problems that are errors, including those that are only counted.
func (f *File) Errors() int {
	n := f.DroppedErrors
	for _, p := range f.Problems {
		if p.Severity == Error {
			n++
		}
	}
	return n
}
