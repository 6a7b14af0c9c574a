package duel

import (
	"fmt"
	"strconv"
	"strings"

	"weltentor/orders"
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

// Guard is a line of $A.
type Guard struct {
	Stance  Stance
	Courage int // 1–6
}

// Print appends `hoch 4`.
func (g Guard) Print(dst []byte) []byte {
	return fmt.Appendf(dst, "%s %d", stances[g.Stance][0], g.Courage)
}

// Result is a line of $T: what was fought, as one of the two saw it.
type Result struct{ Bout, Own, Other int }

// Print appends `G12 3 1`.
func (r Result) Print(dst []byte) []byte {
	return fmt.Appendf(dst, "G%d %d %d", r.Bout, r.Own, r.Other)
}

// Release is the line of $S: no need to wait for me.
type Release struct{}

// Print appends the word.
func (Release) Print(dst []byte) []byte { return append(dst, "Freigabe"...) }

type guardLine struct {
	Stance  orders.Token `parser:"@Word" want:"stance"`
	Courage orders.Token `parser:"@Number" want:"courage"`
}

type resultLine struct {
	Bout  orders.Token `parser:"@Word" want:"bout"`
	Own   orders.Token `parser:"@Number" want:"hits"`
	Other orders.Token `parser:"@Number" want:"hits"`
}

type releaseLine struct {
	Word orders.Token `parser:"@Word" want:"release"`
}

func language() *orders.Language {
	guards := orders.NewGrammar[guardLine](orders.LettersAndDigits, "hoch 4")
	results := orders.NewGrammar[resultLine](orders.LettersAndDigits, "G12 3 1")
	releases := orders.NewGrammar[releaseLine](orders.LettersOnly, "Freigabe")
	once := func(orders.Order) string { return "once" }
	return (&orders.Language{Sections: []orders.Section{
		{
			Letter: 'A', Names: []string{"Auslage", "Attitude"}, Kind: orders.Lines, Key: once,
			Line:     func(text string) (orders.Order, []orders.Problem) { return readGuard(guards, text) },
			Examples: []string{"hoch 4", "tief 1", "middle 6", "MITTE 2"},
		},
		{
			Letter: 'T', Names: []string{"Tisch", "Table"}, Kind: orders.Lines,
			Line:     func(text string) (orders.Order, []orders.Problem) { return readResult(results, text) },
			Key:      func(o orders.Order) string { return strconv.Itoa(o.(Result).Bout) },
			Examples: []string{"G1 3 1", "G12 0 5", "g2 4 4"},
		},
		{
			Letter: 'S', Names: []string{"Sonstiges", "Settings"}, Kind: orders.Lines, Key: once,
			Line:     func(text string) (orders.Order, []orders.Problem) { return readRelease(releases, text) },
			Examples: []string{"Freigabe", "release", "Frei"},
		},
		{Letter: 'N', Names: []string{"Nachrichten", "Notes"}, Kind: orders.Messages,
			Examples: []string{"#2", "Wir sehen uns.", "#A", "Guten Tag!", "#M"}},
	}}).Shaped(shapes)
}

// shapes are the ways to write a line of each section, for orders.Shape.
var shapes = map[byte][]string{
	'A': {"stance=tief/low|mitte/middle|hoch/high courage:number"},
	'T': {"bout:word hits:number hits:number"},
	'S': {"release=Freigabe/release"},
}

func readGuard(g *orders.Grammar[guardLine], text string) (orders.Order, []orders.Problem) {
	line, problem := g.Parse(text)
	if problem != nil {
		return nil, []orders.Problem{*problem}
	}
	for s, words := range stances {
		if w := line.Stance.Value; !strings.EqualFold(w, words[0]) && !strings.EqualFold(w, words[1]) {
			continue
		}
		courage, problem := number(text, line.Courage, 1, 6)
		if problem != nil {
			return nil, []orders.Problem{*problem}
		}
		return Guard{Stance: Stance(s), Courage: courage}, nil
	}
	return nil, []orders.Problem{orders.ErrorAt(text, line.Stance,
		phrase.P("no-stance", phrase.Str("got", orders.Clip(line.Stance.Value))))}
}

func readResult(g *orders.Grammar[resultLine], text string) (orders.Order, []orders.Problem) {
	line, problem := g.Parse(text)
	if problem != nil {
		return nil, []orders.Problem{*problem}
	}
	bout, err := strconv.Atoi(line.Bout.Value[1:])
	if err != nil || bout < 1 || bout > 9999 || !strings.EqualFold(line.Bout.Value[:1], "G") {
		return nil, []orders.Problem{orders.ErrorAt(text, line.Bout,
			phrase.P("no-bout-number", phrase.Str("got", orders.Clip(line.Bout.Value))))}
	}
	own, problem := number(text, line.Own, 0, 99)
	if problem != nil {
		return nil, []orders.Problem{*problem}
	}
	other, problem := number(text, line.Other, 0, 99)
	if problem != nil {
		return nil, []orders.Problem{*problem}
	}
	return Result{Bout: bout, Own: own, Other: other}, nil
}

func readRelease(g *orders.Grammar[releaseLine], text string) (orders.Order, []orders.Problem) {
	line, problem := g.Parse(text)
	if problem != nil {
		return nil, []orders.Problem{*problem}
	}
	w := strings.ToLower(line.Word.Value)
	if len(w) >= 3 && (strings.HasPrefix("freigabe", w) || strings.HasPrefix("release", w)) {
		return Release{}, nil
	}
	return nil, []orders.Problem{orders.ErrorAt(text, line.Word,
		phrase.P("no-setting", phrase.Str("got", orders.Clip(line.Word.Value))))}
}

// number reads a token within bounds.
func number(text string, t orders.Token, low, high int) (int, *orders.Problem) {
	n, err := strconv.Atoi(t.Value)
	if err != nil || n < low || n > high {
		p := orders.ErrorAt(text, t, phrase.P("out-of-range", phrase.Str("got", orders.Clip(t.Value)),
			phrase.Num("low", low), phrase.Num("high", high)))
		return 0, &p
	}
	return n, nil
}
