package frame

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Figures are the numbers and the words that can be read in a sentence, by name, but for those left out: what a row of
// a report tells is so what the facts have of it. Words are as the reader reads them; empty ones say nothing.
func (p *Page) Figures(row phrase.Phrase, leftOut ...string) (values map[string]int64, words map[string]string) {
	for _, a := range p.Book.Shown(row) {
		switch {
		case slices.Contains(leftOut, a.Name):
		case a.Kind == phrase.Number:
			if values == nil {
				values = map[string]int64{}
			}
			values[a.Name] = a.N
		default:
			if w := p.word(a, row.Args); w != "" {
				if words == nil {
					words = map[string]string{}
				}
				words[a.Name] = w
			}
		}
	}
	return values, words
}

// AddFigures adds the figures of a further row about the same thing.
func (p *Page) AddFigures(values *map[string]int64, words *map[string]string, row phrase.Phrase, leftOut ...string) {
	v, w := p.Figures(row, leftOut...)
	if *values == nil {
		*values = v
	} else {
		maps.Copy(*values, v)
	}
	if *words == nil {
		*words = w
	} else {
		maps.Copy(*words, w)
	}
}

// word is an argument as a sentence says it, without what joins it to what is before it.
func (p *Page) word(a phrase.Arg, args []phrase.Arg) string {
	switch a.Kind {
	case phrase.Term:
		return strings.TrimLeft(string(p.Book.Append(nil, phrase.P(a.S, args...), p.Places)), ",; ")
	case phrase.Place:
		return p.Place(a.N)
	case phrase.Coord:
		return strconv.FormatInt(a.N, 10) + "/" + strconv.FormatInt(a.M, 10)
	}
	return a.S
}

// FactSum adds to the line of the realm's money of that kind and code, which is made with the first; nothing where
// there is nothing of it, but for a treasury.
func (p *Page) FactSum(kind, code string, amount int64) {
	if p.Facts == nil || amount == 0 && kind != "treasury" {
		return
	}
	for i := range p.Facts.Money {
		if m := &p.Facts.Money[i]; m.Kind == kind && m.Code == code {
			m.Amount += amount
			return
		}
	}
	p.FactMoney(game.FactMoney{Kind: kind, Code: code, Amount: amount})
}
