package orders

import (
	"strconv"
	"strings"
)

// Form is one way to write a line of a section, for programs that build a line part by part.
type Form struct{ Parts []Part }

// Part is a part of a form. Parts are separated by a space.
type Part struct {
	Name     string // the sentence "want."+Name describes it; "": a word that is always there
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

// Shaped gives the sections their forms: those of each section, by its letter, in the format of Shape. Messages and
// free text have the same forms in all rulebooks. `$S` has those of the machine's own lines besides those of the
// rules.
func (l *Language) Shaped(shapes map[byte][]string) *Language {
	for i := range l.Sections {
		s := &l.Sections[i]
		lines := shapes[s.Letter]
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

// Fits reports whether a line fits the form. Words of a choice may be in either language, shortened, and in any case.
func (f Form) Fits(line string) bool { return fits(f.Parts, trim(line), true) }

// fits is Fits for the remaining parts. bound says that the rest follows a space, or begins the line.
func fits(parts []Part, rest string, bound bool) bool {
	inner := trimLeft(rest)
	bound = bound || len(inner) < len(rest)
	if len(parts) == 0 {
		return inner == ""
	}
	p := parts[0]
	if p.Optional && fits(parts[1:], rest, bound) {
		return true
	}
	if !p.Tight && !bound || inner == "" {
		return false
	}
	for _, end := range p.ends(inner) {
		if fits(parts[1:], inner[end:], false) {
			return true
		}
		if p.Again && fits(parts, inner[end:], false) {
			return true
		}
	}
	return false
}

// ends returns the positions in a text at which the part may end.
func (p Part) ends(text string) (out []int) {
	word := text
	if i := strings.IndexFunc(text, blank); i >= 0 {
		word = text[:i]
	}
	digits := func(s string) int {
		n := 0
		for n < len(s) && (digit(s[n]) || n == 0 && s[n] == '-' || n > 0 && (s[n] == '.' || s[n] == ',')) {
			n++
		}
		return n
	}
	second := func(first int) []int { // of a part in two words
		inner := trimLeft(text[first:])
		if n := digits(inner); first > 0 && n > 0 && len(inner) < len(text)-first {
			return []int{len(text) - len(inner) + n}
		}
		return nil
	}
	switch p.Kind {
	case OneOf:
		return p.chosen(text, word)
	case AnyText:
		return []int{len(text)}
	case AnyNumber, ARealm, APath:
		if n := digits(text); n > 0 {
			out = []int{n}
		}
	case APlace:
		if p.Apart {
			return second(digits(text))
		}
		if strings.ContainsFunc(word, func(r rune) bool { return '0' <= r && r <= '9' }) {
			out = []int{len(word)}
		}
	case AnArmy:
		if p.Apart {
			return second(len(word))
		}
		out = []int{len(word)}
	default:
		out = []int{len(word)}
	}
	return out
}

// chosen returns the ends of the choices that a text begins with.
func (p Part) chosen(text, word string) (out []int) {
	for _, c := range p.Choices {
		for _, w := range [2]string{c.De, c.En} {
			if n := len(w); n <= len(text) && Fold(text[:n]) == Fold(w) {
				out = append(out, n)
			}
			if short, long := Fold(word), Fold(w); strings.HasPrefix(long, short) ||
				len(long) > 3 && strings.HasPrefix(short, long) && len(short) <= len(long)+2 { // a plural
				out = append(out, len(word))
			}
		}
	}
	return out
}
