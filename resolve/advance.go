package resolve

import (
	"fmt"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/pace"
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
	if err := w.closeDue(now); err != nil {
		return Advanced{}, err
	}
	return manner{force: force}.advance(w, now)
}

// manner is how the game master has a turn resolved.
type manner struct {
	force bool // due or not
	hold  bool // its letters wait for him
	again bool // it was taken back before
}

// advance is Advance, or HoldTurn.
func (how manner) advance(w *World, now time.Time) (Advanced, error) {
	var s overview
	var generation uint64
	var former chronicle.TurnRecord
	var undone []string // turns taken back, which this one covers
	err := w.view(func(tx *store.Tx) (err error) {
		c, err := w.now(tx)
		if err != nil {
			return err
		}
		if former, err = w.clock(tx, c, now); err != nil {
			return err
		}
		generation = store.NumberOf(tx, "generation")
		if undone, err = chronicle.Pending(tx); err != nil {
			return err
		}
		if s, err = w.overview(tx, now, how.force); err == nil {
			err = s.lookAhead(w, now)
		}
		return err
	})
	if err != nil {
		return Advanced{}, err
	}
	c, r := s.current, s.ready
	switch {
	case r.LongPast(now):
		return Advanced{}, wording.Fault(store.ErrAhead, "due-since", phrase.Num("turn", c.Turn),
			phrase.Str("due", w.clockTime(r.Deadline)), phrase.Str("now", w.clockTime(now)))
	case !r.Due || len(s.first) > 0:
		return w.wait(s, generation, former, now)
	}
	steps := len(c.Realms) + 3 // the copy, the turn, a report for each realm, and all of it into the store
	w.step(0, steps)
	if err := w.disk.BackupTurn(c.Turn); err != nil {
		return Advanced{}, err
	}
	w.step(1, steps)
	in := pace.WithAway(chronicle.PlainSheets(s.records), c.Turn, r.Away)
	out, err := chronicle.Play(w.rulebook, c, in)
	if err == nil {
		w.step(2, steps)
		err = out.Write(func(n int) { w.step(2+n, steps) })
	}
	if err != nil {
		return Advanced{}, fmt.Errorf("turn %d: %w", c.Turn, err)
	}
	rec := w.record(c, in, out, former.Hash, undone, now)
	err = w.updateAt(generation, c.Turn, func(tx *store.Tx) error {
		if s.schedule, err = w.schedule(tx, c); err != nil {
			return err
		}
		w.shelf.Unlist()
		pace.PutAway(tx, c.Turn, r.Away, now)
		if err := rememberWishes(tx, s.records); err != nil {
			return err
		}
		if err := pace.KeepStandings(tx, c.Turn); err != nil {
			return err
		}
		if err := s.schedule.CountMissed(tx, c.World.Asked(), r); err != nil {
			return err
		}
		if rec.Logged, err = logTurn(w.Keeper, tx, c.Turn, rec, how); err != nil {
			return err
		}
		if err := w.storeTurn(tx, s, rec, out, chronicle.NextSince(r.Deadline, now), how.hold); err != nil || how.hold {
			return err
		}
		if err := turnBegins(w, tx, now); err != nil {
			return err
		}
		if how.hold {
			return nil
		}
		return begin(w, tx, now)
	})
	if err != nil {
		return Advanced{}, err
	}
	w.step(steps, steps)
	return Advanced{Resolved: true, Turn: c.Turn, Reports: len(out.Reports), Hash: rec.Hash, Former: former.At}, nil
}

// logTurn writes down that a turn is resolved: by the game master's hand if he forced it.
func logTurn(keeper *logbook.Keeper, tx *store.Tx, turn int, rec chronicle.TurnRecord,
	how manner) (*logbook.Last, error) {
	e := logbook.Entry{At: rec.At, By: logbook.Timer,
		What: phrase.P("log.turn", phrase.Num("turn", turn), phrase.Str("hash", rec.Hash))}
	switch {
	case how.hold:
		e.By, e.What.Code = logbook.Command, "log.turn-held"
	case how.again:
		e.By, e.What.Code = logbook.Command, "log.turn-again"
	case how.force:
		e.By, e.What.Code = logbook.Command, "log.turn-forced"
	}
	last, err := keeper.Note(tx, e)
	return &last, err
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

// updateNow is update with the turn that awaits orders, at a time the clock may show.
func (w *World) updateNow(now time.Time, f func(*store.Tx, chronicle.Current) error) error {
	return w.update(func(tx *store.Tx) error {
		c, err := w.now(tx)
		if err != nil {
			return err
		}
		if _, err := w.clock(tx, c, now); err != nil {
			return err
		}
		return f(tx, c)
	})
}

// wait does what is to be done while a turn waits, or instead of resolving it: it
// gives grace, reminds, and tells the game master that the mailbox holds it up.
func (w *World) wait(s overview, generation uint64, former chronicle.TurnRecord, now time.Time) (Advanced, error) {
	a := Advanced{Turn: s.current.Turn, Waits: s.ready.Waits, Deadline: s.ready.Deadline, Former: former.At}
	if len(s.first)+len(s.owing)+len(s.schedule.OwedNow(now)) == 0 && !s.heldLong(now) {
		return a, nil
	}
	err := w.updateAt(generation, s.current.Turn, func(tx *store.Tx) (err error) {
		if s.schedule, err = w.schedule(tx, s.current); err != nil {
			return err
		}
		switch {
		case len(s.first) > 0:
			a.Graced, a.Waits = s.first, s.ready.WaitsDeadline(s.current.World.Asked())
			if a.Deadline, err = w.grace(tx, s, now); err == nil {
				_, err = w.Note(tx, logbook.Entry{At: now, By: logbook.Timer, What: phrase.P("log.grace",
					phrase.Num("time", a.Deadline.Unix()))})
			}
		case len(s.owing) > 0:
			a.Reminded = s.owing
			err = w.remind(tx, s, now)
		case len(s.schedule.OwedNow(now)) > 0:
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
	undone []string, now time.Time) chronicle.TurnRecord {
	rec := chronicle.TurnRecord{Rulebook: k.rulebook.Name(), Rules: k.rulebook.Version(), Schema: store.Schema,
		Seed: c.Seed.String(), At: now.UTC(),
		Tables: store.SumOf(c.Tables), Before: store.SumOf(c.World.State()), Sheets: chronicle.SheetsSum(in),
		After: store.SumOf(out.State), Events: store.SumOf(out.Events),
		Former: former, Undone: undone,
		Settings: chronicle.SettingsCopy{Name: k.settings.Name, Address: k.settings.Address,
			Zone:     k.settings.Zone.String(),
			Deadline: k.settings.Deadline, Early: k.settings.Early, Master: k.settings.Master, Lang: k.settings.Lang}}
	rec.Hash = rec.Chain(c.Turn)
	return rec
}

// clock refuses a time before the last turn's or, before the first, the newest
// realm's or the founding's, and gives the record of the last turn. Whatever changes the world or
// tells of a deadline asks it, so it is where that ends while a turn is held: ErrHeld.
func (w *World) clock(tx *store.Tx, c chronicle.Current, now time.Time) (former chronicle.TurnRecord, err error) {
	if err := chronicle.NotHeld(tx); err != nil {
		return former, err
	}
	return sinceFormer(w, tx, c, now)
}

// sinceFormer is clock while a turn may be held.
func sinceFormer(w *World, tx *store.Tx, c chronicle.Current, now time.Time) (former chronicle.TurnRecord,
	err error) {
	t := tx.Bucket(store.TurnsBucket).Bucket(store.U32(c.Turn - 1))
	if t == nil {
		if now.Before(c.Opened.Since) {
			return former, &store.ClockError{What: phrase.P("fault.clock-founded", phrase.Str("now", w.clockTime(now)),
				phrase.Str("then", w.clockTime(c.Opened.Since))), Then: c.Opened.Since}
		}
		return former, nil
	}
	if former, _, err = store.GetJSON[chronicle.TurnRecord](t, []byte("record")); err != nil {
		return former, err
	}
	if now.Before(former.At) {
		return former, &store.ClockError{What: phrase.P("fault.clock-turn", phrase.Str("now", w.clockTime(now)),
			phrase.Num("turn", c.Turn-1),
			phrase.Str("then", w.clockTime(former.At))), Cure: w.disk.CureOf(c.Turn - 1), Then: former.At}
	}
	return former, nil
}

// clockTime is a time in an error, in the world's zone.
func (k *clerk) clockTime(t time.Time) string {
	return t.In(k.settings.Zone).Format("2006-01-02 15:04:05 MST")
}

// storeTurn puts a resolved turn, what awaits orders next, the reports and the
// letters into the store.
func (k *clerk) storeTurn(tx *store.Tx, s overview, rec chronicle.TurnRecord, out chronicle.Resolved,
	since time.Time, hold bool) error {
	c := s.current
	t := tx.Bucket(store.TurnsBucket).Bucket(store.U32(c.Turn))
	store.PutFile(tx, c.Tables)
	store.PutJSON(t, []byte("record"), rec)
	chronicle.Covered(tx)
	store.Put(t, []byte("events"), out.Packed)
	store.Put(t, []byte("notices"), store.Pack(store.MustJSON(out.Notices)))
	if err := chronicle.PutState(tx, c.Turn+1, out.State,
		chronicle.Opening{Since: since.UTC(), Former: rec.After}); err != nil {
		return err
	}
	former, err := chronicle.UndoneOf(tx, c.Turn)
	if err != nil {
		return err
	}
	if n := len(former); n > 0 { // a calendar takes a later deadline for the next turn by its number only
		came, err := chronicle.CameAfter(tx, c.Turn+1)
		if err != nil {
			return err
		}
		pace.Log{Moves: former[n-1].Moves, Came: came}.Put(tx, c.Turn+1)
	}
	b := tx.Bucket(store.ReportsBucket)
	b.Append()
	for i, n := range out.Realms {
		store.Put(b, store.Pair(c.Turn, n), out.Reports[i])
	}
	if err := outbox.SettleNews(tx); err != nil {
		return err
	}
	if hold {
		chronicle.Hold{Turn: c.Turn, At: rec.At}.Put(tx)
		return nil
	}
	return told{turn: c.Turn, outcome: out.Outcome, was: c.World, next: out.Next, realms: out.Realms,
		notices: out.Notices, deadline: k.pace().Ends(since, pace.Log{}, s.schedule.Pause), at: rec.At}.mail(tx, k)
}

// linked is a link to a journal whose entries tell of a world.
func linked(w *World, to *store.Link) *store.Link {
	if to == nil {
		return nil
	}
	own := *to
	own.Gist = func(tx *store.Tx) (store.Gist, error) { return gistOf(w, tx) }
	return &own
}

// gistOf is what an entry of a journal tells of the world: so hosts see what is due without
// opening its store.
func gistOf(w *World, tx *store.Tx) (g store.Gist, err error) {
	c, err := w.now(tx)
	if err != nil {
		return g, err
	}
	p, err := w.schedule(tx, c)
	if err != nil {
		return g, err
	}
	box := outbox.In(tx)
	g = store.Gist{Rulebook: w.rulebook.Name(), Turn: c.Turn, Held: p.Held.Turn, Paused: p.Pause.From,
		Resumes: p.Pause.Until}
	if g.Waiting, g.Oldest, g.Due, err = box.Gist(); err != nil {
		return g, err
	}
	if g.Rules, g.TurnHash, err = chronicle.RulesOf(tx, c.Turn); err != nil {
		return g, err
	}
	planned, err := chronicle.ReadClosure(tx)
	if err != nil {
		return g, err
	}
	if planned.Planned() && p.Held.Turn == 0 {
		g.Look = planned.Due
	}
	goes, asked := false, c.World.Asked()
	if fault := store.Guarded(func() { goes = w.goesByDeadline(c.World) }); fault != nil {
		return g, fault
	}
	if !goes || p.Held.Turn > 0 || len(asked.Realms) == 0 || p.Deadline.IsZero() {
		return g, nil
	}
	g.Deadline = p.Deadline.UTC()
	look := g.Deadline
	if w.settings.Reminder > 0 && len(p.Reminded) == 0 {
		look = g.Deadline.Add(-w.settings.Reminder)
	}
	if g.Look.IsZero() || look.Before(g.Look) {
		g.Look = look
	}
	return g, nil
}
