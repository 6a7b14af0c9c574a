package sorting

import (
	"slices"
	"sync"

	"weltentor/mailer/imap"
)

// Inbox is what one call knows about an inbox that several worlds read. Each mail's head is read once, by whichever
// world polls first. Several may poll at the same time.
type Inbox struct {
	mu     sync.Mutex
	worlds *Mailbox
	mails  map[mail]*known

	Marks imap.Marks // that were read
}

// mail identifies a mail of an inbox.
type mail struct{ validity, uid uint32 }

// known says where a mail goes.
type known struct {
	Sorted
	taker string // for a mail in doubt, the world that puts it aside
}

// NewInbox makes an inbox of these worlds, without reading anything yet.
func NewInbox(worlds *Mailbox) *Inbox { return &Inbox{worlds: worlds, mails: map[mail]*known{}} }

// headsAtOnce is how many heads are in memory at a time.
const headsAtOnce = 40

// EachHead calls do with the heads of mails, with only a few in memory at a time. Mails that are gone are left out.
func EachHead(uids []uint32, heads imap.Heads, do func(uid uint32, head []byte)) error {
	for some := range slices.Chunk(uids, headsAtOnce) {
		read, err := heads(some)
		if err != nil {
			return err
		}
		for uid, head := range read {
			do(uid, head)
		}
	}
	return nil
}

// Mine selects the mails that a world takes: those that are for it, and those in doubt that no other world of this
// call has taken.
func (b *Inbox) Mine(id string) imap.Mine {
	return func(beside []imap.Neighbour, validity uint32, uids []uint32, heads imap.Heads) ([]uint32, error) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.meet(beside)
		fresh := slices.DeleteFunc(slices.Clone(uids), func(uid uint32) bool {
			return b.mails[mail{validity, uid}] != nil
		})
		if err := EachHead(fresh, heads, func(uid uint32, head []byte) {
			b.mails[mail{validity, uid}] = &known{Sorted: b.worlds.Sort(head)}
		}); err != nil {
			return nil, err
		}
		return slices.DeleteFunc(slices.Clone(uids), func(uid uint32) bool {
			m := b.mails[mail{validity, uid}]
			if m == nil {
				return true // it is gone
			}
			if m.Doubt != "" && m.taker == "" {
				m.taker = id
			}
			return m.World != id && m.taker != id
		}), nil
	}
}

// meet adds worlds that are not part of this call, as their marks describe them. A world of this call is not replaced,
// since its mark may be older than its settings.
func (b *Inbox) meet(beside []imap.Neighbour) {
	for _, n := range beside {
		_ = b.worlds.Add(World{ID: n.World, Addresses: n.Addresses, Name: n.Name})
	}
}

// Doubt returns why a mail of the inbox is in doubt, and the names of the games it names; "" if it is not.
func (b *Inbox) Doubt(validity, uid uint32) (why Doubt, named []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	m := b.mails[mail{validity, uid}]
	if m == nil {
		return "", nil
	}
	for _, id := range m.Named {
		named = append(named, b.worlds.called[id])
	}
	return m.Doubt, named
}

// Other returns the name of the world that a mail is certainly for, if that is not this one.
func (b *Inbox) Other(id string, beside []imap.Neighbour, head []byte) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.meet(beside)
	if s := b.worlds.Sort(head); s.World != id {
		return b.worlds.called[s.World]
	}
	return ""
}
