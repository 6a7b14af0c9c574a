package resolve

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// changesShown is how many lines a receipt names as new, and how many as gone.
const changesShown = 40

// changes is what a sheet says otherwise than the one it replaces: lines as the
// rulebook prints them, so that blanks, remarks and the order of sections make no
// difference. What the language cannot read is in neither.
type changes struct {
	gone, come []letter.Written
	same       int  // lines that are in both
	moved      bool // these stand in another order than before
}

// compare holds two sheets against each other, section by section. Of a line that
// stands there twice each counts.
func compare(l *orders.Language, earlier, later game.Sheet) changes {
	was, is := letter.Canonical(l, earlier.Orders(l).Lines), letter.Canonical(l, later.Orders(l).Lines)
	var c changes
	before, after := c.missing(is, was, &c.gone), c.missing(was, is, &c.come)
	c.same = len(before)
	c.moved = !slices.EqualFunc(before, after, func(a, b letter.Written) bool { return a.Text == b.Text })
	return c
}

// missing adds to out the lines that among has not, and gives the others.
func (*changes) missing(among, lines []letter.Written, out *[]letter.Written) (both []letter.Written) {
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

// changed tells what the letter's orders change in those it replaces.
func (r receipt) changed(t *wording.Text) {
	if r.sheet == nil || !r.Replaced {
		return
	}
	c := compare(r.world.rulebook.Language(), r.sheet.earlier.Sheet, r.sheet.fresh.Sheet)
	if len(c.gone)+len(c.come) == 0 {
		t.Line("")
		if c.moved {
			t.Say("changes-moved", phrase.Num("n", c.same))
		} else {
			t.Say("changes-none", phrase.Num("n", c.same))
		}
		return
	}
	t.Head("head.changes")
	sayChanged(t, c.gone, func(s letter.Written) string {
		if slices.Contains(r.sheet.earlier.Void, s.Line) {
			return "changes-gone-void"
		}
		return "changes-gone"
	})
	sayChanged(t, c.come, func(s letter.Written) string {
		if slices.Contains(r.sheet.fresh.Void, s.Line) {
			return "changes-void"
		}
		return "changes-new"
	})
	if c.same > 0 {
		t.Say("changes-same", phrase.Num("n", c.same))
	}
}

// sayChanged names lines, as many as a receipt has room for.
func sayChanged(t *wording.Text, lines []letter.Written, code func(letter.Written) string) {
	for _, s := range lines[:min(len(lines), changesShown)] {
		t.Say(code(s), phrase.Str("line", wording.Cut(strings.Join(strings.Fields(s.Shown(t.Book.Lang)), " "))))
	}
	t.More(len(lines) - changesShown)
}
