package outbox

import (
	"crypto/sha256"
	"time"

	"weltentor/resolve/address"
	"weltentor/resolve/store"
)

// Whoever works at the page sends orders many times in an evening. The first receipt leaves at once. Those of the next
// minutes become one, of the last state, unless fewer lines are in force than the last one said: whoever uses a stolen
// telephone cannot take orders away in silence. So it is at the limit of receipts: one leaves when the hour is over.

// merged is what is known of the last receipts to an address for letters from the page to a realm.
type merged struct {
	Left  leaving `json:"left"`
	Waits leaving `json:"waits,omitzero"`
}

// leaving is when a receipt leaves, and how many lines are in force as it says.
type leaving struct {
	At     time.Time `json:"at"`
	Lines  int       `json:"lines"`
	Letter uint64    `json:"letter"`
}

var receipts = store.Records[merged]("page receipts")

const (
	mergeTime = 10 * time.Minute
	// lead is how long before a deadline they leave at the latest.
	lead = time.Minute
)

// AddMerged is AddText for such a receipt. changed says that it is for orders that count now: no other takes its place.
// full says that its limit is reached, and deadline, if there is one, when its
// turn may be resolved. fresh reports whether it is one more: it does not replace one that waits.
func (o Box) AddMerged(e Message, d Draft, changed bool, lines int, full bool, deadline, now time.Time) (fresh bool) {
	whose := sha256.Sum256([]byte(address.Folded(e.To)))
	key := append(store.U32(e.Realm), whose[:8]...)
	was, _ := receipts.Get(o.tx, key)
	if w := was.Waits; w.Letter != 0 && !w.At.After(now) {
		was = merged{Left: w}
	}
	if was.Waits.Letter != 0 && !changed {
		if !full {
			o.AddText(e, d, now)
		}
		return !full
	}
	due := now
	if full {
		due = now.Truncate(time.Hour).Add(time.Hour)
	} else if until := was.Left.At.Add(mergeTime); until.After(now) && lines >= was.Left.Lines {
		due = until
	}
	if last := deadline.Add(-lead); !deadline.IsZero() && due.After(last) && (!full || last.After(now)) {
		due = last
	}
	fresh = was.Waits.Letter == 0 || !o.dropUnread(was.Waits.Letter)
	is := leaving{At: due, Lines: lines}
	if e.Due = due; !due.After(now) {
		e.Due, is.At = now, now
	}
	if is.Letter = o.AddText(e, d, now); is.At.After(now) {
		was.Waits = is
	} else {
		was = merged{Left: is}
	}
	receipts.Put(o.tx, key, was)
	return fresh
}

// Merging is how many of them wait for their time.
func (o Box) Merging(now time.Time) (n int) {
	for _, of := range receipts.Each(o.tx, nil) {
		if e, err := o.letter(of.Waits.Letter); err == nil && e.State == Waiting && e.Due.After(now) {
			n++
		}
	}
	return n
}

// Left is how many letters could have left, and wait.
func (n OutboxCount) Left() int { return n.Waiting - n.Merging }

// dropUnread withdraws a letter that nobody can have, and reports whether it was one.
func (o Box) dropUnread(id uint64) bool {
	e, err := o.letter(id)
	if err != nil || !e.Unread() {
		return false
	}
	o.drop(e)
	return true
}

// HurryMerged lets those that wait leave now, since their turn is resolved: before its reports, if these are queued
// later.
func (o Box) HurryMerged(now time.Time) {
	for key, of := range receipts.Each(o.tx, nil) {
		if e, err := o.letter(of.Waits.Letter); err == nil && e.State == Waiting && e.Due.After(now) {
			e.Due = now.UTC().Truncate(time.Second)
			o.Save(&e)
		}
		receipts.Remove(o.tx, key)
	}
}
