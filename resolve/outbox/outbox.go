// Package outbox owns the letters that leave: each has headers and a reference to its report or draft, and is rendered
// the same way every time, with the same Message-ID (law 2). After an attempt its outcome is stored, and a letter's
// State follows from its attempts alone. Nothing leaves before it is stored. What may happen twice is one thing: the
// same bytes leave again if it is unknown what became of an attempt. Begin with Box, which queues, and Office.Next,
// which hands out; what a letter says is decided elsewhere. It also keeps what the server at the other end is known by:
// the mailbox's mark, and what was met once (server.go).
package outbox

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"time"

	"weltentor/resolve/address"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
)

// Box is the post office in one transaction: all letters ever queued, and the texts of those that are not reports. It
// knows which of them wait, when they are due, and the Message-IDs of those that left. Nobody else opens these
// buckets. Others decide what a letter says, whom it is from, and who is told if it does not arrive.
type Box struct{ tx *store.Tx }

// Open returns the post office of a transaction.
func Open(tx *store.Tx) Box { return Box{tx} }

// Letters have their number as their key, due ones the time in unix seconds before it. What is due has its kind as its
// value, and what is unsettled its state.
var (
	entries   = store.Records[Message]("outbox")
	drafts    = store.Packed[Draft]("drafts")
	dueAt     = store.Values("due")
	unsettled = store.Values("unsettled")
	ids       = store.Values("ids") // numbers, by half the SHA-256 of their Message-ID, and of the key of their code
)

// Add queues a letter and gives it its number.
func (o Box) Add(e Message, now time.Time) Message { return o.add(e, now)[0] }

// AddText queues a letter with a text of its own, and returns its number.
func (o Box) AddText(e Message, d Draft, now time.Time) (id uint64) {
	all := o.add(e, now)
	for _, e := range all {
		o.putText(e.ID, d)
	}
	return all[0].ID
}

// add queues a letter. As long as the address that a player had before can take the change back, what is not an answer
// goes there, too. It is the last one of the letters that are returned.
func (o Box) add(e Message, now time.Time) (all []Message) {
	e.Subject = wording.OneLine(e.Subject)
	e.State, e.Queued = Waiting, now.UTC().Truncate(time.Second)
	if e.Due = e.Due.UTC().Truncate(time.Second); !e.Due.After(e.Queued) {
		e.Due = e.Queued
	}
	for _, to := range append([]string{e.To}, o.before(e, now)...) {
		e.ID, e.To, e.filed = store.Letters.Next(o.tx), to, nil
		o.Save(&e)
		all = append(all, e)
	}
	return all
}

// before is the former address of a letter's reader that still gets such letters.
func (o Box) before(e Message, now time.Time) []string {
	if !slices.Contains([]string{KindReport, KindDeadline, KindTold, KindPress}, e.Kind) {
		return nil
	}
	rec, _ := roster.Get(o.tx, e.Realm)
	if rec.Vacant() || rec.OldAddress(now) == "" || !address.Same(rec.Mail[0], e.To) {
		return nil
	}
	return []string{rec.OldAddress(now)}
}

func (o Box) putText(id uint64, d Draft) { drafts.Put(o.tx, store.U64(id), d) }

// Save stores a letter as it is now. It is among those that are due as long as it waits, whatever it was before.
func (o Box) Save(e *Message) {
	o.settle(e.ID, e)
	entries.Put(o.tx, store.U64(e.ID), *e)
	var key []byte
	if e.State == Waiting {
		key = dueKey(*e)
		dueAt.Put(o.tx, key, []byte(e.Kind))
	}
	if e.filed != nil && !bytes.Equal(e.filed, key) {
		dueAt.Remove(o.tx, e.filed)
	}
	e.filed = key
}

// drop forgets a letter.
func (o Box) drop(e Message) {
	if e.filed != nil {
		dueAt.Remove(o.tx, e.filed)
	}
	o.settle(e.ID, nil)
	entries.Remove(o.tx, store.U64(e.ID))
	drafts.Remove(o.tx, store.U64(e.ID))
}

// byState counts letters by their state.
const byState store.Slot[map[State]int] = "letters by state"

// settle counts a letter in the state it is about to get (nil if it is dropped), and no longer in its former state. So
// what status shows about all letters ever sent does not cost more with each of them.
func (o Box) settle(id uint64, e *Message) {
	states, _ := o.counts()
	was, _ := entries.Get(o.tx, store.U64(id))
	what, is := "", State("")
	if e != nil {
		what, is = e.unsettled(), e.State
	}
	if was.State != is {
		states[was.State]--
		states[is]++
		maps.DeleteFunc(states, func(s State, n int) bool { return s == "" || n == 0 })
		byState.Put(o.tx, states)
	}
	switch {
	case what != "":
		unsettled.Put(o.tx, store.U64(id), []byte(what))
	case was.unsettled() != "":
		unsettled.Remove(o.tx, store.U64(id))
	}
}

// counts counts all letters by state.
func (o Box) counts() (n map[State]int, found bool) {
	n, found = byState.Get(o.tx)
	if n == nil {
		n = map[State]int{}
	}
	return n, found
}

func dueKey(e Message) []byte { return append(store.U64(uint64(e.Due.Unix())), store.U64(e.ID)...) }

// letter reads a letter, or returns ErrLetter if there is none.
func (o Box) letter(id uint64) (Message, error) {
	var e Message
	var found bool
	err := store.Readable(func() { e, found = entries.Get(o.tx, store.U64(id)) })
	switch {
	case err == nil && !found:
		err = fmt.Errorf("%w: %d", faults.ErrLetter, id)
	case e.State == Waiting:
		e.filed = dueKey(e)
	}
	return e, err
}

// Refused reports whether a letter was refused, given up, or came back, and what the server said. It is false for a
// letter that was forgotten.
func (o Box) Refused(id uint64) (answer string, refused bool) {
	e, found := entries.Get(o.tx, store.U64(id))
	if !found {
		return "", false
	}
	return e.Reason, e.State == Failed || e.State == GivenUp || e.State == Bounced
}

// Text returns the text of a letter that is not a report.
func (o Box) Text(id uint64) (d Draft, found bool) {
	return drafts.Get(o.tx, store.U64(id))
}

// Size is how many bytes the text of a letter takes in the store. It is 0 for a report, which is stored once.
func (o Box) Size(id uint64) int { return len(drafts.Raw(o.tx, store.U64(id))) }

// walk calls see with all letters, by number. The outbox must not change meanwhile.
func (o Box) walk(see func(Message)) error {
	for k := range entries.From(o.tx, nil) {
		e, err := o.letter(binary.BigEndian.Uint64(k))
		if err != nil {
			return err
		}
		see(e)
	}
	return nil
}

// all reads the unsettled letters that fit, by number.
func (o Box) all(fits func(Message) bool) (letters []Message, err error) {
	for k := range unsettled.From(o.tx, nil) {
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

// Since reads the letters queued since a time, by number.
func (o Box) Since(at time.Time) (letters []Message, err error) {
	for k := range entries.Back(o.tx) {
		e, err := o.letter(binary.BigEndian.Uint64(k))
		if err != nil {
			return nil, err
		}
		if e.QueuedBefore(at) {
			break
		}
		letters = append(letters, e)
	}
	slices.Reverse(letters)
	return letters, nil
}

// Press reads the letters between players that were passed on at once, queued since a time and in these turns, the newest
// first: those to a realm, at one of its addresses, and those from it.
func (o Box) Press(since time.Time, realm int, mails []string, turns ...int) ([]Message, error) {
	all, err := o.Since(since)
	all = slices.DeleteFunc(all, func(e Message) bool {
		return e.Kind != KindPress || !slices.Contains(turns, e.Turn) ||
			e.Writer != realm && (e.Realm != realm || !address.Contains(mails, e.To))
	})
	slices.Reverse(all)
	return all, err
}

// Standing returns how many letters are in each state, and those that could not be delivered, oldest first.
func (o Box) Standing() (n OutboxCount, undelivered []OutboxRow, err error) {
	states, _ := o.counts()
	n = OutboxCount{Waiting: states[Waiting], Sent: states[Sent], Unclear: states[Unclear], Held: states[OnHold],
		Bounced: states[Bounced],
		Failed:  states[Failed] + states[GivenUp]}
	for k, what := range unsettled.From(o.tx, nil) {
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

// due returns the letter that has been due for longest, without some. Letters of the kind last come after all others.
func (o Box) due(now time.Time, last string, without map[uint64]bool) (id uint64, found bool) {
	for k, kind := range dueAt.From(o.tx, nil) {
		if binary.BigEndian.Uint64(k) > uint64(now.Unix()) {
			break
		}
		this := binary.BigEndian.Uint64(k[8:])
		if without[this] {
			continue
		}
		first := string(kind) != last
		if !found || first {
			id, found = this, true
		}
		if first {
			break
		}
	}
	return id, found
}

// AnyDue reports whether a letter of this kind waits for its turn or its next attempt. It reads no letter.
func (o Box) AnyDue(kind string) bool {
	for _, k := range dueAt.From(o.tx, nil) {
		if string(k) == kind {
			return true
		}
	}
	return false
}

// Reports are the realms whose letter with the report of a turn waits to leave.
func (o Box) Reports(turn int) (wait map[int]bool, err error) {
	all, err := o.all(func(e Message) bool { return e.Kind == KindReport && e.Turn == turn && e.stays() })
	wait = map[int]bool{}
	for _, e := range all {
		wait[e.Realm] = true
	}
	return wait, err
}

// Withdraw withdraws letters that have not left: they wait, or are held, and no server was given one.
func (o Box) Withdraw(mine func(Message) bool) (gone []Message, err error) {
	gone, err = o.all(func(e Message) bool { return mine(e) && e.Unread() })
	for _, e := range gone {
		o.drop(e)
	}
	return gone, err
}

// Supersede takes letters out of the way in whose place others come: those that have not left are withdrawn, and the others
// count as seen.
func (o Box) Supersede(mine func(Message) bool) (gone []Message, err error) {
	gone, err = o.all(mine)
	for _, e := range gone {
		if e.Unread() {
			o.drop(e)
			continue
		}
		e.Ticked = true
		o.Save(&e)
	}
	return gone, err
}

// Contradict withdraws the letters about something that have not left, which a later one contradicts. first marks those to
// who has received nothing about it before: for their realms never is true.
func (o Box) Contradict(about, first string) (never map[int]bool, err error) {
	gone, err := o.Withdraw(func(e Message) bool { return e.About == about || e.About == first })
	never = map[int]bool{}
	for _, e := range gone {
		never[e.Realm] = e.About == first
	}
	return never, err
}

// name lets a letter be found by its Message-ID and by its code.
func (o Box) name(e Message) {
	for _, name := range e.names() {
		ids.Put(o.tx, idKey(name), store.U64(e.ID))
	}
}

// unname undoes name. Another letter may have the same code.
func (o Box) unname(e Message) {
	for _, name := range e.names() {
		if key := idKey(name); bytes.Equal(ids.Get(o.tx, key), store.U64(e.ID)) {
			ids.Remove(o.tx, key)
		}
	}
}

func (e Message) names() (all []string) {
	if e.MessageID != "" {
		all = append(all, e.MessageID)
	}
	if e.Secret != nil && e.Secret.Key != nil {
		all = append(all, string(e.Secret.Key))
	}
	return all
}

func idKey(id string) []byte {
	key := sha256.Sum256([]byte(id))
	return key[:16]
}

// Named finds the letter that has one of these Message-IDs, or keys of codes.
func (o Box) Named(messages []string) (e Message, found bool, err error) {
	for _, id := range messages {
		if k := ids.Get(o.tx, idKey(id)); len(k) == 8 {
			e, err = o.letter(binary.BigEndian.Uint64(k))
			return e, err == nil, err
		}
	}
	return e, false, nil
}

// OutboxCount counts letters by state.
type OutboxCount struct {
	Waiting int       `json:"waiting"`
	Retried int       `json:"retried"`           // among the waiting: tried before
	Merging int       `json:"merging,omitempty"` // likewise: their time has not come, see AddMerged
	Sent    int       `json:"sent"`
	Failed  int       `json:"failed"` // refused or given up
	Unclear int       `json:"unclear"`
	Held    int       `json:"held,omitempty"`    // by the game master
	Bounced int       `json:"bounced,omitempty"` // left and came back
	Oldest  time.Time `json:"oldest,omitzero"`   // among the waiting
	// until when the hourly limit keeps the waiting back; zero if it does not
	Limited time.Time `json:"limited,omitzero"`
}
