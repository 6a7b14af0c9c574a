package schedule

import (
	"slices"
	"strings"
	"time"

	"weltentor/orders/lazy"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/logbook"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// Moment reads a date: a day, with or without a time of day, in a zone, or a moment that names its own zone. If only
// the day is given, a deadline that is moved to it keeps its time of day.
//
// Behind a deadline there is more to read, counted from it: "14.12. 20 Uhr", "Monday 20:00" or "Monday" alone, the next
// one each, "2 days" and "+24h".
func Moment(when string, deadline time.Time, zone *time.Location) (at time.Time, err error) {
	when, d := fullHour().ReplaceAllString(strings.TrimSpace(when), "$1 $2:00"), deadline.In(zone)
	when = strings.TrimSpace(clockWord().ReplaceAllString(when, ""))
	for _, form := range []string{"2006-01-02", "2.1.2006", "2006-01-02 15:04", "2.1.2006 15:04", "2006-01-02T15:04",
		time.RFC3339, "2.1.", "2.1. 15:04"} {
		if deadline.IsZero() && strings.HasPrefix(form, "2.1.") && !strings.Contains(form, "2006") {
			continue // of which year?
		}
		if at, err = time.ParseInLocation(form, strings.ToUpper(when), zone); err != nil {
			continue
		}
		if !deadline.IsZero() && !strings.Contains(form, "15") {
			at = time.Date(at.Year(), at.Month(), at.Day(), d.Hour(), d.Minute(), 0, 0, zone)
		}
		if at.Year() == 0 {
			if at = at.AddDate(d.Year(), 0, 0); at.Before(deadline) {
				at = at.AddDate(1, 0, 0)
			}
		}
		return at, nil
	}
	if deadline.IsZero() {
		return at, err
	}
	for _, when := range []string{when, when + d.Format(" 15:04")} {
		after, ok := chronicle.ReadDeadline(when)
		if !ok {
			continue
		}
		if after.Next(deadline.Add(-time.Minute), zone).Equal(deadline) {
			return deadline, nil // such a day and time already: who says so twice moves it once
		}
		return after.Next(deadline, zone), nil
	}
	later, hours := strings.CutPrefix(when, "+")
	if by, wrong := time.ParseDuration(later); hours && wrong == nil {
		return deadline.Add(by), nil
	}
	return at, err
}

// Of a time of day in German words, clockWord says that it is one, and fullHour has no minutes.
var (
	fullHour  = lazy.Pattern(`^(.*\S)\s+(\d{1,2})\s*(?i:uhr)$`)
	clockWord = lazy.Pattern(`\s*(?i:uhr)$`)
)

// Hinders says why a pause, its end or another deadline cannot be as the game master requests. The phrase has no code if
// nothing hinders it. at is the end of the pause, if it has one, or the deadline; zero: only what hinders any is said.
// when puts a time into words.
func Hinders(d world.Session, verb letter.Service, at time.Time, when func(time.Time) string) (why phrase.Phrase, err error) {
	s, err := d.World.Here(d.Tx, d.At)
	if err != nil {
		return why, err
	}
	paused := s.Schedule.Pause.Holds(d.At)
	timed, moved := !at.IsZero(), verb == letter.BidDeadline
	code := ""
	switch {
	case d.Current.World.Asked().Over:
		code = "bid-over"
	case verb == letter.BidResume && !paused:
		code = "bid-not-paused"
	case moved && paused:
		code = "bid-paused"
	case moved && (s.Schedule.Deadline.IsZero() || !d.World.GoesByDeadline(d.Current.World)):
		code = "bid-no-deadline"
	case timed && !at.After(d.At):
		code = "bid-past"
	case timed && at.Sub(d.At) > farAhead:
		code = "bid-far"
	case timed && moved && !at.After(s.Schedule.Deadline):
		code = "bid-sooner"
	}
	if code == "" {
		return why, nil
	}
	return phrase.P(code, phrase.Str("when", when(s.Schedule.Deadline.In(d.World.Settings.Zone)))), nil
}

// farAhead is how far in the future the end of a pause, or a deadline, may be when it is requested by mail.
const farAhead = 100 * limits.Day

// Postpone moves the deadline of the turn that awaits orders to a later time, as the game master's DEADLINE by mail
// does. when is a date as it was typed. All who are asked are told. The deadline was there before; if it is the same,
// nothing happens. The error is ErrEdit, in words for both languages, if no deadline can move now, there is no such date,
// or the deadline cannot move to it. If sure has an error, too, the deadline stays.
func Postpone(w *world.World, when string, now time.Time, sure func(was, at time.Time) error) (was, at time.Time, err error) {
	err = w.Update(func(tx *store.Tx) error {
		s, err := w.Here(tx, now)
		if err != nil {
			return err
		}
		d := world.Session{World: w, Tx: tx, Current: s.Current, At: now}
		hindered := func(at time.Time) error {
			why, err := Hinders(d, letter.BidDeadline, at, func(t time.Time) string { return t.Format("2006-01-02 15:04 MST") })
			if err == nil && why.Code != "" {
				err = &phrase.Fault{Kind: faults.ErrEdit, What: why, Words: wording.Words}
			}
			return err
		}
		if err := hindered(time.Time{}); err != nil {
			return err
		}
		was = s.Schedule.Deadline
		if at, err = Moment(when, was, w.Settings.Zone); err != nil {
			return wording.Fault(faults.ErrEdit, "deadline-date", phrase.Str("date", wording.Cut(when)))
		}
		if at.Equal(was) {
			return nil
		}
		if err = hindered(at); err == nil {
			err = sure(was, at)
		}
		if err != nil {
			return err
		}
		return MoveDeadline(d, at, "")
	})
	return was, at, err
}

// MoveDeadline moves the deadline for all who are asked, and tells them.
func MoveDeadline(d world.Session, at time.Time, by logbook.By) error {
	s, err := d.World.Here(d.Tx, d.At)
	if err != nil {
		return err
	}
	s.Schedule.Moved, s.Schedule.Moves = at.UTC(), s.Schedule.Moves+1
	s.Schedule.Log.Put(d.Tx, s.Current.Turn)
	deadlines.ForgetPause(d.Tx) // if there was a pause, it is over, and the new deadline holds
	asked := s.Current.World.Asked()
	if err := notices.Outdate(d, s.Current.Turn, func(n int) bool { return slices.Contains(asked.Realms, n) }); err != nil {
		return err
	}
	for _, r := range s.Current.World.Realms() {
		if r.Fallen || !slices.Contains(asked.Realms, r.Number) {
			continue
		}
		l := notices.NewDeadlineLetter(d, r)
		l.About = outbox.AboutDeadline
		l.Say("deadline-moved", phrase.Str("title", s.Current.World.Title(r.Lang)), d.When(l.Book, at))
		l.Queue(s.Current.Turn, phrase.P("subject.grace"), at,
			notices.Event(d, s.Current.World, r, at, s.Schedule.Moves))
	}
	_, err = d.World.Note(d.Tx, logbook.Entry{At: d.At, By: by,
		What: phrase.P("log.deadline", phrase.Num("time", at.Unix()))})
	return err
}
