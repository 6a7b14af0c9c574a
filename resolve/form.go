package resolve

import (
	"crypto/sha256"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// Orders that a letter of ours brings to be changed, a template or those in
// force, stand below a line that nothing else has. Whoever answers such a letter
// and changes the lines where his program quotes them sends orders; any other
// quote is of what was sent before and must not be sent again by accident. The
// line carries a sum of the orders, so that an answer that merely quotes them is
// told from one that changes them.
var formMark = regexp.MustCompile(`^\s*=== \pL+ ([0-9a-f]{8}) ===\s*$`)

// FormMark tells that line.
func FormMark(line string) bool { return formMark.MatchString(line) }

// markForm writes the line above orders.
func (k *clerk) markForm(t *text, body string) {
	t.say("form-mark", phrase.Str("sum", formSum(k.rb.Language(), k.rb.Language().Parse(body).Lines)))
}

// formSum is of the orders alone: programs wrap remarks.
func formSum(l *orders.Language, lines []orders.Line) string {
	h := sha256.New()
	for _, line := range canonical(l, lines) {
		fmt.Fprintln(h, line.text)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:4])
}

// filled is such a form as it came back.
type filled struct {
	file    *orders.File
	text    string   // scrubbed, without the mark
	lines   []string // without blanks around them, password line included
	changed bool     // its orders are not those it was sent with
}

// readForm reads a letter's form; nil if it has none, or nobody's.
func readForm(l *orders.Language, text string) *filled {
	head, body, _ := strings.Cut(text, "\n")
	mark := formMark.FindStringSubmatch(head)
	if mark == nil {
		return nil
	}
	f := &filled{file: l.Parse(body)}
	if f.file.Identity == nil {
		return nil
	}
	for line := range strings.Lines(text) {
		f.lines = append(f.lines, strings.TrimSpace(line))
	}
	f.text = scrub(body, f.file.Identity)
	f.changed = formSum(l, f.file.Lines) != mark[1]
	return f
}

// takeForm makes the form the letter's orders if it was filled in: with a
// password, or with other orders than it was sent with. It gives what the letter
// says besides. Anybody can write a mark, in a letter that the player quotes: a
// form is no more his own words than other quotes are (vouched).
func (in *intake) takeForm(own []int) (besides string) {
	f := in.form
	if f == nil {
		return ""
	}
	id := f.file.Identity
	if exampleWord(id.Password) && !(f.changed && slices.Contains(own, id.Realm)) {
		return ""
	}
	for line := range strings.Lines(in.text) {
		if line = strings.TrimSpace(line); !slices.Contains(f.lines, line) {
			besides += line + "\n"
		}
	}
	in.file, in.text, in.l.Others = f.file, f.text, true
	in.l.Notes = slices.DeleteFunc(in.l.Notes, func(p phrase.Phrase) bool { return p.Code == "note.quote-dropped" })
	in.l.Notes = append(in.l.Notes, phrase.P("note.filled"))
	if section.MatchString(besides) {
		in.l.Notes = append(in.l.Notes, phrase.P(severalTexts, phrase.Str("word", "unquoted"), phrase.Str("part", "quoted"), phrase.Num("n", 1)))
	}
	return besides
}

// FormOrders gives the orders of a form that an answer of this text brings back,
// password line included, if it was filled in. Whether they count, the world
// decides.
func FormOrders(l *orders.Language, text, form string) (body string, ok bool) {
	f := readForm(l, form)
	if f == nil || l.Parse(text).Identity != nil || exampleWord(f.file.Identity.Password) && !f.changed {
		return "", false
	}
	_, body, _ = strings.Cut(form, "\n")
	return body, true
}

// exampleWord tells what stands in a password's place and is none: nothing, or
// the word of our own examples.
func exampleWord(password string) bool {
	if password == "" || password == hidden {
		return true
	}
	for _, s := range serviceWords {
		if s.of == passwords && strings.EqualFold(s.word, strings.Trim(password, "<>[]{}\"'")) {
			return true
		}
	}
	return false
}

// quotesOrders tells whether orders stand in what the letter quotes. A form of
// ours that came back as it was is quoted with a letter, not sent.
func (in *intake) quotesOrders() bool {
	if in.form != nil && !in.form.changed {
		return false
	}
	return orderSection.MatchString(in.l.Quoted)
}

// orderSection is how a section begins that may have orders; our letters show
// players their `$I` line.
var orderSection = regexp.MustCompile(`(?m)^[ \t]*\$[ \t]*[A-DF-HJ-Za-df-hj-z]`)

// quotedLines is how many lines of the letter were left out as quoted.
func (in *intake) quotedLines() int {
	for _, p := range in.l.Notes {
		if p.Code == "note.quote-dropped" {
			for _, a := range p.Args {
				if a.Name == "n" {
					return int(a.N)
				}
			}
		}
	}
	return strings.Count(strings.TrimSpace(in.l.Quoted), "\n") + 1
}
