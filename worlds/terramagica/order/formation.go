package order

import (
	"slices"
	"strconv"

	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/battlelines"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/realm"
)

// formationExample is shown with a problem in a line of $K.
const formationExample = "Nordheer Ritter 1 Sturmangriff"

// FormationOrder says where a unit of an army fights and how.
type FormationOrder struct {
	Army      string `part:"army" want:"army" key:""`
	Unit      string `part:"unit" key:""`
	Formation `part:"formation"`
}

// Formation is where and how. Row 0 leaves it to the rules.
type Formation struct {
	Row    int
	Tactic battlelines.Tactic
}

var formations = part.New[FormationOrder](parts.With(part.Kinds{"formation": formationPart}),
	formationExample, formationExample, "Nordheer Archer 3 advance", "Nordheer Soldat kein")

// Print appends `Nordheer Ritter 1 Sturmangriff`.
func (o FormationOrder) Print(dst []byte, lang phrase.Lang) []byte {
	return formations.Print(dst, o, lang)
}

// Forms are with a row, and with `kein`.
func (FormationOrder) Forms() []string {
	army := "army:army unit=" + rulekit.Choices(unitNames...)
	return []string{army + " row:number tactic=Sturmangriff/Charge|Vorruecken/Advance|Halten/Hold|Flucht/Flee",
		army + " =" + rulekit.Choices(NoneWord)}
}

// formationPart is `1 Sturmangriff` or `kein`.
var formationPart = &part.Kind[Formation]{Take: part.Taken(formation),
	Print: func(dst []byte, f Formation, lang phrase.Lang) []byte {
		if f.Row == 0 {
			return append(dst, NoneWord.In(lang)...)
		}
		dst = strconv.AppendInt(dst, int64(f.Row), 10)
		return append(append(dst, ' '), TacticWord(lang, f.Tactic)...)
	},
}

func formation(r *orders.Reading) Formation {
	if r.More() && NoneWord.Is(r.Peek()) {
		r.Skip()
		return Formation{}
	}
	return Formation{Row: int(r.Number("row", 1, realm.LastRow)), Tactic: Tactic(r)}
}

// TacticWords are the words of each tactic, the first of which is printed.
var TacticWords = [...][]string{
	battlelines.Charge:  {"Sturmangriff", "Frontalangriff", "Charge"},
	battlelines.Advance: {"Vorruecken", "Advance"},
	battlelines.Hold:    {"Halten", "Position_halten", "Hold"},
	battlelines.Flee:    {"Flucht", "Flee"},
}

// TacticWord is a tactic's word in a language: the English one is the last.
func TacticWord(lang phrase.Lang, t battlelines.Tactic) string {
	words := TacticWords[t]
	if lang == phrase.En {
		return words[len(words)-1]
	}
	return words[0]
}

// TacticOf finds the tactic a word names.
func TacticOf(word string) (battlelines.Tactic, bool) {
	for _, t := range battlelines.Tactics {
		if orders.Among(word, TacticWords[t]) {
			return t, true
		}
	}
	return battlelines.Hold, false
}

// Tactic reads how a unit fights.
func Tactic(r *orders.Reading) battlelines.Tactic {
	t, ok := r.Next("tactic")
	if !ok {
		return battlelines.Hold
	}
	tactic, ok := TacticOf(t.Value)
	if !ok {
		unknown(r, t, "order.tactic", orders.Nearest(t.Value, slices.Concat(TacticWords[:]...)))
	}
	return tactic
}
