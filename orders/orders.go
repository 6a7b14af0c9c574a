// Package orders is the language of order files: sections that start with a
// `$` at column 1, lines of orders, messages, free texts, an identity line.
//
// A rulebook hands in its Language, a table of sections; Parse reads a whole
// file by it and reports every bad line; Print writes the canonical form.
// Parse(Print(x)) == x for everything Parse accepts.
package orders

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
)

// Position is where something stands in an order file; both count from 1, the
// column in characters (not bytes).
type Position struct {
	Line int `json:"line"`
	Col  int `json:"col"`
}

// Severity of a problem. The words are never translated.
type Severity string

// An Error means the line does not count; a Warning, that it counts, perhaps
// not as it was meant.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
)

// Problem is a player's mistake: where, how grave, and what, as a code with
// typed arguments. Codes are never translated and never change their meaning.
type Problem struct {
	Position
	Severity Severity      `json:"severity"`
	What     phrase.Phrase `json:"what"`
}

// SortProblems puts problems into the order of the text. Those of one place stay as
// they are.
func SortProblems(list []Problem) {
	slices.SortStableFunc(list, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
}

// Void are the problems for which lines do not count, as a report tells them:
// without examples.
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

// Order is what one line (or one message, or one text) asks for. Each rulebook
// has its own types and tells them apart by a type switch.
type Order interface {
	// Print appends the canonical form, without a line end. Messages and
	// texts print several lines.
	Print(dst []byte) []byte
}

// Spoken is an Order that can be written in the words of any language, for who is shown
// it; Print writes the canonical ones, whatever he reads.
type Spoken interface {
	Order
	Speak(dst []byte, lang phrase.Lang) []byte
}

// Line is an accepted order and where it stood.
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
	Blanks   bool   // the Password stood there with blanks in it
}

// Message is one message of `$N`. To is "M", "A", "G" or a realm's number in
// digits; Text has LF line ends and no trailing blank lines.
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
	Identity *Identity // nil without a good `$I` line
	Lines    []Line    // what counts, in the order of the file
	Settings []Setting // lines of `$S` that are not for the rules
	Problems []Problem // sorted by position; of each file the first Kept

	Starts int // the line of the first section's head; 0: there is none
	Ends   int // the line that ends the orders, `$E`; 0: they go on to the end of the text, or to a signature
	// the last line before words that are for a person: that of `$E`, or the one above a greeting; 0: all is orders
	Leaves int

	// What was found beyond the first Kept problems.
	DroppedErrors   int
	DroppedWarnings int
}

// Kept is how many problems of a file are kept in words; the rest is counted.
const Kept = 200

// Errors counts the problems that are errors, with those only counted.
func (f *File) Errors() int {
	n := f.DroppedErrors
	for _, p := range f.Problems {
		if p.Severity == Error {
			n++
		}
	}
	return n
}
