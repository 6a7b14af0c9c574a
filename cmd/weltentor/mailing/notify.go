package mailing

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"weltentor/cmd/weltentor/notify"
	"weltentor/cmd/weltentor/texts"
	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
)

// heard is what a round notes for those who want to be told.
type heard struct {
	last   outbox.Last // what the game master was told before
	realms []int       // whose players have written
	cried  int         // complaints that were printed
	turn   int         // that was resolved, with its reports; 0: none
}

// hears notes what became of a letter. One that may be another's, or was read again, is no news.
func (m *Mailer) hears(a receipt.Acceptance) {
	none := []receipt.Fate{receipt.Known, receipt.Machine, receipt.CameBack, receipt.FromMaster, receipt.Undecided}
	if a.Realm > 0 && !a.Fate.Alarms() && !m.again && !slices.Contains(none, a.Fate) {
		m.heard.realms = append(m.heard.realms, a.Realm)
	}
	for _, more := range a.More {
		m.hears(more)
	}
}

// resolved notes what became of a turn.
func (m *Mailer) resolved(a turns.Advanced) {
	if a.Resolved && !a.Held {
		m.heard.turn = a.Turn
	}
}

// begins notes what the game master knows before a round.
func (m *Mailer) begins() error {
	if m.notify == nil {
		return nil
	}
	return m.World.View(func(tx *store.Tx) error {
		m.heard.last = outbox.Open(tx).Last()
		return nil
	})
}

// notifies tells what a round has brought to those who want to hear of it. If somebody cannot be told, the game master
// gets a letter about it, once a day, and nothing else comes of it.
func (m *Mailer) notifies(after gamemaster.Status) error {
	if m.notify == nil {
		return nil
	}
	events, err := m.events(after)
	if err != nil {
		return err
	}
	failed, book := map[string]error{}, texts.Book(phrase.Lang(m.Settings.GM.Lang))
	for _, e := range events {
		e.World, e.At = notify.Name(after.Name), m.Call.Now().UTC()
		e.Turn = cmp.Or(e.Turn, after.Turn)
		e.Text = book.Say(phrase.P("notify-"+string(e.Event), phrase.Str("world", e.World),
			phrase.Num("turn", e.Turn), phrase.Num("hours", e.Hours), phrase.Num("n", e.Number)))
		m.notify.Tell(m.Call.Ctx, e, failed)
	}
	if m.Call.Ctx.Err() != nil {
		return nil // it was told to end
	}
	for _, target := range slices.Sorted(maps.Keys(failed)) {
		words := book.Say(phrase.P("notify-failed", phrase.Str("target", target),
			phrase.Str("why", failed[target].Error())))
		if err := m.World.Alarm(outbox.Unnotified, "notify "+target, words, m.Call.Now()); err != nil {
			return err
		}
	}
	return nil
}

// events lists what a round has brought.
func (m *Mailer) events(after gamemaster.Status) (events []notify.Event, err error) {
	if m.heard.turn > 0 {
		events = append(events, notify.Event{Event: notify.Turn, Turn: m.heard.turn})
	}
	hours := time.Duration(m.notify.Hours) * time.Hour
	if left := after.Deadline.Sub(m.Call.Now()); !after.Deadline.IsZero() && left > 0 && left <= hours &&
		!after.ByHand && after.Paused == nil && after.Held == nil {
		const every = "notify deadline "
		key := fmt.Sprint(every, after.Turn, " ", after.Deadline.Unix())
		fresh, err := m.World.Once(key, 1000*perDay, m.Call.Now())
		if err == nil && fresh { // earlier ones are forgotten
			if err = m.World.Unsay(every); err == nil {
				_, err = m.World.Once(key, perDay, m.Call.Now())
			}
		}
		if err != nil {
			return nil, err
		}
		if fresh {
			events = append(events, notify.Event{Event: notify.Deadline, Deadline: after.Deadline.UTC(),
				Hours: int((left + time.Hour - 1) / time.Hour)})
		}
	}
	told := 0
	err = m.World.View(func(tx *store.Tx) (err error) {
		told, err = outbox.Open(tx).ToMaster(m.heard.last)
		return err
	})
	if n := told + m.heard.cried; n > 0 {
		events = append(events, notify.Event{Event: notify.Needs, Number: n})
	}
	if n := len(m.heard.realms); n > 0 {
		e := notify.Event{Event: notify.Letter, Number: n}
		for _, r := range after.Realms {
			if slices.Contains(m.heard.realms, r.Number) {
				e.Realms = append(e.Realms, notify.Realm{Number: r.Number, Name: notify.Name(r.Name)})
			}
		}
		events = append(events, e)
	}
	return events, err
}
