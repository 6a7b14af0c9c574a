package fleet

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/mailer/imap"
	"weltentor/mailer/wire"
	"weltentor/resolve/store"
)

// In the mailbox of a world lies a mark that says how far its journal was. So an older journal in its place is seen
// also where no host has a copy any more, and no archive tells. The mark follows the journal: the loss of what came after
// it may pass unnoticed.

// markTime is how old a mark may become while the journal goes on. After a turn there is a new one at once.
const markTime = time.Hour

// meetTime is how long a host that starts leaves a world alone whose mailbox it has not looked into.
const meetTime = 20 * time.Second

// marks is what a host knows of those in the mailboxes.
type marks struct {
	mu    sync.Mutex
	boxes map[string]imap.MarkKnown // by mailbox
	met   map[string]bool           // mailboxes: it has looked there, or could not
	until time.Time                 // nobody waits longer for that
	of    map[string]imap.Journal   // worlds: what their mark says
	put   map[string]imap.Journal   // worlds: what this host has last put there
	ended map[string]uint64         // worlds: where a journal ended that has what the mark says
}

func noMarks() *marks {
	return &marks{boxes: map[string]imap.MarkKnown{}, met: map[string]bool{}, until: time.Now().Add(meetTime),
		of: map[string]imap.Journal{}, put: map[string]imap.Journal{}, ended: map[string]uint64{}}
}

// known is what is remembered of a mailbox.
func (m *marks) known(mailbox string) imap.MarkKnown {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.boxes[mailbox]
}

// looked notes that a mailbox was looked into, or could not be: nobody waits for its marks any more.
func (m *marks) looked(mailbox string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.met[mailbox] = true
}

// waits tells whether the worlds of a mailbox are to be left alone, as its marks come first.
func (m *marks) waits(mailbox string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return !m.met[mailbox] && time.Now().Before(m.until)
}

// proof is by which hosts know that one of them has put a mark there: whoever can send mail to the mailbox does not know
// what the register calls itself. "": nobody knows.
func (f *Fleet) proof(ctx context.Context, j imap.Journal) (string, error) {
	self, err := f.named(ctx)
	if err != nil || self == "" {
		return "", err
	}
	sum := hmac.New(sha256.New, []byte(self))
	sum.Write([]byte("mark\x00" + j.Says()))
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// marked is what a world's mark says of its journal, of several that of the last branch that was furthest; false if there
// is none with the proof.
func (f *Fleet) marked(ctx context.Context, world string, beside []imap.Neighbour) (furthest imap.Journal, is bool,
	err error) {
	for _, n := range beside {
		if n.Journal.Of != world {
			continue
		}
		proof, err := f.proof(ctx, n.Journal)
		if err != nil {
			return imap.Journal{}, false, err
		}
		if proof == "" || !hmac.Equal([]byte(proof), []byte(n.Journal.Proof)) {
			continue
		}
		if !is || cmp.Or(n.Journal.Branch.Compare(furthest.Branch), cmp.Compare(n.Journal.At, furthest.At),
			n.Journal.Made.Compare(furthest.Made)) > 0 {
			furthest, is = n.Journal, true
		}
	}
	return furthest, is, nil
}

// older is ErrLogBehind of a journal of which there is a later branch.
type older struct {
	error
	branch time.Time
}

func (o older) Unwrap() error { return o.error }

// behind is ErrLogBehind of a world's journal that lacks what its mark says, or is of an earlier branch; otherwise it
// says where and with what the journal ends. What a mark says of an earlier branch is past.
func (f *Fleet) behind(ctx context.Context, world string, since time.Time, j imap.Journal) (at store.Position,
	head store.Entry, err error) {
	at, head, err = f.Journal.Head(ctx, world) // read later than the mark, which follows the journal
	if err != nil || j.Branch.Before(since) {
		return at, head, err
	}
	has := false
	if !j.Branch.After(since) {
		has, err = f.has(ctx, world, at, head, j.At, j.Hash)
	}
	if err == nil && !has {
		err = older{store.Behind(world, at, store.Position(j.At)), j.Branch}
	}
	return at, head, err
}

// compareMark looks into a world's mailbox whether its journal lacks what it had, as compare does in the archive.
func (f *Fleet) compareMark(ctx context.Context, world string, e Entered) error {
	if f.Marks == nil || e.Mailbox == "" {
		return nil
	}
	beside, err := f.Marks(ctx, e.Mailbox)
	if err != nil {
		return nil // a mailbox that cannot be read keeps nobody waiting
	}
	j, is, err := f.marked(ctx, world, beside)
	if err == nil && is {
		_, _, err = f.behind(ctx, world, e.Since, j)
	}
	return err
}

// learn remembers what there is in a mailbox.
func (h *Host) learn(ctx context.Context, worlds map[string]Entered, mailbox string, known imap.MarkKnown) error {
	if known.Where == "" {
		return nil // it was not looked at
	}
	h.marks.mu.Lock()
	h.marks.boxes[mailbox] = known
	h.marks.mu.Unlock()
	return h.heard(ctx, worlds, mailbox, known.Neighbours())
}

// heard remembers what the marks in a mailbox say.
func (h *Host) heard(ctx context.Context, worlds map[string]Entered, mailbox string, beside []imap.Neighbour) error {
	for name, e := range worlds {
		if e.Mailbox != mailbox {
			continue
		}
		j, is, err := h.marked(ctx, name, beside)
		if err != nil {
			return err
		}
		h.marks.mu.Lock()
		if was, had := h.marks.of[name]; is && was != j {
			h.marks.of[name] = j
			delete(h.marks.ended, name)
		} else if !is && had {
			delete(h.marks.of, name)
		}
		h.marks.mu.Unlock()
	}
	h.marks.looked(mailbox)
	return nil
}

// heed compares a world's journal with what this host knows of its mark.
func (h *Host) heed(ctx context.Context, name string, e Entered) error {
	h.marks.mu.Lock()
	j, is := h.marks.of[name]
	_, has := h.marks.ended[name]
	h.marks.mu.Unlock()
	if !is || has || e.Mailbox == "" {
		return nil
	}
	at, _, err := h.behind(ctx, name, e.Since, j)
	if err != nil {
		return err
	}
	h.marks.mu.Lock()
	defer h.marks.mu.Unlock()
	if h.marks.of[name] == j {
		h.marks.ended[name] = uint64(at)
	}
	return nil
}

// unheeded are worlds whose journal is to be compared with their mark: when that says something new, and when the
// journal ends before where it ended.
func (h *Host) unheeded(s *seen) (out []string) {
	h.marks.mu.Lock()
	defer h.marks.mu.Unlock()
	for _, name := range s.order {
		w := s.worlds[name]
		if at, is := h.marks.ended[name]; is && w.at < at {
			delete(h.marks.ended, name)
		}
		_, marked := h.marks.of[name]
		_, has := h.marks.ended[name]
		if w.stopped == nil && marked && !has {
			out = append(out, name)
		}
	}
	return out
}

// compareMarked compares a world's journal with its mark. What it seems to lack it looks for with the world in hand, so
// that nobody brings it back meanwhile.
func (h *Host) compareMarked(ctx context.Context, s *seen, name string) time.Duration {
	err := h.heed(ctx, name, s.worlds[name].Entered)
	if errors.Is(err, store.ErrLogBehind) {
		_, err = h.with(ctx, name, func(context.Context, Stay) error { return nil })
		h.tell(name, err)
		return h.Every
	}
	if err != nil {
		h.tell(name, err)
		return retryTime
	}
	return 0
}

// unmarked tells whether a world needs another mark than the one that says this.
func (w *world) unmarked(now time.Time, j imap.Journal) bool {
	return !j.Branch.Equal(w.Since) || j.Turn != w.gist.Turn || j.At != w.at && now.Sub(j.Made).Abs() >= markTime
}

// unmarked are the mailboxes where a mark is to be renewed. A server may take one and not show it.
func (h *Host) unmarked(s *seen) (out []string) {
	h.marks.mu.Lock()
	defer h.marks.mu.Unlock()
	for _, name := range s.order {
		w := s.worlds[name]
		if w.stopped == nil && w.Mark != "" && h.marks.boxes[w.Mailbox].Where != "" &&
			w.unmarked(s.now, h.marks.of[name]) && w.unmarked(s.now, h.marks.put[name]) {
			out = append(out, w.Mailbox)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// mark renews the marks in a mailbox: one host at a time, and with no world in hand.
func (h *Host) mark(ctx context.Context, s *seen, mailbox string) time.Duration {
	err := h.Hold(ctx, "mark/"+mailbox, func(ctx context.Context) error { return h.remark(ctx, s, mailbox) })
	switch {
	case errors.Is(err, engine.ErrTaken):
		return h.leaseTime() / 3
	case err != nil:
		if !errors.As(err, new(*wire.ServerError)) { // of that, whoever reads the mailbox tells
			h.tell("", err)
		}
		return max(retryTime, time.Duration(h.Config.Poll)*time.Second)
	}
	return 5 * h.Every
}

func (h *Host) remark(ctx context.Context, s *seen, mailbox string) error {
	config, err := h.Crew.Inbox(ctx, mailbox)
	if err != nil {
		return err
	}
	worlds := map[string]Entered{}
	for name, w := range s.worlds {
		if w.ill == nil {
			worlds[name] = w.Entered
		}
	}
	config.Mark.Known = h.marks.known(mailbox)
	put, fault := map[string]imap.Journal{}, error(nil)
	known, err := imap.Remark(ctx, config, func(beside []imap.Neighbour) (marks []imap.Mark, drop []uint32) {
		if fault = h.heard(ctx, worlds, mailbox, beside); fault != nil {
			return nil, nil
		}
		for _, name := range slices.Sorted(maps.Keys(worlds)) {
			w := s.worlds[name]
			if w.Mailbox != mailbox || w.Mark == "" || w.stopped != nil {
				continue
			}
			j, need, err := h.renewed(ctx, s, w)
			if err != nil {
				fault = errors.Join(fault, err)
			}
			if !need {
				continue
			}
			mark := h.Crew.Mark(w.Entered, config)
			mark.At, mark.Journal = s.now, j
			marks, put[name] = append(marks, mark), j
			for _, n := range beside {
				if n.World == w.Mark && n.Journal.Of == name {
					drop = append(drop, n.UID)
				}
			}
		}
		return marks, drop
	})
	h.marks.mu.Lock()
	maps.Copy(h.marks.put, put)
	h.marks.mu.Unlock()
	return errors.Join(fault, err, h.learn(ctx, worlds, mailbox, known))
}

// renewed is what a world's mark is to say, if it needs another one. A journal that lacks what its mark says gets none:
// that is compared anew, for another journal may have come into its place just now.
func (h *Host) renewed(ctx context.Context, s *seen, w *world) (j imap.Journal, need bool, err error) {
	h.marks.mu.Lock()
	was := h.marks.of[w.name]
	h.marks.mu.Unlock()
	if !w.unmarked(s.now, was) {
		return j, false, nil
	}
	at, head, err := h.behind(ctx, w.name, w.Since, was) // without a mark the branch is of long ago
	if errors.Is(err, store.ErrLogBehind) {
		return j, false, nil
	}
	if err != nil || at == 0 {
		return j, false, err
	}
	j = imap.Journal{Of: w.name, Branch: w.Since, Made: s.now, Turn: head.Turn, At: uint64(at), Hash: hashOf(head)}
	j.Branch, j.Made = j.Branch.UTC(), j.Made.UTC()
	j.Proof, err = h.proof(ctx, j)
	return j, j.Proof != "", err
}
