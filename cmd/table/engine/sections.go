package engine

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// Section is a section of order files.
type Section struct {
	Letter   string   `json:"letter"`
	Names    []string `json:"names"`
	Kind     string   `json:"kind"`
	Examples []string `json:"examples"`
	Forms    []Form   `json:"forms"`
}

// Form is one way to write a line of a section: its parts in order, separated by spaces.
type Form struct {
	Example string `json:"example"`
	Title   string `json:"title,omitempty"`
	Parts   []Part `json:"parts"`
}

// Part is a part of a form.
type Part struct {
	Name    string   `json:"name"`
	Title   string   `json:"title"`
	Kind    string   `json:"kind"`
	Needed  bool     `json:"needed"`
	Again   bool     `json:"again,omitempty"`
	Tight   bool     `json:"tight,omitempty"`
	Apart   bool     `json:"apart,omitempty"`
	Digits  int      `json:"digits,omitempty"`
	Choices []string `json:"choices,omitempty"`
}

// kinds are the names for kinds of sections.
var kinds = map[orders.Kind]string{orders.Lines: "lines", orders.Messages: "messages", orders.Prose: "prose"}

// Sections returns the sections of the rulebook's order files, in a language.
func (e *Engine) Sections(lang phrase.Lang) []Section {
	lang = spoken(lang)
	words, out := e.rules.Words(lang), []Section{}
	for _, s := range e.rules.Language().Sections {
		of := Section{Letter: string(s.Letter), Names: append([]string{}, s.Names...), Kind: kinds[s.Kind],
			Examples: append([]string{}, s.Examples...), Forms: []Form{}}
		for _, f := range s.Forms {
			of.Forms = append(of.Forms, formOf(f, s.Examples, words))
		}
		out = append(out, of)
	}
	return out
}

// formOf returns a form in a language, with the first example that fits it.
func formOf(f orders.Form, examples []string, words *phrase.Book) Form {
	out := Form{Parts: []Part{}}
	for _, line := range examples {
		if f.Fits(line) {
			out.Example = line
			break
		}
	}
	for _, p := range f.Parts {
		part := Part{Name: p.Name, Kind: string(p.Kind), Needed: !p.Optional, Again: p.Again, Tight: p.Tight,
			Apart: p.Apart, Digits: p.Digits}
		if p.Name != "" {
			part.Title = phrase.Capital(words.T("want." + p.Name))
		}
		for _, c := range p.Choices {
			word := c.De
			if words.Lang == phrase.En {
				word = c.En
			}
			if !slices.Contains(part.Choices, word) {
				part.Choices = append(part.Choices, word)
			}
		}
		out.Parts = append(out.Parts, part)
	}
	return out
}
