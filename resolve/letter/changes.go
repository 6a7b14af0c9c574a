package letter

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Written is an order as the rulebook prints it, after its section.
type Written struct {
	Text  string
	Line  int // its line in the sheet
	order orders.Line
}

// Shown is the order in the reader's language, as far as the rulebook has words for it.
func (s Written) Shown(lang phrase.Lang) string {
	return string(orders.Speak([]byte{'$', s.order.Section, ' '}, s.order.Order, lang))
}

// Canonical returns a sheet's orders, in the order of the language's sections.
func Canonical(l *orders.Language, lines []orders.Line) []Written {
	out, text := make([]Written, 0, len(lines)), []byte(nil)
	for i := range l.Sections {
		letter := l.Sections[i].Letter
		for _, line := range lines {
			if line.Section == letter {
				text = line.Order.Print(append(text[:0], '$', letter, ' '))
				out = append(out, Written{string(text), line.Line, line})
			}
		}
	}
	return out
}

// Changes is how a sheet differs from the one that it replaces. Lines are compared as the rulebook prints them, so
// that blanks, remarks and the order of sections make no difference. Lines that the language cannot read are left out.
type Changes struct {
	Gone, Come []Written
	Same       int  // lines that are in both
	Moved      bool // these lines are in another order than before
}

// Compare compares two sheets, section by section. If a line occurs twice, each counts.
func Compare(l *orders.Language, earlier, later game.Sheet) Changes {
	was, is := Canonical(l, earlier.Orders(l).Lines), Canonical(l, later.Orders(l).Lines)
	var c Changes
	before, after := c.missing(is, was, &c.Gone), c.missing(was, is, &c.Come)
	c.Same = len(before)
	c.Moved = !slices.EqualFunc(before, after, func(a, b Written) bool { return a.Text == b.Text })
	return c
}

// missing adds the lines that are not in among to out, and returns the others.
func (*Changes) missing(among, lines []Written, out *[]Written) (both []Written) {
	left := map[string]int{}
	for _, s := range among {
		left[s.Text]++
	}
	for _, s := range lines {
		if left[s.Text]--; left[s.Text] < 0 {
			*out = append(*out, s)
		} else {
			both = append(both, s)
		}
	}
	return both
}

// Subject is what the line is about.
func (s Written) Subject(l *orders.Language) string { return l.Subject(s.order) }
