//go:build fleet

package hosts

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/tables"
	"weltentor/cmd/weltentor/sorting"
	"weltentor/mailer/imap"
	"weltentor/resolve/deadlines"
)

// barTime is how old a barrier may become before the mailbox is listed again, in all of its folders.
const barTime = 5 * time.Minute

// triesTime is how often a host tries to get a mailbox that another one has.
const triesTime = 3 * time.Second

// poll waits for mail in a mailbox whenever no other host does.
func (h *Host) poll(ctx, work context.Context, mailbox string) {
	for ctx.Err() == nil {
		err := h.Tables.Hold(ctx, tables.Thing{Kind: tables.OfMailbox, Name: mailbox}, func(held context.Context) error {
			return h.attend(ctx, held, mailbox)
		})
		if !errors.Is(err, tables.ErrTaken) {
			h.tell("", err)
		}
		pause(ctx, nil, triesTime)
	}
}

// attend lists the mailbox that this host has, whenever mail comes, a world's time has come, or a while has passed.
func (h *Host) attend(ctx, held context.Context, mailbox string) error {
	line := &imap.Line{Every: time.Duration(h.Config.Poll) * time.Second}
	defer func() { line.Close(context.WithoutCancel(ctx)) }()
	stays := &stays{sums: map[fleet.Mail]string{}, heeded: map[string]bool{}}
	for ctx.Err() == nil && held.Err() == nil {
		readers, err := h.Tables.Readers(held, mailbox)
		rest := time.Duration(h.Config.Poll) * time.Second
		if err == nil && len(readers) > 0 {
			err = h.list(held, mailbox, readers, line, stays)
			h.Count.mailboxUnread(mailbox, errors.As(err, new(unread)))
			if held.Err() == nil && (err == nil || errors.As(err, new(unread))) {
				h.trouble(held, unreadKind, mailbox, err)
			}
		}
		if err != nil {
			h.tell("", fmt.Errorf("mailbox %s: %w", mailbox, err))
			pause(held, nil, rest)
			continue
		}
		full := barTime
		if stays.clashed || stays.unheeded {
			full = clashTime
		}
		h.idle(ctx, held, mailbox, line, time.Now().Add(full))
	}
	return nil
}

// idle waits until the mailbox is to be listed again: at that time, if nothing is wanted of it before.
func (h *Host) idle(ctx, held context.Context, mailbox string, line *imap.Line, full time.Time) {
	woken, off := h.waker()
	defer off()
	mail := make(chan error, 1)
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(held, cancel)
	defer func() { cancel(); stop(); <-mail }()
	go func() { mail <- line.Wait(ctx) }()
	pause(ctx, nil, breath)
	for ctx.Err() == nil {
		left := time.Until(full)
		next, err := h.Tables.Wanted(ctx, mailbox)
		now, unknown := h.Tables.Now(ctx)
		if err == nil && unknown == nil && !next.IsZero() {
			left = min(left, next.Sub(now))
		}
		if left <= 0 {
			return
		}
		t := time.NewTimer(left)
		select {
		case err := <-mail:
			t.Stop()
			mail <- nil
			if err != nil { // a server that hangs up must not get one login after the other
				pause(ctx, nil, min(left, line.Every))
			}
			return
		case <-woken:
			t.Stop()
			pause(ctx, nil, 5*breath)
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
		}
	}
}

// unread is an error of reading a mailbox, as opposed to one of the database.
type unread struct{ error }

func (u unread) Unwrap() error { return u.error }

// clashTime is barTime while worlds of the mailbox cannot be told apart: somebody may mend that at any time.
const clashTime = 30 * time.Second

// stays are mails that were taken and are still in the inbox, with their sums.
type stays struct {
	sums    map[fleet.Mail]string
	clashed bool              // at the last look there were worlds that cannot be told apart
	hidden  deadlines.Unshown // mails of which the server does not even show the head

	heeded   map[string]bool // worlds whose marks were compared with them, see heed
	unheeded bool            // at the last look somebody had another one in hand
}

// listing is one look into a mailbox.
type listing struct {
	*Host
	mailbox string
	sorter  *fleet.Sorter
	known   map[fleet.Mail]tables.Mail
	readers map[string]fleet.Entered
	stays   *stays
	astray  map[sorting.Doubt]int
	began   time.Time
	fault   error  // of the database
	numbers uint32 // the validity of the mails' numbers; 0: there are no mails

	deadlines []time.Time // of the worlds that go on by the mailbox
}

// list adds a row for every mail that has none, and then a barrier. Mail for a world outside the fleet that reads the
// same mailbox stays in the inbox. So does all mail for worlds that cannot be told apart, and the barrier excludes these.
func (h *Host) list(ctx context.Context, mailbox string, readers []*tables.World, line *imap.Line,
	kept *stays) (err error) {
	defer fleet.Catches(&err)
	l := &listing{Host: h, mailbox: mailbox, readers: EnteredOf(readers),
		known: map[fleet.Mail]tables.Mail{}, stays: kept, astray: map[sorting.Doubt]int{}}
	server, err := h.Worker.Inbox(ctx, mailbox)
	if err != nil {
		return unread{err}
	}
	line.Inbox, server.Line = server.Inbox, line
	for _, w := range readers {
		if w.Stopped == nil && w.Gist.Paused.IsZero() && w.Gist.Held == 0 {
			l.deadlines = append(l.deadlines, w.Gist.Deadline)
		}
	}
	mails, err := h.Tables.Mails(ctx, mailbox)
	if err != nil {
		return err
	}
	for _, m := range mails {
		l.known[m.Mail] = m
	}
	if l.began, err = h.Tables.Now(ctx); err != nil {
		return err
	}
	clashed, err := l.sorts(ctx, readers)
	if err != nil {
		return err
	}
	kept.clashed = len(clashed) > 0
	server.Mark.Beside = func(imap.Neighbour) bool { return true }
	server.Mine = l.mine
	polled, err := imap.PollAhead(ctx, server, imap.Singly(func(f imap.Fetched) imap.Commit {
		return func() (imap.Verdict, error) { return l.enter(ctx, f, len(clashed) > 0) }
	}))
	l.tellAstray(ctx, server.Quarantine, l.began)
	if len(clashed) == 0 { // otherwise it may be one of these
		for _, other := range slices.Sorted(maps.Keys(l.sorter.Left)) {
			h.tell("", fmt.Errorf("mailbox %s: mails for %s stay in the inbox: it is not in the fleet", mailbox, other))
		}
	}
	switch {
	case l.fault != nil:
		return l.fault
	case err != nil && ctx.Err() != nil:
		return err
	case err != nil && !polled.Whole:
		return unread{err}
	case err != nil: // a mail could not be put aside: it comes again, and blocks nothing
		h.tell("", fmt.Errorf("mailbox %s: %w", mailbox, err))
	case !polled.Whole:
		h.tell("", fmt.Errorf("mailbox %s has more mails than are read at once: turns wait for the rest", mailbox))
	}
	if !polled.Whole {
		return nil
	}
	kept.hidden.Polled(l.began, l.began)
	h.heed(ctx, readers, polled.Mark.Neighbours(), kept)
	return h.Tables.Bar(ctx, mailbox, tables.Barrier{At: kept.upTo(l.began), Besides: clashed, Validity: l.numbers})
}

// heed makes worlds stand still whose marks in the mailbox show a later state, as after an old dump came back. Each is
// looked at once while this host has the mailbox: hosts that go on notice by what they have seen of the database.
func (h *Host) heed(ctx context.Context, readers []*tables.World, marks []imap.Neighbour, kept *stays) {
	met := map[string]uint64{}
	for _, m := range marks {
		met[m.World] = m.Generation
	}
	kept.unheeded = false
	for _, w := range readers {
		generation, is := met[w.About.Mark]
		if !is || kept.heeded[w.Name] || w.Odd != nil || w.Stopped != nil {
			continue
		}
		now, err := h.Tables.Now(ctx)
		if err == nil {
			err = h.within(ctx, w.Name, now, func(ctx context.Context, s fleet.Stay) error {
				return h.Worker.Met(ctx, s, generation)
			})
		}
		if errors.Is(err, tables.ErrTaken) {
			kept.unheeded = true
			continue
		}
		if stands(err) {
			h.tell("", h.halt(ctx, w.Name, err))
		}
		kept.heeded[w.Name] = err == nil
		h.tell(w.Name, h.passed(err))
	}
}

// upTo is the time up to which all mail was listed: mails whose world is unknown came no earlier.
func (s *stays) upTo(began time.Time) time.Time {
	for _, m := range s.hidden.Mails {
		if m.Aside.IsZero() && m.Came.Before(began) {
			began = m.Came
		}
	}
	return began
}

// sorts makes the sorter. If two worlds cannot be told apart, both are left out, and so is one whose row cannot be read:
// it returns their names.
func (l *listing) sorts(ctx context.Context, readers []*tables.World) (clashed []string, err error) {
	apart := maps.Clone(l.readers)
	for _, w := range readers {
		if w.Odd != nil {
			delete(apart, w.Name)
			clashed = append(clashed, w.Name)
			l.tell(w.Name, w.Odd)
		}
	}
	for {
		l.sorter, err = fleet.NewSorter(apart, l.mailbox)
		var clash *sorting.Clash
		if !errors.As(err, &clash) {
			if err == nil && len(clashed) > 0 {
				l.sorter.Doubt() // what else reads the mailbox is unknown
			}
			return clashed, err
		}
		for _, name := range []string{clash.One, clash.Other} {
			delete(apart, name)
			clashed = append(clashed, name)
			l.trouble(ctx, stuckKind, name, err)
		}
	}
}

// mine picks the mails that are to be looked at: those without a row, and those whose world has taken them or reads the
// mailbox no longer.
func (l *listing) mine(beside []imap.Neighbour, validity uint32, uids []uint32, heads imap.Heads) ([]uint32, error) {
	l.sorter.Meet(l.readers, beside)
	l.numbers = validity
	there := map[fleet.Mail]bool{}
	for _, uid := range uids {
		there[fleet.Mail{Validity: validity, UID: uid}] = true
	}
	var gone []tables.Mail
	for at, m := range l.known {
		if !there[at] && m.Taken {
			gone = append(gone, m)
		}
	}
	if len(gone) > 0 {
		l.tell("", l.Tables.Drop(context.Background(), l.mailbox, gone))
	}
	return l.sorter.Own(slices.DeleteFunc(slices.Clone(uids), func(uid uint32) bool {
		at := fleet.Mail{Validity: validity, UID: uid}
		m, known := l.known[at]
		_, reads := l.readers[m.World]
		return known && reads && (!m.Taken || l.stays.sums[at] == m.Sum)
	}), heads)
}

// enter adds a row for a mail.
func (l *listing) enter(ctx context.Context, f imap.Fetched, clashed bool) (imap.Verdict, error) {
	sorted, foreign := l.sorter.Sort(f.Raw)
	switch {
	case foreign, sorted.World == "" && clashed:
		return imap.Keep, nil
	case sorted.World == "" && f.Empty:
		came := f.Arrived
		if came.IsZero() {
			came = l.began
		}
		m := deadlines.Mail{Validity: f.UIDValidity, UID: f.UID, Came: came}
		if aside, _ := l.stays.hidden.Tried(m, 0, l.began, l.deadlines...); !aside {
			return imap.Keep, nil
		}
		l.astray[sorted.Doubt]++
		return imap.Quarantine, nil
	case sorted.World == "":
		l.Count.astray.Add(1)
		l.astray[sorted.Doubt]++
		return imap.Quarantine, nil
	}
	at := fleet.Mail{Validity: f.UIDValidity, UID: f.UID}
	m := tables.Mail{Mail: at, Sum: fleet.SumOf(f.Raw), World: sorted.World}
	if was, known := l.known[at]; known && was.Sum == m.Sum && was.World == m.World {
		l.stays.sums[at] = m.Sum
		if !was.Taken {
			return imap.Keep, nil
		}
	}
	l.fault = cmp.Or(l.fault, l.Tables.List(ctx, l.mailbox, m))
	return imap.Keep, l.fault
}
