package relay

import (
	"fmt"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
)

// most is the maximum number of steps of one run or answer.
const most = 6

// Run is a line of $A: run that many steps.
type Run struct{ Steps int }

// Print appends `Lauf 3`.
func (r Run) Print(dst []byte) []byte { return fmt.Appendf(dst, "Lauf %d", r.Steps) }

// GiveUp is the other line of $A.
type GiveUp struct{}

// Print appends the word.
func (GiveUp) Print(dst []byte) []byte { return append(dst, "Aufgabe"...) }

// Answer is the standing instruction of $K: run that many steps when overtaken; 0: none.
type Answer struct{ Steps int }

// Print appends `Antwort 2`, or `Antwort kein`.
func (a Answer) Print(dst []byte) []byte {
	if a.Steps == 0 {
		return append(dst, "Antwort kein"...)
	}
	return fmt.Appendf(dst, "Antwort %d", a.Steps)
}

// release is the setting of $S that lets the turn be played although some of its lines are wrong.
var release = frame.SettingRow{Name: frame.Word{De: "Freigabe", En: "Release"},
	Values: []frame.Word{frame.Yes, frame.No}, Alone: true}

// wordLine is a word, followed by a number or another word.
type wordLine struct{ Word, Steps orders.Token }

func language() *orders.Language {
	grammar := func(example string, read func(text string,
		l *wordLine) (orders.Order, *orders.Problem)) func(string) (orders.Order, []orders.Problem) {
		g := orders.NewGrammar(orders.LettersOnly, example, orders.Slot{Grammar: "@Word", Want: "word"},
			orders.Slot{Grammar: "@(Number | Word)?"})
		return func(text string) (orders.Order, []orders.Problem) {
			var line orders.Tokens
			problem := g.Parse(text, &line)
			if problem != nil {
				return nil, []orders.Problem{*problem}
			}
			order, problem := read(text, &wordLine{line.Each[0], line.Each[1]})
			if problem != nil {
				return nil, []orders.Problem{*problem}
			}
			return order, nil
		}
	}
	once := func(orders.Order) string { return "once" }
	return (&orders.Language{OfSheet: releases, Sections: []orders.Section{
		{
			Letter: 'A', Names: []string{"Ablauf", "Act"}, Kind: orders.Lines, Key: once,
			Line: grammar("Lauf 3", readMove), Examples: []string{"Lauf 3", "run 6", "Aufgabe", "give_up"},
		},
		{
			Letter: 'K', Names: []string{"Kehren", "Keep"}, Kind: orders.Lines, Key: once,
			Line:     grammar("Antwort 2", readAnswer),
			Examples: []string{"Antwort 2", "answer 1", "Antwort kein", "answer none"},
		},
		frame.SettingsSection(orders.Section{Names: []string{"Sonstiges", "Settings"}}, release, frame.LanguageRow,
			frame.ComputerRow, frame.ZipRow),
		{Letter: 'N', Names: []string{"Nachrichten", "Notes"}, Kind: orders.Messages,
			Examples: []string{"#2", "Lauf, Hase!", "#M"}},
	}}).Shaped(shapes)
}

// releases reports whether a setting lets the turn be played as its lines are.
func releases(o orders.Order) bool {
	s, is := o.(frame.SettingOrder)
	return is && s.Setting == release.Name
}

// shapes are the ways to write a line of each section, for orders.Shape.
var shapes = map[byte][]string{
	'A': {"=Lauf/run word:number", "=Aufgabe/give_up"},
	'K': {"=Antwort/answer word:number", "=Antwort/answer =kein/none"},
}

// one reports whether a token is one of several words, German or English, or at least three of its letters.
func one(t orders.Token, words ...string) bool {
	got := strings.ToLower(t.Value)
	for _, w := range words {
		if len(got) >= 3 && strings.HasPrefix(w, got) {
			return true
		}
	}
	return false
}

func readMove(text string, l *wordLine) (orders.Order, *orders.Problem) {
	switch {
	case one(l.Word, "lauf", "run"):
		n, problem := steps(text, l, 1)
		return Run{Steps: n}, problem
	case one(l.Word, "aufgabe", "give_up"):
		return GiveUp{}, surplus(text, l)
	}
	return nil, unknown(text, l, "Lauf 3")
}

func readAnswer(text string, l *wordLine) (orders.Order, *orders.Problem) {
	if !one(l.Word, "antwort", "answer") {
		return nil, unknown(text, l, "Antwort 2")
	}
	if one(l.Steps, "kein", "keine", "none") {
		return Answer{}, nil
	}
	n, problem := steps(text, l, 0)
	return Answer{Steps: n}, problem
}

func steps(text string, l *wordLine, low int) (int, *orders.Problem) {
	n, err := strconv.Atoi(l.Steps.Value)
	if err != nil || n < low || n > most {
		at := l.Steps
		if at.Value == "" {
			at = l.Word
		}
		p := orders.ErrorAt(text, at, phrase.P("steps", phrase.Num("low", low), phrase.Num("most", most)))
		return 0, &p
	}
	return n, nil
}

func surplus(text string, l *wordLine) *orders.Problem {
	if l.Steps.Value == "" {
		return nil
	}
	p := orders.ErrorAt(text, l.Steps, phrase.P("alone", phrase.Str("word", l.Word.Value)))
	return &p
}

func unknown(text string, l *wordLine, example string) *orders.Problem {
	p := orders.ErrorAt(text, l.Word, phrase.P("no-word", phrase.Str("got", orders.Clip(l.Word.Value)),
		phrase.Str("example", example)))
	return &p
}
