package order

import (
	"cmp"
	"slices"

	"weltentor/orders"
	"weltentor/orders/lazy"
	"weltentor/orders/phrase"
	"weltentor/worlds/battlelines"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/tables"
)

// The units and fortifications, as they are printed.
var (
	unitNames = []rulekit.Word{
		{De: "Miliz", En: "Militia"}, {De: "Soldat", En: "Soldier"}, {De: "Speertraeger", En: "Spearman"},
		{De: "Bogenschuetze", En: "Archer"}, {De: "Armbrustschuetze", En: "Crossbowman"}, {De: "Reiter", En: "Rider"},
		{De: "Ritter", En: "Knight"}, {De: "Katapult", En: "Catapult"}, {De: "Balliste", En: "Ballista"},
		{De: "Rammbock", En: "Ram"}, {De: "Elefant", En: "Elephant"}, {De: "Drache", En: "Dragon"},
		{De: "Boot", En: "Boat"},
	}
	wallNames = []rulekit.Word{{De: "Palisade"}, {De: "Mauer", En: "Wall"}, {De: "Burg", En: "Castle"}}
	names     = slices.Concat(unitNames, wallNames)
)

// NameIn is a unit or fortification in a language.
func NameIn(lang phrase.Lang, code string) string { return rulekit.WordIn(names, code, lang) }

// vocabulary is the words that have a meaning of their own in orders.
type vocabulary struct {
	meanings     map[string]meaning // by a word, folded
	units, walls []string           // all that orders may call them, for guesses
}

// meaning is what a word names; both are empty of the other words of orders.
type meaning struct{ unit, wall string }

// words gives the vocabulary. It is made of the embedded tables: no world may call its units and walls otherwise.
var words = lazy.Value(func() *vocabulary { return newVocabulary(tables.StandardTables()) })

func newVocabulary(t *tables.Tables) *vocabulary {
	v := &vocabulary{meanings: map[string]meaning{}}
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
	for _, tactic := range battlelines.Tactics {
		add(TacticWords[tactic], meaning{})
	}
	add(actionWords, meaning{})
	add(rulekit.BothWords([]rulekit.Word{HomeWord}), meaning{})
	return v
}

// UnitOf finds the unit a word of an order names, "" if none. Case and umlauts do not matter.
func UnitOf(word string) string { return words().meanings[orders.Fold(word)].unit }

// WallOf finds the fortification a word names, "" if none.
func WallOf(word string) string { return words().meanings[orders.Fold(word)].wall }

// IsKeyword tells whether a word has a meaning of its own in orders: no army can be called so.
func IsKeyword(word string) bool {
	_, has := words().meanings[orders.Fold(word)]
	return has
}
