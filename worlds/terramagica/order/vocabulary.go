package order

import (
	"cmp"
	"slices"

	"weltentor/orders"
	"weltentor/worlds/rows"
	"weltentor/worlds/terramagica/tables"
)

// Vocabulary is the words that have a meaning of their own in orders. It is made once, because a line looks up
// several words.
type Vocabulary struct {
	meanings     map[string]meaning // by a word, folded
	units, walls []string           // all that orders may call them, for guesses
}

// meaning is what a word names; both are empty of the other words of orders.
type meaning struct{ unit, wall string }

// NewVocabulary gives the words of orders with these tables.
func NewVocabulary(t *tables.Tables) *Vocabulary {
	v := &Vocabulary{meanings: map[string]meaning{}}
	add := func(words []string, m meaning) {
		for _, w := range words {
			w = orders.Fold(w)
			was := v.meanings[w]
			v.meanings[w] = meaning{unit: cmp.Or(was.unit, m.unit),
				wall: cmp.Or(was.wall, m.wall)} // the first row counts
		}
	}
	for _, u := range t.Unit {
		add(append(slices.Clone(u.Words), u.Unit), meaning{unit: u.Unit})
		v.units = append(v.units, u.Words...)
	}
	for _, w := range t.Wall {
		add(append(slices.Clone(w.Words), w.Wall), meaning{wall: w.Wall})
		v.walls = append(v.walls, w.Words...)
	}
	for _, tactic := range rows.Tactics {
		add(TacticWords[tactic], meaning{})
	}
	add(actionWords, meaning{})
	add(provinceWords, meaning{})
	return v
}

// Unit finds the unit a word of an order names, wall the fortification; "" if
// none. Case and umlauts do not matter.
func (v *Vocabulary) Unit(word string) string { return v.meanings[orders.Fold(word)].unit }

func (v *Vocabulary) Wall(word string) string { return v.meanings[orders.Fold(word)].wall }

// Has tells whether a word has a meaning of its own in orders.
func (v *Vocabulary) Has(word string) bool {
	_, has := v.meanings[orders.Fold(word)]
	return has
}
