package receipt

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// ChangesShown is how many new lines a receipt names, and how many removed ones.
const ChangesShown = 40

// changed says how the letter's orders differ from those that they replace.
func (r Receipt) changed(t *wording.Text) {
	if r.Sheet == nil || !r.Replaced {
		return
	}
	c, fallen := r.compared(t.Book.Lang)
	if len(c.Gone)+len(c.Come) == 0 && len(fallen) > 0 {
		return
	}
	if len(c.Gone)+len(c.Come) == 0 {
		t.Line("")
		if c.Moved {
			t.Say("changes-moved", phrase.Num("n", c.Same))
		} else {
			t.Say("changes-none", phrase.Num("n", c.Same))
		}
		return
	}
	t.Head("head.changes")
	sayChanged(t, r.Game.Rules.Language(), c.Gone, func(s letter.Written) string {
		if slices.Contains(r.Sheet.Earlier.Void, s.Order.Line) {
			return "changes-gone-void"
		}
		return "changes-gone"
	})
	sayChanged(t, r.Game.Rules.Language(), c.Come, func(s letter.Written) string {
		if slices.Contains(r.Sheet.Fresh.Void, s.Order.Line) {
			return "changes-void"
		}
		return "changes-new"
	})
	if c.Same > 0 {
		t.Say("changes-same", phrase.Num("n", c.Same))
	}
}

// compared compares the sheet in force with the earlier one. Lines that counted and fall away without another in their
// place are apart from the other changes, in the reader's words.
func (r Receipt) compared(lang phrase.Lang) (c changes, fallen []string) {
	language := r.Game.Rules.Language()
	was, is := r.Sheet.Earlier.Sheet, r.Sheet.Fresh.Sheet
	c = compare(language, was, is)
	about := map[string]bool{}
	for _, l := range is.Orders(language).Lines {
		about[language.Subject(l)] = true
	}
	c.Gone = slices.DeleteFunc(c.Gone, func(s letter.Written) bool {
		m, is := s.Order.Order.(orders.Message)
		passed := is && m.To == "M" || slices.Contains(r.Sheet.Earlier.Passed, s.Order.Line)
		falls := !passed && !slices.Contains(r.Sheet.Earlier.Void, s.Order.Line) && !about[language.Subject(s.Order)]
		if falls {
			fallen = append(fallen, s.Shown(language, lang))
		}
		return falls
	})
	for _, s := range was.Orders(language).Settings {
		if _, said := is.Orders(language).Says(s.Word); !said && s.Word != orders.Draft {
			fallen = append(fallen, "$S "+s.Speak(lang))
		}
	}
	return c, fallen
}

// fallen names the lines that counted and no longer do, above everything that does: a letter that was meant as an
// addition shows by that.
func (r Receipt) fallen(t *wording.Text) {
	if r.Sheet == nil || !r.Replaced {
		return
	}
	_, lines := r.compared(t.Book.Lang)
	if len(lines) == 0 {
		return
	}
	by := r.Sheet.Earlier.By().At
	if by.IsZero() {
		by = r.Sheet.Earlier.At
	}
	t.Say("lines-fallen", phrase.Num("n", len(lines)), phrase.Str("when", wording.Moment(t.Book, by.In(r.Game.Zone))))
	for _, line := range lines[:min(len(lines), ChangesShown)] {
		t.Line("  " + wording.Cut(strings.Join(strings.Fields(line), " ")))
	}
	t.More(len(lines) - ChangesShown)
}

// sayChanged names lines, as many as a receipt has room for.
func sayChanged(t *wording.Text, l *orders.Language, lines []letter.Written, code func(letter.Written) string) {
	for _, s := range lines[:min(len(lines), ChangesShown)] {
		t.Say(code(s), phrase.Str("line", wording.Cut(strings.Join(strings.Fields(s.Shown(l, t.Book.Lang)), " "))))
	}
	t.More(len(lines) - ChangesShown)
}

// changes is how a sheet differs from the one that it replaces. Lines are compared as the rulebook prints them, so
// that blanks, remarks and the order of sections make no difference. Lines that the language cannot read are left out.
type changes struct {
	Gone, Come []letter.Written
	Same       int  // lines that are in both
	Moved      bool // these lines are in another order than before
}

// compare compares two sheets, section by section. If a line occurs twice, each counts.
func compare(l *orders.Language, earlier, later game.Sheet) changes {
	was, is := letter.Canonical(l, earlier.Orders(l).Lines), letter.Canonical(l, later.Orders(l).Lines)
	gone, before := missing(is, was)
	come, after := missing(was, is)
	moved := !slices.EqualFunc(before, after, func(a, b letter.Written) bool { return a.Text == b.Text })
	return changes{gone, come, len(before), moved}
}

// missing returns the lines that are not in among, and those that are.
func missing(among, lines []letter.Written) (gone, both []letter.Written) {
	left := map[string]int{}
	for _, s := range among {
		left[s.Text]++
	}
	for _, s := range lines {
		if left[s.Text]--; left[s.Text] < 0 {
			gone = append(gone, s)
		} else {
			both = append(both, s)
		}
	}
	return gone, both
}
