// Package deadlines decides when a turn is due, and what it waits for: see Due, and the cases of Rule.Due. It owns what
// bears on that and is stored: the log of a turn's deadline, the pause, missed turns (Standing), trouble with the
// mailbox, and mails that the server does not show. It writes no letters; schedule and turns do, and change what is
// stored here. Of the mailbox only failures are stored, so a game that is polled every five minutes leaves no trace.
package deadlines

import (
	"slices"
	"time"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
)

// Log is what happened to the deadline of a turn. It is stored with the turn.
type Log struct {
	Moved    time.Time `json:"moved,omitzero"`     // where the deadline was moved to; zero: never
	Moves    int       `json:"moves,omitempty"`    // how often the deadline was moved
	Reminded []int     `json:"reminded,omitempty"` // realms that were reminded, sorted
	Owed     []Owed    `json:"owed,omitempty"`     // realms that are to be told about contradictions later
	Answered bool      `json:"answered,omitempty"` // the deadline was moved so that a realm could answer another
	Undone   bool      `json:"undone,omitempty"`   // the turn was taken back: it is not brought forward again
	// realms whose players came after the turn was resolved and before it was taken back: for them it is no missed
	// turn
	Came     []int `json:"came,omitempty"`
	Wants    []int `json:"wants,omitempty"`    // realms that want more time, sorted
	Extended bool  `json:"extended,omitempty"` // the deadline was moved because enough realms wanted that
}

// Owed is a realm that is to be told how contradictions with its sheet stand, not before At.
type Owed struct {
	Realm int       `json:"realm"`
	At    time.Time `json:"at"`
}

var timing = chronicle.PartOf[Log]("timing")

// ReadLog reads what happened to the deadline of a turn.
func ReadLog(tx *store.Tx, turn int) Log {
	l, _ := timing.Get(tx, store.U32(turn))
	return l
}

// Put stores the log with the turn.
func (l Log) Put(tx *store.Tx, turn int) {
	timing.Put(tx, store.U32(turn), l)
}

// OwedNow returns the realms whose time has come.
func (l Log) OwedNow(now time.Time) (out []int) {
	for _, o := range l.Owed {
		if !now.Before(o.At) {
			out = append(out, o.Realm)
		}
	}
	return out
}

// Owe adds a realm that is owed such a letter, and reports whether it was not in the list yet.
func (l *Log) Owe(realm int, at time.Time) bool {
	if slices.ContainsFunc(l.Owed, func(o Owed) bool { return o.Realm == realm }) {
		return false
	}
	l.Owed = append(l.Owed, Owed{Realm: realm, At: at.UTC()})
	return true
}

// Told drops realms that have been told.
func (l *Log) Told(realms []int) {
	l.Owed = slices.DeleteFunc(slices.Clone(l.Owed), func(o Owed) bool { return slices.Contains(realms, o.Realm) })
}

// Rule is what the game master's settings say about when a turn is due.
type Rule struct {
	Deadline chronicle.Deadline
	Zone     *time.Location
	Early    bool          // resolve the turn as soon as all have sent orders
	Wait     time.Duration // the least time between the last orders and a turn that is resolved early
	Reminder time.Duration // how long before the deadline those who owe orders are reminded; 0: never
}

// ReminderOf is how long before the deadline a realm's player is reminded, if they owe orders; 0: never.
func (rule Rule) ReminderOf(rec roster.RealmRecord) time.Duration {
	switch {
	case rec.Remind > 0:
		return time.Duration(rec.Remind) * time.Hour
	case rec.Remind < 0:
		return 0
	}
	return rule.Reminder
}

// FirstReminder is the longest time before the deadline at which a realm that is asked may have to be reminded, and
// was not yet; 0: none has to be.
func (rule Rule) FirstReminder(c chronicle.Current, p Schedule) (first time.Duration) {
	for _, n := range c.World.Asked().Realms {
		if slices.Contains(p.Reminded, n) {
			continue
		}
		if rec := p.Record(n); !rec.Vacant() {
			first = max(first, rule.ReminderOf(rec))
		}
	}
	return first
}

// Ends returns the deadline of a turn that began at a moment: the later one if it was moved, and after the pause. It
// is zero while a pause has no end.
func (rule Rule) Ends(since time.Time, l Log, p Pause) time.Time {
	at := rule.Deadline.After(since, rule.Zone)
	if l.Moved.After(at) {
		at = l.Moved.In(rule.Zone)
	}
	switch {
	case p.From.IsZero(), !p.Until.IsZero() && !p.Until.After(since):
		return at
	case p.Until.IsZero():
		return time.Time{}
	}
	from := p.From
	if from.Before(since) {
		from = since
	}
	return rule.Deadline.Resumed(at, from, p.Until, rule.Zone)
}
