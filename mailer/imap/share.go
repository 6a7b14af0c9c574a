package imap

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2"

	"weltentor/mailer/mime"
	"weltentor/mailer/wire"
)

// Neighbour is another world that reads the inbox, according to its mark.
type Neighbour struct {
	World     string   `json:"world"` // its identity
	Name      string   `json:"name"`
	Addresses []string `json:"addresses"` // under which mails come to it; none: it shares the inbox with nobody

	UID        uint32 `json:"uid"` // of the mark
	Generation uint64 `json:"generation"`
}

// Heads reads the heads of mails in the inbox, by UID. A mail that is gone has none, and neither has one whose head the
// server does not show now: each poll gets that mail, since it may be for any world.
type Heads func(uids []uint32) (map[uint32][]byte, error)

// Mine chooses the mails of a poll if several worlds read the inbox. It gets the worlds whose marks are there, and
// some mails in the order of their arrival, and returns those that the poll takes. The others stay where they are, and
// only their heads are read. It is called again for the mails behind these.
type Mine func(beside []Neighbour, validity uint32, uids []uint32, heads Heads) ([]uint32, error)

// choose finds out which mails belong to this poll.
func (p *Poll) choose(ctx context.Context, uids []imap.UID) ([]imap.UID, error) {
	if p.c.Mine == nil {
		return uids, nil
	}
	var failed error // of the server
	mine, err := p.c.Mine(p.count.Mark.Neighbours(), p.validity, numbers[uint32](uids),
		func(uids []uint32) (map[uint32][]byte, error) {
			heads, err := p.m.heads(ctx, numbers[imap.UID](uids))
			p.doubt.hides(heads)
			failed = err
			return heads, err
		})
	p.ours = err != nil && failed == nil
	return p.doubt.withHidden(numbers[imap.UID](mine), uids), err
}

func numbers[T, F ~uint32](uids []F) []T {
	out := make([]T, len(uids))
	for i, u := range uids {
		out[i] = T(u)
	}
	return out
}

// Survey reads the heads of the mails in the inbox, in the order of their arrival. A head is empty if the server cannot
// show it. Nothing is taken or changed.
func Survey(ctx context.Context, c Config, see func(arrived time.Time, head []byte)) error {
	return visit(ctx, c, func(p *Poll) error { return p.survey(ctx, see) })
}

func (p *Poll) survey(ctx context.Context, see func(arrived time.Time, head []byte)) error {
	uids, err := p.search(ctx)
	if err != nil {
		return err
	}
	for some := range slices.Chunk(uids, headsAtOnce) {
		mails, err := p.m.list(ctx, some)
		if err != nil {
			return fmt.Errorf("list of sizes: %w", err)
		}
		heads, err := p.m.heads(ctx, some)
		if err != nil {
			return fmt.Errorf("heads: %w", err)
		}
		slices.SortFunc(mails, func(a, b listed) int { return cmp.Compare(a.uid, b.uid) })
		for _, mail := range mails {
			if head, there := heads[uint32(mail.uid)]; there {
				see(mail.at, head)
			}
		}
	}
	return nil
}

// headsAtOnce is how many heads one command asks for. Each may have mime.MaxHeader octets.
const headsAtOnce = 20

// heads reads heads of mails, at most one octet more than Read accepts.
func (m *mailbox) heads(ctx context.Context, uids []imap.UID) (map[uint32][]byte, error) {
	out := map[uint32][]byte{}
	for some := range slices.Chunk(uids, headsAtOnce) {
		err := m.someHeads(ctx, some, out)
		if wire.Refused(err) {
			// QUIRK: a mail that is damaged on the server; those beside it are not.
			for _, uid := range some {
				if err = m.someHeads(ctx, []imap.UID{uid}, out); wire.Refused(err) {
					out[uint32(uid)], err = nil, nil
				}
				if err != nil {
					break
				}
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (m *mailbox) someHeads(ctx context.Context, uids []imap.UID, out map[uint32][]byte) error {
	return m.sections(ctx, imap.UIDSetNum(uids...), len(uids), true, mime.MaxHeader, func(uid uint32, raw []byte) {
		if slices.Contains(uids, imap.UID(uid)) {
			out[uid] = raw
		}
	})
}

// Marks is what the marks in a folder say, so that the polls of several worlds read each of them only once. It also
// remembers which mails are none, so that the folder is listed once for all worlds.
type Marks struct {
	mu   sync.Mutex
	read map[[2]uint32]*seenMark // by UIDValidity and UID; nil: it is not a mark
	span
}

// span is a part of a folder that was listed: the mails from one UID up to the one before another.
type span struct {
	validity    uint32
	first, next uint32
	fields      []imap.UID // of those that have the field of a mark; some may be gone
}

// listed is the span of the folder that polls have listed, if they have listed some.
func (k *Marks) listed(validity uint32) (s span, is bool) {
	if k == nil {
		return s, false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.span, k.next != 0 && k.validity == validity
}

// lists remembers a span that a poll has listed.
func (k *Marks) lists(s span) {
	if k == nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.span = s
}

// fresh are the mails from a UID on that must be listed although this span was: those outside it, and its marks, which
// may be gone.
func (s span) fresh(from uint32) (set imap.UIDSet) {
	if from < s.first {
		set.AddRange(imap.UID(from), imap.UID(s.first-1))
	}
	for _, uid := range s.fields {
		if uint32(uid) >= from {
			set.AddNum(uid)
		}
	}
	set.AddRange(imap.UID(max(from, s.next)), 0)
	return set
}

// markAt is readMark if other polls may have read the mark.
func (p *Poll) markAt(ctx context.Context, validity uint32, uid imap.UID) (*seenMark, error) {
	known := p.c.Marks
	if known == nil {
		return p.readMark(ctx, uid)
	}
	known.mu.Lock()
	defer known.mu.Unlock()
	at := [2]uint32{validity, uint32(uid)}
	if m, is := known.read[at]; is {
		return m, nil
	}
	m, err := p.readMark(ctx, uid)
	if err != nil {
		return nil, err
	}
	if known.read == nil {
		known.read = map[[2]uint32]*seenMark{}
	}
	known.read[at] = m
	return m, nil
}

// says is what a mark says about sharing. If the mark in the folder says something else, it is put there again.
func (m Mark) says() string {
	if len(m.Shared) == 0 {
		return ""
	}
	name := mime.Word(mime.DecodeWords(encodeWords(m.Name))) // as the reader of the mark sees it
	return strings.Join(addressesOf(strings.Join(m.Shared, ",")), ",") + " " + name
}

// neighbour is what a mark says about its world.
func (m seenMark) neighbour() Neighbour {
	return Neighbour{World: m.world, Name: m.name, Addresses: m.shared, UID: uint32(m.uid),
		Generation: m.stamp.Generation}
}

// addressesOf reads the field of a mark that lists them.
func addressesOf(field string) []string {
	return mime.LenientAddress().FindAllString(strings.ToLower(field), mime.MostAddressed)
}

// meet reads the marks of all who read the inbox, and puts none there itself.
func (p *Poll) meet(ctx context.Context) error {
	known := p.c.Mark.Known
	box, err := p.examine(ctx)
	if err != nil {
		return err
	}
	if where := p.where(); known.Where != where || known.Validity != box.UIDValidity {
		known = MarkKnown{Where: where, Validity: box.UIDValidity}
	}
	if known.Next == 0 || known.Next != uint32(box.UIDNext) || known.Mails != box.NumMessages {
		marks, next, err := p.marks(ctx, known, box)
		if err != nil {
			return fmt.Errorf("marks in %q: %w", p.c.Processed, err)
		}
		known.Next, known.Mails, known.Beside = next, box.NumMessages, rememberedAs(p.sift(marks).beside)
	}
	p.count.Mark = known
	return nil
}

// Neighbours are the worlds with which this one shared the inbox the last time.
func (m MarkKnown) Neighbours() (out []Neighbour) {
	if m.Beside != "" {
		_ = json.Unmarshal([]byte(m.Beside), &out) // what cannot be read is looked for again
	}
	return out
}

// rememberedAs is what MarkKnown remembers: of each world the newest mark.
func rememberedAs(beside []Neighbour) string {
	list := slices.Clone(beside)
	slices.SortFunc(list, func(a, b Neighbour) int {
		return cmp.Or(cmp.Compare(b.Generation, a.Generation), cmp.Compare(b.UID, a.UID))
	})
	kept := map[string]bool{}
	list = slices.DeleteFunc(list, func(n Neighbour) bool {
		was := kept[n.World]
		kept[n.World] = true
		return was
	})
	if len(list) == 0 {
		return ""
	}
	slices.SortFunc(list, func(a, b Neighbour) int { return cmp.Compare(a.UID, b.UID) })
	raw, err := json.Marshal(list)
	if err != nil {
		panic(err) // strings and numbers
	}
	return string(raw)
}

// remembered are the marks that need not be read again, since a mail does not change.
func (p *Poll) remembered(known MarkKnown) map[imap.UID]seenMark {
	out := map[imap.UID]seenMark{}
	if known.Mine != 0 {
		uid := imap.UID(known.Mine)
		out[uid] = seenMark{uid: uid, world: p.c.Mark.World, inbox: p.c.Inbox, says: known.Says, read: true,
			stamp: Stamp{Generation: known.Generation}}
	}
	for _, uid := range known.old() {
		out[uid] = seenMark{uid: uid, world: p.c.Mark.World, inbox: p.c.Inbox, says: known.Says, read: true}
	}
	for _, n := range known.Neighbours() {
		out[imap.UID(n.UID)] = seenMark{uid: imap.UID(n.UID), world: n.World, name: n.Name, inbox: p.c.Inbox,
			shared: n.Addresses, read: true, stamp: Stamp{Generation: n.Generation}}
	}
	return out
}
