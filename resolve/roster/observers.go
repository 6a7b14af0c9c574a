package roster

import (
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/store"
)

// Who gets the newspaper of each turn by mail without playing for it is stored here, too. letters writes what is mailed
// to them, and applicants and requests answer the word.

// observers have the folded address as their key.
var observers = store.Records[Observer]("observers")

// Observer is somebody who gets the newspaper. The address has proved itself: a code came back from there.
type Observer struct {
	Mail   string      `json:"mail"`
	Lang   phrase.Lang `json:"lang"`
	Since  time.Time   `json:"since"`
	Letter uint64      `json:"letter,omitempty"` // that brought the last newspaper; 0: none yet
}

func observerKey(mail string) []byte { return []byte(address.Folded(mail)) }

// Observers lists the observers, first come first.
func Observers(tx *store.Tx) []Observer {
	all := observers.All(tx, nil)
	slices.SortStableFunc(all, func(a, b Observer) int { return a.Since.Compare(b.Since) })
	return all
}

// ObserverOf returns the observer of an address, if it is one.
func ObserverOf(tx *store.Tx, mail string) (o Observer, found bool) {
	return observers.Get(tx, observerKey(mail))
}

// Save stores an observer.
func (o Observer) Save(tx *store.Tx) { observers.Put(tx, observerKey(o.Mail), o) }

// Drop drops an observer.
func (o Observer) Drop(tx *store.Tx) { observers.Remove(tx, observerKey(o.Mail)) }

// MoveObserver lets an observer whose address is no longer among those of a realm's player follow to the first of the
// new ones.
func MoveObserver(tx *store.Tx, was, now []string) {
	for _, mail := range was {
		if o, found := ObserverOf(tx, mail); found && !address.Contains(now, mail) {
			o.Drop(tx)
			o.Mail = now[0]
			o.Save(tx)
		}
	}
}
