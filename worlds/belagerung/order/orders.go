// Package order is what can be ordered: lines of text go in, typed orders and problems come out, and an order prints
// as the line it was. The turn asks for orders, the rulebook for the language.
package order

import (
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
)

// Name is a unit as orders write it: `E3`, `S1`, or with its realm `2.S1`.
type Name struct {
	Settler bool
	Realm   int // of a settler; 0: the realm that orders
	Number  int
}

// Field is a hex as orders write it: column and row, from 1.
type Field struct{ X, Y int }

// MoveOrder leads a unit step by step. Engine is what a settler builds with a
// horseman at its end; "" none.
type MoveOrder struct {
	Unit   Name
	Way    []game.Direction
	Engine tables.Kind
}

// RecruitOrder takes a unit from the stock: the symbol of its card, "" a settler.
type RecruitOrder struct{ Symbol tables.Symbol }

// TrainOrder trains a unit further.
type TrainOrder struct {
	Unit   Name
	Symbol tables.Symbol
}

// BuildOrder lets a settler build where it stands.
type BuildOrder struct {
	Settler Name
	Kind    tables.Kind
}

// AttackOrder attacks the first of its targets that is one. Building aims at the
// building and not at its crew; Weaken are the receivers of a catapult's dice, from
// the highest down.
type AttackOrder struct {
	Unit     Name
	Targets  []Field
	Building bool
	Weaken   []Name
}

// FortressOrder gives a realm's fortresses their values.
type FortressOrder struct{ realm.Values }

// CounterOrder says what the realm's people strike back at: engines or their crews.
type CounterOrder struct{ Engine bool }

// SettingOrder is another word of $S.
type SettingOrder struct{ Word string }

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

// Append writes `4/2`.
func (f Field) Append(dst []byte) []byte {
	dst = append(strconv.AppendInt(dst, int64(f.X), 10), '/')
	return strconv.AppendInt(dst, int64(f.Y), 10)
}

// Print appends `E3 2233`, `S1 33 Balliste`.
func (o MoveOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o MoveOrder) Speak(dst []byte, lang phrase.Lang) []byte {
	dst = append(o.Unit.append(dst), ' ')
	for _, d := range o.Way {
		dst = append(dst, '0'+byte(d))
	}
	if o.Engine != "" {
		dst = append(append(dst, ' '), WordIn(lang, KindWords[o.Engine])...)
	}
	return dst
}

// Print appends `Schwert`, or `Siedler`.
func (o RecruitOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o RecruitOrder) Speak(dst []byte, lang phrase.Lang) []byte {
	if o.Symbol == "" {
		return append(dst, WordIn(lang, settlerWords)...)
	}
	return append(dst, WordIn(lang, SymbolWords[o.Symbol])...)
}

// Print appends `E3 Bogen`.
func (o TrainOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o TrainOrder) Speak(dst []byte, lang phrase.Lang) []byte {
	return append(append(o.Unit.append(dst), ' '), WordIn(lang, SymbolWords[o.Symbol])...)
}

// Print appends `S2 Steinbruch`.
func (o BuildOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o BuildOrder) Speak(dst []byte, lang phrase.Lang) []byte {
	return append(append(o.Settler.append(dst), ' '), WordIn(lang, KindWords[o.Kind])...)
}

// Print appends `E3 > 4/2 5/2 Gebaeude`, `E7 > 5/1 schwaechen E12 E14`.
func (o AttackOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o AttackOrder) Speak(dst []byte, lang phrase.Lang) []byte {
	dst = append(o.Unit.append(dst), " >"...)
	for _, f := range o.Targets {
		dst = f.Append(append(dst, ' '))
	}
	if o.Building {
		dst = append(append(dst, ' '), WordIn(lang, buildingWords)...)
	}
	if len(o.Weaken) > 0 {
		dst = append(append(dst, ' '), WordIn(lang, weakenWords)...)
		for _, n := range o.Weaken {
			dst = n.append(append(dst, ' '))
		}
	}
	return dst
}

// Print appends `Festung Kraft 10 Reichweite 5`.
func (o FortressOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o FortressOrder) Speak(dst []byte, lang phrase.Lang) []byte {
	dst = append(append(append(dst, WordIn(lang, FortressWords)...), ' '), WordIn(lang, PowerWords)...)
	dst = append(strconv.AppendInt(append(dst, ' '), o.Power, 10), ' ')
	return strconv.AppendInt(append(append(dst, WordIn(lang, RangeWords)...), ' '), o.Range, 10)
}

// Print appends `Konter Maschine` or `Konter Besatzung`.
func (o CounterOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o CounterOrder) Speak(dst []byte, lang phrase.Lang) []byte {
	words := crewWords
	if o.Engine {
		words = engineWords
	}
	return append(append(append(dst, WordIn(lang, CounterWords)...), ' '), WordIn(lang, words)...)
}

// Print appends the word.
func (o SettingOrder) Print(dst []byte) []byte { return append(dst, o.Word...) }

// Speak is Print in the words of a language.
func (o SettingOrder) Speak(dst []byte, lang phrase.Lang) []byte {
	for _, words := range settingWords {
		if words[0] == o.Word {
			return append(dst, WordIn(lang, words)...)
		}
	}
	return o.Print(dst)
}

// WordIn is the word of a row in a language: the German one is the first, the English one
// the second, and a word without a second is the same in both.
func WordIn(lang phrase.Lang, words []string) string {
	if lang == phrase.En && len(words) > 1 {
		return words[1]
	}
	return words[0]
}
