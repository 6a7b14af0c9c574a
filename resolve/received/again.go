package received

import (
	"crypto/sha256"
	"slices"
	"time"

	"weltentor/resolve/correspondence"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store"
)

// again has the letters that are to be read again, by the hashes of their bytes. An entry under allKey says that all
// letters are that the store does not know.
var (
	again  = store.Values("again")
	toRead = store.RecordsAt[awaited](again)
	unread = store.RecordsAt[unknown](again)
	allKey = []byte("all")
)

// awaited is a letter that is to be read again.
type awaited struct {
	Turn    int       `json:"turn"` // the turn that awaited orders when it came
	Arrived time.Time `json:"arrived"`
}

// unknown says that it is not known which letters came.
type unknown struct {
	Since time.Time `json:"since"` // when the newest letter that the store knows arrived
}

// Changes reports whether a letter changed something when it came, so that it must be read again. Such a letter has
// orders, also for a later turn, an answer with a code, or a request. Refusals, questions that were passed on and
// answers to words that only ask are not repeated.
func Changes(l Letter) bool {
	switch l.Fate {
	case receipt.Taken, receipt.Ahead, receipt.CameBack, receipt.Served:
		return !l.IsBare() && !l.Asked
	}
	return false
}

// NoteLost records in a copy which letters the world has taken in since, and those that were still to be read again
// there. It returns how many they are, and the realms for which sheets were entered by hand and taken, sorted.
func NoteLost(tx, now *store.Tx) (n int, byHand []int) {
	for _, hash := range Hashes(now) {
		if Known(tx, hash) {
			continue
		}
		l, _ := Get(now, hash)
		switch {
		case l.UIDValidity == 0 && l.UID == 0 && l.Door == "":
			if l.Fate == receipt.Taken || l.Fate == receipt.Ahead {
				byHand = append(byHand, l.Realm)
			}
		case Changes(l):
			toRead.Put(tx, hash, awaited{l.Turn, l.Arrived})
			n++
		}
	}
	for _, c := range Copies(now) {
		if !Known(tx, c.Hash) {
			c.Keep(tx)
		}
	}
	slices.Sort(byHand)
	byHand = slices.Compact(byHand)
	for key, left := range again.From(now, nil) { // from a copy that was restored before and has not read them
		if !Known(tx, key) {
			again.Put(tx, key, left)
			if len(key) == sha256.Size {
				n++
			}
		}
	}
	return n, byHand
}

// NoteAllLost records in a copy that all letters it does not know are to be read again, since there is nothing to compare it
// with.
func NoteAllLost(tx *store.Tx) error {
	want, err := AllUnknown(tx)
	if err != nil {
		return err
	}
	unread.Put(tx, allKey, unknown{want.Since})
	return nil
}

// AllUnknown returns all letters that the store does not know, as if All had been called. Letters that are to be read
// again in a later turn are left out.
func AllUnknown(tx *store.Tx) (w Wanted, err error) {
	if w = WantedFor(tx, store.Turn(tx)); w.All {
		return w, nil
	}
	since, err := newest(tx)
	if w.Since.IsZero() || since.Before(w.Since) {
		w.Since = since
	}
	w.All = true
	return w, err
}

// newest returns when the newest letter that a store knows arrived. If it knows none, it is when the world was
// founded.
func newest(tx *store.Tx) (at time.Time, err error) {
	for e, err := range logbook.Entries(tx, 0) {
		if err != nil {
			return at, err
		}
		at = e.At
		break
	}
	for _, l := range Each(tx) {
		if (l.UID != 0 || l.Door != "") && l.Arrived.After(at) {
			at = l.Arrived
		}
	}
	return at, nil
}

// Wanted are the letters that are to be read again now.
type Wanted struct {
	Hashes map[[sha256.Size]byte]bool
	Since  time.Time // when the first of them arrived, or may have arrived
	All    bool      // also those that the store does not know
	// of the latter, only those that arrived until then: later ones are for the next turn; zero: all
	Until time.Time
	Taken int // how many of the latter were read

	later map[[sha256.Size]byte]bool // letters that came for a later turn
	left  bool                       // not all that the store does not know were read
}

// None reports whether there are none.
func (w Wanted) None() bool { return len(w.Hashes) == 0 && !w.All }

// Has reports whether a letter is wanted that arrived at a time. known says whether the store knows it.
func (w *Wanted) Has(hash [sha256.Size]byte, arrived time.Time, known bool) bool {
	if w.Hashes[hash] {
		return true
	}
	if !w.All || known || w.later[hash] || !w.Until.IsZero() && arrived.After(w.Until) {
		return false
	}
	w.Taken++
	return true
}

// Later puts a wanted letter off: it will be wanted the next time as well.
func (w *Wanted) Later(hash [sha256.Size]byte) {
	if w.Hashes[hash] {
		delete(w.Hashes, hash)
		return
	}
	w.Taken--
	w.left = true
}

// WantedFor returns the letters that are to be read again while a turn awaits orders. Letters that came for a later turn
// wait for that.
func WantedFor(tx *store.Tx, turn int) (w Wanted) {
	all, some := unread.Get(tx, allKey)
	if some {
		w.All, w.Since = true, all.Since
	}
	for _, k := range again.Keys(tx, nil) {
		if len(k) != sha256.Size {
			continue
		}
		l, _ := toRead.Get(tx, k)
		if w.Hashes == nil {
			w.Hashes, w.later = map[[sha256.Size]byte]bool{}, map[[sha256.Size]byte]bool{}
		}
		if l.Turn > turn {
			w.later[[sha256.Size]byte(k)] = true
			continue
		}
		if w.Hashes[[sha256.Size]byte(k)] = true; w.Since.IsZero() || l.Arrived.Before(w.Since) {
			w.Since = l.Arrived
		}
	}
	return w
}

// Settle records that the wanted letters have been read again, or are no longer in the mailbox. It returns how many
// were read, and how many were gone.
func (w Wanted) Settle(tx *store.Tx) (found, gone int) {
	for hash := range w.Hashes {
		if Known(tx, hash[:]) {
			found++
		} else {
			gone++
		}
		again.Remove(tx, hash[:])
	}
	if w.All && w.Until.IsZero() && !w.left {
		again.Remove(tx, allKey)
	}
	return found + w.Taken, gone
}

// CarryPassed takes over what was passed on to the game master since the copy. What has left is not sent again when its
// letter is read again. What still waited waits here. All of it can be answered, and so can letters between players.
// Records of what was passed on to players are left out if they are lost with the outbox.
func CarryPassed(tx, now *store.Tx) error {
	if err := carryUnsent(tx, now); err != nil {
		return err
	}
	unsent, err := outbox.Open(now).Unsent()
	if err != nil {
		return err
	}
	arrived := func(kind string, realm int, at time.Time) bool {
		return !unsent[outbox.Queued{Kind: kind, Realm: realm, At: at.UnixNano()}]
	}
	correspondence.Carry(tx, now, func(at time.Time) bool { return arrived(outbox.KindPress, 0, at) },
		func(realm int, at time.Time) bool { return arrived(outbox.KindTold, realm, at) })
	return nil
}

// carryUnsent takes over the letters with which something was passed on to the game master since, if they have not
// left. If the game master has no address, it takes over the notices that are stored instead.
func carryUnsent(tx, now *store.Tx) error {
	questions := correspondence.Questions(now)
	last, numbers, times := correspondence.LastNumber(tx), map[uint64]bool{}, map[int64]bool{}
	for _, q := range questions {
		if q.Number > last {
			numbers[q.Number], times[q.At.Unix()] = true, true
		}
	}
	here, there := outbox.Open(tx), outbox.Open(now)
	here.CarryNotices(there, func(at time.Time) bool { return times[at.Unix()] })
	return here.CarryPassed(there, func(n uint64) bool { return numbers[n] })
}
