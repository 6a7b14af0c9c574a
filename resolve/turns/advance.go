// Package turns resolves a turn, holds it, tries it, verifies it and takes it back. A copy of the store is made first.
// Then state, hash, events, reports and letters become one transaction: a fault of the rules leaves the store as it is.
// If the turn waits, Advance does what is due meanwhile, such as reminders. How a turn is played is package
// chronicle's, and when it is due package deadlines'. Begin with Advance, then Undo.
package turns

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/logbook"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/schedule"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// Advanced is what Advance did.
type Advanced struct {
	Resolved bool
	Held     bool          // its letters wait for the game master
	Turn     int           // that was resolved, or that waits
	Waits    phrase.Phrase // what it waits for, in the words of Words
	Deadline time.Time     // of a turn that waits; zero if it has none
	Reports  int
	Hash     string
	Former   time.Time // when the turn before was resolved; zero for the first
	Reminded []int     // realms for which a reminder was queued
	Graced   []int     // realms for which the deadline was moved to the one above
	Failed   bool      // it waits since the rules fail at it; only of Await
}

// Advance resolves the turn that awaits orders if it is due, or if the game master forces it. Otherwise it says what
// the turn waits for. A copy of the store is made first. Then state, events, reports and letters become one
// transaction. A fault of the rules (ErrRules) leaves the store as it is. So does a turn whose deadline is five weeks
// gone (ErrAhead), unless it is forced.
func Advance(w *world.World, now time.Time, force bool) (Advanced, error) {
	if err := schedule.CloseDue(w, now); err != nil {
		return Advanced{}, err
	}
	return manner{force: force}.advance(w, now)
}

// manner is how the game master has a turn resolved.
type manner struct {
	force bool      // whether due or not
	hold  bool      // its letters wait for the game master
	asked bool      // they wait because that was asked for by mail
	again bool      // it was taken back before
	timer *Patience // nil: a person has it resolved
}

// look is what one look at the store finds for a turn that may be due.
type look struct {
	world.Overview
	generation uint64
	former     chronicle.TurnRecord
	undone     []string // turns taken back that this one replaces
	seal       string   // that was given out last
	shown      map[int][]byte
	teller     chronicle.Chronicler
	failure    chronicle.Failure // of an earlier try; zero: there was none
}

// look looks, and finds out whether the turn's letters are to wait.
func (how *manner) look(w *world.World, now time.Time) (l look, err error) {
	err = w.ViewNow(func(tx *store.Tx, c chronicle.Current) error {
		if l.former, err = w.Clock(tx, c, now); err != nil {
			return err
		}
		l.generation, l.shown = store.Generation.Of(tx), chronicle.Shown(tx)
		l.undone, l.failure = chronicle.Pending(tx), chronicle.FailureOf(tx, c.Turn)
		if l.seal, err = chronicle.LastSeal(tx); err != nil {
			return err
		}
		if chronicle.HoldNext.Is(tx) {
			how.hold, how.asked = true, true
		}
		if l.Overview, err = w.Overview(tx, now, how.force); err == nil {
			l.LookAhead(w, now)
		}
		if err == nil {
			l.teller, err = chroniclerOf(tx, l.Overview, w.People)
		}
		return err
	})
	return l, err
}

// advance is Advance, or Hold.
func (how manner) advance(w *world.World, now time.Time) (Advanced, error) {
	l, err := how.look(w, now)
	if err != nil {
		return Advanced{}, err
	}
	turn := l.Current.Turn
	switch {
	case l.Ready.LongPast(now):
		return Advanced{}, wording.Fault(faults.ErrAhead, "due-since", phrase.Num("turn", turn),
			phrase.Str("due", w.ClockTime(l.Ready.Deadline)), phrase.Str("now", w.ClockTime(now)))
	case !l.Ready.Due || len(l.First) > 0:
		return l.wait(w, now)
	}
	more := func() bool { return true }
	if how.timer != nil {
		if again, err := l.failedAgain(w, now); again || err != nil {
			return l.waitsFailed(w), err
		}
		more = how.timer.begun()
	}
	steps := len(l.Current.Realms) + 3 // the copy, the turn, a report for each realm, and storing it all
	w.Step(0, steps)
	if err := w.Disk.BackupTurn(turn); err != nil {
		return Advanced{}, err
	}
	w.Step(1, steps)
	p, err := l.play(w, now, func(n int) { w.Step(2+n, steps) })
	if how.timer != nil && errors.Is(err, faults.ErrRules) {
		return l.failed(w, now, err, more)
	}
	if err != nil {
		return Advanced{}, fmt.Errorf("turn %d: %w", turn, err)
	}
	if err := l.update(w, func(tx *store.Tx) error { return p.store(w, tx, how, now) }); err != nil {
		return Advanced{}, err
	}
	w.Step(steps, steps)
	return Advanced{Resolved: true, Held: how.hold, Turn: turn, Reports: len(p.out.Reports), Hash: p.rec.Hash,
		Former: l.former.At}, nil
}

// played is a turn that was resolved and is to be stored.
type played struct {
	look
	in  []game.Sheet
	out chronicle.Resolved
	rec chronicle.TurnRecord
}

// play resolves the turn and writes its reports. step is called with how many are written.
func (l look) play(w *world.World, now time.Time, step func(reports int)) (*played, error) {
	p := &played{look: l, in: l.Schedule.Given(l.Records, l.Current.Turn, l.Ready)}
	var err error
	if p.out, err = chronicle.Play(w.Rules, l.Current, p.in); err != nil {
		return nil, err
	}
	step(0)
	p.out.Chronicler.Before, p.out.Chronicler.Untold = l.teller.Before, l.teller.Untold
	if err := p.out.Write(l.shown, step); err != nil {
		return nil, err
	}
	p.rec = p.record(w.Setup, now)
	p.out.Seal(&p.rec, l.Current.Turn, l.seal, w.Rules.Language(), p.in)
	return p, nil
}

// store stores all that the turn changes, and begins the next one unless its letters wait.
func (p *played) store(w *world.World, tx *store.Tx, how manner, now time.Time) (err error) {
	c := p.Current
	p.Schedule = w.Schedule(tx, c)
	w.Cache.Unlist()
	putBots(tx, p.Records)
	inForce := deadlines.PutGiven(tx, p.Records, p.in, now)
	if err := rememberWishes(tx, p.Records); err != nil {
		return err
	}
	p.rec.Answers = notices.PressOf(w.Setup, tx, w.Cache).Answers(c.World, inForce)
	deadlines.KeepStandings(tx, c.Turn)
	if err := p.Schedule.CountMissed(tx, c.World.Asked(), p.Ready); err != nil {
		return err
	}
	if p.rec.Logged, err = logTurn(w.Keeper, tx, c.Turn, p.rec, how); err != nil {
		return err
	}
	since := chronicle.NextSince(p.Ready.Deadline, now)
	p.storeTurn(tx, since)
	correspondence.Begun(tx, now, c.World.Asked().Realms...)
	if how.hold {
		chronicle.Hold{Turn: c.Turn, At: p.rec.At}.Put(tx)
		how.tellHeld(w, tx, c.Turn, len(p.out.Reports), now)
		return nil
	}
	return told{turn: c.Turn, outcome: p.out.Outcome, was: c.World, next: p.out.Next, realms: p.out.Realms, written: p.out.Reports,
		notices: p.out.Notices, deadline: w.Pace().Ends(since, deadlines.Log{}, p.Schedule.Pause),
		at: p.rec.At}.leave(w, tx, now)
}

// tellHeld tells the game master that a turn is held, if they asked for that by mail.
func (how manner) tellHeld(w *world.World, tx *store.Tx, turn, reports int, now time.Time) {
	if !how.asked {
		return
	}
	chronicle.HoldNext.Set(tx, false)
	t := &wording.Text{Book: wording.Words(w.Settings.Lang)}
	t.Say("held-asked", phrase.Num("turn", turn), phrase.Num("n", reports))
	w.ToMaster.Say(tx, phrase.P("subject.held-asked", phrase.Num("turn", turn)),
		outbox.Notice{At: now, Turn: turn, Text: t.Body.String()})
}

// logTurn records in the logbook that a turn is resolved: as the game master's command if it was forced.
func logTurn(keeper *logbook.Keeper, tx *store.Tx, turn int, rec chronicle.TurnRecord,
	how manner) (*logbook.Last, error) {
	e := logbook.Entry{At: rec.At, By: logbook.Timer,
		What: phrase.P("log.turn", phrase.Num("turn", turn), phrase.Str("hash", rec.Hash))}
	switch {
	case how.asked:
		e.What.Code = "log.turn-held"
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

// update is Update for what was computed from the look. It fails if something has changed the store since.
func (l look) update(w *world.World, f func(*store.Tx) error) error {
	return w.Update(func(tx *store.Tx) error {
		if tx.Was() != l.generation {
			return fmt.Errorf("%w: it changed the world while turn %d was resolved", faults.ErrLocked, l.Current.Turn)
		}
		return f(tx)
	})
}

// wait does what is to be done while a turn waits, or instead of resolving it: it grants a later deadline, reminds,
// and tells the game master that the mailbox holds the turn up.
func (l look) wait(w *world.World, now time.Time) (Advanced, error) {
	s := l.Overview
	a := Advanced{Turn: s.Current.Turn, Waits: s.Ready.Waits, Deadline: s.Ready.Deadline, Former: l.former.At}
	if len(s.First)+len(s.Owing)+len(s.Schedule.OwedNow(now)) == 0 && !notices.HeldLong(s, now) {
		return a, nil
	}
	err := l.update(w, func(tx *store.Tx) (err error) {
		s.Schedule = w.Schedule(tx, s.Current)
		d := world.Session{World: w, Tx: tx, Current: s.Current, At: now}
		switch {
		case len(s.First) > 0:
			a.Graced, a.Waits = s.First, s.Ready.WaitsDeadline(s.Current.World.Asked())
			if a.Deadline, err = notices.Grace(d, s); err == nil {
				_, err = w.Note(tx, logbook.Entry{At: now, By: logbook.Timer, What: phrase.P("log.grace",
					phrase.Num("time", a.Deadline.Unix()))})
			}
		case len(s.Owing) > 0:
			a.Reminded = s.Owing
			notices.Remind(d, s)
		case len(s.Schedule.OwedNow(now)) > 0:
			err = notices.TellOwed(d, s)
		default:
			notices.TellHeld(d, s)
		}
		return err
	})
	if err != nil {
		return Advanced{}, err
	}
	return a, nil
}

// record says what a turn was resolved from and what came of it.
func (p *played) record(k *world.Setup, now time.Time) chronicle.TurnRecord {
	c, out := p.Current, p.out
	rec := chronicle.TurnRecord{Rulebook: k.Rules.Name(), Rules: k.Rules.Version(), Schema: store.Schema,
		Seed: c.Seed.String(), At: now.UTC(),
		Tables: store.SumOf(c.Tables), Before: store.SumOf(c.World.State()), Sheets: chronicle.SheetsSum(p.in),
		After: store.SumOf(out.State), Events: store.SumOf(out.Events), Tales: store.SumOf(out.Tales),
		Former: p.former.Hash, Undone: p.undone,
		Settings: chronicle.SettingsCopy{Name: k.Settings.Name, Address: k.Settings.Address,
			Zone:     k.Settings.Zone.String(),
			Deadline: k.Settings.Deadline, Early: k.Settings.Early, Master: strings.Join(k.Settings.Masters, ", "), Lang: k.Settings.Lang}}
	rec.Hash = rec.Chain(c.Turn)
	return rec
}

// storeTurn stores a resolved turn, what awaits orders next, and the reports.
func (p *played) storeTurn(tx *store.Tx, since time.Time) {
	c, out, rec := p.Current, p.out, p.rec
	store.PutFile(tx, c.Tables)
	out.Put(tx, c.Turn, rec)
	chronicle.PutState(tx, c.Turn+1, out.State, chronicle.Opening{Since: since.UTC(), Former: rec.After})
	former := chronicle.UndoneOf(tx, c.Turn)
	if n := len(former); n > 0 { // a calendar accepts a later deadline for the next turn only by its number
		came := chronicle.CameAfter(tx, c.Turn+1)
		deadlines.Log{Moves: former[n-1].Moves, Came: came}.Put(tx, c.Turn+1)
	}
	chronicle.PutReports(tx, c.Turn, out.Realms, out.Reports)
	chronicle.EndFailure(tx)
	outbox.SettleNews(tx)
}

// chroniclerOf is the chronicler before a turn: what he has told so far, and who wants to hear nothing after its sheets.
func chroniclerOf(tx *store.Tx, s world.Overview, people *roster.Roster) (c chronicle.Chronicler, err error) {
	c.Before = chronicle.TalesAfter(tx, s.Current.Turn-1)
	joins, err := chronicle.JoinsOf(tx, s.Current.Turn)
	if err != nil {
		return c, err
	}
	for _, n := range chronicle.Handed(joins) { // the new player has got the story, in this language
		if heard, is := c.Before[n]; is {
			heard.Lang = s.Current.Realms[n].Lang
			c.Before[n] = heard
		}
	}
	c.Untold = map[int]bool{}
	for n := range s.Current.Realms {
		c.Untold[n] = people.Person(tx, n).NoTale
	}
	for _, sheet := range s.Records {
		c.Untold[sheet.Realm] = !notices.Wishes(!c.Untold[sheet.Realm], sheet.Tale)
	}
	return c, nil
}

// rememberWishes remembers what is to come with which realm's reports from this turn on, according to the sheets of
// the turn.
func rememberWishes(tx *store.Tx, records []sheets.Sheet) error {
	for _, s := range records {
		if s.Realm == 0 || s.Wishes == (sheets.Wishes{}) {
			continue
		}
		_, err := roster.ChangeRealm(tx, s.Realm, func(rec *roster.RealmRecord) {
			rec.Template = notices.Wishes(rec.Template, s.Template)
			rec.Picture = notices.Wishes(rec.Picture, s.Picture)
			rec.Data = notices.Wishes(rec.Data, s.Data)
			rec.Table = notices.Wishes(rec.Table, s.Table)
			rec.NoTale = !notices.Wishes(!rec.NoTale, s.Tale)
			rec.NoAdvice = !notices.Wishes(!rec.NoAdvice, s.Advice)
		})
		if err != nil && !errors.Is(err, faults.ErrVacant) { // nobody plays the realm and could wish for anything
			return err
		}
	}
	return nil
}

// putBots stores the machine's sheets with the turn, which is replayed from them: the machine is not asked again.
func putBots(tx *store.Tx, records []sheets.Sheet) {
	for _, r := range records {
		if r.Bot != nil {
			sheets.Put(tx, r)
		}
	}
}
