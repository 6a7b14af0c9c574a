package engine

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
)

// Section is a section of the order files.
type Section struct {
	Letter   string   `json:"letter"`
	Names    []string `json:"names"`
	Kind     string   `json:"kind"`
	Examples []string `json:"examples"`
	Forms    []Form   `json:"forms"`
}

// Form is one way to write a line of a section: its parts in order, with a blank between them.
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

// kinds are the words for kinds of sections.
var kinds = map[orders.Kind]string{orders.Lines: "lines", orders.Messages: "messages", orders.Prose: "prose"}

// Sections are the sections of the rulebook's order files, in a language.
func (e *Engine) Sections(lang phrase.Lang) []Section {
	out := []Section{}
	for _, s := range e.rules.Language().Sections {
		out = append(out, Section{Letter: string(s.Letter), Names: append([]string{}, s.Names...), Kind: kinds[s.Kind],
			Examples: append([]string{}, s.Examples...), Forms: []Form{}})
	}
	return out
}
