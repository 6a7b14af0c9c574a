package sender

import (
	"encoding/binary"
	"fmt"

	"weltentor/orders/phrase"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/limits"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/received"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
)

// Anybody can send unproven letters, as often as they like. So their contents are kept in rings, one for each realm
// and one for the world, in which the oldest make room for the newest. The fact that a letter came is kept longer, by
// its hash: otherwise it would be read again. The number of a question is kept, so that it can be answered. These have a
// ring of their own, for they would be as many as strangers like. Nothing that is proven is ever in a ring.

// StrangerKind is a kind of thing in a ring. It is stored.
type StrangerKind byte

// The kinds, each with the key of its things.
const (
	keptLetter   StrangerKind = 'l' // hash: the letter itself
	keptAnswer   StrangerKind = 'a' // u64: a letter that was written because of it
	KeptQuestion StrangerKind = 'q' // u64: a question that was passed on
	keptNotice   StrangerKind = 'n' // u64: the same, if the game master has no address
	keptToken    StrangerKind = 't' // key: a request that was to be confirmed
	bareLetter   StrangerKind = 'L' // hash: that a letter came
	bareQuestion StrangerKind = 'Q' // u64: that a question was passed on
)

// Counters are the numbers of the newest things that letters cause.
type Counters struct{ letter, passed, notice uint64 }

// CountersOf returns those numbers as they are now.
func CountersOf(tx *store.Tx) Counters {
	c := Counters{letter: store.Letters.Of(tx), passed: correspondence.LastNumber(tx),
		notice: outbox.LastNotice(tx)}
	return c
}

// Bound puts everything that an unproven letter has brought into the store into its rings: the letter itself, and what
// it caused since the counters were as in before.
func Bound(d world.Session, end *world.Ending, before Counters) error {
	if end.Proved || end.ByHand {
		return nil
	}
	now := CountersOf(d.Tx)
	for n := before.letter + 1; n <= now.letter; n++ {
		if err := keep(d, end.Realm, keptAnswer, store.U64(n), outbox.Open(d.Tx).Size(n)); err != nil {
			return err
		}
	}
	hash := end.Letter.Hash[:]
	if err := keep(d, end.Realm, keptLetter, hash, received.Size(d.Tx, hash)); err != nil {
		return err
	}
	for _, part := range []struct {
		kind     StrangerKind
		from, to uint64
		size     func(tx *store.Tx, number uint64) int
	}{
		{KeptQuestion, before.passed, now.passed, correspondence.SizeOf},
		{keptNotice, before.notice, now.notice, outbox.NoticeSize},
	} {
		for n := part.from + 1; n <= part.to; n++ {
			if err := keep(d, end.Realm, part.kind, store.U64(n), part.size(d.Tx, n)); err != nil {
				return err
			}
		}
	}
	return nil
}

// asideOf is how many bytes a thing counts for besides its own.
const asideOf = 256

// keep puts a thing into the ring of its realm and into that of the world.
func keep(d world.Session, realm int, kind StrangerKind, key []byte, size int) error {
	err := push(d, store.Ring{Name: fmt.Sprintf("realm %d", realm), Most: limits.Unproven.Most()}, kind, key, size)
	if err != nil {
		return err
	}
	return push(d, store.Ring{Name: "world", Most: limits.AllUnproven.Most()}, kind, key, size)
}

// BoundCode puts a code that a letter of the game master has asked for into the ring of such codes.
func BoundCode(d world.Session, key []byte, size int) error {
	return push(d, store.Ring{Name: "codes", Most: limits.Unproven.Most()}, keptToken, key, size)
}

// BareKept is of how many letters and questions it is still known that they came, after their contents went. A letter
// is moved out of the inbox when it is stored: that it came matters as long as a kill may have left it there.
const BareKept = 4096

// bared puts what is left of a thing into the ring of such.
func bared(d world.Session, kind StrangerKind, key []byte) error {
	return push(d, store.Ring{Name: "bare", Most: 2 * asideOf * BareKept}, kind, key, asideOf)
}

// push puts a thing into a ring, and drops what has to make room for it.
func push(d world.Session, ring store.Ring, kind StrangerKind, key []byte, size int) error {
	gone, err := ring.Push(d.Tx, append([]byte{byte(kind)}, key...), size+asideOf)
	if err != nil {
		return err
	}
	for _, old := range gone {
		if err := Evict(d, StrangerKind(old[0]), old[1:]); err != nil {
			return err
		}
	}
	return nil
}

// Evict drops a thing, as far as it is still there. Letters that wait to be sent stay: other limits say how many may
// be sent.
func Evict(d world.Session, kind StrangerKind, key []byte) error {
	switch kind {
	case keptLetter:
		l, found := received.Get(d.Tx, key)
		if !found || l.IsBare() {
			return nil
		}
		received.Put(d.Tx, key, l.Bare())
		return bared(d, bareLetter, key)
	case keptAnswer:
		return outbox.Open(d.Tx).DropLeft(binary.BigEndian.Uint64(key))
	case KeptQuestion:
		number := binary.BigEndian.Uint64(key)
		p, found := correspondence.Numbered(d.Tx, number)
		if !found {
			return nil
		}
		if p.Text == "" && p.Subject == "" && p.References == "" {
			return nil // it was in another ring, too
		}
		p.Text, p.Subject, p.References = "", "", ""
		p.Save(d.Tx, number)
		return bared(d, bareQuestion, key)
	case bareLetter:
		received.Remove(d.Tx, key)
	case bareQuestion:
		correspondence.DropNumber(d.Tx, binary.BigEndian.Uint64(key))
	case keptNotice:
		outbox.DropNotice(d.Tx, binary.BigEndian.Uint64(key))
	case keptToken:
		correspondence.DropToken(d.Tx, key)
	}
	return nil
}

// Logs reports whether a letter gets an entry of its own in the logbook. Unproven letters have a daily limit. The
// first one beyond it gets an entry that says that there are more.
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
