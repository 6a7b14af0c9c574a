package letter

import (
	"slices"

	"weltentor/orders"
	"weltentor/worlds/game"
)

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
