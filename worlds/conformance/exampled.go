package conformance

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
)

// exampled: the line that a problem shows is in the words of whoever reads it, and counts.
func exampled(tb *table, bad fail) {
	d, seen := tb.seed.Throw(0, 0, "examples shown"), map[string]bool{}
	for _, s := range tb.rb.Language().Sections {
		if s.Kind != orders.Lines {
			continue
		}
		for _, line := range s.Examples {
			for range 30 {
				_, problems := s.Line(mutateLine(line, d))
				for _, p := range problems {
					a := p.What.Arg("example")
					if shown := string(s.Letter) + a.S; a.Name != "" && !seen[shown] {
						seen[shown] = true
						tb.shows(s, a, bad)
					}
				}
			}
		}
	}
}

// shows checks an example as a problem has it: a line, which all readers are shown alike, or the code of a sentence that
// is it in their language.
func (tb *table) shows(s orders.Section, a phrase.Arg, bad fail) {
	german := germanWords(tb.rb.Language())
	for _, lang := range phrase.Langs {
		line := a.S
		if a.Kind == phrase.Term {
			line = tb.rb.Words(lang).T(a.S)
		}
		order, problems := s.Line(line)
		switch {
		case order == nil || len(problems) > 0:
			bad("$%c: problems show %q as an example in %s, and it is not a good line: %s", s.Letter, line, lang, tb.say(problems))
		case a.Kind != phrase.Term && string(order.Print(nil, lang)) != string(order.Print(nil, phrase.De)):
			bad("$%c: problems show %q to readers of %s, who write %q: make it a sentence example.… in both languages, and name "+
				"that in Spoken of the game's parts", s.Letter, line, lang, order.Print(nil, lang))
		case a.Kind == phrase.Term && lang == phrase.En && german.in(line) != "":
			bad("$%c: %q, an example for English readers, has the German word %s", s.Letter, line, german.in(line))
		}
	}
}
