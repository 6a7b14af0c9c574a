package conformance

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// books: both languages have the same codes with the same arguments.
func books(tb *table, bad fail) {
	first := tb.rb.Words(phrase.Langs[0])
	for _, lang := range phrase.Langs {
		b := tb.rb.Words(lang)
		if b == nil {
			bad("no words in %s", lang)
			return
		}
		if b.Lang != lang {
			bad("the book of %s says it is of %s", lang, b.Lang)
		}
		for _, code := range b.Codes() {
			if !first.Has(code) {
				bad("%s has %q, %s has not", lang, code, first.Lang)
			}
		}
		for _, code := range first.Codes() {
			if !b.Has(code) {
				bad("%s has %q, %s has not", first.Lang, code, lang)
			} else if one, other := first.Names(code), b.Names(code); !slices.Equal(one, other) {
				bad("%q has the arguments %v in %s, %v in %s", code, one, first.Lang, other, lang)
			}
		}
	}
}

// worded: a phrase has a sentence in every language, with everything that it names.
func (tb *table) worded(p phrase.Phrase, bad fail) {
	for _, lang := range phrase.Langs {
		b := tb.rb.Words(lang)
		if !b.Has(p.Code) {
			bad("%q has no sentence in %s", p.Code, lang)
			continue
		}
		for _, name := range b.Names(p.Code) {
			if !slices.ContainsFunc(p.Args, func(a phrase.Arg) bool { return a.Name == name }) {
				bad("%q names {%s} in %s, and it was not given", p.Code, name, lang)
			}
		}
		for _, a := range p.Args {
			if a.Kind == phrase.Term {
				if !b.Has(a.S) {
					bad("%q: {%s} is %q, which %s does not know", p.Code, a.Name, a.S, lang)
				}
			}
		}
	}
}

// unfilled matches what a book prints for a missing sentence or argument.
var unfilled = regexp.MustCompile("`[a-z0-9.-]+`|\\{[a-z0-9:|-]+\\}")

// readable: a text for people is UTF-8 with LF, is not empty, and has no gaps.
func readable(what string, text []byte, bad fail) {
	switch {
	case len(text) == 0:
		bad("%s is empty", what)
	case !utf8.Valid(text):
		bad("%s is not UTF-8", what)
	case slices.Contains(text, '\r'):
		bad("%s has CR in it: line ends are the machine's work", what)
	}
	if gap := unfilled.Find(text); gap != nil {
		bad("%s has %s in it", what, gap)
	}
}

func (tb *table) reported(r game.Report, realm int, bad fail) {
	if r.Realm != realm {
		bad("the report of realm %d says it is of %d", realm, r.Realm)
	}
	if r.Name == "" || !plainName.MatchString(r.Name) {
		bad("a report is called %q: ASCII letters, digits, dot, dash only", r.Name)
	}
	readable("the report", r.Text, bad)
	narrow("the report", r.Text, bad)
	readable("the summary", r.Summary, bad)
	unbroken("the summary", r.Summary, bad)
	for _, f := range r.Files {
		if !plainName.MatchString(f.Name) || f.Type == "" {
			bad("the report brings a file %q of type %q", f.Name, f.Type)
		}
		if len(f.Data) == 0 && f.Sum == "" {
			bad("file %s has neither data nor sum", f.Name)
		}
	}
}

// columns is the maximum width of an attached text. 78 is meant; 79 is for tables that an old manual prints so wide.
const columns = 79

// narrow: no line of an attached text is wider than old screens and printers.
func narrow(what string, text []byte, bad fail) {
	for line := range bytes.Lines(text) {
		if line = bytes.TrimRight(line, "\n"); utf8.RuneCount(line) > columns {
			bad("%s has a line of %d characters: %s", what, utf8.RuneCount(line), line)
			return
		}
	}
}

// unbroken: no sentence in a mail's body is broken into lines, since mail programs do that. Quoted lines are not
// sentences.
func unbroken(what string, text []byte, bad fail) {
	lines := strings.Split(string(text), "\n")
	for i, line := range lines[:len(lines)-1] {
		next := strings.TrimSpace(lines[i+1])
		quote := strings.HasPrefix(next, ">") || strings.HasPrefix(strings.TrimSpace(line), ">")
		if utf8.RuneCountInString(line) >= 60 && next != "" && !quote && !strings.HasSuffix(line, "…") &&
			!strings.ContainsAny(line[len(line)-1:], ".:!?)\"") {
			bad("%s has a sentence broken into lines:\n%s\n%s", what, line, lines[i+1])
			return
		}
	}
}

// plainName matches file names that mail programs of all ages keep as they are.
var plainName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// asked: what a world says about the turn that awaits orders is consistent.
func (tb *table) asked(w game.World, bad fail) {
	a := w.Asked()
	if a.Turn < 1 {
		bad("turns count from 1, not %d", a.Turn)
	}
	if !slices.IsSorted(a.Realms) || !slices.IsSorted(a.Winners) {
		bad("asked realms %v, winners %v: not sorted", a.Realms, a.Winners)
	}
	if i := slices.IndexFunc(a.Free, func(n int) bool { return !slices.Contains(a.Realms, n) }); i >= 0 ||
		!slices.IsSorted(a.Free) {
		bad("%v are asked, and of them %v free to send nothing", a.Realms, a.Free)
	}
	if a.Setup && (len(a.Free) == 0 || !slices.Equal(a.Free, a.Realms) || w.Due(nil) != game.Now) {
		bad("players are only set up, and of %v only %v owe nothing, or it is not due at once", a.Realms, a.Free)
	}
	if a.Over && len(a.Realms) > 0 {
		bad("the game is over, yet %v are asked", a.Realms)
	}
	if !a.Over && len(a.Winners) > 0 {
		bad("%v won a game that goes on", a.Winners)
	}
	tb.worded(phrase.P("phase."+a.Phase), bad)
	alive := map[int]bool{}
	before := 0
	for _, r := range w.Realms() {
		if r.Number <= before {
			bad("realm %d is listed after %d", r.Number, before)
		}
		before = r.Number
		alive[r.Number] = !r.Fallen
	}
	for _, r := range a.Realms {
		if !alive[r] {
			bad("realm %d is asked, and is not in the game", r)
		}
	}
	for _, lang := range phrase.Langs {
		readable("the title in "+string(lang), []byte(w.Title(lang)), bad)
	}
}
