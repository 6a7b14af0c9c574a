// Package schedule changes when a game waits, goes on and ends: pauses, absences, moved deadlines, closings, and what a
// turn's undoing would mean. Each change is one transaction with the letters about it, whether it comes from the
// command line, from a letter or from a vote. When a turn is due follows from what is stored, in package deadlines. A
// request by mail about a turn is only stored here (Errand): the package that resolves turns is above the one that
// reads letters.
package schedule

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/logbook"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/world"
)

// Pause stops the world until a time, or, if that is zero, until Resume. No turn is resolved in a pause except by
// force, but orders are taken. All players are told, with the deadline after the pause if its end is known. A repeated
// call with the same end does nothing. A call with another end changes it, and players are told. It reports whether
// anything changed.
func Pause(w *world.World, until, now time.Time) (changed bool, err error) {
	return world.Do(w, now, func(d world.Session) (bool, error) { return PauseIn(d, until, "") })
}

// PauseIn is Pause within a transaction.
func PauseIn(d world.Session, until time.Time, by logbook.By) (changed bool, err error) {
	w, tx := d.World, d.Tx
	until = until.UTC()
	s, err := w.Here(tx, d.At)
	if err != nil {
		return false, err
	}
	next, on := deadlines.Pause{From: d.At.UTC(), Until: until}, s.Schedule.Pause.Holds(d.At)
	switch {
	case on && s.Schedule.Pause.Until.Equal(until):
		return false, nil
	case on:
		next.From = s.Schedule.Pause.From
	default:
		s.Schedule.Settle(tx, s.Current)
	}
	if _, err := w.Note(tx, logbook.Entry{At: d.At, By: by, What: phrase.P("log.pause",
		phrase.Num("time", inSeconds(until)))}); err != nil {
		return false, err
	}
	was := s.Schedule.Deadline
	next.Put(tx)
	s.Schedule.Log.Moves++ // this deadline is later than any that letters and calendars have
	s.Schedule.Log.Put(tx, s.Current.Turn)
	if s.Schedule.Deadline = w.Pace().Ends(s.Current.Opened.Since, s.Schedule.Log,
		next); !s.Schedule.Deadline.IsZero() {
		was = time.Time{}
	}
	return true, tellPause(d, s, next, !on, was)
}

// Resume ends a pause before its time, or one without an end, and tells all players the deadline. It reports whether
// there was a pause.
func Resume(w *world.World, now time.Time) (changed bool, err error) {
	return world.Do(w, now, func(d world.Session) (bool, error) { return ResumeIn(d, "") })
}

// ResumeIn is Resume within a transaction.
func ResumeIn(d world.Session, by logbook.By) (changed bool, err error) {
	w, tx := d.World, d.Tx
	s, err := w.Here(tx, d.At)
	if err != nil || !s.Schedule.Pause.Holds(d.At) {
		return false, err
	}
	if _, err := w.Note(tx, logbook.Entry{At: d.At, By: by, What: phrase.P("log.resume")}); err != nil {
		return false, err
	}
	s.Schedule.Pause.Until = d.At.UTC()
	s.Schedule.Deadline = w.Pace().Ends(s.Current.Opened.Since, s.Schedule.Log, s.Schedule.Pause)
	silent := s.Schedule.Deadline.Sub(w.Pace().Ends(s.Current.Opened.Since, s.Schedule.Log, deadlines.Pause{})) <
		unnoticed
	s.Schedule.Settle(tx, s.Current)
	return true, tellPause(d, s, deadlines.Pause{}, silent, time.Time{})
}

// Told returns how many players have been written to, since a moment, about when the game waits, goes on or ends.
func Told(w *world.World, since time.Time) (n int, err error) {
	realms := map[int]bool{}
	err = w.View(func(tx *store.Tx) error {
		letters, err := outbox.Open(tx).Since(since)
		for _, l := range letters {
			if l.Kind == outbox.KindDeadline {
				realms[l.Realm] = true
			}
		}
		return err
	})
	return len(realms), err
}

// inSeconds is a time as the logbook has it: Unix seconds, or 0 for none.
func inSeconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.Unix()
}

// These mark letters about a pause or its end. A player who has not been told anything about the pause before gets the
// second mark, and all others get the first.
const (
	aboutPause    = "pause"
	aboutNewPause = "pause-new"
)

// unnoticed is how much later a deadline may become in a pause without a letter to those who were never told of the
// pause. A deadline a little later than announced harms nobody.
const unnoticed = time.Hour

// tellPause tells all players who are in the game that it pauses, or, if p is zero, that it goes on. Earlier letters
// about it that have not left are withdrawn. If a pause begins, quiet says that nobody has been told of it before. If
// it ends, quiet says that those who were never told of it need not hear of its end. was is the former deadline if
// there is none now: it is removed from calendars.
func tellPause(d world.Session, s world.Overview, p deadlines.Pause, quiet bool, was time.Time) error {
	if s.Current.World.Asked().Over {
		return nil
	}
	// Letters that this one contradicts. Realms in fresh were to be told of the pause, and have not been.
	fresh, err := outbox.Open(d.Tx).Contradict(aboutPause, aboutNewPause)
	if err != nil {
		return err
	}
	for _, r := range s.Current.World.Realms() {
		if r.Fallen || quiet && p.From.IsZero() && fresh[r.Number] {
			continue
		}
		l, subject := notices.NewDeadlineLetter(d, r), phrase.P("subject.resumed")
		switch {
		case p.From.IsZero():
			l.Say("resumed")
		case p.Until.IsZero():
			l.Say("paused")
			subject = phrase.P("subject.paused")
		default:
			l.Say("paused-until", d.When(l.Book, p.Until))
			subject = phrase.P("subject.paused")
		}
		var e *outbox.Event
		if at := s.Schedule.Deadline; d.World.GoesByDeadline(s.Current.World) && !at.IsZero() {
			l.Say(notices.Wanted(d.World.Setup, "deadline-then", s.Current.World, r.Lang),
				phrase.Str("title", s.Current.World.Title(r.Lang)), d.When(l.Book, at))
			e = notices.Event(d, s.Current.World, r, at, s.Schedule.Moves)
		} else if d.World.GoesByDeadline(s.Current.World) && !was.IsZero() {
			if e = notices.Event(d, s.Current.World, r, was, s.Schedule.Moves); e != nil {
				e.Off = true
			}
		}
		if !p.From.IsZero() {
			l.Say("paused-orders")
		}
		l.About = aboutPause
		if unsent, was := fresh[r.Number]; !p.From.IsZero() && (unsent || quiet && !was) {
			l.About = aboutNewPause
		}
		l.Queue(s.Current.Turn, subject, s.Schedule.Deadline, e)
	}
	return nil
}

// aboutAway marks letters that tell a player of an absence set by the game master. After it comes the turn up to which
// the player was away as far as they knew before.
const aboutAway = "away until "

// toldAway withdraws the letters about that which have not left. It returns the turn up to which the player believes
// to be away, or 0 for a player who is back.
func toldAway(o outbox.Box, realm, until, turn int) (int, error) {
	gone, err := o.Withdraw(func(e outbox.Message) bool {
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

// Away marks a realm's player as away for a number of turns, beginning with the one that awaits orders. 0 marks them
// as back. The player is told, unless they know it already. It returns the last of these turns. The error is ErrVacant if nobody plays the realm.
func Away(w *world.World, number, turns int, now time.Time) (until int, told bool, err error) {
	err = w.UpdateNow(now, func(d world.Session) error {
		here, found := d.Current.Realm(number)
		if !found || here.Fallen || d.Current.World.Asked().Over {
			return fmt.Errorf("%w: %d", faults.ErrRealm, number)
		}
		if turns > 0 {
			until = d.Current.Turn + turns - 1
		}
		old, err := roster.ChangeRealm(d.Tx, number, func(r *roster.RealmRecord) {
			r.AbsentUntil, r.Idle = until, false
		})
		if err != nil {
			return err
		}
		if _, err := w.Note(d.Tx, logbook.Entry{At: now, Realm: number, What: phrase.P("log.away",
			phrase.Num("until", until))}); err != nil {
			return err
		}
		knows, err := toldAway(outbox.Open(d.Tx), number, old.AbsentUntil, d.Current.Turn)
		if err != nil || knows == until {
			return err
		}
		l := notices.NewDeadlineLetter(d, here)
		l.About = aboutAway + strconv.Itoa(knows)
		l.Say("away-by-master")
		if turns == 0 {
			l.Say("pause-ended")
		} else {
			l.Say("pause-begun", phrase.Num("n", turns), phrase.Num("until", until))
			l.Say("pause-means")
		}
		l.Queue(d.Current.Turn, phrase.P("subject.pause"), now, nil)
		told = true
		return nil
	})
	return until, told, err
}
