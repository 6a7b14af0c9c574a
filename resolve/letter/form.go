package letter

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/lazy"
	"weltentor/orders/phrase"
	"weltentor/resolve/secrets"
)

// Some of our letters have orders to be changed: a template, or the orders in force. They come after a line that
// occurs nowhere else. A player who answers such a letter, and changes the lines where their program quotes them,
// sends orders. Any other quote was sent before, and must not be sent again by accident. The line has a sum of the
// orders. It shows whether an answer changes them or merely quotes them. Wherever a form stands, in a quote, in the
// letter's own text, in a file or in a mail within it, it counts by one rule: see FilledIn.
var formMark = lazy.Pattern(`^\s*=== \pL+ ([0-9a-f]{8}) ===\s*$`)

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

// Shown is the order in the reader's language, as far as the rulebook has words for it. A section that needs no head is
// not named: nobody has written it.
func (w Written) Shown(l *orders.Language, lang phrase.Lang) string {
	if w.Order.Section == l.Opens {
		return string(w.Order.Order.Print(nil, lang))
	}
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
	Lines   []string // from the mark to the end, without blanks around them
	Changed bool     // it has an order with which it was not sent
	AsSent  bool     // it has none, and was sent with the password
	Within  bool     // it stands in the text with the orders, and not in a quote
	Others  bool     // another mail brings it

	sum string // in its mark
}

// FilledIn reports whether somebody who plays these realms has filled the form in: with the realm's password or, if that was
// in it already or stands in a mail of others, with another order, and for a realm of theirs. A practice game's code in it
// is not for here.
func (f Filled) FilledIn(own []int) bool {
	id := f.File.Identity
	if secrets.IsCode(id.Password) || f.AsSent {
		return false
	}
	return !ExampleWord(id.Password) && !f.Others || f.Changed && slices.Contains(own, id.Realm)
}

// Against compares the form with one of ours, if it was sent so. Some of its orders alone, in their place, are no change:
// people cut a quote down to the line that they ask about, and programs spoil lines. Whoever takes orders out leaves all
// other lines of the form as they are, and its end; fewer says whether that may count.
func (f *Filled) Against(l *orders.Language, ours string, fewer bool) {
	file := l.Parse(ours)
	signed := FormSum(l, file.Lines, true) == f.sum
	if !signed && FormSum(l, file.Lines, false) != f.sum {
		return
	}
	was, now := Canonical(l, file.Lines), Canonical(l, f.File.Lines)
	if fewer && f.File.Ends > 0 && f.File.Errors() == 0 && 0 < len(now) && len(now) < len(was) && f.keeps(ours) {
		return
	}
	for _, is := range now {
		at := slices.IndexFunc(was, func(w Written) bool { return w.Text == is.Text })
		if at < 0 {
			return
		}
		was = was[at+1:]
	}
	f.Changed, f.AsSent = false, signed
}

// keeps reports whether each line of the form is one of a text, but for its head.
func (f *Filled) keeps(text string) bool {
	said := map[string]bool{"": true}
	for line := range strings.Lines(text) {
		said[strings.TrimSpace(line)] = true
	}
	for n, line := range f.Lines {
		if n > f.File.Identity.Line && !said[line] {
			return false
		}
	}
	return true
}

// Besides are the lines of a text that are none of the form's, without blanks around them.
func (f *Filled) Besides(text string) string {
	var besides []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); !slices.Contains(f.Lines, line) {
			besides = append(besides, line)
		}
	}
	return strings.Join(besides, "\n")
}

// FormIn is the form in a letter of ours, with what follows; "" if there is none.
func FormIn(text string) string {
	if at := markIn(text); at >= 0 {
		return text[at:]
	}
	return ""
}

// markIn is where the first mark of a form begins in a text, or -1.
func markIn(text string) (at int) {
	for line := range strings.Lines(text) {
		if FormMark(line) {
			return at
		}
		at += len(line)
	}
	return -1
}

// SetAside takes a form that stands in the letter's text out of it, as if the letter quoted it. Of what is in the body, all
// that is no order of the form stays; of a file and of another mail, nothing.
func (l *Letter) SetAside(f *Filled) {
	t := &l.Texts
	at := markIn(t.Text)
	t.Form, t.formOthers = t.Text[at:], l.Others
	if !l.InBody() {
		t.Text, t.Beside, l.Part, l.Others = t.Beside, "", "body", false
		l.Notes = slices.DeleteFunc(slices.Clone(l.Notes), func(n phrase.Phrase) bool { return n.Code == "note.forwarded" })
		return
	}
	kept := strings.Split(t.Text[:at], "\n")
	for n, line := range orders.Split(t.Form)[1:] {
		is := func(o orders.Line) bool { return o.Line == n+1 }
		if f.File.Leaves > 0 && n >= f.File.Leaves || !OpensSection().MatchString(line) && !slices.ContainsFunc(f.File.Lines, is) {
			kept = append(kept, line)
		}
	}
	t.Text = strings.Join(kept, "\n")
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
	body = l.Ours(body)
	f := &Filled{File: l.Parse(body)}
	if f.File.Identity == nil {
		return nil
	}
	for line := range strings.Lines(text) {
		if f.File.Leaves > 0 && len(f.Lines) > f.File.Leaves {
			break
		}
		f.Lines = append(f.Lines, strings.TrimSpace(line))
	}
	f.Text, f.sum = secrets.Scrub(body, f.File.Identity), mark[1]
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
var OpensSection = lazy.Pattern(`(?m)^[ \t]*\$[ \t]*\pL`)

// OrderSection matches the beginning of a section that may have orders. `$I` does not count: our letters show players
// their `$I` line.
var OrderSection = lazy.Pattern(`(?m)^[ \t]*\$[ \t]*[A-DF-HJ-Za-df-hj-z]`)
