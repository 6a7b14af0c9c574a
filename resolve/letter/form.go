package letter

import (
	"crypto/sha256"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/secrets"
)

// Some of our letters have orders to be changed: a template, or the orders in force. They come after a line that
// occurs nowhere else. A player who answers such a letter, and changes the lines where their program quotes them,
// sends orders. Any other quote was sent before, and must not be sent again by accident. The line has a sum of the
// orders. It shows whether an answer changes them or merely quotes them.
var formMark = lazily(`^\s*=== \pL+ ([0-9a-f]{8}) ===\s*$`)

// FormMark reports whether a line is that line.
func FormMark(line string) bool { return strings.Contains(line, "===") && formMark().MatchString(line) }

// FormSum is a sum of the orders alone, since programs wrap remarks. Of a form that is sent with its reader's password it
// is another one: if such a form comes back as it was sent, nobody has filled it in.
func FormSum(l *orders.Language, lines []orders.Line, signed bool) string {
	h := sha256.New()
	if signed {
		fmt.Fprintln(h, "$I")
	}
	for _, line := range Canonical(l, lines) {
		fmt.Fprintln(h, line.Text)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:4])
}

// Written is an order as the rulebook prints it, after its section.
type Written struct {
	Text  string
	Order orders.Line
}

// Shown is the order in the reader's language, as far as the rulebook has words for it.
func (w Written) Shown(lang phrase.Lang) string {
	return string(w.Order.Order.Print([]byte{'$', w.Order.Section, ' '}, lang))
}

// Canonical returns a sheet's orders, in the order of the language's sections.
func Canonical(l *orders.Language, lines []orders.Line) []Written {
	out, text := make([]Written, 0, len(lines)), []byte(nil)
	for i := range l.Sections {
		letter := l.Sections[i].Letter
		for _, line := range lines {
			if line.Section == letter {
				text = line.Order.Print(append(text[:0], '$', letter, ' '), phrase.De)
				out = append(out, Written{string(text), line})
			}
		}
	}
	return out
}

// Filled is a form that came back.
type Filled struct {
	File    *orders.File
	Text    string   // scrubbed, without the mark
	Lines   []string // without blanks around them, with the `$I` line
	Changed bool     // its orders are not those with which it was sent
	AsSent  bool     // they are, and it was sent with the password
}

// longestForm is how many lines a form may have: it is read before it is known whose it is.
const longestForm = 5 * Glanced

// readForm reads a letter's form. It returns nil if there is none, or if the form does not say whose it is.
func readForm(l *orders.Language, text string) *Filled {
	head, body, _ := strings.Cut(text, "\n")
	mark := formMark().FindStringSubmatch(head)
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
	f.AsSent = FormSum(l, f.File.Lines, true) == mark[1]
	f.Changed = !f.AsSent && FormSum(l, f.File.Lines, false) != mark[1]
	return f
}

// FormOrders returns the orders of a form that came back with this text, with its `$I` line, if the form was filled
// in. The world decides whether they count.
func FormOrders(l *orders.Language, text, form string) (body string, ok bool) {
	f := readForm(l, form)
	if f == nil || f.AsSent || l.Parse(text).Identity != nil || ExampleWord(f.File.Identity.Password) && !f.Changed {
		return "", false
	}
	_, body, _ = strings.Cut(form, "\n")
	return body, true
}

// ExampleWord reports whether there is no password in the place of a password: nothing, or the word of our own
// examples.
func ExampleWord(password string) bool {
	return password == "" || password == secrets.Hidden ||
		slices.Contains([]string{"passwort", "kennwort", "password"}, strings.ToLower(strings.Trim(password, "<>[]{}\"'")))
}

// OpensSection matches the beginning of any section. In a letter to a person, $5000 is a price.
var OpensSection = regexp.MustCompile(`(?m)^[ \t]*\$[ \t]*\pL`)

// OrderSection matches the beginning of a section that may have orders. `$I` does not count: our letters show players
// their `$I` line.
var OrderSection = regexp.MustCompile(`(?m)^[ \t]*\$[ \t]*[A-DF-HJ-Za-df-hj-z]`)
