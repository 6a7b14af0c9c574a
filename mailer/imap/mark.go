package imap

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-message"

	"weltentor/mailer/mime"
	"weltentor/mailer/wire"
)

// Mark is the message that a world keeps in the folder for processed mails. It says which inbox the world reads, so
// that a second world that reads the same one notices, on whatever machine it runs. Other fields in the message's
// header are ignored, so that later versions may add some.
type Mark struct {
	World         string // the world's identity, letters and digits; "": no mark is kept, see Beside
	Name, Address string // of the world and of the game, for people
	Subject, Text string // what a person reads who finds the message
	At            time.Time
	Known         MarkKnown // as Polled returned it the last time

	// Addresses under which mails come to the world, if others may read the inbox as well, and which others may do so.
	// nil: none. If there is no World, marks are looked for if it is set.
	Shared []string
	Beside func(Neighbour) bool

	Stamp // of the store that sends now
}

// MarkKnown is what a world remembers about the folder with its mark, so that it need not read it again while nothing
// changes there.
type MarkKnown struct {
	Where    string // account and folders, as a sum
	Validity uint32 // of the folder's UIDs
	Next     uint32 // UID of the next mail that will come there; those below were looked at
	Mails    uint32 // that were in the folder
	Mine     uint32 // UID of the own mark; 0: none
	Mute     bool   // the server does not show the mark it was given, so there can be none
	Old      string // UIDs of own marks before it that are still there, with commas
	OldSince int64  // since when, as Unix time

	Generation uint64 // in the own mark
	Says       string // what the own mark says about sharing the inbox
	Beside     string // the marks of those that share it
	Full       string // what the server said last of a mailbox without room; "": there is some, or it is not known
}

// SharedError says that another world's mark is older: that world reads the same inbox, and does not share it with
// this one.
type SharedError struct {
	Inbox, Folder string
	Name          string // of the other world
	Shares        bool   // it lets others read the inbox
}

// Error names the other world.
func (e *SharedError) Error() string {
	return fmt.Sprintf("folder %q is read by another world, %q; its mark is in folder %q", e.Inbox, e.Name, e.Folder)
}

// The fields of a mark.
const (
	markWorld = "X-Weltentor-World"
	markName  = "X-Weltentor-Name"
	markInbox = "X-Weltentor-Inbox"
	markStamp = "X-Weltentor-Generation"
	markShare = "X-Weltentor-Shared"
	markLog   = "X-Weltentor-Journal"
)

// seenMark is a mark in the folder.
type seenMark struct {
	uid         imap.UID
	world, name string
	inbox       string
	stamp       Stamp
	shared      []string // addresses
	says        string   // as Mark.says returns it
	hosts       bool     // it is of hosts of an earlier version: nobody reads what they wrote there
	read        bool     // earlier: it is as it was then, and has nothing else
}

// sameInbox reports whether two names are one folder, as a header writes them.
func sameInbox(a, b string) bool {
	a, b = mime.OneLine(a), mime.OneLine(b)
	return a == b || strings.EqualFold(a, "INBOX") && strings.EqualFold(b, "INBOX")
}

// claim makes sure that the own mark is in the folder, and no older one of another world that reads the same inbox. If
// the folder stands as it did when this was last made sure, it does not look there. If two worlds come at the same
// moment, both put their marks there and then look. The one whose mark has the higher UID removes it again. So it does
// not matter where one of them is killed.
func (p *Poll) claim(ctx context.Context, seen *imap.StatusData) error {
	known := p.c.Mark.Known
	if where := p.where(); known.Where != where {
		known = MarkKnown{Where: where} // of another account nothing is known
	}
	p.sureAt = time.Now()
	crowded := p.c.Later == nil && known.crowded(p.c.Mark.At) // otherwise that is for later
	if seen != nil && seen.NumMessages != nil && !crowded &&
		p.stands(known, seen.UIDValidity, uint32(seen.UIDNext), *seen.NumMessages) {
		p.count.Mark = known
		return nil
	}
	p.looked = true
	for try := range 2 {
		box, err := p.examine(ctx)
		if err != nil {
			return err
		}
		if box.UIDValidity != known.Validity {
			known = MarkKnown{Where: known.Where, Validity: box.UIDValidity, Full: known.Full}
		}
		if p.stands(known, box.UIDValidity, uint32(box.UIDNext), box.NumMessages) && !known.crowded(p.c.Mark.At) {
			p.count.Mark = known
			return nil
		}
		if try == 0 && known.Says != p.c.Mark.says() {
			known.Next = 0 // others are judged again
		}
		marks, next, err := p.marks(ctx, known, box)
		if err != nil {
			return fmt.Errorf("marks in %q: %w", p.c.Processed, err)
		}
		s := p.sift(marks)
		mine := s.mine.uid
		if err := p.overtaken(marks); err != nil {
			return err
		}
		if s.overruled() {
			if mine != 0 {
				s.spare = append(s.spare, mine)
			}
			return p.yield(ctx, append(s.spare, s.older...), s.other)
		}
		if s.other == nil { // otherwise it must see since when this world has been here
			s.spare, s.older = append(s.spare, s.older...), nil
		}
		gone, err := p.withdraw(ctx, s.spare)
		if err != nil {
			return err
		}
		// QUIRK: a server that takes the mark and does not show it would get one more each time.
		known.Mute = mine == 0 && try > 0
		known.Next, known.Mails, known.Mine = next, box.NumMessages-gone, uint32(mine)
		known.remains(s.older, p.c.Mark.At)
		known.Generation, known.Says, known.Beside = s.mine.stamp.Generation, s.mine.says, rememberedAs(s.beside)
		p.count.Mark = known
		if mine != 0 && s.mine.says == p.c.Mark.says() || known.Mute || try > 0 {
			return nil
		}
		put, _, err := p.putMark(ctx)
		if err != nil || !put {
			return err
		}
		p.renewed, known.Full = true, p.count.Mark.Full
	}
	return nil
}

// stands reports whether the folder with the mark is as it was when it was last looked at.
func (p *Poll) stands(known MarkKnown, validity, next, mails uint32) bool {
	return validity == known.Validity && (known.Mute || known.Mine != 0 && known.Next == next && known.Mails == mails &&
		known.Says == p.c.Mark.says())
}

const (
	oldTime = time.Hour // after which old marks are removed
	mostOld = 50        // or if there are this many
)

// crowded reports whether the old marks of this world are to be removed.
func (k MarkKnown) crowded(now time.Time) bool {
	return k.Old != "" && (now.Unix()-k.OldSince >= int64(oldTime/time.Second) || len(k.old()) >= mostOld)
}

// old are the own marks before the present one that are still there.
func (k MarkKnown) old() (uids []imap.UID) {
	for _, word := range strings.Split(k.Old, ",") {
		if n, err := strconv.ParseUint(word, 10, 32); err == nil && n != 0 {
			uids = append(uids, imap.UID(n))
		}
	}
	return uids
}

// remains notes which old marks are still there.
func (k *MarkKnown) remains(uids []imap.UID, now time.Time) {
	if k.Old == "" || len(uids) == 0 {
		k.OldSince = 0
	}
	var words []string
	for _, uid := range uids {
		words = append(words, strconv.FormatUint(uint64(uid), 10))
	}
	if k.Old = strings.Join(words, ","); k.Old != "" && k.OldSince == 0 {
		k.OldSince = now.Unix()
	}
}

// follow notes that another own mark was put there, right behind everything that is known. The one before it stays for
// a while, so that an answer does not wait for its removal.
func (k *MarkKnown) follow(uid imap.UID, stamp Stamp, now time.Time) {
	k.remains(append(k.old(), imap.UID(k.Mine)), now)
	k.Mine, k.Generation = uint32(uid), stamp.Generation
	k.Next++
	k.Mails++
}

// moved notes that mails were moved. If the server says that they are right behind everything that is known in the
// folder with the mark, nobody else has put anything there, and they need not be looked at.
func (p *Poll) moved(folder string, n int, to imap.CopyData) {
	known := &p.count.Mark
	if folder != p.c.Processed || known.Mine == 0 {
		return
	}
	switch at := to.DestUIDs; {
	case to.UIDValidity == 0:
		p.unplaced += n
	case to.UIDValidity == known.Validity && len(at) == 1 && uint32(at[0].Start) == known.Next &&
		at[0].Stop >= at[0].Start && int64(at[0].Stop)-int64(at[0].Start) < int64(n):
		placed := uint32(at[0].Stop-at[0].Start) + 1 // fewer than were asked for if some are gone
		known.Next += placed
		known.Mails += placed
	}
}

// recount adds the mails that were moved to what is known of the folder, if no others came there meanwhile, and the
// server has not said so itself. So the next poll need not look at them. If that is uncertain, the next poll looks.
func (p *Poll) recount(ctx context.Context) {
	known, moved := &p.count.Mark, uint32(p.unplaced)
	if known.Mine == 0 || moved == 0 {
		return
	}
	err := p.m.do(ctx, func() error {
		seen, err := p.m.standing(p.c.Processed)()
		if err == nil && seen.NumMessages != nil && seen.UIDValidity == known.Validity &&
			uint32(seen.UIDNext) == known.Next+moved && *seen.NumMessages == known.Mails+moved {
			known.Next += moved
			known.Mails += moved
		}
		return err
	})
	_ = err // then the next poll looks
}

// where identifies what a mark is about, so that one remembered for another account does not count.
func (p *Poll) where() string {
	sum := sha256.Sum256([]byte(strings.Join([]string{strings.ToLower(p.c.Addr), p.c.User, p.c.Inbox, p.c.Processed},
		"\x00")))
	return fmt.Sprintf("%x", sum[:8])
}

// examine opens the folder with the mark, and makes it if it is missing.
func (p *Poll) examine(ctx context.Context) (box *imap.SelectData, err error) {
	if box, err = p.m.open(ctx, p.c.Processed, true); wire.TroubleOf(err) != wire.Missing {
		return box, err
	}
	if err := p.m.makeFolder(ctx, p.c.Processed); err != nil {
		return nil, err
	}
	return p.m.open(ctx, p.c.Processed, true)
}

const (
	scanned = 5000   // mails of a large folder that one command looks at
	leap    = 20_000 // UIDs that may have come since the last time for one command
)

// marks lists the marks in the folder: the own one and those among the mails that came since the last look, before
// which there was no older one of another world. If nothing is known, it lists those among all mails. next is the
// first UID that was not looked at.
func (p *Poll) marks(ctx context.Context, known MarkKnown,
	box *imap.SelectData) (marks []seenMark, next uint32, err error) {
	next = max(uint32(box.UIDNext), known.Next)
	if box.NumMessages == 0 {
		return nil, next, nil
	}
	remembered := p.remembered(known)
	saw := span{validity: box.UIDValidity, first: 1}
	look := func(set imap.NumSet) error {
		found, err := p.m.withField(ctx, set, markWorld)
		for _, f := range found {
			next = max(next, uint32(f.uid)+1)
			if !f.has || err != nil {
				continue
			}
			saw.fields = append(saw.fields, f.uid)
			if m, is := remembered[f.uid]; is {
				marks = append(marks, m)
				continue
			}
			var m *seenMark
			if m, err = p.markAt(ctx, box.UIDValidity, f.uid); m != nil {
				marks = append(marks, *m)
			}
		}
		return err
	}
	listed, some := p.c.Marks.listed(box.UIDValidity)
	whole := known.Next == 0 || box.UIDNext != 0 && uint32(box.UIDNext) >= known.Next+leap
	if !whole {
		saw.first = known.Next
	}
	if !whole || some && listed.first == 1 {
		var set imap.UIDSet
		if box.UIDNext == 0 || uint32(box.UIDNext) > saw.first {
			set = listed.fresh(saw.first)
		}
		for uid := range remembered {
			set.AddNum(uid)
		}
		if len(set) > 0 {
			err = look(set)
		}
		if saw.next = next; err == nil && (!some || saw.first <= listed.first) {
			p.c.Marks.lists(saw)
		}
		return marks, next, err
	}
	for first := uint32(1); first <= box.NumMessages; first += scanned {
		var set imap.SeqSet
		set.AddRange(first, min(first+scanned-1, box.NumMessages))
		if err := look(set); err != nil {
			return nil, next, err
		}
	}
	saw.next = next
	p.c.Marks.lists(saw)
	return marks, next, nil
}

// readMark reads a mail as a mark. It returns nil if it is not one.
func (p *Poll) readMark(ctx context.Context, uid imap.UID) (*seenMark, error) {
	raw, _, err := p.m.fetch(ctx, uid, true, mime.MaxHeader)
	if wire.SaidNo(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	h, is := markHead(raw)
	if !is {
		return nil, nil
	}
	m := &seenMark{uid: uid, world: mime.FirstWord(h.Get(markWorld)), name: mime.Word(mime.Field(h, markName)),
		inbox: mime.Field(h, markInbox), stamp: stampOf(h.Get(markStamp)),
		shared: addressesOf(h.Get(markShare)), hosts: h.Get(markLog) != ""}
	m.says = Mark{Shared: m.shared, Name: m.name}.says()
	return m, nil
}

// markHead returns the head of a mail that is a world's mark. A mail that a mail server delivered is not a mark:
// anybody can send a mail with such fields.
func markHead(raw []byte) (h message.Header, is bool) {
	h, _, _, err := mime.SplitHeader(raw)
	return h, err == nil && !delivered(h) && mime.FirstWord(h.Get(markWorld)) != ""
}

// delivered reports whether a mail server has delivered a mail with this head.
func delivered(h message.Header) bool {
	return h.Has("Received") || h.Has("Return-Path") || h.Has("Delivered-To")
}

// sifted are the marks in the folder, as they concern this world.
type sifted struct {
	mine   seenMark    // the own one; if there are several, see sift
	first  imap.UID    // of the own ones for this inbox: since when this world reads it
	older  []imap.UID  // own ones before it
	spare  []imap.UID  // own ones of no use: one for another inbox, one of hosts that the world has left
	beside []Neighbour // of worlds that share the inbox
	other  *seenMark   // the first one of a world that may not
}

// overruled reports whether a world that may not share the inbox was there before this one.
func (s sifted) overruled() bool { return s.other != nil && (s.mine.uid == 0 || s.other.uid < s.first) }

// sift sorts marks. Of several own ones the newest counts, among these one that says what the world says now, and among
// these the first.
func (p *Poll) sift(marks []seenMark) (s sifted) {
	var own []seenMark
	for _, m := range marks {
		switch here := sameInbox(m.inbox, p.c.Inbox); {
		case p.own(m) && here && !m.hosts:
			own = append(own, m)
		case p.own(m):
			s.spare = append(s.spare, m.uid)
		case here && p.c.Mark.Beside != nil && p.c.Mark.Beside(m.neighbour()):
			s.beside = append(s.beside, m.neighbour())
		case here && (s.other == nil || m.uid < s.other.uid):
			s.other = &m
		}
	}
	stale := func(m seenMark) int { return mime.Btoi(m.says != p.c.Mark.says()) }
	slices.SortFunc(own, func(a, b seenMark) int {
		return cmp.Or(cmp.Compare(b.stamp.Generation, a.stamp.Generation), cmp.Compare(stale(a), stale(b)),
			cmp.Compare(a.uid, b.uid))
	})
	for i, m := range own {
		if i == 0 {
			s.mine, s.first = m, m.uid
		} else if m.uid != s.mine.uid {
			s.older = append(s.older, m.uid)
		}
		s.first = min(s.first, m.uid)
	}
	return s
}

// own reports whether a mark belongs to this world.
func (p *Poll) own(m seenMark) bool { return strings.EqualFold(m.world, p.c.Mark.World) }

// yield removes the own marks again, and names the world whose mark is older.
func (p *Poll) yield(ctx context.Context, own []imap.UID, other *seenMark) error {
	if _, err := p.withdraw(ctx, own); err != nil {
		return err
	}
	return p.shared(other)
}

// shared is the error that names the other world.
func (p *Poll) shared(other *seenMark) error {
	return &SharedError{Inbox: p.c.Inbox, Folder: p.c.Processed, Name: other.name,
		Shares: len(other.shared) > 0}
}
