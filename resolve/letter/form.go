package letter

import (
	"crypto/sha256"
	"fmt"
	"regexp"
	"strings"

	"weltentor/orders"
	"weltentor/resolve/secrets"
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

// FormSum is of the orders alone: programs wrap remarks.
func FormSum(l *orders.Language, lines []orders.Line) string {
	h := sha256.New()
	for _, line := range Canonical(l, lines) {
		fmt.Fprintln(h, line.Text)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:4])
}

// Filled is such a form as it came back.
type Filled struct {
	File    *orders.File
	Text    string   // scrubbed, without the mark
	Lines   []string // without blanks around them, password line included
	Changed bool     // its orders are not those it was sent with
}

// longestForm is how many lines a form has at most: it is read before it is known whose it is.
const longestForm = 5 * Glanced

// readForm reads a letter's form; nil if it has none, or nobody's.
func readForm(l *orders.Language, text string) *Filled {
	head, body, _ := strings.Cut(text, "\n")
	mark := formMark.FindStringSubmatch(head)
	if mark == nil || strings.Count(body, "\n") > longestForm {
		return nil
	}
	f := &Filled{File: l.Parse(body)}
	if f.File.Identity == nil {
		return nil
	}
	for line := range strings.Lines(text) {
		f.Lines = append(f.Lines, strings.TrimSpace(line))
	}
	f.Text = secrets.Scrub(body, f.File.Identity)
	f.Changed = FormSum(l, f.File.Lines) != mark[1]
	return f
}

// FormOrders gives the orders of a form that an answer of this text brings back,
// password line included, if it was filled in. Whether they count, the world
// decides.
func FormOrders(l *orders.Language, text, form string) (body string, ok bool) {
	f := readForm(l, form)
	if f == nil || l.Parse(text).Identity != nil || ExampleWord(f.File.Identity.Password) && !f.Changed {
		return "", false
	}
	_, body, _ = strings.Cut(form, "\n")
	return body, true
}

// ExampleWord tells what stands in a password's place and is none: nothing, or
// the word of our own examples.
func ExampleWord(password string) bool {
	if password == "" || password == secrets.Hidden {
		return true
	}
	for _, s := range serviceWords {
		if s.of == Passwords && strings.EqualFold(s.word, strings.Trim(password, "<>[]{}\"'")) {
			return true
		}
	}
	return false
}

// OrderSection is how a section begins that may have orders; our letters show
// players their `$I` line.
var OrderSection = regexp.MustCompile(`(?m)^[ \t]*\$[ \t]*[A-DF-HJ-Za-df-hj-z]`)
