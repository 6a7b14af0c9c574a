package fleet

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/cmd/weltentor/fleet/post"
	"weltentor/mailer/imap"
)

// book returns what this host has read of a mailbox's log.
func (h *Host) book(mailbox string) *post.Book {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.books[mailbox] == nil {
		h.books[mailbox] = post.Open(h.Engine, mailbox)
	}
	return h.books[mailbox]
}

// barTime is how old a barrier may become before a new one is written.
const barTime = 5 * time.Minute

// mailboxes returns the mailboxes that worlds read.
func (h *Host) mailboxes(s *seen) (out []string) {
	for _, m := range h.Config.Mailboxes {
		for _, name := range s.order {
			if s.worlds[name].Mailbox == m.Name {
				out = append(out, m.Name)
				break
			}
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return failedLast(out, h.troubles.deaf)
}

// poll lists what has come into a mailbox: one host at a time.
func (h *Host) poll(ctx context.Context, s *seen, mailbox string) time.Duration {
	rest := time.Duration(h.Config.Poll) * time.Second
	err := h.Hold(ctx, "poll/"+mailbox, func(ctx context.Context) error { return h.list(ctx, s, mailbox) })
	if errors.Is(err, engine.ErrTaken) {
		return h.Every
	}
	h.marks.looked(mailbox)
	switch {
	case err != nil:
		if errors.As(err, new(unread)) {
			h.Count.deaf(mailbox, true)
			h.meets(ctx, h.troubles.deaf, deafKey, mailbox, s.now, err)
		}
		h.tell("", fmt.Errorf("mailbox %s: %w", mailbox, err))
		return rest
	}
	h.Count.deaf(mailbox, false)
	h.over(ctx, h.troubles.deaf, deafKey, mailbox)
	if h.wanted(s, mailbox) {
		return 0
	}
	for _, name := range s.order { // worlds whose deadline has passed do not wait for the next look
		if w := s.worlds[name]; w.Mailbox == mailbox && w.gist.Deadline.After(s.now) {
			rest = min(rest, w.gist.Deadline.Sub(s.now))
		}
	}
	return rest
}

// wanted reports whether a turn waits for a barrier.
func (h *Host) wanted(s *seen, mailbox string) bool {
	for _, name := range s.order {
		w := s.worlds[name]
		if w.Mailbox == mailbox && w.due(s) && h.book(mailbox).ReadFor(name, s.now).Before(w.gist.Deadline) {
			return true
		}
	}
	return false
}

// list appends a row for every mail that is not in the log, and then a barrier. Mail for a world outside the fleet
// that reads the same mailbox stays in the inbox. While a value of a world is damaged, mail for no world stays there
// too, since it may be for that world; the barrier then excludes it.
func (h *Host) list(ctx context.Context, s *seen, mailbox string) error {
	book := h.book(mailbox)
	if err := book.Follow(ctx); errors.Is(err, post.ErrRow) {
		return unread{err} // the log cannot be read any further
	} else if err != nil {
		return err
	}
	config, err := h.Worker.Inbox(ctx, mailbox)
	if err != nil {
		return unread{err}
	}
	worlds, torn, err := h.Roll().Worlds(ctx) // includes worlds being exported, whose mail is theirs
	if err != nil {
		return err
	}
	sorter, err := sorts(ctx, h, worlds, torn, mailbox, s.now)
	if err != nil {
		return err
	}
	config.Mark.Beside = func(imap.Neighbour) bool { return true }
	config.Mark.Known = h.marks.known(mailbox)
	config.Mine = func(beside []imap.Neighbour, validity uint32, uids []uint32,
		heads imap.Heads) ([]uint32, error) {
		sorter.Meet(worlds, beside)
		if err := h.heard(ctx, worlds, mailbox, beside); err != nil {
			return nil, err
		}
		return sorter.Own(slices.DeleteFunc(slices.Clone(uids), func(uid uint32) bool {
			return h.remained.listed(s, worlds, book, mailbox, post.Mail{Validity: validity, UID: uid})
		}), heads)
	}
	began, err := h.Now(ctx)
	if err != nil {
		return err
	}
	var fault error // from the log
	var astray strays
	polled, err := imap.PollAhead(ctx, config, imap.Singly(func(f imap.Fetched) imap.Commit {
		return func() (imap.Verdict, error) {
			sorted, foreign := sorter.Sort(f.Raw)
			if foreign {
				return imap.Keep, nil
			}
			if sorted.World == "" && len(torn) > 0 {
				return imap.Keep, nil
			}
			if sorted.World == "" {
				h.Count.astray.Add(1)
				astray.add(sorted.Doubt)
				return imap.Quarantine, nil
			}
			row := post.Row{Validity: f.UIDValidity, UID: f.UID, Sum: post.SumOf(f.Raw),
				World: sorted.World}
			m := post.Mail{Validity: f.UIDValidity, UID: f.UID}
			if was, known := book.Row(m); known && was.Row == row {
				h.remained.note(mailbox, m, row.Sum)
				return imap.Keep, nil
			}
			fault = book.Enter(ctx, row)
			return imap.Keep, fault
		}
	}))
	if err := h.learn(ctx, worlds, mailbox, polled.Mark); err != nil {
		return err
	}
	astray.tell(ctx, h, mailbox, config.Quarantine, began)
	for _, other := range slices.Sorted(maps.Keys(sorter.Left)) {
		if len(torn) > 0 {
			break // it may be one of them
		}
		h.tell("", fmt.Errorf("mailbox %s: mails for %s stay in the inbox: it is not in the fleet", mailbox, other))
	}
	switch {
	case fault != nil:
		return fault
	case err != nil && ctx.Err() != nil:
		return err
	case err != nil && !polled.Whole:
		return unread{err}
	case err != nil: // a mail could not be put aside: it comes again, and blocks nothing
		h.tell("", fmt.Errorf("mailbox %s: %w", mailbox, err))
	case !polled.Whole:
		h.tell("", fmt.Errorf("mailbox %s has more mails than are read at once: turns wait for the rest", mailbox))
	}
	old := began.Sub(book.Read(began)) >= barTime
	if polled.Whole && (book.Changed() || old || h.wanted(s, mailbox)) {
		if err := book.Bar(ctx, began, slices.Sorted(maps.Keys(torn))...); err != nil {
			return err
		}
	}
	h.nudge()
	if len(torn) > 0 {
		return nil // they may need the rows
	}
	return h.shorten(ctx, mailbox)
}

// remained are mails that were taken but are still in the inbox, with their sums.
type remained struct {
	mu   sync.Mutex
	sums map[string]string // by mailbox and number
}

func (r *remained) key(mailbox string, m post.Mail) string { return fmt.Sprint(mailbox, m) }

// is reports whether a mail was found, by an earlier look, to be still the one that was taken.
func (r *remained) is(mailbox string, m post.Mail, sum string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.sums[r.key(mailbox, m)] == sum
}

func (r *remained) note(mailbox string, m post.Mail, sum string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.sums == nil {
		r.sums = map[string]string{}
	}
	r.sums[r.key(mailbox, m)] = sum
}

// listed reports whether a mail of the inbox has a row that will bring it to its world. If its world has taken it, it
// should be gone from the inbox: either it could not be moved, or the mail server was reset and gave its number to
// another mail. It is then looked at once more. So is a mail for a world that reads the mailbox no longer.
func (r *remained) listed(s *seen, worlds map[string]Entered, book *post.Book, mailbox string, m post.Mail) bool {
	row, known := book.Row(m)
	if !known || worlds[row.World].Mailbox != mailbox {
		return false
	}
	w := s.worlds[row.World] // nil: it is being exported
	return w == nil || row.At > w.taken || r.is(mailbox, m, row.Sum)
}

// forget drops from memory what this host no longer needs of a mailbox: rows that their worlds have taken, and
// everything older than keepTime. If a world cannot be read, what it has taken is unknown.
func (h *Host) forget(s *seen, mailbox string) {
	book, torn := h.book(mailbox), false
	before := book.Before(s.now.Add(-keepTime))
	for _, name := range s.order {
		w := s.worlds[name]
		if torn = torn || w.ill != nil; w.ill != nil || w.Mailbox != mailbox {
			continue
		}
		if !book.Forget(name, w.taken) {
			h.mu.Lock()
			delete(h.books, mailbox)
			h.mu.Unlock()
			return
		}
		if left := book.For(name, w.taken); len(left) > 0 {
			before = min(before, left[0].At)
		}
	}
	if !torn {
		book.Shorten(before)
	}
}

// shorten drops from the log of a mailbox what this host has forgotten.
func (h *Host) shorten(ctx context.Context, mailbox string) error {
	book := h.book(mailbox)
	before, trimmed := book.Begins()
	if before <= trimmed {
		return nil
	}
	if err := h.Engine.Trim(ctx, post.LogOf(mailbox), before); err != nil {
		return err
	}
	book.Trimmed(before)
	return nil
}

// Unshared returns the name of a world that reads the same mailbox, unless both say that they share it.
func (e Entered) Unshared(world string, beside map[string]Entered) string {
	for _, other := range slices.Sorted(maps.Keys(beside)) {
		if b := beside[other]; other != world && b.Mailbox == e.Mailbox && !(e.Shared && b.Shared) {
			return other
		}
	}
	return ""
}

// mailed returns the worlds with mails that they have not taken.
func (h *Host) mailed(s *seen) (out []string) {
	for _, name := range s.order {
		w := s.worlds[name]
		if w.Mailbox != "" && w.stopped == nil && len(h.book(w.Mailbox).For(name, w.taken)) > 0 {
			out = append(out, name)
		}
	}
	out = h.spread(s, out)
	h.mu.Lock()
	defer h.mu.Unlock()
	return failedLast(out, h.troubles.stuck)
}

// take makes a world take its mails.
func (h *Host) take(ctx context.Context, s *seen, name string) time.Duration {
	w := s.worlds[name]
	all := false
	had, err := h.with(ctx, name, func(ctx context.Context, stay Stay) (err error) {
		if stay.Mailbox != w.Mailbox { // it was given another mailbox since
			all = true
			return nil
		}
		row, _, err := get[uint64](ctx, h.Roll(), taken(name, w.Mailbox))
		if err != nil {
			return err
		}
		mails := h.book(w.Mailbox).For(name, row)
		if len(mails) == 0 {
			all = true
			return nil
		}
		if all, err = h.Worker.Take(ctx, stay, mails); err != nil || !all {
			return err
		}
		last := mails[len(mails)-1].At
		if err := h.Roll().Take(ctx, name, w.Mailbox, last); err != nil {
			return err
		}
		h.Count.mails.Add(uint64(len(mails)))
		return nil
	})
	switch {
	case err != nil:
		if ctx.Err() == nil {
			h.meets(ctx, h.troubles.stuck, stuckKey, name, s.now, err)
		}
		h.tell(name, err)
		return retryTime
	case !had:
		return h.Every
	case !all:
		return retryTime
	}
	h.over(ctx, h.troubles.stuck, stuckKey, name)
	h.mu.Lock()
	h.nudged[name] = true
	h.mu.Unlock()
	return 0
}

// retryTime is how long a host waits after something went wrong.
const retryTime = 20 * time.Second
