package order

import (
	"slices"
	"strings"
	"unicode/utf8"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/rows"
	"weltentor/worlds/terramagica/realm"
)

// Reading is a line being understood, token by token from the front; the first
// mistake ends it.
type Reading struct {
	*orders.Reading
	words *Vocabulary
}

// Reading is a line to be understood with these words.
func (v *Vocabulary) Reading(r *orders.Reading) *Reading { return &Reading{r, v} }

// readLine reads a line with a function that takes its tokens; what it leaves is
// too much. The example that a problem shows is in the words of who reads it.
func readLine(words *Vocabulary, text, example string, read func(*Reading) orders.Order) (orders.Order,
	[]orders.Problem) {
	o, problems := orders.ReadLine(text, example,
		func(r *orders.Reading) orders.Order { return read(words.Reading(r)) })
	orders.SpeakExamples(problems, ExampleKeys)
	return o, problems
}

// ExampleKeys name the sentences that are lines of orders, or of battle files, with words.
var ExampleKeys = map[string]string{
	armyExamples[0]: "example.army", formationExamples[0]: "example.formation", recruitExamples[0]: "example.recruit",
	buildExamples[0]: "example.build", homeExamples[0]: "example.home", settingExamples[0]: "example.setting",
	FieldExample: "example.stack",
}

// name reads the name of an own army.
func (r *Reading) name(want string) string {
	t, ok := r.Next(want)
	if !ok {
		return ""
	}
	if !orders.IsWord(t) {
		r.Unexpected(t, want)
		return ""
	}
	return r.asName(t)
}

// asName holds a word to what a name may be: a letter first, no dot, no word of
// the orders, not too long (§4).
func (r *Reading) asName(t orders.Token) string {
	switch {
	case t.Value[0] == '_':
		r.Unexpected(t, "army")
	case strings.Contains(t.Value, "."):
		r.Bad(t, phrase.P("order.name-dot", phrase.Str("got", orders.Clip(t.Value))))
	case r.words.Has(t.Value):
		r.Bad(t, phrase.P("order.name-keyword", phrase.Str("got", orders.Clip(t.Value))))
	case utf8.RuneCountInString(t.Value) > longestName:
		r.Bad(t, phrase.P("order.name-long", phrase.Str("got", orders.Clip(t.Value)), phrase.Num("most", longestName)))
	}
	return t.Value
}

// longestName bounds what is read; a world may want names shorter still.
const longestName = 40

// target reads `Suedheer`, `7.Suedheer` or `7`.
func (r *Reading) target() realm.Target {
	t, ok := r.Next("target")
	if !ok {
		return realm.Target{Realm: realm.Own}
	}
	switch {
	case orders.IsWord(t):
		return realm.Target{Realm: realm.Own, Army: r.asName(t)}
	case !orders.IsNumber(t):
		r.Unexpected(t, "target")
		return realm.Target{Realm: realm.Own}
	}
	n, ok := orders.Number(t)
	if !ok || n < 0 || n > maxRealm {
		r.OutOfRange(t, "realm", 0, maxRealm)
	}
	out := realm.Target{Realm: int(n)}
	if !r.More() || r.Tokens[0].Value != "." {
		return out
	}
	r.Skip()
	out.Army = r.name("army")
	return out
}

// maxRealm is the greatest number of a realm an order may name.
const maxRealm = 9999

// Unit reads a unit by one of its words.
func (r *Reading) Unit() string {
	t, ok := r.Next("unit")
	if !ok {
		return ""
	}
	if !orders.IsWord(t) {
		r.Unexpected(t, "unit")
		return ""
	}
	return called(r, t, "order.unit", r.words.Unit(t.Value), r.words.units)
}

// wall reads a fortification.
func (r *Reading) wall() string {
	t, ok := r.Next("wall")
	if !ok {
		return ""
	}
	return called(r, t, "order.wall", r.words.Wall(t.Value), r.words.walls)
}

// called is what a word was found to name; where it is nothing, the nearest of some words are guessed.
func called(r *Reading, t orders.Token, code, found string, words []string) string {
	if found == "" {
		r.Bad(t, orders.Guessed(code, orders.Nearest(t.Value, words), phrase.Str("got", orders.Clip(t.Value))))
	}
	return found
}

// Tactic reads how a unit fights.
func (r *Reading) Tactic() rows.Tactic {
	t, ok := r.Next("tactic")
	if !ok {
		return rows.Hold
	}
	tactic, ok := TacticOf(t.Value)
	if !ok {
		r.Bad(t, orders.Guessed("order.tactic", orders.Nearest(t.Value, slices.Concat(TacticWords[:]...)),
			phrase.Str("got", orders.Clip(t.Value))))
	}
	return tactic
}
