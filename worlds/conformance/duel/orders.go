package duel

import (
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
)

// Stance is a guard: high beats middle, middle low, low high.
type Stance int

// The guards.
const (
	Low Stance = iota
	Middle
	High
)

// stances are the words of $A, German and English, and the key of the sentence.
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
	"release": &part.Kind[struct{}]{
		Tokens: "@Word", Form: "=Freigabe/release", Read: release,
		Print: func(dst []byte, _ struct{}, _ phrase.Lang) []byte { return append(dst, "Freigabe"...) },
	},
}}

// Guard is a line of $A. Of several the last counts.
type Guard struct {
	Stance  Stance `part:"stance" want:"stance"`
	Courage int    `part:"number" want:"courage" min:"1" max:"6"`
}

var guardLines = part.New[Guard](parts, "hoch 4", "hoch 4", "tief 1", "middle 6", "MITTE 2")

// Print appends `hoch 4`.
func (g Guard) Print(dst []byte) []byte { return guardLines.Print(dst, g, phrase.De) }

// Key is the same for all.
func (Guard) Key() string { return "once" }

// Result is a line of $T: what was fought, as one of the two saw it.
type Result struct {
	Bout  int `part:"bout" want:"bout" key:""`
	Own   int `part:"number" want:"hits" max:"99"`
	Other int `part:"number" want:"hits" max:"99"`
}

var resultLines = part.New[Result](parts, "G12 3 1", "G1 3 1", "G12 0 5", "g2 4 4")

// Print appends `G12 3 1`.
func (r Result) Print(dst []byte) []byte { return resultLines.Print(dst, r, phrase.De) }

// Release is the line of $S: no need to wait for me.
type Release struct {
	Word struct{} `part:"release" want:"release"`
}

var releaseLines = part.New[Release](parts, "Freigabe", "Freigabe", "release", "Frei")

// Print appends the word.
func (r Release) Print(dst []byte) []byte { return releaseLines.Print(dst, r, phrase.De) }

// Key is the same for all.
func (Release) Key() string { return "once" }

func language() *orders.Language {
	return (&orders.Language{Sections: []orders.Section{
		part.Section(orders.Section{Letter: 'A', Names: []string{"Auslage", "Attitude"}}, guardLines),
		part.Section(orders.Section{Letter: 'T', Names: []string{"Tisch", "Table"}}, resultLines),
		part.Section(orders.Section{Letter: 'S', Names: []string{"Sonstiges", "Settings"}}, releaseLines),
		{Letter: 'N', Names: []string{"Nachrichten", "Notes"}, Kind: orders.Messages,
			Examples: []string{"#2", "Wir sehen uns.", "#A", "Guten Tag!", "#M"}},
	}}).Shaped(nil)
}

// stance reads a word of one of the guards, in a line that is whole.
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

// bout reads `G12`, in a line that is whole.
func bout(r *part.Reading, _ *part.Field, t []orders.Token) int {
	n, err := strconv.Atoi(t[0].Value[1:])
	if r.Wrong == nil && (err != nil || n < 1 || n > 9999 || !strings.EqualFold(t[0].Value[:1], "G")) {
		r.Bad(t[0], phrase.P("no-bout-number", phrase.Str("got", orders.Clip(t[0].Value))))
	}
	return n
}

// release reads the word, or at least three letters of it.
func release(r *part.Reading, _ *part.Field, t []orders.Token) struct{} {
	w := strings.ToLower(t[0].Value)
	if len(w) < 3 || !strings.HasPrefix("freigabe", w) && !strings.HasPrefix("release", w) {
		r.Bad(t[0], phrase.P("no-setting", phrase.Str("got", orders.Clip(t[0].Value))))
	}
	return struct{}{}
}
