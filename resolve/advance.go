package resolve

import (
	"errors"
	"fmt"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/outbox"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// Advanced is what Advance did.
type Advanced struct {
	Resolved bool
	Turn     int           // that was resolved, or that waits
	Waits    phrase.Phrase // what it waits for, in the words of Words
	Deadline time.Time     // of a turn that waits; zero if it does not go by one
	Reports  int
	Hash     string
	Former   time.Time // when the turn before was resolved; zero of the first
	Reminded []int     // realms a reminder was queued for
	Graced   []int     // realms for which the deadline was moved to the one above
}

// Advance resolves the turn that awaits orders if it is due, or if the game
// master forces it; else it tells what it waits for. A copy of the store is made
// first. Then state, events, reports and letters become one transaction. A fault
// of the rules (ErrRules) leaves the store as it is, and so does a turn whose
// deadline is five weeks gone (ErrAhead), unless it is forced.
func (w *World) Advance(now time.Time, force bool) (Advanced, error) {
	var s overview
	var generation uint64
	var former chronicle.TurnRecord
	err := w.view(func(tx *store.Tx) (err error) {
		c, err := w.now(tx)
		if err != nil {
			return err
		}
		if former, err = w.clock(tx, c, now); err != nil {
			return err
		}
		generation = store.NumberOf(tx, "generation")
		if s, err = w.overview(tx, now, force); err == nil {
			err = s.lookAhead(w, now)
		}
		return err
	})
	if err != nil {
		return Advanced{}, err
	}
	c, r := s.c, s.r
	switch {
	case r.longPast(now):
		return Advanced{}, wording.Fault(store.ErrAhead, "due-since", phrase.Num("turn", c.Turn),
			phrase.Str("due", w.clockTime(r.deadline)), phrase.Str("now", w.clockTime(now)))
	case !r.due || len(s.first) > 0:
		return w.wait(s, generation, former, now)
	}
	if err := w.disk.BackupTurn(c.Turn); err != nil {
		return Advanced{}, err
	}
	in := withAway(chronicle.PlainSheets(s.records), c.Turn, r.away)
	out, outcome, err := chronicle.Play(w.rb, c, in)
	if err == nil {
		out.Reports, err = chronicle.Reports(outcome, out.Realms)
	}
	if err != nil {
		return Advanced{}, fmt.Errorf("turn %d: %w", c.Turn, err)
	}
	rec := w.record(c, in, out, former.Hash, now)
	err = w.updateAt(generation, c.Turn, func(tx *store.Tx) error {
		if s.p, err = w.schedule(tx, c); err != nil {
			return err
		}
		w.shelf.Unlist()
		putAway(tx, c.Turn, r.away, now)
		if err := countMissed(tx, c.World.Asked(), s.p, r); err != nil {
			return err
		}
		return w.storeTurn(tx, s, rec, out, chronicle.NextSince(r.deadline, now))
	})
	if err != nil {
		return Advanced{}, err
	}
	return Advanced{Resolved: true, Turn: c.Turn, Reports: len(out.Reports), Hash: rec.Hash, Former: former.At}, nil
}

// updateAt is update for what was worked out from an earlier look at the store,
// if nothing has changed it since.
func (w *World) updateAt(generation uint64, turn int, f func(*store.Tx) error) error {
	return w.update(func(tx *store.Tx) error {
		if store.NumberOf(tx, "generation") != generation+1 { // update has counted itself
			return fmt.Errorf("%w: it changed the world while turn %d was resolved", store.ErrLocked, turn)
		}
		return f(tx)
	})
}

// wait does what is to be done while a turn waits, or instead of resolving it: it
// gives grace, reminds, and tells the game master that the mailbox holds it up.
func (w *World) wait(s overview, generation uint64, former chronicle.TurnRecord, now time.Time) (Advanced, error) {
	a := Advanced{Turn: s.c.Turn, Waits: s.r.waits, Deadline: s.r.deadline, Former: former.At}
	if len(s.first)+len(s.owing)+len(s.p.owedNow(now)) == 0 && !s.heldLong(now) {
		return a, nil
	}
	err := w.updateAt(generation, s.c.Turn, func(tx *store.Tx) (err error) {
		if s.p, err = w.schedule(tx, s.c); err != nil {
			return err
		}
		switch {
		case len(s.first) > 0:
			a.Graced, a.Waits = s.first, waitsDeadline(s.r, s.c.World.Asked())
			a.Deadline, err = w.grace(tx, s, now)
		case len(s.owing) > 0:
			a.Reminded = s.owing
			err = w.remind(tx, s, now)
		case len(s.p.owedNow(now)) > 0:
			err = w.tellOwed(tx, s, now)
		default:
			err = w.tellHeld(tx, s, now)
		}
		return err
	})
	if err != nil {
		return Advanced{}, err
	}
	return a, nil
}

// record tells what a turn was resolved from and what came of it.
func (k *clerk) record(c chronicle.Current, in []game.Sheet, out chronicle.Resolved, former string,
	now time.Time) chronicle.TurnRecord {
	rec := chronicle.TurnRecord{Rulebook: k.rb.Name(), Rules: k.rb.Version(), Schema: store.Schema,
		Seed: c.Seed.String(), At: now.UTC(),
		Tables: store.SumOf(c.Tables), Before: store.SumOf(c.World.State()), Sheets: chronicle.SheetsSum(in),
		After: store.SumOf(out.State), Events: store.SumOf(out.Events),
		Former: former, Settings: chronicle.SettingsCopy{Name: k.s.Name, Address: k.s.Address, Zone: k.s.Zone.String(),
			Deadline: k.s.Deadline, Early: k.s.Early, Master: k.s.Master, Lang: k.s.Lang}}
	rec.Hash = rec.Chain(c.Turn)
	return rec
}

// clock refuses a time before the last turn's or, before the first, the newest
// realm's or the founding's, and gives the record of the last turn.
func (w *World) clock(tx *store.Tx, c chronicle.Current, now time.Time) (former chronicle.TurnRecord, err error) {
	t := tx.Bucket(store.TurnsBucket).Bucket(store.U32(c.Turn - 1))
	if t == nil {
		if now.Before(c.Opened.Since) {
			return former, wording.Fault(store.ErrClock, "clock-founded", phrase.Str("now", w.clockTime(now)),
				phrase.Str("then", w.clockTime(c.Opened.Since)))
		}
		return former, nil
	}
	if former, _, err = store.GetJSON[chronicle.TurnRecord](t, []byte("record")); err != nil {
		return former, err
	}
	if now.Before(former.At) {
		return former, &store.ClockError{What: phrase.P("fault.clock-turn", phrase.Str("now", w.clockTime(now)),
			phrase.Num("turn", c.Turn-1),
			phrase.Str("then", w.clockTime(former.At))), Cure: w.disk.CureOf(c.Turn - 1)}
	}
	return former, nil
}

// clockTime is a time in an error, in the world's zone.
func (k *clerk) clockTime(t time.Time) string {
	return t.In(k.s.Zone).Format("2006-01-02 15:04:05 MST")
}

// storeTurn puts a resolved turn, what awaits orders next, the reports and the
// letters into the store.
func (k *clerk) storeTurn(tx *store.Tx, s overview, rec chronicle.TurnRecord, out chronicle.Resolved,
	since time.Time) error {
	c := s.c
	t := tx.Bucket(store.TurnsBucket).Bucket(store.U32(c.Turn))
	store.PutFile(tx, c.Tables)
	store.PutJSON(t, []byte("record"), rec)
	store.Put(t, []byte("events"), store.Pack(out.Events))
	store.Put(t, []byte("notices"), store.Pack(store.MustJSON(out.Notices)))
	if err := chronicle.PutState(tx, c.Turn+1, out.State,
		chronicle.Opening{Since: since.UTC(), Former: rec.After}); err != nil {
		return err
	}
	b := tx.Bucket(store.ReportsBucket)
	b.Append()
	players := map[int]game.Realm{}
	for _, r := range append(c.World.Realms(), out.Next.Realms()...) {
		players[r.Number] = r
	}
	closing := k.closings(tx, out.Next, k.deadline(since, deadlineLog{}, s.p.pause), 0)
	for i, n := range out.Realms {
		store.Put(b, store.Pair(c.Turn, n), out.Reports[i])
		if err := k.queueReport(tx, players[n], c.Turn, closing(players[n]), rec.At); err != nil {
			return err
		}
	}
	notices, err := unmailed(tx, c.Turn, out.Notices)
	k.queueNotices(tx, out.Next, c.Turn, notices, rec.At)
	return errors.Join(err, outbox.SettleNews(tx))
}
