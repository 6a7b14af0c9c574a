package resolve

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// changesShown is how many lines a receipt names as new, and how many as gone.
const changesShown = 40

// changes is what a sheet says otherwise than the one it replaces: lines as the
// rulebook prints them, so that blanks, remarks and the order of sections make no
// difference. What the language cannot read is in neither.
type changes struct {
	gone, come []written
	same       int  // lines that are in both
	moved      bool // these stand in another order than before
}

// written is an order as the rulebook prints it, behind its section.
type written struct {
	text  string
	line  int // where it stands
	order orders.Line
}

// shown is the order in the reader's words, as far as the rulebook has them.
func (s written) shown(lang phrase.Lang) string {
	return string(orders.Speak([]byte{'$', s.order.Section, ' '}, s.order.Order, lang))
}

// compare holds two sheets against each other, section by section. Of a line that
// stands there twice each counts.
func compare(l *orders.Language, earlier, later game.Sheet) changes {
	was, is := canonical(l, earlier.Orders(l).Lines), canonical(l, later.Orders(l).Lines)
	var c changes
	before, after := c.missing(is, was, &c.gone), c.missing(was, is, &c.come)
	c.same = len(before)
	c.moved = !slices.EqualFunc(before, after, func(a, b written) bool { return a.text == b.text })
	return c
}

// missing adds to out the lines that among has not, and gives the others.
func (*changes) missing(among, lines []written, out *[]written) (both []written) {
	left := map[string]int{}
	for _, s := range among {
		left[s.text]++
	}
	for _, s := range lines {
		if left[s.text]--; left[s.text] < 0 {
			*out = append(*out, s)
		} else {
			both = append(both, s)
		}
	}
	return both
}

// canonical gives a sheet's orders in the order of the language's sections.
func canonical(l *orders.Language, lines []orders.Line) []written {
	out, text := make([]written, 0, len(lines)), []byte(nil)
	for i := range l.Sections {
		letter := l.Sections[i].Letter
		for _, line := range lines {
			if line.Section == letter {
				text = line.Order.Print(append(text[:0], '$', letter, ' '))
				out = append(out, written{string(text), line.Line, line})
			}
		}
	}
	return out
}

// changed tells what the letter's orders change in those it replaces.
func (in *intake) changed(t *text) {
	if in.a.Fate != Taken || !in.a.Replaced {
		return
	}
	c := compare(in.w.rb.Language(), in.earlier.Sheet, in.fresh)
	if len(c.gone)+len(c.come) == 0 {
		t.line("")
		if c.moved {
			t.say("changes-moved", phrase.Num("n", c.same))
		} else {
			t.say("changes-none", phrase.Num("n", c.same))
		}
		return
	}
	t.head("head.changes")
	void := in.void()
	t.listed(c.gone, func(s written) string {
		if slices.Contains(in.earlier.Void, s.line) {
			return "changes-gone-void"
		}
		return "changes-gone"
	})
	t.listed(c.come, func(s written) string {
		if slices.Contains(void, s.line) {
			return "changes-void"
		}
		return "changes-new"
	})
	if c.same > 0 {
		t.say("changes-same", phrase.Num("n", c.same))
	}
}

// void are the letter's lines of which nothing counts, sorted. Where the sheet in
// force is not the letter's, nobody knows which they are.
func (in *intake) void() (lines []int) {
	if in.fresh.Text != in.text {
		return nil
	}
	for _, p := range in.a.Checked.Problems {
		if k := in.kind(p); k == "error" || k == "not-yet" {
			lines = append(lines, p.Line)
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// listed names lines, as many as a receipt has room for.
func (t *text) listed(lines []written, code func(written) string) {
	for _, s := range lines[:min(len(lines), changesShown)] {
		t.say(code(s), phrase.Str("line", cut(strings.Join(strings.Fields(s.shown(t.book.Lang)), " "))))
	}
	t.more(len(lines) - changesShown)
}
