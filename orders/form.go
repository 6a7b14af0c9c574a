package orders

import (
	"strconv"
	"strings"
)

// Form is one way to write a line of a section, for programs that build a line part by part.
type Form struct{ Parts []Part }

// Part is a part of a form. Parts are separated by a space.
type Part struct {
	Name     string // "label."+Name names it, and "want."+Name describes it; "": a word that is always there
	Kind     PartKind
	Optional bool
	Again    bool // there may be several
	Tight    bool // no space before it: the sign of `V+`
	Apart    bool // in two words: a place `3 -2`, an army `K.M 1`
	Digits   int  // of a path: its length, filled up with 0; 0: as many as there are steps
	Choices  []Choice
}

// Choice is a possible word, in German and English.
type Choice struct{ De, En string }

// PartKind is what a part is, so that it can be chosen by a click.
type PartKind string

// The kinds of parts. An army is written as in orders, a place as the player numbers it, a realm by its number, a path
// by directions.
const (
	AnyWord   PartKind = "word"
	AnyNumber PartKind = "number"
	AnyText   PartKind = "text" // up to the end of the line
	OneOf     PartKind = "choice"
	AnArmy    PartKind = "army"
	APlace    PartKind = "place"
	ARealm    PartKind = "realm"
	APath     PartKind = "path"
)

// Shaped gives sections the forms that all rulebooks have: messages and free text theirs, and `$S` those of the
// machine's own lines besides those of the rules.
func (l *Language) Shaped() *Language {
	for i := range l.Sections {
		s := &l.Sections[i]
		var lines []string
		switch s.Kind {
		case Messages:
			lines = []string{"=#A|#M", "=# realm-number:realm~", "text:text"}
		case Prose:
			lines = []string{"text:text"}
		}
		for _, line := range lines {
			s.Forms = append(s.Forms, Shape(line))
		}
		if s.Letter != settings {
			continue
		}
		for _, w := range settingWords {
			s.Forms = append(s.Forms, Form{Parts: []Part{
				{Kind: OneOf, Choices: []Choice{{w.names[0], w.names[1]}}},
				{Name: "yes-no", Kind: OneOf, Choices: []Choice{{"ja", "yes"}, {"nein", "no"}}},
			}})
		}
	}
	return l
}

// Shape reads a form: its parts with spaces between them. Each part is `NAME:KIND` followed by signs, or
// `NAME=WORD|WORD`. A word that is always there has no name. A word in both languages is written `DE/EN`, and `%` in a
// word is a space.
//
// The signs: ? it is optional, * there may be several, ~ no space before it, & it is in two words. Digits are the
// length of a path. In `NAME=WORD` the signs are before the `=`.
func Shape(text string) Form {
	var f Form
	for _, field := range strings.Fields(text) {
		head, words, choice := strings.Cut(field, "=")
		name, kind, _ := strings.Cut(head, ":")
		signs := strings.TrimLeft(kind, "abcdefghijklmnopqrstuvwxyz")
		p := Part{Kind: PartKind(strings.TrimSuffix(kind, signs))}
		if choice {
			p.Kind, p.Name = OneOf, strings.TrimRight(name, "?*~&")
			signs = name[len(p.Name):]
			for _, w := range strings.Split(words, "|") {
				de, en, both := strings.Cut(strings.ReplaceAll(w, "%", " "), "/")
				if !both {
					en = de
				}
				p.Choices = append(p.Choices, Choice{de, en})
			}
		} else {
			p.Name = name
		}
		p.Optional, p.Again = strings.Contains(signs, "?"), strings.Contains(signs, "*")
		p.Tight, p.Apart = strings.Contains(signs, "~"), strings.Contains(signs, "&")
		p.Digits, _ = strconv.Atoi(strings.Trim(signs, "?*~&"))
		f.Parts = append(f.Parts, p)
	}
	return f
}
