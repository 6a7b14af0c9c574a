package orders

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
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

// Values of a form are what is in a line for each of its parts, "" for what is not there. They are written in one way
// each: a number without thousands marks, a choice by its word in the reader's language, a place as x/y, a path of
// fixed length without the zeros at its end. Several values of one part have spaces between them, and the parts of a
// path have none.

// Print writes a line of the form, with the words of choices in a language. Choices may come in either. What is
// missing is left out, but for words that are always there and for paths of fixed length. The line has no line end,
// whatever the values are.
func (f Form) Print(values []string, lang phrase.Lang) string {
	var line strings.Builder
	for i, p := range f.Parts {
		value := ""
		if i < len(values) {
			value = values[i]
		}
		if value = p.printed(value, lang); value == "" {
			continue
		}
		if line.Len() > 0 && !p.Tight {
			line.WriteByte(' ')
		}
		line.WriteString(value)
	}
	return line.String()
}

// printed is the part as it is written in a line.
func (p Part) printed(value string, lang phrase.Lang) string {
	if p.Kind == AnyText {
		return trim(Legible(strings.ReplaceAll(value, "\n", " ")))
	}
	words := strings.FieldsFunc(Legible(value), blank)
	switch p.Kind {
	case OneOf:
		return p.word(words, lang)
	case APath:
		way := strings.Join(words, "")
		if (way != "" || !p.Optional) && len(way) < p.Digits {
			way += strings.Repeat("0", p.Digits-len(way))
		}
		return way
	case APlace:
		if p.Apart {
			return strings.Join(strings.Fields(strings.ReplaceAll(strings.Join(words, " "), "/", " ")), " ")
		}
	}
	return strings.Join(words, " ")
}

// word is the choice, or the choices, that some words mean. Words that mean none are written as they are.
func (p Part) word(words []string, lang phrase.Lang) string {
	if len(words) == 0 {
		if len(p.Choices) == 1 && !p.Optional {
			return p.Choices[0].in(lang)
		}
		return ""
	}
	of := func(word string) (string, bool) {
		for _, c := range p.Choices {
			if Fold(c.De) == Fold(word) || Fold(c.En) == Fold(word) {
				return c.in(lang), true
			}
		}
		return word, false
	}
	if whole, is := of(strings.Join(words, " ")); is || !p.Again {
		return whole
	}
	for i := range words {
		words[i], _ = of(words[i])
	}
	return strings.Join(words, " ")
}

// in is the choice in a language.
func (c Choice) in(lang phrase.Lang) string {
	if lang == phrase.En {
		return c.En
	}
	return c.De
}

// Fits reports whether a line fits the form. Words of a choice may be in either language, shortened, and in any case.
func (f Form) Fits(line string) bool {
	_, fits := f.Read(line, phrase.De)
	return fits
}

// Read returns the values of a line that fits the form, with choices in a language. Print writes the same line from
// them, up to spaces and the ways to write a word.
func (f Form) Read(line string, lang phrase.Lang) (values []string, fits bool) {
	r, fits := f.reader(line, lang)
	if !fits {
		return nil, false
	}
	return r.values, true
}

// reader returns a reader that has read a line.
func (f Form) reader(line string, lang phrase.Lang) (r *valueReader, fits bool) {
	r = &valueReader{parts: f.Parts, line: trim(line), lang: lang, values: make([]string, len(f.Parts))}
	return r, len(r.line) <= lineLimit && r.read(0, 0, true)
}

// Form returns the form of a line with its values. If there are several, it is the one in which most words are
// choices, whole ones before shortened ones, and the first of those. -1: there is none.
func (s *Section) Form(line string, lang phrase.Lang) (form int, values []string) {
	form, most := -1, math.MinInt
	for i, f := range s.Forms {
		r, fits := f.reader(line, lang)
		if !fits {
			continue
		}
		has, chosen := r.values, -r.short
		for k, p := range f.Parts {
			if p.Kind == OneOf && has[k] != "" {
				chosen += 2
			}
		}
		if chosen > most {
			form, values, most = i, has, chosen
		}
	}
	return form, values
}

// valueReader reads a line by parts, and tries all ways in which they can follow each other.
type valueReader struct {
	parts  []Part
	line   string
	lang   phrase.Lang
	values []string
	short  int              // how many choices are shortened, or in the plural
	failed map[valueAt]bool // so that no line takes long
}

// valueAt is a place in a line at which a part would begin. bound says that the part may follow there without a space
// of its own: one was there, or the line begins.
type valueAt struct {
	part, at int
	bound    bool
}

// read reads the part and all that follow it.
func (r *valueReader) read(part, at int, bound bool) bool {
	rest := trimLeft(r.line[at:])
	inner := len(r.line) - len(rest)
	bound = bound || inner > at
	if part == len(r.parts) {
		return rest == ""
	}
	place := valueAt{part, inner, bound}
	if r.failed[place] {
		return false
	}
	p := r.parts[part]
	if rest != "" && (p.Tight || bound) {
		for _, x := range p.found(rest, r.lang) {
			was := r.values[part]
			r.values[part] = p.joined(was, x.value)
			if x.short {
				r.short++
			}
			if p.Again && r.read(part, inner+x.end, false) || r.read(part+1, inner+x.end, false) {
				return true
			}
			r.values[part] = was
			if x.short {
				r.short--
			}
		}
	}
	if p.Optional && r.values[part] == "" && r.read(part+1, inner, bound) {
		return true
	}
	if r.failed == nil {
		r.failed = map[valueAt]bool{}
	}
	r.failed[place] = true
	return false
}

// joined adds another value of a part that may come again.
func (p Part) joined(values, value string) string {
	if values == "" || p.Kind == APath {
		return values + value
	}
	return values + " " + value
}

// found is a value at the beginning of a text, and where it ends. short: its word is shortened, or in the plural.
type found struct {
	end   int
	value string
	short bool
}

// found returns the values that the part may have at the beginning of a text.
func (p Part) found(text string, lang phrase.Lang) []found {
	word := text
	if i := strings.IndexFunc(text, blank); i >= 0 {
		word = text[:i]
	}
	one := func(ok bool, end int, value string) []found {
		if !ok {
			return nil
		}
		return []found{{end, value, false}}
	}
	switch p.Kind {
	case OneOf:
		return p.chosen(text, word, lang)
	case AnyText:
		return one(true, len(text), text)
	case AnyNumber, ARealm:
		n := number(text)
		return one(n > 0, n, marks.Replace(text[:n]))
	case APath:
		n := 0
		for n < len(text) && '0' <= text[n] && text[n] <= '6' {
			n++
		}
		return one(n > 0 && (n == len(text) || !digit(text[n])), n, p.way(text[:n]))
	case APlace:
		if p.Apart {
			x := number(text)
			y, end := second(text, x)
			return one(end > 0, end, text[:x]+"/"+y)
		}
		return one(strings.ContainsAny(word, "0123456789"), len(word), word)
	case AnArmy:
		if p.Apart {
			n, end := second(text, len(word))
			return one(end > 0 && number(word) < len(word), end, word+" "+n)
		}
	}
	return one(true, len(word), word)
}

// way is a path without the zeros that fill it up.
func (p Part) way(digits string) string {
	if p.Digits > 0 {
		return strings.TrimRight(digits, "0")
	}
	return digits
}

// marks removes the thousands marks of a number.
var marks = strings.NewReplacer(".", "", ",", "")

// number returns how long the number at the beginning of a text is; 0: there is none.
func number(text string) int {
	s := scanner{text: text}
	if strings.HasPrefix(text, "-") {
		s.at++
	}
	if s.at == len(text) || !digit(text[s.at]) {
		return 0
	}
	s.number()
	return s.at
}

// second returns the number that follows the first word of a text, and where it ends; 0: there is none.
func second(text string, first int) (value string, end int) {
	inner := trimLeft(text[first:])
	n := number(inner)
	if first == 0 || n == 0 || len(inner) == len(text)-first {
		return "", 0
	}
	return inner[:n], len(text) - len(inner) + n
}

// underscored is a word of two as orders may write it: Lumber_camp.
var underscored = strings.NewReplacer("_", " ")

// chosen returns the choices with which a text begins: whole ones first, then those whose word is shortened or in the
// plural.
func (p Part) chosen(text, word string, lang phrase.Lang) (out []found) {
	add := func(end int, c Choice, short bool) {
		if !slices.ContainsFunc(out, func(f found) bool { return f.end == end }) {
			out = append(out, found{end, c.in(lang), short})
		}
	}
	for _, c := range p.Choices {
		for _, w := range [2]string{c.De, c.En} {
			if n := len(w); n <= len(text) && Fold(underscored.Replace(text[:n])) == Fold(w) {
				add(n, c, false)
			}
			if Fold(word) == Fold(w) {
				add(len(word), c, false)
			}
		}
	}
	short := Fold(word)
	for _, c := range p.Choices {
		for _, w := range [2]string{c.De, c.En} {
			if long := Fold(w); strings.HasPrefix(long, short) ||
				len(long) > 3 && strings.HasPrefix(short, long) && len(short) <= len(long)+2 { // a plural
				add(len(word), c, true)
			}
		}
	}
	return out
}
