// Package deadlines says when a turn is due: what beside the rules and the sheets decides when a turn
// is resolved. Deadlines and what has moved them, pauses, a mailbox that cannot be read, who is
// away and who misses turns are values here, with how the store keeps them. It writes to nobody.
package deadlines

import (
	"slices"
	"time"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/store"
)

// Log is what happened to the deadline of a turn. It is stored with the turn.
type Log struct {
	Moved    time.Time `json:"moved,omitzero"`     // where the deadline was moved to; zero: never
	Moves    int       `json:"moves,omitempty"`    // how often it was
	Reminded []int     `json:"reminded,omitempty"` // realms that were, sorted
	Owed     []Owed    `json:"owed,omitempty"`     // who is to be told contradictions later
	Answered bool      `json:"answered,omitempty"` // it was moved so that a realm could answer another
	Undone   bool      `json:"undone,omitempty"`   // the turn was taken back: it does not come early again
	// realms whose players came after the turn was resolved first, before it was taken back: they miss nothing in it
	Came     []int `json:"came,omitempty"`
	Wants    []int `json:"wants,omitempty"`    // realms that want more time, sorted
	Extended bool  `json:"extended,omitempty"` // it was moved since enough of them did
}

// Owed is a realm to which the last state of contradictions is told, not before At.
type Owed struct {
	Realm int       `json:"realm"`
	At    time.Time `json:"at"`
}

// ReadLog reads what happened to the deadline of a turn.
func ReadLog(tx *store.Tx, turn int) (Log, error) {
	l, _, err := store.GetJSON[Log](tx.Bucket(store.TurnsBucket).Bucket(store.U32(turn)), []byte("timing"))
	return l, err
}

// Put stores it with the turn.
func (l Log) Put(tx *store.Tx, turn int) {
	store.PutJSON(tx.Bucket(store.TurnsBucket).Bucket(store.U32(turn)), []byte("timing"), l)
}

// OwedNow are the realms whose hour is over.
func (l Log) OwedNow(now time.Time) (out []int) {
	for _, o := range l.Owed {
		if !now.Before(o.At) {
			out = append(out, o.Realm)
		}
	}
	return out
}

// Owe adds a realm to which the last state is owed, and tells whether it was not there.
func (l *Log) Owe(realm int, at time.Time) bool {
	if slices.ContainsFunc(l.Owed, func(o Owed) bool { return o.Realm == realm }) {
		return false
	}
	l.Owed = append(l.Owed, Owed{Realm: realm, At: at.UTC()})
	return true
}

// Told drops those who have been told.
func (l *Log) Told(realms []int) {
	l.Owed = slices.DeleteFunc(slices.Clone(l.Owed), func(o Owed) bool { return slices.Contains(realms, o.Realm) })
}

// Rule is what the game master's settings say of when a turn is due.
type Rule struct {
	Deadline chronicle.Deadline
	Zone     *time.Location
	Early    bool          // resolve as soon as all have sent
	Wait     time.Duration // how long after the last orders a turn comes early at the earliest
	Reminder time.Duration // how long before the deadline who owes orders is reminded; 0: never
}

// Ends is when what has been going on since a moment ends: where the deadline was
// moved to, if that is later, and after the pause. Zero while a pause has no end.
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
