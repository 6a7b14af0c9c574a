package receipt

import (
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/wording"
)

// ahead tells a player what became of orders for a later turn: whether they are kept, which lines cannot be read, and
// when the orders will be checked again.
func (r Receipt) ahead(t *wording.Text, words *phrase.Book) string {
	turn := phrase.Num("turn", r.For)
	read := r.judged()
	switch {
	case r.Fate != Ahead:
		t.Say("not-accepted", phrase.Str("reason", t.Book.Say(r.Reason)))
	case r.Withdrawn:
		t.Say("ahead-withdrawn", turn)
	default:
		read.KeptAhead(t)
	}
	r.fallen(t)
	r.others(t)
	if r.Here.Number > 0 {
		t.Line(phrase.Capital(r.Called.S))
	}
	r.source(t)
	if r.Fate == Ahead && !r.Withdrawn {
		if r.Replaced {
			t.Say("ahead-replaces", turn)
			if r.Sheet.Fresh.Spoken > 0 {
				t.Say("said-stays")
			}
		}
		read.BeginsAhead(t)
	}
	if len(r.Kept) > 1 || r.Withdrawn && len(r.Kept) > 0 {
		var turns []string
		for _, n := range r.Kept {
			turns = append(turns, strconv.Itoa(n))
		}
		t.Say("ahead-turns", phrase.Num("n", len(turns)), phrase.Str("list", strings.Join(turns, ", ")))
	}
	r.toldMaster(t)
	r.problems(t, words)
	return t.Body.String()
}
