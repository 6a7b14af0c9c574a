package resolve

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/pace"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
)

// overview is how a turn stands.
type overview struct {
	current  chronicle.Current
	schedule pace.Schedule
	ready    pace.Due
	records  []chronicle.SheetRecord

	owing []int // to be reminded now
	first []int // for whom the deadline is to be moved now
}

// pace is what the settings say of it.
func (k *clerk) pace() pace.Rule {
	return pace.Rule{Deadline: k.settings.Deadline, Zone: k.settings.Zone, Early: k.settings.Early,
		Wait: k.settings.EarlyWait, Reminder: k.settings.Reminder}
}

// schedule reads how the turn that awaits orders stands.
func (k *clerk) schedule(tx *store.Tx, c chronicle.Current) (pace.Schedule, error) {
	return k.pace().Schedule(tx, c, k.people)
}

// overview reads how the turn that awaits orders stands. ErrRules if the rules
// cannot say.
func (w *World) overview(tx *store.Tx, now time.Time, force bool) (s overview, err error) {
	if s.current, err = w.now(tx); err != nil {
		return s, err
	}
	if s.schedule, err = w.schedule(tx, s.current); err != nil {
		return s, err
	}
	if s.records, err = w.shelf.Sheets(tx, s.current.Turn); err != nil {
		return s, err
	}
	if fault := store.Guarded(func() {
		s.ready, err = w.pace().Due(s.current, s.schedule, s.records, now, force)
	}); fault != nil {
		return s, fmt.Errorf("turn %d: %w", s.current.Turn, fault)
	}
	return s, err
}

// lookAhead finds out who is to be reminded now, and who gets grace.
func (s *overview) lookAhead(w *World, now time.Time) (err error) {
	s.owing = w.pace().Owing(s.current, s.schedule, s.ready, now)
	if s.ready.Passed && s.ready.Due && w.settings.Grace > 0 {
		s.first, err = s.schedule.FirstMiss(s.ready)
	}
	return err
}

// Pause stops the world until a time, or, if that is zero, until Resume: no turn
// is resolved but by force, orders are taken. All players are told, and, where
// the end is known, of the deadline after it. Again with the same end it does
// nothing; with another it says so. It tells whether anything changed.
func (w *World) Pause(until, now time.Time) (changed bool, err error) {
	err = w.update(func(tx *store.Tx) (err error) {
		changed, err = desk{world: w, tx: tx, at: now}.pauseUntil(until, "")
		return err
	})
	return changed, err
}

// pauseUntil is Pause within a transaction.
func (d desk) pauseUntil(until time.Time, by logbook.By) (changed bool, err error) {
	w, tx := d.world, d.tx
	until = until.UTC()
	s, err := w.here(tx, d.at)
	if err != nil {
		return false, err
	}
	next, on := pace.Pause{From: d.at.UTC(), Until: until}, s.schedule.Pause.Holds(d.at)
	switch {
	case on && s.schedule.Pause.Until.Equal(until):
		return false, nil
	case on:
		next.From = s.schedule.Pause.From
	default:
		s.schedule.Settle(tx, s.current)
	}
	if _, err := w.Note(tx, logbook.Entry{At: d.at, By: by, What: phrase.P("log.pause",
		phrase.Num("time", inSeconds(until)))}); err != nil {
		return false, err
	}
	was := s.schedule.Deadline
	next.Put(tx)
	s.schedule.Log.Moves++ // whatever letters and calendars had the deadline: this one is later
	s.schedule.Log.Put(tx, s.current.Turn)
	if s.schedule.Deadline = w.pace().Ends(s.current.Opened.Since, s.schedule.Log,
		next); !s.schedule.Deadline.IsZero() {
		was = time.Time{}
	}
	return true, w.tellPause(tx, s, next, !on, was, d.at)
}

// Resume ends a pause before its time, or one that had none, and tells all
// players so, with the deadline. It tells whether there was one.
func (w *World) Resume(now time.Time) (changed bool, err error) {
	err = w.update(func(tx *store.Tx) (err error) {
		changed, err = desk{world: w, tx: tx, at: now}.resume("")
		return err
	})
	return changed, err
}

// resume is Resume within a transaction.
func (d desk) resume(by logbook.By) (changed bool, err error) {
	w, tx := d.world, d.tx
	s, err := w.here(tx, d.at)
	if err != nil || !s.schedule.Pause.Holds(d.at) {
		return false, err
	}
	if _, err := w.Note(tx, logbook.Entry{At: d.at, By: by, What: phrase.P("log.resume")}); err != nil {
		return false, err
	}
	s.schedule.Pause.Until = d.at.UTC()
	s.schedule.Deadline = w.pace().Ends(s.current.Opened.Since, s.schedule.Log, s.schedule.Pause)
	silent := s.schedule.Deadline.Sub(w.pace().Ends(s.current.Opened.Since, s.schedule.Log, pace.Pause{})) <
		unnoticed
	s.schedule.Settle(tx, s.current)
	return true, w.tellPause(tx, s, pace.Pause{}, silent, time.Time{}, d.at)
}

// inSeconds is a time as the logbook has it: Unix seconds, 0 for none.
func inSeconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.Unix()
}

// What marks letters that tell of a pause, or its end: of a pause of which the player has
// been told nothing before, and all others.
const (
	aboutPause    = "pause"
	aboutNewPause = "pause-new"
)

// unnoticed is by how much a deadline may have moved in a pause that nobody was told of
// without a word: later than said harms nobody.
const unnoticed = time.Hour

// here is the overview without what the rules have to say, at a time the clock may show.
func (w *World) here(tx *store.Tx, now time.Time) (s overview, err error) {
	if s.current, err = w.now(tx); err != nil {
		return s, err
	}
	if _, err = w.clock(tx, s.current, now); err != nil {
		return s, err
	}
	s.schedule, err = w.schedule(tx, s.current)
	return s, err
}

// tellPause writes to all players who are in the game: that it pauses, or, with
// no pause, that it goes on. What was written of it before and has not left is
// not sent any more. Quiet is a pause that begins, of which nobody has been told before, or
// an end of which nobody is told who has not been told of the pause. What was the deadline,
// if there is none now, is struck out in their calendars.
func (k *clerk) tellPause(tx *store.Tx, s overview, p pace.Pause, quiet bool, was, now time.Time) error {
	if s.current.World.Asked().Over {
		return nil
	}
	gone, err := outbox.In(tx).Withdraw(func(e outbox.Entry) bool { // what this one contradicts
		return e.About == aboutPause || e.About == aboutNewPause
	})
	if err != nil {
		return err
	}
	fresh := map[int]bool{} // who was to be told of the pause, and has not been
	for _, e := range gone {
		fresh[e.Realm] = e.About == aboutNewPause
	}
	for _, r := range s.current.World.Realms() {
		if r.Fallen || quiet && p.From.IsZero() && fresh[r.Number] {
			continue
		}
		l, subject := k.deadlineLetter(r), phrase.P("subject.resumed")
		switch {
		case p.From.IsZero():
			l.Say("resumed")
		case p.Until.IsZero():
			l.Say("paused")
			subject = phrase.P("subject.paused")
		default:
			l.Say("paused-until", phrase.Str("when", wording.Moment(l.Book, p.Until.In(k.settings.Zone))))
			subject = phrase.P("subject.paused")
		}
		var e *outbox.Event
		if at := s.schedule.Deadline; k.goesByDeadline(s.current.World) && !at.IsZero() {
			l.Say(k.wanted("deadline-then", s.current.World, r.Lang),
				phrase.Str("title", s.current.World.Title(r.Lang)),
				phrase.Str("when", wording.Moment(l.Book, at)))
			e = k.event(tx, s.current.World, r, at, s.schedule.Moves)
		} else if k.goesByDeadline(s.current.World) && !was.IsZero() {
			if e = k.event(tx, s.current.World, r, was, s.schedule.Moves); e != nil {
				e.Off = true
			}
		}
		if !p.From.IsZero() {
			l.Say("paused-orders")
		}
		l.about = aboutPause
		if unsent, was := fresh[r.Number]; !p.From.IsZero() && (unsent || quiet && !was) {
			l.about = aboutNewPause
		}
		if err := l.queue(tx, s.current.Turn, subject, s.schedule.Deadline, e, now); err != nil {
			return err
		}
	}
	return nil
}

// aboutAway marks letters that tell a player what the game master has put down of when he
// is away, with the turn up to which he was away as far as he knew before.
const aboutAway = "away until "

// toldAway takes back what was to be told of that and has not left, and gives the turn up to
// which the player knows to be away, 0 if he is there.
func toldAway(o outbox.Box, realm, until, turn int) (int, error) {
	gone, err := o.Withdraw(func(e outbox.Entry) bool {
		return e.Realm == realm &&
			strings.HasPrefix(e.About, aboutAway)
	})
	if len(gone) > 0 {
		until, _ = strconv.Atoi(strings.TrimPrefix(gone[0].About, aboutAway))
	}
	if until < turn {
		until = 0
	}
	return until, err
}

// Away marks a realm's player as away for so many turns, the one that awaits
// orders being the first; 0: he is back. He is told. It gives the last turn. The
// error is ErrVacant where nobody plays.
func (w *World) Away(number, turns int, now time.Time) (until int, err error) {
	err = w.updateNow(now, func(tx *store.Tx, c chronicle.Current) error {
		here, found := c.Realm(number)
		if !found || here.Fallen || c.World.Asked().Over {
			return fmt.Errorf("%w: %d", store.ErrRealm, number)
		}
		if turns > 0 {
			until = c.Turn + turns - 1
		}
		old, err := roster.ChangeRealm(tx, number, func(r *roster.RealmRecord) {
			r.AbsentUntil, r.Idle = until, false
		})
		if err != nil {
			return err
		}
		if _, err := w.Note(tx, logbook.Entry{At: now, Realm: number, What: phrase.P("log.away",
			phrase.Num("until", until))}); err != nil {
			return err
		}
		knows, err := toldAway(outbox.In(tx), number, old.AbsentUntil, c.Turn)
		if err != nil || knows == until {
			return err
		}
		l := w.deadlineLetter(here)
		l.about = aboutAway + strconv.Itoa(knows)
		l.Say("away-by-master")
		if turns == 0 {
			l.Say("pause-ended")
		} else {
			l.Say("pause-begun", phrase.Num("n", turns), phrase.Num("until", until))
			l.Say("pause-means")
		}
		return l.queue(tx, c.Turn, phrase.P("subject.pause"), now, nil, now)
	})
	return until, err
}
