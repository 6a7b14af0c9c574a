// Package part makes orders of parts. The tags of a struct declare what a line may look like, and that one declaration
// serves reader, printer, form, examples and key (New).
//
// A field's tag names its kind, and says what else there is to say of it:
//
//	type RaiseOrder struct {
//		Army  Name  `part:"army" key:""`
//		Count int64 `part:"number" want:"count" min:"1" max:"99"`
//		Water Side  `part:"side?"`
//	}
//
//	var raise = part.New[RaiseOrder](parts, "K.M 1 20")
//
// A `?` says that the part may be missing. `want` names the sentence "want.…" that says what it is, and `form` replaces
// the form of its kind. Of several lines with the same parts tagged `key` the last counts. All kinds of lines in a
// section share their keys: a word that separates them is a part of the key.
//
// A word that is always there is a field `_ struct{}`, whose kind reads it and prints it. The rest of a line is never
// required: a Check asks for it where it must be there.
//
// What crosses parts is code: a method Check of the order reads on where parts end. A method Forms lists the ways to
// write a line, and a method Key says what it is about, where tags cannot. Reading tries each place of a line once: a
// line of many words took forever as long as all ways in which parts may follow each other were tried.
package part

import (
	"maps"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// Kind is a kind of part: what a line has of it, what that means, and how it is written. V is what it means.
type Kind[V any] struct {
	Tokens string // what a line has of it, each token in participle's words: "@Word @Number", or orders.RestOfLine
	Wants  string // the sentence "want.…" for each token that must be there; "": the field's tag names it
	Form   string // as orders.Shape reads it; before a Form that begins with `:` or `=` stands what the field wants

	// Read says what the tokens mean, and tells what is wrong with them. Those that are not there are empty. Nil: Check
	// of the order reads them. They are there until the line is read.
	Read func(r *Reading, f *Field, t []orders.Token) V

	// Take takes the part from the front of what is left of a line, in place of Tokens, Wants and Read, where the set
	// has Steps.
	Take func(r *orders.Reading, f *Field) V

	// Print appends the canonical form, nothing for a part that is missing.
	Print func(dst []byte, v V, lang phrase.Lang) []byte
}

// Part is a Kind, whatever it means.
type Part interface{ kind() kind }

// kind is a Kind for lines. What it reads and prints is behind a pointer.
type kind interface {
	meaning() any // such a pointer, nil
	slots(f *Field) []orders.Slot
	form(f *Field) string
	read(r *Reading, f *Field, t []orders.Token, into any)
	take(r *orders.Reading, f *Field, into any)
	print(dst []byte, from any, lang phrase.Lang) []byte
}

// Kinds are kinds of parts, by the names that tags give them.
type Kinds map[string]Part

// Set is what the orders of a rulebook are made of.
type Set struct {
	Words orders.Words
	Parts Kinds

	// Steps: lines are taken part by part from the front, and the first mistake ends them. Otherwise a grammar reads them
	// whole, and every part tells its mistakes.
	Steps bool

	// Spoken are the sentences that show a good line in the words of whoever reads a problem, by that line.
	Spoken map[string]string

	// Instead says what is wrong with a line in place of where its grammar stopped, if it knows better. Nil: never.
	Instead func(text string) (orders.Problem, bool)
}

// With is the set and what only some orders have.
func (s *Set) With(more Kinds) *Set {
	all := *s
	all.Parts = maps.Clone(s.Parts)
	maps.Copy(all.Parts, more)
	return &all
}

// Field is a field of an order, as its tags have it.
type Field struct {
	Name     string
	Want     string
	Min, Max int64
	Optional bool
}

func (k *Kind[V]) kind() kind { return k }

func (k *Kind[V]) meaning() any { return (*V)(nil) }

func (k *Kind[V]) slots(f *Field) []orders.Slot { return slots(k.Tokens, k.Wants, f) }

func slots(tokens, wanted string, f *Field) []orders.Slot {
	if tokens == orders.RestOfLine {
		return []orders.Slot{{Grammar: tokens}}
	}
	var out []orders.Slot
	wants := strings.Fields(wanted)
	for _, grammar := range strings.Fields(tokens) {
		slot := orders.Slot{Grammar: grammar}
		switch {
		case strings.HasSuffix(grammar, "?"):
		case f.Optional:
			slot.Grammar += "?"
		case len(wants) > 0:
			slot.Want, wants = wants[0], wants[1:]
		default:
			slot.Want = f.Want
		}
		out = append(out, slot)
	}
	return out
}

func (k *Kind[V]) form(f *Field) string { return f.form(k.Form) }

// form is the form of a field, of what its kind says.
func (f *Field) form(kind string) string {
	switch {
	case kind == "" || kind[0] != ':' && kind[0] != '=':
		return kind
	case !f.Optional:
		return f.Want + kind
	case kind[0] == '=':
		return f.Want + "?" + kind
	}
	return f.Want + kind + "?"
}

func (k *Kind[V]) read(r *Reading, f *Field, t []orders.Token, into any) {
	if k.Read != nil {
		*into.(*V) = k.Read(r, f, t)
	}
}

func (k *Kind[V]) take(r *orders.Reading, f *Field, into any) {
	*into.(*V) = k.Take(r, f)
}

func (k *Kind[V]) print(dst []byte, from any, lang phrase.Lang) []byte {
	return k.Print(dst, *from.(*V), lang)
}

// common are the parts that all rulebooks have.
var common = map[string][]Part{
	"number": {numbers[int](), numbers[int64]()},
}

// numbers are numbers from `min` to `max`. The sentence "order."+want says of another that it is none; where lines are
// taken step by step, the sentences of all games do.
func numbers[N int | int64]() Part {
	return &Kind[N]{
		Tokens: "@Number", Form: ":number",
		Read: func(r *Reading, f *Field, t []orders.Token) N {
			return N(r.Number(t[0], "order."+f.Want, f.Min, f.Max))
		},
		Take:  func(r *orders.Reading, f *Field) N { return N(r.Number(f.Want, f.Min, f.Max)) },
		Print: func(dst []byte, n N, _ phrase.Lang) []byte { return strconv.AppendInt(dst, int64(n), 10) },
	}
}
