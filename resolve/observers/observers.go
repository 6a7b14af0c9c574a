// Package observers stores who gets the newspaper of each turn by mail without playing for it. An address goes in and
// comes out; letters writes what is mailed there, and applicants and requests answer the word.
package observers

import (
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/store"
)

// table has the folded address as its key.
var table = store.Records[Observer]("observers")

// Observer is somebody who gets the newspaper. The address has proved itself: a code came back from there.
type Observer struct {
	Mail   string      `json:"mail"`
	Lang   phrase.Lang `json:"lang"`
	Since  time.Time   `json:"since"`
	Letter uint64      `json:"letter,omitempty"` // that brought the last newspaper; 0: none yet
}

func key(mail string) []byte { return []byte(address.Folded(mail)) }

// All lists the observers, first come first.
func All(tx *store.Tx) []Observer {
	all := table.All(tx, nil)
	slices.SortStableFunc(all, func(a, b Observer) int { return a.Since.Compare(b.Since) })
	return all
}

// Of returns the observer of an address, if it is one.
func Of(tx *store.Tx, mail string) (o Observer, found bool) {
	return table.Get(tx, key(mail))
}

// Save stores an observer.
func (o Observer) Save(tx *store.Tx) { table.Put(tx, key(o.Mail), o) }

// Drop drops an observer.
func (o Observer) Drop(tx *store.Tx) { table.Remove(tx, key(o.Mail)) }

// Move lets an observer whose address is no longer among those of a realm's player follow to the first of the new ones.
func Move(tx *store.Tx, was, now []string) {
	for _, mail := range was {
		o, found := Of(tx, mail)
		switch {
		case found && !address.In(now, mail):
			o.Drop(tx)
			o.Mail = now[0]
			o.Save(tx)
		}
	}
}
