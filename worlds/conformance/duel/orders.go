package duel

import (
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
)

// Stance is a guard: high beats middle, middle low, low high.
type Stance int

// The guards.
const (
	Low Stance = iota
	Middle
	High
)

// stances are the words of $A, in German and English, and the key of the sentence.
var stances = [3][3]string{{"tief", "low", "low"}, {"mitte", "middle", "middle"}, {"hoch", "high", "high"}}

func (s Stance) key() string { return "stance." + stances[s][2] }

// parts are what the lines consist of.
var parts = &part.Set{Words: orders.LettersAndDigits, Parts: part.Kinds{
	"stance": &part.Kind[Stance]{
		Tokens: "@Word", Form: "=tief/low|mitte/middle|hoch/high", Read: stance,
		Print: func(dst []byte, s Stance, _ phrase.Lang) []byte { return append(dst, stances[s][0]...) },
	},
	"bout": &part.Kind[int]{
		Tokens: "@Word", Form: ":word", Read: bout,
		Print: func(dst []byte, n int, _ phrase.Lang) []byte {
			return strconv.AppendInt(append(dst, 'G'), int64(n), 10)
		},
	},
}}

// Guard is a line of $A. If there are several, the last counts.
type Guard struct {
	Stance  Stance `part:"stance" want:"stance"`
	Courage int    `part:"number" want:"courage" min:"1" max:"6"`
}

var guardLines = part.New[Guard](parts, "hoch 4", "hoch 4", "tief 1", "middle 6", "MITTE 2")

// Print appends `hoch 4`.
func (g Guard) Print(dst []byte, _ phrase.Lang) []byte { return guardLines.Print(dst, g, phrase.De) }

// Key is the same for all guards.
func (Guard) Key() string { return "once" }

// Result is a line of $T: how a bout went, as one of the two saw it.
type Result struct {
	Bout  int `part:"bout" want:"bout" key:""`
	Own   int `part:"number" want:"hits" max:"99"`
	Other int `part:"number" want:"hits" max:"99"`
}

var resultLines = part.New[Result](parts, "G12 3 1", "G1 3 1", "G12 0 5", "g2 4 4")

// Print appends `G12 3 1`.
func (r Result) Print(dst []byte, _ phrase.Lang) []byte { return resultLines.Print(dst, r, phrase.De) }

// release is the setting of $S by which nobody needs to wait for the fencer.
var release = rulekit.SettingRow{Name: rulekit.Word{De: "Freigabe", En: "Release"},
	Values: []rulekit.Word{rulekit.Yes, rulekit.No}, Alone: true}

func language() *orders.Language {
	return (&orders.Language{Sections: []orders.Section{
		part.Section(orders.Section{Letter: 'A', Names: []string{"Auslage", "Attitude"}}, guardLines),
		part.Section(orders.Section{Letter: 'T', Names: []string{"Tisch", "Table"}}, resultLines),
		rulekit.SettingsSection(orders.Section{Names: []string{"Sonstiges", "Settings"}}, release, rulekit.LanguageRow,
			rulekit.ComputerRow, rulekit.ZipRow),
		{Letter: 'N', Names: []string{"Nachrichten", "Notes"}, Kind: orders.Messages,
			Examples: []string{"#2", "Wir sehen uns.", "#A", "Guten Tag!", "#M"}},
	}}).Shaped()
}

// stance reads the word of a guard, in a line that fits the form.
func stance(r *part.Reading, _ *part.Field, t []orders.Token) Stance {
	for s, words := range stances {
		if w := t[0].Value; strings.EqualFold(w, words[0]) || strings.EqualFold(w, words[1]) {
			return Stance(s)
		}
	}
	if r.Wrong == nil {
		r.Bad(t[0], phrase.P("no-stance", phrase.Str("got", orders.Clip(t[0].Value))))
	}
	return Low
}

// bout reads `G12`, in a line that fits the form.
func bout(r *part.Reading, _ *part.Field, t []orders.Token) int {
	n, err := strconv.Atoi(t[0].Value[1:])
	if r.Wrong == nil && (err != nil || n < 1 || n > 9999 || !strings.EqualFold(t[0].Value[:1], "G")) {
		r.Bad(t[0], phrase.P("no-bout-number", phrase.Str("got", orders.Clip(t[0].Value))))
	}
	return n
}
