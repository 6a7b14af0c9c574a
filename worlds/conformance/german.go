package conformance

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// english: no sentence for English readers has a German order word, but what it quotes. That one line replaces another
// is said of the example lines too, since a game's code names what they are about.
func english(tb *table, bad fail) {
	l, b := tb.rb.Language(), tb.rb.Words(phrase.En)
	german := germanWords(l)
	if len(german) == 0 {
		bad("no order has a German word: the law proves nothing")
	}
	for _, code := range b.Codes() {
		if word := german.in(b.T(code)); word != "" {
			bad("%q says %q in English: %s", code, word, b.T(code))
		}
	}
	for i := range l.Sections {
		s := &l.Sections[i]
		for _, line := range s.Examples {
			for _, p := range l.Parse("$" + string(rune(s.Letter)) + "\n" + line + "\n" + line + "\n").Problems {
				if word := german.in(b.Say(p.What)); p.What.Arg("what").Kind != phrase.Term && word != "" {
					bad("%s twice: %q is said in English: %s", line, word, b.Say(p.What))
				}
			}
		}
	}
}

// germanOnly are the words of orders that only German readers know, in lower case.
type germanOnly map[string]bool

// shared are German order words that English readers read as well: names, and words of both languages.
var shared = []string{"an", "computer", "deutsch", "en", "hierophant", "zip"}

// germanWords are those of a game, with its sections' names.
func germanWords(l *orders.Language) germanOnly {
	out, both := germanOnly{}, map[string]bool{}
	add := func(de, en string) {
		both[strings.ToLower(en)] = true
		if en != "" && de != en {
			out[strings.ToLower(de)] = true
		}
	}
	for i := range l.Sections {
		s := &l.Sections[i]
		if len(s.Names) > 1 {
			add(s.Names[0], s.Names[1])
		}
		for _, f := range s.Forms {
			for _, p := range f.Parts {
				for _, c := range p.Choices {
					add(c.De, c.En)
				}
			}
		}
	}
	maps.DeleteFunc(out, func(word string, _ bool) bool { return both[word] || slices.Contains(shared, word) })
	return out
}

var (
	quotes    = regexp.MustCompile("\"[^\"]*\"|`[^`]*`")
	someWords = regexp.MustCompile(`\p{L}+`)
)

// in is the first such word of a text, besides those that it quotes; "": there is none.
func (g germanOnly) in(text string) string {
	for _, word := range someWords.FindAllString(quotes.ReplaceAllString(text, ""), -1) {
		if g[strings.ToLower(word)] {
			return word
		}
	}
	return ""
}
