package roster

import (
	"slices"
	"strings"
	"unicode"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Offers are the choices for one thing that a newcomer has: the kind of realm, or its culture. The first is the
// default. They are empty if the game has no such choice.
type Offers struct {
	List  []game.Choice
	Words func(phrase.Lang) *phrase.Book
}

// Offer is one of the choices, in one language.
type Offer struct {
	Code string
	Name string
	Line string // what it is good for; "" if there is no such line
}

// None reports whether there is nothing to choose.
func (o Offers) None() bool { return len(o.List) == 0 }

// first is the code of the default, "" if there is nothing to choose.
func (o Offers) first() string {
	if o.None() {
		return ""
	}
	return o.List[0].Code
}

// In lists the offers in a language.
func (o Offers) In(lang phrase.Lang) []Offer {
	out := make([]Offer, len(o.List))
	for i, c := range o.List {
		out[i] = Offer{Code: c.Code, Name: c.Named(o.Words(lang))}
		if c.Line.Code != "" {
			out[i].Line = o.Words(lang).Say(c.Line)
		}
	}
	return out
}

// Name is the name of a code in a language. For a code that is not offered, it is the code.
func (o Offers) Name(code string, lang phrase.Lang) string {
	at := slices.IndexFunc(o.List, func(c game.Choice) bool { return c.Code == code })
	if at < 0 {
		return code
	}
	return o.List[at].Named(o.Words(lang))
}

// Find returns the code for a name that somebody wrote: the code, or its name in any language. Case does not matter,
// nor does a typing mistake, and the beginning is enough. It returns false if nothing fits, or more than one.
func (o Offers) Find(called string) (code string, ok bool) {
	of := map[string]string{} // name → code
	var names []string
	for _, c := range o.List {
		for _, name := range []string{c.Code, c.Named(o.Words(phrase.De)), c.Named(o.Words(phrase.En))} {
			if name = bareName(name); of[name] == "" {
				of[name], names = c.Code, append(names, name)
			}
		}
	}
	called = bareName(called)
	if code, ok = of[called]; ok {
		return code, true
	}
	if near := orders.Nearest(called, names); len(near) > 0 {
		return only(near, of)
	}
	return only(slices.DeleteFunc(names, func(name string) bool { return !begins(called, name) }), of)
}

// shortName is how many letters of a name are enough to recognise it.
const shortName = 3

// begins reports whether somebody wrote the beginning of a name, or the name and more words.
func begins(called, name string) bool {
	return len(called) >= shortName && strings.HasPrefix(name, called) || strings.HasPrefix(called, name+" ")
}

// bareName is a name without the quotes and signs that people put around it.
func bareName(s string) string {
	s = strings.TrimFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return orders.Fold(strings.Join(strings.Fields(s), " "))
}

// only is the one code that all the names stand for.
func only(names []string, of map[string]string) (code string, ok bool) {
	for _, name := range names {
		if code != "" && of[name] != code {
			return "", false
		}
		code = of[name]
	}
	return code, code != ""
}
