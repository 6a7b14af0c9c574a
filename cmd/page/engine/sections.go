package engine

import (
	"slices"
	"strings"

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
	Title   string `json:"title"`             // the words of the line, and what is filled in
	Example string `json:"example,omitempty"` // a line in the reader's language
	Parts   []Part `json:"parts"`
}

// Part is a part of a form.
type Part struct {
	Name    string   `json:"name"`
	Title   string   `json:"title"`             // what the field of the part is called
	Hint    string   `json:"hint,omitempty"`    // what belongs in it
	Example string   `json:"example,omitempty"` // its value in the example of the form
	Kind    string   `json:"kind"`
	Needed  bool     `json:"needed"`
	Again   bool     `json:"again,omitempty"`
	Tight   bool     `json:"tight,omitempty"`
	Apart   bool     `json:"apart,omitempty"`
	Digits  int      `json:"digits,omitempty"`
	Choices []string `json:"choices,omitempty"`
}

// kinds are the names for kinds of sections.
var kinds = map[orders.SectionKind]string{orders.Lines: "lines", orders.Messages: "messages", orders.Prose: "prose"}

// Sections returns the sections of the rulebook's order files, in a language.
func (e *Engine) Sections(lang phrase.Lang) []Section {
	lang = spoken(lang)
	words, language, out := e.rules.Words(lang), e.rules.Language(), []Section{}
	for i := range language.Sections {
		s := &language.Sections[i]
		of := Section{Letter: string(s.Letter), Names: append([]string{}, s.Names...), Kind: kinds[s.Kind],
			Examples: append([]string{}, s.Examples...), Forms: []Form{}}
		examples := examplesOf(language, s, lang)
		for k, f := range s.Forms {
			of.Forms = append(of.Forms, formOf(f, examples[k], words))
		}
		out = append(out, of)
	}
	return out
}

// examplesOf are the values of the first example of each form of a section, in a language.
func examplesOf(language *orders.Language, s *orders.Section, lang phrase.Lang) map[int][]string {
	out := map[int][]string{}
	for _, line := range s.Examples {
		form, values := s.Form(line, lang)
		for _, row := range language.Rows("$"+string(s.Letter)+"\n"+line, 2) {
			if row.Order == nil {
				continue
			}
			if same, said := s.Form(string(row.Order.Print(nil, lang)), lang); same == form {
				values = said
			}
		}
		if _, has := out[form]; !has {
			out[form] = values
		}
	}
	return out
}

// formOf returns a form in a language, with the values of an example; nil: there is none.
func formOf(f orders.Form, example []string, words *phrase.Book) Form {
	out := Form{Parts: []Part{}}
	if example != nil {
		out.Example = f.Print(example, words.Lang)
	}
	var title []string
	for i, p := range f.Parts {
		part := Part{Name: p.Name, Kind: string(p.Kind), Needed: !p.Optional, Again: p.Again, Tight: p.Tight,
			Apart: p.Apart, Digits: p.Digits}
		if p.Name != "" {
			part.Title, part.Hint = words.T("label."+p.Name), phrase.Capital(words.T("want."+p.Name))
		}
		if example != nil {
			part.Example = example[i]
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
		if part.Needed {
			title = append(title, part.inTitle())
		}
		out.Parts = append(out.Parts, part)
	}
	out.Title = strings.Join(title, " ")
	return out
}

// inTitle is the part in the title of its form: a few words, or what it is called.
func (p Part) inTitle() string {
	if len(p.Choices) > 0 && (len(p.Choices) <= 3 || p.Title == "") {
		return strings.Join(p.Choices, "/")
	}
	return p.Title
}
