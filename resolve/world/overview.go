package world

import (
	"fmt"
	"time"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// Overview is the present state of a turn.
type Overview struct {
	Current  chronicle.Current
	Schedule deadlines.Schedule
	Ready    deadlines.Due
	Records  []sheets.Record

	Owing []int // to be reminded now
	First []int // realms whose first turn it is, for whom the deadline is to be moved now
}

// Pace is what the settings say about deadlines.
func (k *Setup) Pace() deadlines.Rule {
	return deadlines.Rule{Deadline: k.Settings.Deadline, Zone: k.Settings.Zone, Early: k.Settings.Early,
		Wait: k.Settings.EarlyWait, Reminder: k.Settings.Reminder}
}

// Schedule reads the deadline of the turn that awaits orders, and what decides about it.
func (k *Setup) Schedule(tx *store.Tx, c chronicle.Current) deadlines.Schedule {
	return k.Pace().Schedule(tx, c, k.People)
}

// Overview reads the present state of the turn that awaits orders. If no player is missing, or the turn is due, the
// machine has ordered for the realms that it plays, but that is not stored yet. It returns ErrRules if the rules cannot
// say.
func (w *World) Overview(tx *store.Tx, now time.Time, force bool) (s Overview, err error) {
	if s.Current, err = w.Now(tx); err != nil {
		return s, err
	}
	s.Schedule = w.Schedule(tx, s.Current)
	s.Records = w.Shelf.Sheets(tx, s.Current.Turn)
	if err = w.judge(&s, now, force); err == nil && (s.Ready.Due || len(s.Ready.Missing) == 0) {
		err = w.BotsPlay(&s, now, force)
	}
	return s, err
}

// judge asks whether the turn is due with the sheets that there are.
func (w *World) judge(s *Overview, now time.Time, force bool) error {
	if fault := store.Guarded(func() {
		s.Ready = w.Pace().Due(s.Current, s.Schedule, s.Records, now, force)
	}); fault != nil {
		return fmt.Errorf("turn %d: %w", s.Current.Turn, fault)
	}
	return nil
}

// LookAhead finds out who is to be reminded now, and who gets a later deadline.
func (s *Overview) LookAhead(w *World, now time.Time) {
	s.Owing = w.Pace().Owing(s.Current, s.Schedule, s.Ready, now)
	if s.Ready.Passed && s.Ready.Due && w.Settings.Grace > 0 {
		s.First = s.Schedule.FirstMiss(s.Ready)
	}
}

// Here is the overview without what the rules have to say, if the clock may show this time.
func (w *World) Here(tx *store.Tx, now time.Time) (s Overview, err error) {
	if s.Current, err = w.Now(tx); err != nil {
		return s, err
	}
	if _, err = w.Clock(tx, s.Current, now); err != nil {
		return s, err
	}
	s.Schedule = w.Schedule(tx, s.Current)
	return s, nil
}

// GoesByDeadline reports whether the turn that awaits orders is resolved at its deadline, and not by the game master's
// hand.
func (k *Setup) GoesByDeadline(world game.World) bool {
	return !world.Asked().Over && world.Due(nil) != game.ByHand
}
