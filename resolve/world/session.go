package world

import (
	"fmt"
	"slices"
	"time"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/letter"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
)

// Session is the world within one transaction, with the turn that awaits orders, and the time.
type Session struct {
	World   *World
	Tx      *store.Tx
	Current chronicle.Current
	At      time.Time
}

// Session begins a session within a transaction.
func (w *World) Session(tx *store.Tx, now time.Time) (Session, error) {
	c, err := w.Now(tx)
	return Session{w, tx, c, now}, err
}

// When is a time as an argument, in the world's zone.
func (d Session) When(book *phrase.Book, at time.Time) phrase.Arg {
	return phrase.Str("when", wording.Moment(book, at.In(d.World.Settings.Zone)))
}

// Ending is the outcome of a letter. The step that could not go on makes it, and adds what became of the letter.
// The store keeps no more of a letter than this.
type Ending struct {
	receipt.Acceptance
	Letter letter.Letter // with all remarks that were made in its steps
	Text   string        // of its orders
	Proven string        // the domain whose signature proves it
	Proved bool          // something proves who sent it
	Paid   Payment       // booked by these orders of the game master
	// what a letter to other players says that goes with the turn: it is to be added to the realm's orders
	Says []orders.Message
	// orders that its writer agrees to, instead of its own: they are to be judged as if it had them
	Ready string
	// without orders it has made something leave or change that no copy of it may
	Acts bool
}

// Payment is what a player has paid.
type Payment struct {
	Realm  int   // 0: nobody has paid
	Amount int64 // hundredths of the currency; negative: a payment is taken back
}

// Logged is the payment as the logbook says it, in an entry of that realm.
func (p Payment) Logged() phrase.Phrase {
	code, amount := "log.payment", p.Amount
	if amount < 0 {
		code, amount = "log.payment-back", -amount
	}
	return phrase.P(code, phrase.Num("whole", amount/100),
		phrase.Str("cents", fmt.Sprintf("%02d", amount%100)))
}

// ViewNow is View with the turn that awaits orders.
func (w *World) ViewNow(f func(*store.Tx, chronicle.Current) error) error {
	return w.View(func(tx *store.Tx) error {
		c, err := w.Now(tx)
		if err != nil {
			return err
		}
		return f(tx, c)
	})
}

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

// Do is f in a transaction of its own, with what it returns. Its session has no Current; f reads it if it needs it.
func Do[T any](w *World, now time.Time, f func(Session) (T, error)) (did T, err error) {
	err = w.Update(func(tx *store.Tx) (err error) {
		did, err = f(Session{World: w, Tx: tx, At: now})
		return err
	})
	return did, err
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
	former, resolved := chronicle.Record(tx, c.Turn-1)
	if !resolved {
		if now.Before(c.Opened.Since) {
			return former, &ClockError{What: phrase.P("fault.clock-founded", phrase.Str("now", w.ClockTime(now)),
				phrase.Str("then", w.ClockTime(c.Opened.Since))), Then: c.Opened.Since}
		}
		return former, nil
	}
	if now.Before(former.At) {
		return former, &ClockError{What: phrase.P("fault.clock-turn", phrase.Str("now", w.ClockTime(now)),
			phrase.Num("turn", c.Turn-1),
			phrase.Str("then", w.ClockTime(former.At))), Cure: w.Disk.CureOf(c.Turn - 1), Then: former.At}
	}
	return former, nil
}

// ClockError says that the clock shows a time before the last turn, or before the newest realm if there was no turn
// yet. It also says what to do if that earlier clock was wrong. Then is that earlier time.
type ClockError struct {
	What, Cure phrase.Phrase
	Then       time.Time
}

// Error says it in English.
func (e *ClockError) Error() string { return faults.ErrClock.Error() + ": " + e.In(phrase.En) }

// Unwrap makes it an ErrClock.
func (e *ClockError) Unwrap() error { return faults.ErrClock }

// In says it in a language.
func (e *ClockError) In(lang phrase.Lang) string {
	what := e.What
	if e.Cure.Code == "" {
		return wording.Words(lang).Say(what)
	}
	what.Args = append(slices.Clone(what.Args), phrase.Str("cure", wording.Words(lang).Say(e.Cure)))
	return wording.Words(lang).Say(what)
}

// ClockTime is a time in an error, in the world's zone.
func (k *Setup) ClockTime(t time.Time) string {
	return t.In(k.Settings.Zone).Format("2006-01-02 15:04:05 MST")
}
