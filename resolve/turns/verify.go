package turns

import (
	"fmt"
	"slices"
	"time"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/letters"
	"weltentor/resolve/logbook"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// Report reads a realm's report of a turn. Turn 0 is its welcome, a negative turn the newest report.
func Report(w *world.World, realm, turn int) (rep game.Report, err error) {
	err = w.View(func(tx *store.Tx) error {
		if turn < 0 {
			turn = max(0, chronicle.Newest(tx, realm))
		}
		rep, err = chronicle.Report(tx, realm, turn)
		return err
	})
	return rep, err
}

// Facts is that report as data: as it was sent, or otherwise made again. If it does not exist, or cannot be made, it
// returns ErrReport.
func Facts(w *world.World, realm, turn int) (data []byte, err error) {
	err = w.View(func(tx *store.Tx) error {
		c, err := w.Now(tx)
		if err != nil {
			return err
		}
		if turn < 0 {
			turn = max(0, chronicle.Newest(tx, realm))
		}
		data, err = letters.FactsOf(tx, chronicle.Archive{Rb: w.Rules, Shelf: w.Shelf}.Ledger(tx), c, realm, turn)
		return err
	})
	return data, err
}

// SheetText is the text of a realm's sheet in force for the turn that awaits orders, without its password, and "" if
// there is none.
func SheetText(w *world.World, realm int) (text string, err error) {
	err = w.View(func(tx *store.Tx) error {
		c, err := w.Now(tx)
		if err != nil {
			return err
		}
		r, _, err := chronicle.Sheet(tx, c.Turn, realm)
		text = r.Text
		return err
	})
	return text, err
}

// Verify plays every turn of the present rules again from its stored state, sheets, tables and seed, and compares the
// result with the stored hash. Of other turns, and of what lies between turns, it checks the chain of sums. It also
// checks the store's own pages. The error is about reading, not about what is found.
func Verify(w *world.World) (found chronicle.Verification, err error) {
	found = chronicle.NothingFound()
	err = w.View(func(tx *store.Tx) (err error) {
		for err := range tx.Wrong() {
			line := err.Error()
			if t, tells := err.(wording.Telling); tells {
				line = t.In(w.Settings.Lang)
			}
			found.Wrong = append(found.Wrong, line)
		}
		if len(found.Wrong) > 0 {
			found.Cure = w.Disk.Cure(store.LastCopy(w.Disk.Dir, -1))
			return nil
		}
		found, err = chronicle.Archive{Rb: w.Rules, Shelf: w.Shelf, Step: w.Step}.Verify(tx)
		return err
	})
	return found, err
}

// Trial is what a turn would do if it were resolved now.
type Trial struct {
	Turn    int
	Waits   phrase.Phrase // what the turn waits for; no code: it is due
	Fights  int           // -1: the rulebook does not count them
	Realms  []TrialRealm
	Winners []int // of a game that would be over
	Over    bool
	Reports map[int]game.Report
}

// TrialRealm is what a turn would do to a realm.
type TrialRealm struct {
	Number        int
	Name          string
	Sent          bool         // it has orders
	Falls         bool         // with this turn
	Before, After []game.Count // of equal length; empty if the rulebook counts nothing
	Refused       []orders.Problem
}

// Try plays the turn that awaits orders with what is in force now, whether or not it is due. Nothing is stored or
// sent, except an entry in the logbook: somebody who knows the dice could order by them.
func Try(w *world.World, now time.Time) (Trial, error) {
	var s world.Overview
	var planned *chronicle.Closure
	err := w.View(func(tx *store.Tx) (err error) {
		if s, err = w.Overview(tx, now, false); err != nil {
			return err
		}
		if planned, err = chronicle.ReadClosure(tx); err != nil {
			return err
		}
		_, err = w.Clock(tx, s.Current, now)
		return err
	})
	if err != nil {
		return Trial{}, err
	}
	c := s.Current
	t := Trial{Turn: c.Turn, Fights: -1, Reports: map[int]game.Report{}}
	if !s.Ready.Due {
		t.Waits = s.Ready.Waits
	}
	if asked := c.World.Asked(); asked.Over || len(asked.Realms) == 0 {
		return t, nil
	}
	in := deadlines.WithAway(chronicle.PlainSheets(s.Records), c.Turn, s.Schedule.Excused(s.Ready))
	out, err := chronicle.Play(w.Rules, c, in)
	if err == nil {
		err = store.Guarded(func() { t.tell(c, in, out) })
	}
	if err != nil {
		return Trial{}, fmt.Errorf("turn %d: %w", c.Turn, err)
	}
	t.Over = t.Over || planned.EndsWith(c.Turn)
	return t, w.Update(func(tx *store.Tx) error {
		_, err := w.Note(tx, logbook.Entry{At: now, What: phrase.P("log.dry-run", phrase.Num("turn", c.Turn))})
		return err
	})
}

// tell compares the world before a turn with the one after it.
func (t *Trial) tell(c chronicle.Current, in []game.Sheet, out chronicle.Resolved) {
	outcome, asked := out.Outcome, out.Next.Asked()
	t.Over, t.Winners = asked.Over, asked.Winners
	counter, counts := c.World.(game.Counter)
	after, _ := out.Next.(game.Counter)
	if counts {
		t.Fights = 0
		for _, e := range outcome.Events() {
			if slices.Contains(counter.Fights(), e.Code) {
				t.Fights++
			}
		}
	}
	next := chronicle.ByNumber(out.Next)
	for _, n := range outcome.Realms() {
		r := TrialRealm{Number: n, Name: next[n].Name, Falls: next[n].Fallen && !c.Realms[n].Fallen,
			Refused: outcome.Refused(n),
			Sent:    slices.ContainsFunc(in, func(s game.Sheet) bool { return s.Realm == n && !s.Absent })}
		if counts {
			r.Before, r.After = counter.Counts(n), after.Counts(n)
		}
		t.Realms, t.Reports[n] = append(t.Realms, r), outcome.Report(n)
	}
}
