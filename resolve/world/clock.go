package world

import (
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/store"
)

// UpdateNow is Update with the turn that awaits orders, if the clock may show this time.
func (w *World) UpdateNow(now time.Time, f func(Session) error) error {
	return w.Update(func(tx *store.Tx) error {
		d, err := w.Session(tx, now)
		if err != nil {
			return err
		}
		if _, err := w.Clock(tx, d.Current, now); err != nil {
			return err
		}
		return f(d)
	})
}

// Clock refuses a time before the last turn's. Before the first turn it is the newest realm's or the founding's. It
// returns the record of the last turn. Whatever changes the world, or says a deadline, calls it. So it also refuses
// while a turn is held: ErrTurnHeld.
func (w *World) Clock(tx *store.Tx, c chronicle.Current, now time.Time) (former chronicle.TurnRecord, err error) {
	if err := chronicle.NotHeld(tx); err != nil {
		return former, err
	}
	return SinceFormer(w, tx, c, now)
}

// SinceFormer is Clock, but a turn may be held.
func SinceFormer(w *World, tx *store.Tx, c chronicle.Current, now time.Time) (former chronicle.TurnRecord,
	err error) {
	former, resolved, err := chronicle.Record(tx, c.Turn-1)
	if err != nil {
		return former, err
	}
	if !resolved {
		if now.Before(c.Opened.Since) {
			return former, &store.ClockError{What: phrase.P("fault.clock-founded", phrase.Str("now", w.ClockTime(now)),
				phrase.Str("then", w.ClockTime(c.Opened.Since))), Then: c.Opened.Since}
		}
		return former, nil
	}
	if now.Before(former.At) {
		return former, &store.ClockError{What: phrase.P("fault.clock-turn", phrase.Str("now", w.ClockTime(now)),
			phrase.Num("turn", c.Turn-1),
			phrase.Str("then", w.ClockTime(former.At))), Cure: w.Disk.CureOf(c.Turn - 1), Then: former.At}
	}
	return former, nil
}

// ClockTime is a time in an error, in the world's zone.
func (k *Setup) ClockTime(t time.Time) string {
	return t.In(k.Settings.Zone).Format("2006-01-02 15:04:05 MST")
}
