package outbox

import (
	"crypto/sha256"
	"fmt"
	"time"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/limits"
	"weltentor/resolve/store"
)

// Allow counts one more for the whole world, and reports whether it is within the limit.
func (o *Office) Allow(l limits.Limit, now time.Time) (within bool, err error) {
	err = o.Disk.Update(func(tx *store.Tx) error {
		within = l.Allow(tx, now, limits.TheWorld)
		return nil
	})
	return within, err
}

// MailboxMark is what a world remembers about its mark in the mailbox, by which another world that reads the same
// folder notices it.
type MailboxMark struct {
	Where    string `json:"where"`
	Validity uint32 `json:"validity"`
	Next     uint32 `json:"next"`
	Mails    uint32 `json:"mails"`
	Mine     uint32 `json:"mine,omitempty"`
	Mute     bool   `json:"mute,omitempty"`
	Old      string `json:"old,omitempty"`
	OldSince int64  `json:"old_since,omitempty"`

	Generation uint64 `json:"generation,omitempty"`
	Says       string `json:"says,omitempty"`
	Beside     string `json:"beside,omitempty"`
	Full       string `json:"full,omitempty"` // the server's words about a mailbox without room
}

const mailboxMark store.Slot[MailboxMark] = "mark"

// Mark returns the world's identity in its mailbox, and what it remembers about its mark there. The identity is made
// from seed and founding, of which it reveals nothing. A copy of the store has the same, so it is the same world
// wherever it was restored.
func (o *Office) Mark() (name string, m MailboxMark, err error) {
	err = o.Disk.View(func(tx *store.Tx) (err error) {
		sum := sha256.Sum256(fmt.Appendf([]byte("world\x00"), "%x\x00%s", store.Seed(tx), chronicle.Identity(tx)))
		name = fmt.Sprintf("%x", sum[:10])
		m, _ = mailboxMark.Get(tx)
		return nil
	})
	return name, m, err
}

// Full is what the server said of a mailbox that has no room for players' mails. It is "" if it has some, as far as is
// known.
func Full(tx *store.Tx) string {
	m, _ := mailboxMark.Get(tx)
	return m.Full
}

// KeepMark records what is known about the mark.
func (o *Office) KeepMark(m MailboxMark) error {
	return o.Disk.Update(func(tx *store.Tx) error {
		mailboxMark.Put(tx, m)
		return nil
	})
}

// pagesUnserved is since when nobody has served the pages.
const pagesUnserved store.Slot[time.Time] = "pages unserved"

// PagesUnserved notes whether the pages should be served and are not, and returns since when; zero: they are.
func (o *Office) PagesUnserved(is bool, now time.Time) (since time.Time, err error) {
	var known bool
	if err := o.Disk.View(func(tx *store.Tx) error {
		since, known = pagesUnserved.Get(tx)
		return nil
	}); err != nil || known == is {
		return since, err
	}
	return now, o.Disk.Update(func(tx *store.Tx) error {
		if is {
			pagesUnserved.Put(tx, now.UTC())
		} else {
			now = time.Time{}
			pagesUnserved.Remove(tx)
		}
		return nil
	})
}

// Once reports whether something may be said now that must not be said again for some time. It returns true, and
// remembers it, if the same key was not used within that time. Alarm asks the same, for a day, with the same keys.
func (o *Office) Once(key string, every time.Duration, now time.Time) (fresh bool, err error) {
	err = o.Disk.Update(func(tx *store.Tx) error {
		fresh = Once(tx, key, every, now)
		return nil
	})
	return fresh, err
}

// alarm is when something was said, by its key.
func alarm(key string) store.Slot[time.Time] { return store.Slot[time.Time]("alarm " + key) }

// Once is Office.Once within a transaction.
func Once(tx *store.Tx, key string, every time.Duration, now time.Time) bool {
	due := Due(tx, key, every, now)
	if due {
		alarm(key).Put(tx, now.UTC())
	}
	return due
}

// Due is what Once would return, without remembering it.
func Due(tx *store.Tx, key string, every time.Duration, now time.Time) bool {
	last, _ := alarm(key).Get(tx)
	return last.IsZero() || now.Sub(last) >= every || now.Before(last)
}

// Again is when Due is to be asked again: when it becomes true, or an hour from now if it is.
func Again(tx *store.Tx, key string, every time.Duration, now time.Time) time.Time {
	if Due(tx, key, every, now) {
		return now.Add(time.Hour)
	}
	last, _ := alarm(key).Get(tx)
	return last.Add(every)
}

// Said reports whether Once remembers a key with this beginning.
func Said(tx *store.Tx, beginning string) bool { return len(alarm(beginning).Like(tx)) > 0 }

// Unsay forgets such keys: for Once they are new again.
func (o *Office) Unsay(beginning string) error {
	return o.Disk.Update(func(tx *store.Tx) error {
		for _, at := range alarm(beginning).Like(tx) {
			at.Remove(tx)
		}
		return nil
	})
}

// metAt is when it happened.
func metAt(what string) store.Slot[time.Time] { return store.Slot[time.Time]("met " + what) }

// Met reports whether something that happens to a world once has happened, see Meet.
func (o *Office) Met(what string) (met bool, err error) {
	err = o.Disk.View(func(tx *store.Tx) error {
		at, _ := metAt(what).Get(tx)
		met = !at.IsZero()
		return nil
	})
	return met, err
}

// NoteFirst records that it has happened, the first time. After that it only reads.
func (o *Office) NoteFirst(what string, now time.Time) error {
	if met, err := o.Met(what); met || err != nil {
		return err
	}
	return o.Disk.Update(func(tx *store.Tx) error {
		metAt(what).Put(tx, now.UTC())
		return nil
	})
}

// What is known about the server that takes our letters: how many it accepts an hour, and whether it accepts the null
// sender.

// slot is how many attempts were made in five minutes.
type slot struct {
	At int64 `json:"at"` // unix seconds / slotSize
	N  int   `json:"n"`
}

const attempts store.Slot[[]slot] = "sending"

const slotSize = 5 * 60

// inAnHour is how many slots any hour touches.
const inAnHour = 60*60/slotSize + 1

func slotOf(t time.Time) int64 { return t.Unix() / slotSize }

// sending returns the slots of the last hour that have attempts, oldest first.
func (o Box) sending(now time.Time) []slot {
	all, _ := attempts.Get(o.tx)
	var last []slot
	for _, s := range all {
		if at := slotOf(now); s.At > at-inAnHour && s.At <= at {
			last = append(last, s)
		}
	}
	return last
}

// count counts a letter handed to the server, accepted or not: providers count what was tried.
func (o Box) count(now time.Time) {
	slots := o.sending(now)
	if last := len(slots) - 1; last >= 0 && slots[last].At == slotOf(now) {
		slots[last].N++
	} else {
		slots = append(slots, slot{slotOf(now), 1})
	}
	attempts.Put(o.tx, slots)
}

// Limited returns until when the hourly limit keeps all letters back. It is zero if one may leave now, or if there is
// no limit.
func (o Box) Limited(perHour int, now time.Time) (until time.Time) {
	if perHour <= 0 {
		return until
	}
	slots := o.sending(now)
	n := 0
	for _, s := range slots {
		n += s.N
	}
	for _, s := range slots {
		if n < perHour {
			break
		}
		n -= s.N
		until = time.Unix((s.At+inAnHour)*slotSize, 0).UTC()
	}
	return until
}

// nullRefusal says that a server accepts no null sender.
type nullRefusal struct {
	Server string    `json:"server"`
	At     time.Time `json:"at"`
}

// nullForgotten is after how long the null sender is tried again: providers change their minds, and it is the better
// sender for an answer.
const nullForgotten = 30 * 24 * time.Hour

const noNull store.Slot[nullRefusal] = "no null sender"

// NullRefused remembers that a server accepts no null sender.
func (o *Office) NullRefused(server string, now time.Time) error {
	return o.Disk.Update(func(tx *store.Tx) error {
		noNull.Put(tx, nullRefusal{server, now.UTC()})
		return nil
	})
}

// RefusesNull reports whether that is remembered about a server.
func (o *Office) RefusesNull(server string, now time.Time) (refuses bool, err error) {
	err = o.Disk.View(func(tx *store.Tx) error {
		r, found := noNull.Get(tx)
		refuses = found && r.Server == server && now.Sub(r.At) < nullForgotten && !now.Before(r.At)
		return nil
	})
	return refuses, err
}
