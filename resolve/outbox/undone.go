package outbox

import (
	"slices"
	"time"
)

// TakenBack is what became of the letters of a turn that is taken back.
type TakenBack struct {
	Withdrawn int         // that had not left
	Out       []OutboxRow // reports that were sent, or perhaps were, by number
}

// TakeBack withdraws what a turn has told since it was resolved, as far as it has not left: its
// reports, what went to the game master, and what was said of the deadline of the next turn, but
// for pauses. A report that has left, or perhaps has, is not sent again by anybody; it stays as it
// was, with the sum of what it brought. So do the first reports of those who joined since.
func (o Box) TakeBack(turn int, since time.Time, reports map[int]string, joined []int) (t TakenBack, err error) {
	letters, err := o.since(since)
	if err != nil {
		return t, err
	}
	for _, e := range letters {
		report := e.Kind == KindReport && (e.Turn == turn || e.Turn == 0 && slices.Contains(joined, e.Realm))
		told := e.Kind == KindNotice && e.Turn == turn ||
			e.Kind == KindDeadline && e.Turn == turn+1 && (e.About == "" || e.About == "crossed")
		switch {
		case !report && !told, e.Undone:
			continue
		case e.stays() && len(e.tries()) == e.refusals():
			o.drop(e)
			t.Withdrawn++
			continue
		case !report:
			continue
		}
		if e.State == Sent || e.State == Unclear || e.stays() {
			t.Out = append(t.Out, e.OutboxRow)
		}
		if e.stays() { // a server was given it, and perhaps has it
			e.State = Unclear
		}
		if e.Turn == turn && e.Told == "" {
			e.Told = reports[e.Realm]
		}
		e.Undone, e.Ticked = true, true
		o.Save(&e)
	}
	return t, nil
}
