package receipt

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/wording"
)

// ChangesShown is how many new lines a receipt names, and how many removed ones.
const ChangesShown = 40

// changed says how the letter's orders differ from those that they replace.
func (r Receipt) changed(t *wording.Text) {
	if r.Sheet == nil || !r.Replaced {
		return
	}
	c := letter.Compare(r.Game.Rules.Language(), r.Sheet.Earlier.Sheet, r.Sheet.Fresh.Sheet)
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
	sayChanged(t, c.Gone, func(s letter.Written) string {
		if slices.Contains(r.Sheet.Earlier.Void, s.Line) {
			return "changes-gone-void"
		}
		return "changes-gone"
	})
	sayChanged(t, c.Come, func(s letter.Written) string {
		if slices.Contains(r.Sheet.Fresh.Void, s.Line) {
			return "changes-void"
		}
		return "changes-new"
	})
	if c.Same > 0 {
		t.Say("changes-same", phrase.Num("n", c.Same))
	}
}

// sayChanged names lines, as many as a receipt has room for.
func sayChanged(t *wording.Text, lines []letter.Written, code func(letter.Written) string) {
	for _, s := range lines[:min(len(lines), ChangesShown)] {
		t.Say(code(s), phrase.Str("line", wording.Cut(strings.Join(strings.Fields(s.Shown(t.Book.Lang)), " "))))
	}
	t.More(len(lines) - ChangesShown)
}
