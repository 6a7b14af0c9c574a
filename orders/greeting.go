package orders

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
)

// greeting is a line among orders that is not an order but speaks to a person, with the number of problems before it.
// QUIRK: players sign their mails, or ask something, and leave out the `$E` above.
type greeting struct {
	at                     Position
	code                   string // of the warning about it
	kept, errors, warnings int
}

// greetWords begin a greeting, as folded by Fold.
var greetWords = []string{"lg", "vg", "mfg", "bg", "danke", "dank", "vielen", "viel", "bis", "tschuess", "tschau",
	"ciao", "servus", "ade",
	"best", "kind", "warm", "regards", "cheers", "thanks", "thank", "thx", "yours", "sincerely", "greetings", "bye"}

// longLine is how many bytes of a line are looked at for words to a person.
const longLine = 1000

// wordsOf returns the words that a line begins with, folded.
func wordsOf(line string) []string {
	line = line[:min(len(line), longLine)]
	return strings.FieldsFunc(Fold(line), func(r rune) bool { return !letterOrDigit(r) })
}

// greets reports whether a line with these words, which is not an order, is a greeting.
func greets(words []string) bool { return greetsBy(words, greetWords) }

// greetsBy reports whether words begin with one of some words, or speak of greetings.
func greetsBy(words, first []string) bool {
	return len(words) > 0 && slices.Contains(first, words[0]) || slices.ContainsFunc(words, func(w string) bool {
		return strings.HasPrefix(w, "gruss") || strings.HasPrefix(w, "gruess")
	})
}

// addressWords begin a line that speaks to somebody, as folded by Fold.
var addressWords = []string{"liebe", "lieber", "liebes", "hallo", "hello", "hi", "hey", "moin", "dear", "sehr",
	"guten", "good"}

// A line without digits that begins like an address needs addressLeast words to be one. A line that ends in a question
// mark needs questionLeast words of letters to be a question.
const (
	addressLeast  = 3
	questionLeast = 4
)

// spokenOf is how many of the words are of letters, and longer than one.
func spokenOf(words []string) (n int) {
	for _, w := range words {
		if len(w) > 1 && !strings.ContainsAny(w, "0123456789") {
			n++
		}
	}
	return n
}

// addresses reports whether a line with these words, which is not an order, is for a person: it speaks to somebody,
// asks something, or is a postscript.
func addresses(line string, words []string) bool {
	spoken, text := spokenOf(words), strings.ToLower(trim(line))
	switch {
	case len(words) == 0:
	case strings.HasPrefix(text, "ps:") || strings.HasPrefix(text, "p.s.:"):
		return true
	case strings.HasSuffix(text, "?") && spoken >= questionLeast:
		return true
	case slices.Contains(addressWords, words[0]) && !strings.ContainsAny(line, "0123456789"):
		return len(words) >= addressLeast || strings.HasSuffix(text, ",") || strings.HasSuffix(text, "!")
	}
	return false
}

// proseLeast is how many words of letters a sentence has, and proseLong a line without numbers that lacks its end.
const (
	proseLeast = 3
	proseLong  = 4
)

// forPerson reports whether a line above the first section is for a person: a salutation or greeting, a sentence, or a
// line without numbers that is long, or below a salutation (saluted).
func forPerson(line string, saluted bool) bool {
	text, words := trim(line), wordsOf(line)
	spoken, numbers := spokenOf(words), strings.ContainsAny(line, "0123456789")
	switch {
	case len(words) == 0:
		return false
	case greets(words) || slices.Contains(addressWords, words[0]) && !numbers:
		return true
	case strings.ContainsAny(text[len(text)-1:], ".,:!?") && spoken >= proseLeast:
		return true
	}
	return !numbers && (saluted || spoken >= proseLong)
}

// greeted is called before a line's problems are reported. It notes whether words for a person may begin with the
// line. An order after it shows that none did.
func (r *reader) greeted(line string, at Position, isOrder bool) {
	if isOrder {
		r.greeting = nil
	}
	if isOrder || r.greeting != nil {
		return
	}
	if code := r.spoken(line); code != "" {
		r.greeting = &greeting{at, code, len(r.file.Problems), r.file.DroppedErrors, r.file.DroppedWarnings}
	}
}

// spoken returns the code of the warning about a line that is for a person, or remembers it; "": it is not.
func (r *reader) spoken(line string) (code string) {
	if known, ok := r.memory.spoken[line]; ok {
		return known
	}
	switch words := wordsOf(line); {
	case greets(words):
		code = "greeting"
	case addresses(line, words):
		code = "words-below"
	}
	if len(r.memory.spoken) < r.memory.Most {
		r.memory.spoken[strings.Clone(line)] = code
	}
	return code
}

// excuse replaces, at the end of a text, the problems of its last lines by one warning if these lines are for a
// person.
func (r *reader) excuse() {
	if r.place == inProse {
		r.excuseText()
		return
	}
	g := r.greeting
	if g == nil || r.place != inLines && r.place != closed {
		return
	}
	r.file.Problems, r.file.DroppedErrors, r.file.DroppedWarnings = r.file.Problems[:g.kept], g.errors, g.warnings
	r.file.Leaves = g.at.Line - 1
	r.tellAt(g.at, Warning, phrase.P(g.code, phrase.Str("example", "$E")))
}

// excuseText removes the greeting from a free text that nothing ends, with a warning.
func (r *reader) excuseText() {
	lines := strings.Split(strings.TrimSuffix(r.text.String(), "\n"), "\n")
	at := closing(lines)
	if at < 0 || r.text.Len() > textLimit {
		return
	}
	r.text.Reset()
	for _, line := range lines[:at] {
		r.text.WriteString(line + "\n")
	}
	inner := trimLeft(lines[at])
	r.file.Leaves = r.from.Line + at
	r.tellAt(Position{Line: r.from.Line + 1 + at, Col: Column(lines[at], len(lines[at])-len(inner))}, Warning,
		phrase.P("greeting", phrase.Str("example", "$E")))
}

// A greeting below a text has at most that many lines, including the name, with at most that many words.
const (
	greetingLines = 4
	greetingWords = 5
)

// loud words are a greeting at the beginning of any line. Others are one only below a blank line, since a text may
// well end with "Viel Volk zog aus".
var loud = []string{"lg", "vg", "mfg", "bg", "regards", "cheers", "sincerely", "greetings"}

// closing returns the line that begins a text's closing greeting, and -1 if it has none.
func closing(lines []string) int {
	found, short := -1, 0
	for at := len(lines) - 1; at > 0; at-- {
		words := wordsOf(lines[at])
		if trim(lines[at]) == "" {
			continue
		}
		if short++; short > greetingLines || len(words) > greetingWords {
			break
		}
		if (trim(lines[at-1]) == "" || greetsBy(words, loud)) && greets(words) {
			found = at
		}
	}
	if found >= 0 && trim(strings.Join(lines[:found], "")) == "" {
		return -1 // the greeting is all there is
	}
	return found
}
