package order

import (
	"slices"
	"strconv"

	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
)

// Good lines of the sections, shown with problems.
const (
	armyExample   = "Cortez 14"
	combatExample = "Cortez rueckzug verlust 50 nach 12 13"
	raiseExample  = "14 INF 2"
	buildExample  = "14 Ausbau"
	treatyExample = "3 P"
)

// parts are what lines of several kinds are made of. Their canonical forms have German words, one blank between them,
// and numbers without marks. What a realm is shown of its own orders has the words of its language.
var parts = &part.Set{
	Steps: true,
	Spoken: map[string]string{armyExample: "example.army", combatExample: "example.combat",
		raiseExample: "example.recruit", buildExample: "example.build", treatyExample: "example.treaty"},
	Parts: part.Kinds{
		"number": &part.Kind[int]{
			Form: ":number", Print: printInt,
			Take: func(r *orders.Reading, f *part.Field) int {
				return number(r, f.Want, "order."+f.Want, int(f.Min), int(f.Max))
			},
		},
		"area":   &part.Kind[int]{Form: "area:place", Take: part.Taken(area), Print: printInt},
		"leader": &part.Kind[string]{Form: "leader:army", Take: part.Taken(name), Print: printText},
		"fleet":  &part.Kind[int]{Form: "fleet:army", Take: part.Taken(fleet), Print: printFleet},
	},
}

func printInt(dst []byte, n int, _ phrase.Lang) []byte { return strconv.AppendInt(dst, int64(n), 10) }

func printText(dst []byte, s string, _ phrase.Lang) []byte { return append(dst, s...) }

// printFleet appends `Flotte_2` or `Fleet_2`; nothing for no fleet.
func printFleet(dst []byte, n int, lang phrase.Lang) []byte {
	if n == 0 {
		return dst
	}
	return printInt(append(append(dst, FleetWord.In(lang)...), '_'), n, lang)
}

// Reject tells the first mistake of the line.
func Reject(r *orders.Reading, at orders.Token, code string, guess []string, args ...phrase.Arg) {
	r.Bad(at, orders.Guessed(code, guess, append(args, phrase.Str("got", orders.Clip(at.Value)))...))
}

// number reads a number in [low, high].
func number(r *orders.Reading, want, code string, low, high int) int {
	t, ok := r.Next(want)
	if !ok {
		return 0
	}
	n, ok := orders.Number(t)
	if !ok || n < int64(low) || n > int64(high) {
		Reject(r, t, code, nil, phrase.Num("low", low), phrase.Num("high", high))
		return 0
	}
	return int(n)
}

// Bounds of numbers in orders.
const (
	mostArea  = 9999
	MostFleet = 99
	MostUnits = 99
	mostName  = 20
)

// area reads the number of an area.
func area(r *orders.Reading) int { return number(r, "area", "order.area", 1, mostArea) }

// fleet reads `Flotte_2`.
func fleet(r *orders.Reading) int {
	t, ok := r.Next("fleet")
	if !ok {
		return 0
	}
	n, ok := FleetOf(t.Value)
	if !ok {
		Reject(r, t, "order.fleet", nil)
	}
	return n
}

// choose reads one of several keywords and gives its index.
func choose(r *orders.Reading, want, code string, list []rulekit.Word) int {
	t, ok := r.Next(want)
	if !ok {
		return 0
	}
	if i := slices.IndexFunc(list, func(w rulekit.Word) bool { return w.Is(t) }); i >= 0 {
		return i
	}
	Reject(r, t, code, orders.Meant(t.Value, rulekit.BothWords(list), otherWords),
		phrase.Str("words", rulekit.WordList(list, phrase.De)), phrase.Str("english", rulekit.WordList(list, phrase.En)))
	return 0
}

func isNumber(t orders.Token) bool { _, ok := orders.Number(t); return ok }
