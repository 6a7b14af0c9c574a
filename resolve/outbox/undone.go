package outbox

import (
	"slices"
	"time"
)

// AboutBegun marks what was said of the machine's own accord when a turn began: receipts of orders that were kept for
// it, and what is done about missed turns. It is untrue if the turn before is taken back.
const AboutBegun = "begun"

// AboutDeadline marks what says until when orders are taken. The last such letter to a realm counts, and the others are
// withdrawn if they have not left.
const AboutDeadline = "deadline"

// TakenBack is what becomes of the letters of a turn that is taken back, by number.
type TakenBack struct {
	Withdrawn []OutboxRow // they have not left, and will not
	Out       []OutboxRow // reports that were sent, or perhaps were
}

// Told returns what a turn has sent since it was resolved: its reports, and what was sent to the game master. What was
// said about the next deadline belongs to it, except for pauses, and so does what was said when the next turn began.
// The first reports of those who joined since belong to it, too. Nothing is changed.
func (o Box) Told(turn int, since time.Time, joined []int) (t TakenBack, err error) {
	err = o.eachTold(turn, since, joined, func(e Message, report bool) {
		switch {
		case e.Unread():
			t.Withdrawn = append(t.Withdrawn, e.OutboxRow)
		case report && (e.State == Sent || e.State == Unclear || e.stays()):
			t.Out = append(t.Out, e.OutboxRow)
		}
	})
	return t, err
}

// TakeBack withdraws what a turn has sent (see Told), as far as it has not left, and returns the same as Told. A
// report that has left, or perhaps has, is not sent again by anybody. It stays as it was, with the sum of what it
// brought.
func (o Box) TakeBack(turn int, since time.Time, reports map[int]string, joined []int) (t TakenBack, err error) {
	if t, err = o.Told(turn, since, joined); err != nil {
		return t, err
	}
	err = o.eachTold(turn, since, joined, func(e Message, report bool) {
		switch {
		case e.Unread():
			o.drop(e)
			return
		case !report:
			return
		case e.stays(): // a server was given it, and may have it
			e.State = Unclear
		}
		if e.Turn == turn && e.Told == "" {
			e.Told = reports[e.Realm]
		}
		e.Undone, e.Ticked = true, true
		o.Save(&e)
	})
	if err != nil {
		return t, err
	}
	o.forgetNotices(turn, since)
	return t, nil
}

// forgetNotices drops the unread notices about a turn for a game master without an address.
func (o Box) forgetNotices(turn int, since time.Time) {
	for _, n := range Recent(o.tx) {
		ours := n.Turn == turn && !n.At.Before(since.Truncate(time.Second)) || n.About == AboutBegun && n.Turn == turn+1
		if ours && n.Told.IsZero() {
			DropNotice(o.tx, n.ID)
		}
	}
}

// eachTold calls see with the letters of Told, and whether each is a report.
func (o Box) eachTold(turn int, since time.Time, joined []int, see func(e Message, report bool)) error {
	letters, err := o.Since(since)
	if err != nil {
		return err
	}
	for _, e := range letters {
		report := e.Kind == KindReport && (e.Turn == turn || e.Turn == 0 && slices.Contains(joined, e.Realm))
		told := (e.Kind == KindNotice || e.Kind == KindPaper) && e.Turn == turn ||
			e.About == AboutBegun && e.Turn == turn+1 ||
			e.Kind == KindDeadline && e.Turn == turn+1 && (e.About == "" || e.About == AboutDeadline || e.About == "crossed")
		if (report || told) && !e.Undone {
			see(e, report)
		}
	}
	return nil
}

// Unread reports whether nobody can have a letter: it waits, or is held, and no server was given it.
func (e Message) Unread() bool { return e.stays() && len(e.tries()) == e.refusals() }
