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
	"weltentor/resolve/store/entry"
	"weltentor/resolve/store/faults"
)

// The mailbox of a world has a mark that says how far its journal was. So an older journal in its place is noticed
// even if no host has a copy any more and no archive helps. The mark follows the journal, so the loss of what came
// after it may go unnoticed.

// markTime is how old a mark may become while the journal goes on. After a turn it is renewed at once.
const markTime = time.Hour

// meetTime is how long a host that starts leaves a world alone while it has not looked into the world's mailbox.
const meetTime = 20 * time.Second

// marks is what a host knows about the marks in the mailboxes.
type marks struct {
	mu    sync.Mutex
	boxes map[string]imap.MarkKnown // by mailbox
	met   map[string]bool           // by mailbox: it was looked into, or could not be
	until time.Time                 // nobody waits longer for that
	of    map[string]imap.Journal   // by world: what its mark says
	put   map[string]imap.Journal   // by world: what this host has last written into its mark
	ended map[string]uint64         // by world: where its journal ended when it had all that the mark says
}

func noMarks() *marks {
	return &marks{boxes: map[string]imap.MarkKnown{}, met: map[string]bool{}, until: time.Now().Add(meetTime),
		of: map[string]imap.Journal{}, put: map[string]imap.Journal{}, ended: map[string]uint64{}}
}

// known returns what is remembered about a mailbox.
func (m *marks) known(mailbox string) imap.MarkKnown {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.boxes[mailbox]
}

// looked records that a mailbox was looked into, or could not be. Nobody waits for its marks any more.
func (m *marks) looked(mailbox string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.met[mailbox] = true
}

// waits reports whether the worlds of a mailbox must be left alone because their marks were not read yet.
func (m *marks) waits(mailbox string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return !m.met[mailbox] && time.Now().Before(m.until)
}

// proof shows other hosts that a host of this fleet made a mark. Whoever sends mail to the mailbox cannot fake it,
// since they do not know the register's name. It is "" if nobody knows the name.
func (f *Fleet) proof(ctx context.Context, j imap.Journal) (string, error) {
	self, err := f.named(ctx)
	if err != nil || self == "" {
		return "", err
	}
	sum := hmac.New(sha256.New, []byte(self))
	sum.Write([]byte("mark\x00" + j.Says()))
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// marked returns what a world's mark says about its journal. If there are several marks, it is the furthest one of the
// latest branch. It returns false if there is no mark with the right proof.
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

// older is ErrLogBehind for a journal of which there is a later branch.
type older struct {
	error
	branch time.Time
}

func (o older) Unwrap() error { return o.error }

// behind returns ErrLogBehind if a world's journal lacks what its mark says, or belongs to an earlier branch than the
// mark. Otherwise it returns where the journal ends, and its last entry. A mark of an earlier branch is out of date,
// and ignored.
func (f *Fleet) behind(ctx context.Context, world string, since time.Time, j imap.Journal) (at entry.Position,
	head entry.Entry, err error) {
	at, head, err = f.Journal.Head(ctx, world) // read later than the mark, which follows the journal
	if err != nil || j.Branch.Before(since) {
		return at, head, err
	}
	has := false
	if !j.Branch.After(since) {
		has, err = f.has(ctx, world, at, head, j.At, j.Hash)
	}
	if err == nil && !has {
		err = older{entry.Behind(world, at, entry.Position(j.At)), j.Branch}
	}
	return at, head, err
}

// compareMark looks into a world's mailbox to see whether its journal has lost entries, as compare does in the
// archive.
func (f *Fleet) compareMark(ctx context.Context, world string, e Entered) error {
	if f.Marks == nil || e.Mailbox == "" {
		return nil
	}
	beside, err := f.Marks(ctx, e.Mailbox)
	if err != nil {
		return nil // nobody waits for a mailbox that cannot be read
	}
	j, is, err := f.marked(ctx, world, beside)
	if err == nil && is {
		_, _, err = f.behind(ctx, world, e.Since, j)
	}
	return err
}

// learn remembers what was found in a mailbox.
func (h *Host) learn(ctx context.Context, worlds map[string]Entered, mailbox string, known imap.MarkKnown) error {
	if known.Where == "" {
		return nil // it was not looked into
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

// unheeded returns the worlds whose journal must be compared with their mark: because the mark is new, or the journal
// ends earlier than before.
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

// compareMarked compares a world's journal with its mark. If the journal seems to lack something, it takes the world
// in hand and looks again, so that nobody can restore it meanwhile.
func (h *Host) compareMarked(ctx context.Context, s *seen, name string) time.Duration {
	err := h.heed(ctx, name, s.worlds[name].Entered)
	if errors.Is(err, faults.ErrLogBehind) {
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

// unmarked reports whether a world needs another mark than one that says j.
func (w *world) unmarked(now time.Time, j imap.Journal) bool {
	return !j.Branch.Equal(w.Since) || j.Turn != w.gist.Turn || j.At != w.at && now.Sub(j.Made).Abs() >= markTime
}

// unmarked returns the mailboxes where a mark must be renewed. It also goes by what was last written, since a server
// may accept a mark and not show it.
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
		if !errors.As(err, new(*wire.ServerError)) { // whoever reads the mailbox reports those
			h.tell("", err)
		}
		return max(retryTime, time.Duration(h.Config.Poll)*time.Second)
	}
	return 5 * h.Every
}

func (h *Host) remark(ctx context.Context, s *seen, mailbox string) error {
	config, err := h.Worker.Inbox(ctx, mailbox)
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
			mark := h.Worker.Mark(w.Entered, config)
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

// renewed returns what a world's mark must say, if it needs another one. A journal that lacks what its mark says gets
// none: it is compared anew, since another journal may have taken its place just now.
func (h *Host) renewed(ctx context.Context, s *seen, w *world) (j imap.Journal, need bool, err error) {
	h.marks.mu.Lock()
	was := h.marks.of[w.name]
	h.marks.mu.Unlock()
	if !w.unmarked(s.now, was) {
		return j, false, nil
	}
	at, head, err := h.behind(ctx, w.name, w.Since, was) // the zero mark is of the earliest branch
	if errors.Is(err, faults.ErrLogBehind) {
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
