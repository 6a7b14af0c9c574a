package order

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/realm"
)

// parts are what lines of several kinds are made of. A problem's example is in the words of who reads it.
var parts = &part.Set{Steps: true,
	Spoken: map[string]string{
		armyExample: "example.army", formationExample: "example.formation", recruitExample: "example.recruit",
		buildExample: "example.build", homeExample: "example.home", settingExample: "example.setting",
	},
	Parts: part.Kinds{"army": armyPart, "unit": unitPart, "amount": amountPart, "province": provincePart},
}

// armyPart is the name of an own army.
var armyPart = &part.Kind[string]{
	Form:  ":army",
	Take:  func(r *orders.Reading, f *part.Field) string { return name(r, f.Want) },
	Print: func(dst []byte, name string, _ phrase.Lang) []byte { return append(dst, name...) },
}

func name(r *orders.Reading, want string) string {
	t, ok := r.Next(want)
	if !ok {
		return ""
	}
	if !orders.IsWord(t) {
		r.Unexpected(t, want)
		return ""
	}
	return asName(r, t)
}

// asName holds a word to what a name may be: a letter first, no dot, no word of
// the orders, not too long (§4).
func asName(r *orders.Reading, t orders.Token) string {
	switch {
	case t.Value[0] == '_':
		r.Unexpected(t, "army")
	case strings.Contains(t.Value, "."):
		r.Bad(t, phrase.P("order.name-dot", phrase.Str("got", orders.Clip(t.Value))))
	case IsKeyword(t.Value):
		r.Bad(t, phrase.P("order.name-keyword", phrase.Str("got", orders.Clip(t.Value))))
	case utf8.RuneCountInString(t.Value) > longestName:
		r.Bad(t, phrase.P("order.name-long", phrase.Str("got", orders.Clip(t.Value)), phrase.Num("most", longestName)))
	}
	return t.Value
}

// longestName bounds what is read; a world may want names shorter still.
const longestName = 40

// amountPart is how many men, or how much mana.
var amountPart = &part.Kind[int64]{
	Form:  ":number",
	Take:  func(r *orders.Reading, f *part.Field) int64 { return r.Number(f.Want, 1, realm.Most) },
	Print: func(dst []byte, n int64, _ phrase.Lang) []byte { return strconv.AppendInt(dst, n, 10) },
}

// provincePart is the number of a province. Where it may be missing, 0 is none.
var provincePart = &part.Kind[int]{
	Form: ":place",
	Take: part.Taken(province),
	Print: func(dst []byte, n int, _ phrase.Lang) []byte {
		if n == 0 {
			return dst
		}
		return strconv.AppendInt(dst, int64(n), 10)
	},
}

// maxProvince is the greatest number of a province an order may name.
const maxProvince = 9999

func province(r *orders.Reading) int { return int(r.Number("province", 1, maxProvince)) }

// unitPart is a unit, by one of its words.
var unitPart = &part.Kind[string]{Form: "unit=" + rulekit.Choices(unitNames...), Take: part.Taken(Unit), Print: printName}

// Unit reads a unit by one of its words.
func Unit(r *orders.Reading) string {
	t, ok := r.Next("unit")
	if !ok {
		return ""
	}
	if !orders.IsWord(t) {
		r.Unexpected(t, "unit")
		return ""
	}
	unit := UnitOf(t.Value)
	if unit == "" {
		unknown(r, t, "order.unit", orders.Nearest(t.Value, words().units))
	}
	return unit
}

// printName appends a unit or fortification.
func printName(dst []byte, code string, lang phrase.Lang) []byte {
	return append(dst, NameIn(lang, code)...)
}

// unknown refuses a word that means nothing where it stands, and guesses what was meant.
func unknown(r *orders.Reading, at orders.Token, code string, guess []string) {
	r.Bad(at, orders.Guessed(code, guess, phrase.Str("got", orders.Clip(at.Value))))
}
