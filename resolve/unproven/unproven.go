// Package unproven bounds what letters that nothing proves leave in the store: intake hands it what each has brought, and
// the oldest goes for the newest.
package unproven

import (
	"encoding/binary"
	"fmt"

	"weltentor/orders/phrase"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/limits"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
)

// What comes with letters that nothing proves anybody can bring, as often as he likes. So it has a ring a realm, and one
// for the world: the texts of the oldest go for the newest. That a letter came stays, by its hash, or it would be read
// again; the number of a question stays, so that it can be answered; and nothing that is proven is ever in a ring.

// Kind is a kind of what is in a ring; it is stored.
type Kind byte

// The kinds, each with what it is known by.
const (
	keptLetter   Kind = 'l' // hash: the letter itself
	keptAnswer   Kind = 'a' // u64: what was written for it
	KeptQuestion Kind = 'q' // u64: what was passed on
	keptNotice   Kind = 'n' // u64: the same, where the game master has no address
	keptToken    Kind = 't' // key: what was to be confirmed
)

// Counters are the newest numbers of what letters bring about.
type Counters struct{ letter, passed, notice uint64 }

// CountersOf are those numbers now.
func CountersOf(tx *store.Tx) Counters {
	c := Counters{letter: store.NumberOf(tx, "letters"), passed: store.NumberOf(tx, "passed")}
	if k, _ := tx.Bucket(store.NoticesBucket).Cursor().Last(); len(k) == 8 {
		c.notice = binary.BigEndian.Uint64(k)
	}
	return c
}

// Bound puts all that a letter which nothing proves has brought into the store into its rings: the letter itself, and
// what came of it since the counters stood as before.
func Bound(d world.Session, end *world.Ending, before Counters) error {
	if end.Proved || end.ByHand {
		return nil
	}
	now := CountersOf(d.Tx)
	for n := before.letter + 1; n <= now.letter; n++ {
		if err := keep(d, end.Realm, keptAnswer, store.U64(n), outbox.In(d.Tx).Size(n)); err != nil {
			return err
		}
	}
	push := func(kind Kind, key, value []byte) error { return keep(d, end.Realm, kind, key, len(value)) }
	hash := end.Letter.Hash[:]
	if err := push(keptLetter, hash, d.Tx.Bucket(store.LettersBucket).Get(hash)); err != nil {
		return err
	}
	for _, part := range []struct {
		kind     Kind
		from, to uint64
		in       []byte
	}{
		{KeptQuestion, before.passed, now.passed, correspondence.PassedBucket},
		{keptNotice, before.notice, now.notice, store.NoticesBucket},
	} {
		for n := part.from + 1; n <= part.to; n++ {
			key := store.U64(n)
			if err := push(part.kind, key, d.Tx.Bucket(part.in).Get(key)); err != nil {
				return err
			}
		}
	}
	return nil
}

// asideOf is how many bytes a thing counts for beside its own.
const asideOf = 256

// keep puts a thing into its realm's ring and the world's.
func keep(d world.Session, realm int, kind Kind, key []byte, size int) error {
	err := push(d, store.Ring{Name: fmt.Sprintf("realm %d", realm), Most: limits.Unproven.Most()}, kind, key, size)
	if err != nil {
		return err
	}
	return push(d, store.Ring{Name: "world", Most: limits.AllUnproven.Most()}, kind, key, size)
}

// BoundCode puts a code that the game master's letter has asked for into the ring of those.
func BoundCode(d world.Session, key []byte, size int) error {
	return push(d, store.Ring{Name: "codes", Most: limits.AllUnproven.Most()}, keptToken, key, size)
}

// push puts a thing into a ring.
func push(d world.Session, ring store.Ring, kind Kind, key []byte, size int) error {
	gone, err := ring.Push(d.Tx, append([]byte{byte(kind)}, key...), size+asideOf)
	if err != nil {
		return err
	}
	for _, old := range gone {
		if err := Evict(d, Kind(old[0]), old[1:]); err != nil {
			return err
		}
	}
	return nil
}

// Evict drops a thing, as far as it is still there. What waits to be sent stays: it is bounded by how many may leave.
func Evict(d world.Session, kind Kind, key []byte) error {
	switch kind {
	case keptLetter:
		b := d.Tx.Bucket(store.LettersBucket)
		l, found, err := store.GetPacked[correspondence.Received](b, key)
		if err != nil || !found || l.IsBare() {
			return err
		}
		store.Put(b, key, store.Pack(store.MustJSON(l.Bare())))
	case keptAnswer:
		return outbox.In(d.Tx).DropLeft(binary.BigEndian.Uint64(key))
	case KeptQuestion:
		number := binary.BigEndian.Uint64(key)
		p, found, err := correspondence.Numbered(d.Tx, number)
		if err != nil || !found {
			return err
		}
		p.Text, p.Subject, p.References = "", "", ""
		p.Save(d.Tx, number)
	case keptNotice:
		store.Remove(d.Tx.Bucket(store.NoticesBucket), key)
		store.Remove(d.Tx.Bucket(store.NewsBucket), key)
	case keptToken:
		store.Remove(d.Tx.Bucket(correspondence.TokensBucket), key)
	}
	return nil
}

// Logs tells whether a letter has its own entry in the logbook: of those that nothing proves, so many a day. The next
// says that there are more.
func Logs(d world.Session, end *world.Ending) (bool, error) {
	if end.Proved || end.ByHand {
		return true, nil
	}
	n := limits.Logged.Count(d.Tx, d.At, limits.TheWorld)
	if n == limits.Logged.Most()+1 {
		_, err := d.World.Note(d.Tx, logbook.Entry{At: d.At, By: logbook.Stranger,
			What: phrase.P("log.letters-more", phrase.Num("n", limits.Logged.Most()))})
		return false, err
	}
	return n <= limits.Logged.Most(), nil
}
