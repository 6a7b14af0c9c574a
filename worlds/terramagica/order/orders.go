// Package order is what can be ordered: lines of text go in, typed orders and problems come out, and an order prints
// as the line it was. The turn asks for orders, the rulebook for the language.
package order

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/rows"
	"weltentor/worlds/terramagica/realm"
)

// MarchOrder leads an army by provinces; an empty path ends its march.
type MarchOrder struct {
	Army string
	Path []int
}

// StatusOrder sets a status. NoStance without a target drops all.
type StatusOrder struct {
	Army   string
	Stance realm.Stance
	Target realm.Target
}

// ConquestOrder takes or plunders the province the army stands in.
type ConquestOrder struct {
	Army    string
	Plunder bool
}

// SplitOrder makes a new army of a part of another.
type SplitOrder struct {
	Army   string
	Number int64
	Unit   string
	New    string
}

// MergeOrder puts Other into Army.
type MergeOrder struct{ Army, Other string }

// FormationOrder says where a unit of an army fights and how; row 0 leaves it to
// the rules.
type FormationOrder struct {
	Army, Unit string
	Row        int
	Tactic     rows.Tactic
}

// RecruitOrder produces units in an army's province or, where a province stands
// behind it, in a new army there.
type RecruitOrder struct {
	Unit     string
	Number   int64
	Army     string
	Province int // 0: the army is there already
}

// BuildOrder fortifies a province.
type BuildOrder struct {
	Province int
	Wall     string
}

// HomeOrder chooses a new home province.
type HomeOrder struct{ Province int }

// ManaOrder gives an army mana for this week's battles.
type ManaOrder struct {
	Army   string
	Points int64
}

// SettingOrder is a word of $S.
type SettingOrder struct{ Word string }

// Print appends `Nordheer 3 8`.
func (o MarchOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o MarchOrder) Speak(dst []byte, lang phrase.Lang) []byte {
	dst = append(dst, o.Army...)
	if len(o.Path) == 0 {
		return append(append(dst, ' '), WordIn(lang, stayWords)...)
	}
	for _, p := range o.Path {
		dst = strconv.AppendInt(append(dst, ' '), int64(p), 10)
	}
	return dst
}

// Print appends `Nordheer gemeinsam 7.Suedheer`.
func (o StatusOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o StatusOrder) Speak(dst []byte, lang phrase.Lang) []byte {
	dst = append(append(append(dst, o.Army...), ' '), WordIn(lang, StanceWords[o.Stance])...)
	if o.Target == (realm.Target{Realm: realm.Own}) {
		return dst
	}
	return o.Target.Append(append(dst, ' '))
}

// Print appends `Nordheer erobere`.
func (o ConquestOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o ConquestOrder) Speak(dst []byte, lang phrase.Lang) []byte {
	words := conquerWords
	if o.Plunder {
		words = plunderWords
	}
	return append(append(append(dst, o.Army...), ' '), WordIn(lang, words)...)
}

// Print appends `Nordheer teile 5 Ritter Neu`.
func (o SplitOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o SplitOrder) Speak(dst []byte, lang phrase.Lang) []byte {
	dst = append(append(append(dst, o.Army...), ' '), WordIn(lang, splitWords)...)
	dst = strconv.AppendInt(append(dst, ' '), o.Number, 10)
	return append(append(append(append(dst, ' '), NameIn(lang, o.Unit)...), ' '), o.New...)
}

// Print appends `Nordheer vereine Suedheer`.
func (o MergeOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o MergeOrder) Speak(dst []byte, lang phrase.Lang) []byte {
	dst = append(append(append(dst, o.Army...), ' '), WordIn(lang, mergeWords)...)
	return append(append(dst, ' '), o.Other...)
}

// Print appends `Nordheer Ritter 1 Sturmangriff`.
func (o FormationOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o FormationOrder) Speak(dst []byte, lang phrase.Lang) []byte {
	dst = append(append(append(dst, o.Army...), ' '), NameIn(lang, o.Unit)...)
	if o.Row == 0 {
		return append(append(dst, ' '), WordIn(lang, StanceWords[realm.NoStance])...)
	}
	dst = strconv.AppendInt(append(dst, ' '), int64(o.Row), 10)
	return append(append(dst, ' '), TacticWord(lang, o.Tactic)...)
}

// Print appends `Ritter 20 Nordheer`.
func (o RecruitOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o RecruitOrder) Speak(dst []byte, lang phrase.Lang) []byte {
	dst = strconv.AppendInt(append(append(dst, NameIn(lang, o.Unit)...), ' '), o.Number, 10)
	dst = append(append(dst, ' '), o.Army...)
	if o.Province != 0 {
		dst = strconv.AppendInt(append(dst, ' '), int64(o.Province), 10)
	}
	return dst
}

// Print appends `3 Mauer`.
func (o BuildOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o BuildOrder) Speak(dst []byte, lang phrase.Lang) []byte {
	return append(append(strconv.AppendInt(dst, int64(o.Province), 10), ' '), NameIn(lang, o.Wall)...)
}

// Print appends `Provinz 12`.
func (o HomeOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o HomeOrder) Speak(dst []byte, lang phrase.Lang) []byte {
	return strconv.AppendInt(append(append(dst, WordIn(lang, homeWords)...), ' '), int64(o.Province), 10)
}

// Print appends `Mana Nordheer 15`.
func (o ManaOrder) Print(dst []byte) []byte {
	return strconv.AppendInt(append(append(append(dst, "Mana "...), o.Army...), ' '), o.Points, 10)
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

// settingGroups are the words of $S of which the last counts.
var settingGroups = [][]string{{"Deutsch", "Englisch"}, {"UTF8", "PC", "Amiga"}, {"zip", "unzip"}}

// about is the key of a line: of two about the same thing the last counts. The case of
// letters does not matter.
func about(o orders.Order) string {
	switch o := o.(type) {
	case MarchOrder:
		return o.Army
	case StatusOrder:
		return string(o.Target.Append([]byte(o.Army + " ")))
	case ConquestOrder:
		return o.Army + " erobere/pluendere"
	case FormationOrder:
		return o.Army + " " + o.Unit
	case HomeOrder:
		return "Provinz"
	case ManaOrder:
		return "Mana " + o.Army
	case SettingOrder:
		for _, group := range settingGroups {
			if slices.Contains(group, o.Word) {
				return strings.Join(group, "/")
			}
		}
	}
	return ""
}
