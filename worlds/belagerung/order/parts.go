package order

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/rulekit"
)

// parts are what lines of several kinds are made of. A problem's example is in the words of who reads it.
var parts = &part.Set{
	Steps: true,
	Spoken: map[string]string{
		engineExample: "example.engine", recruitExample: "example.recruit", buildExample: "example.build",
		aimExample: "example.aim", weakenExample: "example.weaken", settingExample: "example.setting",
		fortressExample: "example.fortress", counterExample: "example.counter",
	},
	Parts: part.Kinds{"unit": unitPart},
}

// unitPart is a unit.
var unitPart = &part.Kind[Name]{
	Form:  "unit:army",
	Take:  part.Taken(ReadUnit),
	Print: func(dst []byte, n Name, _ phrase.Lang) []byte { return n.append(dst) },
}

// Name is a unit as orders write it: `E3`, `S1`, or with its realm `2.S1`.
type Name struct {
	Settler bool
	Realm   int // of a settler; 0: the realm that orders
	Number  int
}

// append writes `E3`, `S1`, `2.S1`.
func (n Name) append(dst []byte) []byte {
	if n.Realm != 0 {
		dst = append(strconv.AppendInt(dst, int64(n.Realm), 10), '.')
	}
	if n.Settler {
		return strconv.AppendInt(append(dst, 'S'), int64(n.Number), 10)
	}
	return strconv.AppendInt(append(dst, 'E'), int64(n.Number), 10)
}

// String is the name as orders write it.
func (n Name) String() string { return string(n.append(nil)) }

// The greatest numbers that an order may name.
const (
	mostUnit    = 9999
	mostSettler = 9
	mostRealm   = 99
)

// ReadUnit reads `E3`, `S1` or `2.S1`.
func ReadUnit(r *orders.Reading) Name {
	t, ok := r.Next("unit")
	if !ok {
		return Name{}
	}
	whose := 0
	if orders.IsNumber(t) {
		n, ok := orders.Number(t)
		if r.Peek().Value != "." || !ok || n < 1 || n > mostRealm {
			r.Unexpected(t, "unit")
			return Name{}
		}
		r.Skip()
		whose = int(n)
		if t, ok = r.Next("unit"); !ok {
			return Name{}
		}
	}
	if !orders.IsWord(t) {
		r.Unexpected(t, "unit")
		return Name{}
	}
	if !isUnit(t.Value) {
		r.Bad(t, phrase.P("order.unit", phrase.Str("got", orders.Clip(t.Value))))
		return Name{}
	}
	number, _ := strconv.ParseUint(t.Value[1:], 10, 32)
	out := Name{Settler: t.Value[0]|0x20 == 's', Realm: whose, Number: int(number)}
	most := mostUnit
	if out.Settler {
		most = mostSettler
	}
	switch {
	case out.Number < 1 || out.Number > most:
		r.OutOfRange(t, "unit", 1, int64(most))
	case !out.Settler && whose != 0:
		r.Bad(t, phrase.P("order.unit-realm", phrase.Str("got", orders.Clip(t.Value))))
	}
	return out
}

// isUnit tells whether a word has the form of a unit: E or S and digits.
func isUnit(word string) bool {
	if len(word) < 2 || word[0]|0x20 != 'e' && word[0]|0x20 != 's' {
		return false
	}
	_, err := strconv.ParseUint(word[1:], 10, 32)
	return err == nil
}

// Field is a hex as orders write it: column and row, from 1.
type Field struct{ X, Y int }

// Append writes `4/2`.
func (f Field) Append(dst []byte) []byte {
	dst = append(strconv.AppendInt(dst, int64(f.X), 10), '/')
	return strconv.AppendInt(dst, int64(f.Y), 10)
}

// ReadField reads `4/2`.
func ReadField(r *orders.Reading) Field {
	x := r.Number("field", 1, realm.MostField)
	if t, ok := r.Next("field"); ok && t.Value != "/" {
		r.Unexpected(t, "field")
	}
	return Field{X: int(x), Y: int(r.Number("field", 1, realm.MostField))}
}

// What has more words than two is in tables: each thing has a row of words, of which the first is printed in German
// and the second in English.

// one reads a thing of a list by one of its words. Of another word the nearest of these words is guessed, or of more.
func one[V ~string](r *orders.Reading, want string, list []V, rows map[V][]string, more ...string) V {
	t, ok := r.Next(want)
	if !ok {
		return ""
	}
	v := called(t.Value, list, rows)
	if v == "" {
		words := slices.Concat(rulekit.Map(list, func(of V) []string { return rows[of] })...)
		Unknown(r, t, "order."+want, append(words, more...))
	}
	return v
}

// called finds the thing of a list that a word names, "" if none.
func called[V ~string](word string, list []V, rows map[V][]string) V {
	for _, v := range list {
		if orders.Among(word, rows[v]) {
			return v
		}
	}
	return ""
}

// choices are the things of a list as choices of a form, by the words that are printed.
func choices[V ~string](list []V, rows map[V][]string) string {
	return strings.Join(rulekit.Map(list, func(v V) string { return rows[v][0] + "/" + rows[v][1] }), "|")
}

// printed appends a thing, and nothing for none.
func printed[V ~string](rows map[V][]string) func(dst []byte, v V, lang phrase.Lang) []byte {
	return func(dst []byte, v V, lang phrase.Lang) []byte {
		if v == "" {
			return dst
		}
		return append(dst, WordIn(lang, rows[v])...)
	}
}

// WordIn is the word of a row in a language: the German one is the first, the English one the second, and a word
// without a second is the same in both.
func WordIn(lang phrase.Lang, words []string) string {
	if lang == phrase.En && len(words) > 1 {
		return words[1]
	}
	return words[0]
}

// Unknown refuses a word that is none of those that may stand there, and guesses which was meant.
func Unknown(r *orders.Reading, at orders.Token, code string, words []string) {
	r.Bad(at, orders.Guessed(code, orders.Meant(at.Value, words, otherWords), phrase.Str("got", orders.Clip(at.Value))))
}

// otherWords are what people write for the words of the orders, for guesses: each row begins with the word that is
// meant.
var otherWords = [][2]string{
	{"Schwert", "schwertkaempfer krieger soldat infanterie fussvolk"},
	{"Sword", "swordsman warrior soldier infantry footman"},
	{"Bogen", "bogenschuetze schuetze armbrust pfeil"},
	{"Bow", "archer bowman crossbow arrow"},
	{"Schuh", "reiterei kavallerie ritter stiefel"},
	{"Shoe", "cavalry knight horseman boot"},
	{"Siedler", "bauer arbeiter kolonist"},
	{"Settler", "peasant worker colonist builder"},
	{"Steinbruch", "stein steine"},
	{"Quarry", "stone stones"},
	{"Holzfaeller", "holz saegewerk wald"},
	{"Lumber", "wood sawmill woodcutter"},
	{"Schmiede", "esse amboss"},
	{"Smithy", "forge blacksmith"},
	{"Vorposten", "turm wachturm"},
	{"Outpost", "tower watchtower"},
	{"Ausbildung", "kaserne uebungsplatz"},
	{"Training", "barracks"},
	{"Katapult", "steinschleuder"},
	{"Catapult", "trebuchet onager"},
	{"Balliste", "speerschleuder"},
	{"Ballista", "scorpion"},
	{"Gebaeude", "haus bauwerk"},
	{"Building", "house"},
	{"Freigabe", "fertig freigeben"},
	{"Release", "done ready"},
	{"Festung", "burg"},
	{"Fortress", "castle"},
}
