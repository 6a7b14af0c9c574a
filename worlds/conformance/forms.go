package conformance

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// formed: each section has forms. Each of its example lines fits one of them, and the choices of a form can be read.
// Each part has a label for its field, and a sentence that says what is expected.
func formed(tb *table, bad fail) {
	rb := tb.rb
	for _, s := range rb.Language().Sections {
		if len(s.Forms) == 0 {
			bad("$%c has no form", s.Letter)
		}
		for _, line := range s.Examples {
			if !slices.ContainsFunc(s.Forms, func(f orders.Form) bool { return f.Fits(line) }) {
				bad("$%c: no form fits the example %q", s.Letter, line)
			}
		}
		for _, f := range s.Forms {
			for _, p := range f.Parts {
				for _, lang := range phrase.Langs {
					for _, code := range []string{"want.", "label."} {
						if p.Name != "" && !rb.Words(lang).Has(code+p.Name) {
							bad("$%c: no sentence %s%s in %s", s.Letter, code, p.Name, lang)
						}
					}
				}
			}
			if s.Kind == orders.Lines {
				chosen(rb, s, f, bad)
			}
		}
	}
}

// chosen writes lines by a form, with each of its choices, until one is read without an error.
func chosen(rb game.Rulebook, s orders.Section, f orders.Form, bad fail) {
	for i, p := range f.Parts {
		for _, c := range p.Choices {
			for _, word := range []string{c.De, c.En} {
				if !reads(rb, s, f.Parts, i, word, "") {
					bad("$%c: no line of the form %s is read with %q", s.Letter, shown(f), word)
				}
			}
		}
	}
	if !reads(rb, s, f.Parts, -1, "", "") {
		bad("$%c: no line of the form %s is read", s.Letter, shown(f))
	}
}

// shown is a form in a few words.
func shown(f orders.Form) string {
	var out []string
	for _, p := range f.Parts {
		word := p.Name
		if word == "" && len(p.Choices) > 0 {
			word = p.Choices[0].De
		}
		out = append(out, word+":"+string(p.Kind))
	}
	return strings.Join(out, " ")
}

// fillings are values for a part, in one game or another.
var fillings = map[orders.PartKind][]string{
	orders.AnyWord: {"Neu", "G712"}, orders.AnyNumber: {"5", "1", "600"}, orders.AnyText: {"Neustadt"}, orders.ARealm: {"2"},
	orders.AnArmy: {"Nordheer", "1", "E3", "Flotte_2"}, orders.APlace: {"4/2", "3"},
}

// armiesApart are values for an army of two words. Different orders take different kinds of armies.
var armiesApart = []string{"K.M 1", "K.M 2", "Z.B 3", "S.L 2", "D.N 1", "V.L 1"}

// reads reports whether some line is read that follows the parts, with a given word for one of them.
func reads(rb game.Rulebook, s orders.Section, parts []orders.Part, at int, word, line string) bool {
	if len(parts) == 0 {
		file := rb.Language().Parse("$" + string(s.Letter) + "\n" + strings.TrimSpace(line) + "\n")
		return file.Errors() == 0 && len(file.Lines)+len(file.Settings) == 1
	}
	p, with := parts[0], fillings[parts[0].Kind]
	switch {
	case at == 0:
		with = []string{word}
	case p.Kind == orders.OneOf:
		with = nil
		for _, c := range p.Choices {
			with = append(with, c.De)
		}
	case p.Kind == orders.APath:
		with = []string{strings.Repeat("1", max(p.Digits, 1)), strings.Repeat("0", max(p.Digits, 1))}
	case p.Kind == orders.APlace && p.Apart:
		with = []string{"1 1"}
	case p.Kind == orders.AnArmy && p.Apart:
		with = armiesApart
	}
	gap := " "
	if p.Tight {
		gap = ""
	}
	for _, w := range with {
		if reads(rb, s, parts[1:], at-1, word, line+gap+w) {
			return true
		}
	}
	return p.Optional && at != 0 && reads(rb, s, parts[1:], at-1, word, line)
}
