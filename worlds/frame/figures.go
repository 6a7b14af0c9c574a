package frame

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Figures returns the numbers and the words that can be read in a sentence, by name, without those left out. So the
// facts have exactly what a row of a report says. Words are as the reader reads them; empty words are left out.
func (n *Notes) Figures(row phrase.Phrase, leftOut ...string) (values map[string]int64, words map[string]string) {
	n.AddFigures(&values, &words, row, leftOut...)
	return values, words
}

// AddFigures adds the figures of another row about the same thing.
func (n *Notes) AddFigures(values *map[string]int64, words *map[string]string, row phrase.Phrase, leftOut ...string) {
	for _, a := range n.Book.Shown(row) {
		switch {
		case slices.Contains(leftOut, a.Name):
		case a.Kind == phrase.Number:
			Put(values, a.Name, a.N)
		default:
			if w := n.word(a, row.Args); w != "" {
				Put(words, a.Name, w)
			}
		}
	}
}

// Put puts a figure or a word under its name, and makes the map if it is the first.
func Put[V any](in *map[string]V, name string, v V) {
	if *in == nil {
		*in = map[string]V{}
	}
	(*in)[name] = v
}

// word is an argument as a sentence says it, without what joins it to the words before it.
func (n *Notes) word(a phrase.Arg, args []phrase.Arg) string {
	switch a.Kind {
	case phrase.Term:
		return joined(n.Term(a.Name, phrase.P(a.S, args...)))
	case phrase.Place:
		return n.Place(a.N)
	case phrase.Coord:
		return strconv.FormatInt(a.N, 10) + "/" + strconv.FormatInt(a.M, 10)
	}
	return a.S
}

// joined is a word without what joins it to those before it.
func joined(word string) string { return strings.TrimLeft(word, ",; ") }

// Sum adds to the line of the realm's money with this kind and code; the first sum makes the line. A sum of 0
// makes no line, except for a treasury.
func (n *Notes) Sum(kind, code string, amount int64) {
	if amount == 0 && kind != "treasury" {
		return
	}
	for i := range n.Facts.Money {
		if m := &n.Facts.Money[i]; m.Kind == kind && m.Code == code {
			m.Amount += amount
			return
		}
	}
	n.Money(game.FactMoney{Kind: kind, Code: code, Amount: amount})
}

// Done ends the facts: figures get their names, and armies their IDs. Refused lines are in the order of the sheet,
// whether all of a line was refused or a part.
func (n *Notes) Done() *game.Facts {
	slices.SortStableFunc(n.Facts.Refused, func(a, b game.FactRefused) int { return cmp.Compare(a.Line, b.Line) })
	nameFigures(&n.Facts, n.Book)
	identify(&n.Facts, n.Book)
	return &n.Facts
}

// nameFigures puts the names of figures into the facts: the sentence figure.NAME. A name such as wall.3 has the
// sentence figure.wall with the argument of.
func nameFigures(f *game.Facts, book *phrase.Book) {
	name := func(values map[string]int64, words map[string]string) {
		for n := range values {
			f.Names[n] = figureName(n, book)
		}
		for n := range words {
			f.Names[n] = figureName(n, book)
		}
	}
	f.Names = map[string]string{}
	name(f.Realm.Values, f.Realm.Words)
	for i := range f.Realms {
		name(f.Realms[i].Values, f.Realms[i].Words)
	}
	for i := range f.Fields {
		name(f.Fields[i].Values, f.Fields[i].Words)
	}
	armies(f.Armies, name)
	for i := range f.Weeks {
		for k := range f.Weeks[i].Sightings {
			armies(f.Weeks[i].Sightings[k].Armies, name)
		}
	}
}

func armies(list []game.FactArmy, name func(map[string]int64, map[string]string)) {
	for i := range list {
		name(list[i].Values, list[i].Words)
		armies(list[i].Parts, name)
	}
}

func figureName(name string, book *phrase.Book) string {
	base, of, _ := strings.Cut(name, ".")
	if book.Has(name) { // that thing is the rulebook's: its code is in the name, its word is put here
		of = book.T(name)
	}
	return book.Say(phrase.P("figure."+base, phrase.Str("of", of)))
}

// identify gives armies their IDs: the realm and the name that they show. An army that hides one of them gets none
// (law 6).
func identify(f *game.Facts, book *phrase.Book) {
	of := func(realm int, name string, hides bool) string {
		if name == "" || hides {
			return ""
		}
		for _, t := range f.Terms["name"] { // each language has its own word for it
			if t.Text == name {
				name = t.Code
			}
		}
		return strconv.Itoa(realm) + "/" + book.Unnamed(strconv.Itoa(realm)+".", name)
	}
	give := func(list []game.FactArmy) {
		for i := range list {
			list[i].ID = of(list[i].Realm, list[i].Name, list[i].Unknown)
		}
	}
	give(f.Armies)
	for i := range f.Weeks {
		for k := range f.Weeks[i].Sightings {
			give(f.Weeks[i].Sightings[k].Armies)
		}
	}
	for i := range f.Battles {
		for s := range f.Battles[i].Sides {
			side := f.Battles[i].Sides[s].Armies
			for k := range side {
				side[k].ID = of(side[k].Realm, side[k].Name, false)
			}
		}
	}
}
