package resolve

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"time"

	"weltentor/resolve/store"
)

// outbox is the post office in one transaction: all letters ever queued, the texts
// of those that are no reports, which of them wait and since when they are due, and
// under which Message-ID each left. Nobody else opens these buckets. What a letter
// says, whom it is from, and who is told if it does not arrive, others know.
type outbox struct{ tx *store.Tx }

func outboxIn(tx *store.Tx) outbox { return outbox{tx} }

var idsBucket = []byte("ids")

// add gives a letter its number and lets it wait.
func (o outbox) add(e entry, now time.Time) entry {
	e.ID = bump(o.tx, "letters")
	e.State, e.Queued, e.Due = Waiting, now.UTC().Truncate(time.Second), now.UTC().Truncate(time.Second)
	e.Subject = oneLine(e.Subject)
	o.save(&e)
	return e
}

// addText queues a letter with a text of its own.
func (o outbox) addText(e entry, d Draft, now time.Time) {
	e = o.add(e, now)
	put(o.tx.Bucket(draftsBucket), u64(e.ID), pack(mustJSON(d)))
}

// save stores a letter as it is now. It is among those that are due as long as it
// waits, whatever it was before.
func (o outbox) save(e *entry) {
	o.settle(e.ID, e)
	putJSON(o.tx.Bucket(outboxBucket), u64(e.ID), *e)
	var key []byte
	if e.State == Waiting {
		key = dueKey(*e)
		put(o.tx.Bucket(dueBucket), key, []byte(e.Kind))
	}
	if e.filed != nil && !bytes.Equal(e.filed, key) {
		remove(o.tx.Bucket(dueBucket), e.filed)
	}
	e.filed = key
}

// drop forgets a letter.
func (o outbox) drop(e entry) {
	if e.filed != nil {
		remove(o.tx.Bucket(dueBucket), e.filed)
	}
	o.settle(e.ID, nil)
	remove(o.tx.Bucket(outboxBucket), u64(e.ID))
	remove(o.tx.Bucket(draftsBucket), u64(e.ID))
}

// statesKey is where the letters are counted by their state.
var statesKey = []byte("letters by state")

// settle counts a letter as what it is about to be, nil if it is dropped, and no
// longer as what it was: what status says of all letters ever sent must not cost
// more with each of them.
func (o outbox) settle(id uint64, e *entry) {
	states, _, err := o.states()
	if err != nil {
		panic(err) // its checksum is right: our own mistake
	}
	was, _, err := getJSON[entry](o.tx.Bucket(outboxBucket), u64(id))
	if err != nil {
		panic(err)
	}
	what, is := "", State("")
	if e != nil {
		what, is = e.unsettled(), e.State
	}
	if was.State != is {
		states[was.State]--
		states[is]++
		maps.DeleteFunc(states, func(s State, n int) bool { return s == "" || n == 0 })
		putJSON(o.tx.Bucket(metaBucket), statesKey, states)
	}
	switch b := o.tx.Bucket(unsettledBucket); {
	case what != "":
		put(b, u64(id), []byte(what))
	case was.unsettled() != "":
		remove(b, u64(id))
	}
}

// states counts all letters by state.
func (o outbox) states() (n map[State]int, found bool, err error) {
	n, found, err = getJSON[map[State]int](o.tx.Bucket(metaBucket), statesKey)
	if n == nil {
		n = map[State]int{}
	}
	return n, found, err
}

func dueKey(e entry) []byte { return append(u64(uint64(e.Due.Unix())), u64(e.ID)...) }

// letter reads a letter. ErrLetter if it is not there.
func (o outbox) letter(id uint64) (entry, error) {
	e, found, err := getJSON[entry](o.tx.Bucket(outboxBucket), u64(id))
	switch {
	case err == nil && !found:
		err = fmt.Errorf("%w: %d", ErrLetter, id)
	case e.State == Waiting:
		e.filed = dueKey(e)
	}
	return e, err
}

// text is the text of a letter that is no report.
func (o outbox) text(id uint64) (d Draft, found bool, err error) {
	return getPacked[Draft](o.tx.Bucket(draftsBucket), u64(id))
}

// walk shows all letters, by number. The outbox must not change meanwhile.
func (o outbox) walk(see func(entry)) error {
	for k := range keys(o.tx.Bucket(outboxBucket)) {
		e, err := o.letter(binary.BigEndian.Uint64(k))
		if err != nil {
			return err
		}
		see(e)
	}
	return nil
}

// all reads the unsettled letters that fit, by number.
func (o outbox) all(fits func(entry) bool) (letters []entry, err error) {
	for k := range keys(o.tx.Bucket(unsettledBucket)) {
		e, err := o.letter(binary.BigEndian.Uint64(k))
		if err != nil {
			return nil, err
		}
		if fits(e) {
			letters = append(letters, e)
		}
	}
	return letters, nil
}

// standing is how the letters stand, and those that did not arrive, oldest first.
func (o outbox) standing() (n OutboxCount, undelivered []OutboxRow, err error) {
	states, _, err := o.states()
	if err != nil {
		return n, nil, err
	}
	n = OutboxCount{Waiting: states[Waiting], Sent: states[Sent], Unclear: states[Unclear], Held: states[OnHold], Bounced: states[Bounced],
		Failed: states[Failed] + states[GivenUp]}
	c := o.tx.Bucket(unsettledBucket).Cursor()
	for k, what := c.First(); k != nil; k, what = c.Next() {
		waits := string(what) == stillWaits || string(what) == stillRetried
		if string(what) == stillRetried {
			n.Retried++
		}
		first := waits && n.Oldest.IsZero()
		if !first && string(what) != notArrived {
			continue
		}
		e, err := o.letter(binary.BigEndian.Uint64(k))
		if err != nil {
			return n, nil, err
		}
		if first {
			n.Oldest = e.Queued
		} else {
			undelivered = append(undelivered, e.OutboxRow)
		}
	}
	return n, undelivered, nil
}

// due is the letter that has been due for longest; with last that kind of letters
// comes after all others.
func (o outbox) due(now time.Time, last string) (id uint64, found bool) {
	c := o.tx.Bucket(dueBucket).Cursor()
	for k, kind := c.First(); k != nil && binary.BigEndian.Uint64(k) <= uint64(now.Unix()); k, kind = c.Next() {
		first := string(kind) != last
		if !found || first {
			id, found = binary.BigEndian.Uint64(k[8:]), true
		}
		if first {
			break
		}
	}
	return id, found
}

// unaddressed gives so many letters that are due, behind another, and have no
// address of the game.
func (o outbox) unaddressed(now time.Time, behind *entry, most int) (due []entry, err error) {
	var from []byte
	if behind != nil {
		from = dueKey(*behind)
	}
	c := o.tx.Bucket(dueBucket).Cursor()
	for k, _ := c.Seek(from); k != nil && len(due) < most && binary.BigEndian.Uint64(k) <= uint64(now.Unix()); k, _ = c.Next() {
		e, err := o.letter(binary.BigEndian.Uint64(k[8:]))
		if err != nil {
			return nil, err
		}
		if e.From == "" {
			due = append(due, e)
		}
	}
	return due, nil
}

// withdraw takes back the letters about something that have not left: they wait,
// or are held, and no server was given one.
func (o outbox) withdraw(mine func(entry) bool) (gone []entry, err error) {
	gone, err = o.all(func(e entry) bool { return mine(e) && e.stays() && len(e.tries()) == e.refusals() })
	for _, e := range gone {
		o.drop(e)
	}
	return gone, err
}

// readdress sends to a realm's new address what waits, or is held, for one it has
// no longer, and queues its reports that did not arrive again.
func (o outbox) readdress(realm int, old, mail []string) error {
	gone := func(to string) bool { return has(old, to) && !has(mail, to) }
	letters, err := o.all(func(e entry) bool {
		if e.Realm != realm || e.Kind == kindNotice {
			return false
		}
		return e.Kind == kindReport && e.undelivered() && e.State != Unclear || e.stays() && (e.Kind == kindReport || gone(e.To))
	})
	if err != nil {
		return err
	}
	for _, e := range letters {
		if e.stays() && e.To == mail[0] {
			continue
		}
		held := e.State == OnHold
		e.To = mail[0]
		e.again()
		if held {
			e.State = OnHold
		}
		o.save(&e)
	}
	return nil
}

// name lets a letter be found by its Message-ID.
func (o outbox) name(e entry) error {
	b, err := o.tx.CreateBucketIfNotExists(idsBucket)
	if err != nil {
		return err
	}
	put(b, idKey(e.MessageID), u64(e.ID))
	return nil
}

func idKey(id string) []byte {
	key := sha256.Sum256([]byte(id))
	return key[:16]
}

// named finds the letter that has one of these Message-IDs.
func (o outbox) named(ids []string) (e entry, found bool, err error) {
	b := o.tx.Bucket(idsBucket)
	if b == nil {
		return e, false, nil // nothing was ever sent
	}
	for _, id := range ids {
		if k := b.Get(idKey(id)); len(k) == 8 {
			e, err = o.letter(binary.BigEndian.Uint64(k))
			return e, err == nil, err
		}
	}
	return e, false, nil
}
