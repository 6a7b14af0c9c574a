// Package imap polls a mailbox. Each mail is moved to another folder only after the intake has committed it, so a kill
// in between brings it once more and loses nothing. Mails come in the order of their arrival, some ahead of the commit.
// A mark in the folder for processed mails names the world that polls, so that two copies of a world never answer one
// player (mark.go, renew.go). A mail that the server does not show comes last and stays (unshown.go). Begin with
// PollAhead.
package imap

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"

	"weltentor/mailer/mime"
	"weltentor/mailer/wire"
)

// Fetched is one mail as it is on the server.
type Fetched struct {
	Raw         []byte // whole; only the header if TooBig or Empty, and nothing if the server does not show that either
	UIDValidity uint32
	UID         uint32
	Size        int64 // as the server says; some count line ends differently from what they send
	Arrived     time.Time
	TooBig      bool // over MaxSize: answer politely, do not read
	Empty       bool // the server does not show it now, and shows others; goes to the quarantine folder unless kept
}

// Verdict says where a mail goes after it was committed.
type Verdict int

// The verdicts.
const (
	Keep       Verdict = iota // stays where it is and comes again
	Processed                 // was committed, or was known already
	Quarantine                // cannot be read; a person should look
)

// Polled counts what became of the mails.
type Polled struct {
	Processed, Quarantined, Kept int

	// Whole says that the inbox was read to its end, even if mails that were committed could not be moved, or if the
	// server does not show some, which the intake has kept. It is false if the inbox has more mails than one poll lists.
	Whole bool

	Mark MarkKnown // to be remembered, also after a poll that ended with an error
}

const (
	fullLot = 50  // committed mails are moved when there are this many: more would all come again after a crash
	maxList = 500 // mails whose sizes are asked for at once
	maxPoll = 100_000
)

// moveTime is how long moving may take after the time of a poll is up, and stopTime after the program was told to end.
const (
	moveTime = 20 * time.Second
	stopTime = 2 * time.Second
)

// MostTogether is how many mails one commit takes at most.
const MostTogether = 16

// Intake takes the mails of a poll. The poll calls all its methods on one goroutine.
type Intake interface {
	// Prepare begins to read mails, which wait for their commit behind those before them.
	Prepare(mails []Fetched)
	// Ready is closed when the first waiting mail has been read. It is called only if one waits.
	Ready() <-chan struct{}
	// Commit commits mails before it returns, and says where each goes: the first that waits, and perhaps some that
	// follow it. An error is about the mail after those whose verdicts it returns. These are committed, and no others.
	Commit() ([]Verdict, error)
}

// Commit commits a mail before it returns, and says where it goes.
type Commit func() (Verdict, error)

// Singly is an intake that commits one mail at a time.
func Singly(prepare func(Fetched) Commit) Intake {
	s := &singly{prepare: prepare, ready: make(chan struct{})}
	close(s.ready)
	return s
}

type singly struct {
	prepare func(Fetched) Commit
	queue   []Commit
	ready   chan struct{}
}

func (s *singly) Prepare(mails []Fetched) {
	for _, f := range mails {
		s.queue = append(s.queue, s.prepare(f))
	}
}

func (s *singly) Ready() <-chan struct{} { return s.ready }

func (s *singly) Commit() ([]Verdict, error) {
	commit := s.queue[0]
	s.queue = s.queue[1:]
	v, err := commit()
	if err != nil {
		return nil, err
	}
	return []Verdict{v}, nil
}

// PollAhead fetches the mails of the inbox in the order of their arrival and has them prepared and then committed in
// this order. Mails are moved only when their commit has returned. While some mails are committed, those behind them
// can be read and others fetched. At most mostAhead of them are in memory, or four if they are large.
//
// A crash in between brings the mails again, so a commit must recognize a mail by the hash of Raw. An error about one
// mail ends the poll; the mails before it are moved. After every error all mails are where they were or where their
// verdicts sent them. When ctx ends, no further mail is taken. Those that were taken are moved in a short time of
// their own, so that they do not all come again.
//
// Mails that the server does not show come last, and only if it shows others. If it shows none, it is down.
func PollAhead(ctx context.Context, c Config, intake Intake) (count Polled, err error) {
	ours := true // as long as the server has not let us in
	err = visit(ctx, c, func(p *Poll) error {
		p.intake = intake
		err := p.run(ctx)
		count, ours = p.count, p.ours
		return err
	})
	mustNot := errors.As(err, new(*SharedError)) || errors.As(err, new(*OvertakenError))
	if err != nil && !ours && wire.TroubleOf(err) == "" && !mustNot {
		err = &wire.ServerError{Trouble: wire.Down, Err: err}
	}
	return count, err
}

// Poll is one run over the inbox.
type Poll struct {
	c        Config
	m        *mailbox
	intake   Intake
	validity uint32
	more     bool                  // the inbox has more mails than were listed
	done     map[string][]imap.UID // by folder: committed, not yet moved
	count    Polled
	ours     bool                // an error was the intake's
	renewed  bool                // the mark was put into the folder now
	sizes    map[imap.UID]listed // of the mails, if they were listed together; nil: they were not
	looked   bool                // the folder with the mark was read
	sureAt   time.Time           // when the server showed how the mark stands
	unplaced int                 // mails that were moved beside the mark, without a word about their place
	belt     *belt
	stuck    error // about mails that were committed and could not be moved
	doubt    doubt
}

// open opens a mailbox, with defaults for what its configuration leaves out.
func open(ctx context.Context, c Config) (*Poll, error) {
	c, err := c.Filled()
	if err != nil {
		return nil, err
	}
	m, err := openMailbox(ctx, c)
	return &Poll{c: c, m: m, done: map[string][]imap.UID{}}, err
}

func (p *Poll) run(ctx context.Context) error {
	seen, err := p.glance(ctx)
	if err == nil {
		err = p.meetMarks(ctx, seen)
	}
	if err == nil && p.m.opened != p.c.Inbox {
		_, err = p.m.open(ctx, p.c.Inbox, false)
	}
	if err != nil {
		return err
	}
	uids, err := p.contents(ctx)
	if err != nil {
		return err
	}
	for some := range slices.Chunk(uids, maxList) {
		some, err := p.choose(ctx, some)
		if err != nil {
			return errors.Join(fmt.Errorf("heads: %w", err), p.finish(ctx))
		}
		if len(some) == 0 {
			continue
		}
		mails, err := p.sized(ctx, some)
		if err != nil {
			return errors.Join(fmt.Errorf("list of sizes: %w", err), p.finish(ctx))
		}
		slices.SortFunc(mails, func(a, b listed) int { return cmp.Compare(a.uid, b.uid) })
		if err := p.takeAll(ctx, mails); err != nil {
			return errors.Join(err, p.finish(ctx))
		}
	}
	if err := p.offer(ctx); err != nil {
		return errors.Join(err, p.finish(ctx))
	}
	if p.c.Later != nil && ctx.Err() == nil {
		p.c.Later.add(p)
	} else if err := p.tidy(ctx); err != nil {
		return err
	}
	p.count.Whole = !p.more
	return p.stuck
}

// tidy moves what was committed, and looks at the room that is left.
func (p *Poll) tidy(ctx context.Context) error {
	if err := p.finish(ctx); err != nil {
		return errors.Join(err, p.stuck)
	}
	if full, asked := p.room(ctx); asked {
		p.count.Mark.Full = full
	}
	p.recount(ctx)
	return nil
}

// glance opens the inbox, or asks what has changed if it is open, and asks beside it how the folder with the mark
// stands. That is one round trip. seen is nil if the server does not say.
func (p *Poll) glance(ctx context.Context) (seen *imap.StatusData, err error) {
	p.c.Line.looks(p.m)
	opened := p.m.opened == p.c.Inbox
	marks, lists := p.c.Mark.World != "", opened && p.listable()
	err = p.m.receive(ctx, wire.ManyOctets, func() (err error) {
		p.m.bundle.bundles(1 + mime.Btoi(marks) + mime.Btoi(lists))
		var wait func() error
		if opened {
			wait = p.m.Noop().Wait
		} else {
			answer := p.m.opening(p.c.Inbox, false)
			wait = func() error { _, err := answer(); return err }
		}
		status := func() (*imap.StatusData, error) { return nil, nil }
		if marks {
			status = p.m.standing(p.c.Processed)
		}
		if lists {
			mails, err := listing(p.m.everything())
			if err == nil {
				p.keepSizes(mails)
			} else if !wire.Refused(err) {
				return err
			}
		}
		err = wait()
		var no error
		if seen, no = status(); no != nil && !wire.Refused(no) {
			err = cmp.Or(err, no)
		}
		return err
	})
	if err != nil && !opened {
		_, err = p.m.refused(ctx, p.c.Inbox, err)
	}
	p.validity = p.m.numbers
	return seen, err
}

// meetMarks makes sure by the marks in its folder that this world may read the inbox. If it had to look there, it makes
// sure that the other folders exist, too.
func (p *Poll) meetMarks(ctx context.Context, seen *imap.StatusData) (err error) {
	folders := []string{p.c.Processed, p.c.Quarantine}
	switch {
	case p.c.Mark.World != "":
		err = p.claim(ctx, seen)
		folders = folders[1:] // the mark is in the first
		if !p.looked {
			return err
		}
	case p.c.Mark.Beside != nil:
		err = p.meet(ctx)
	}
	for _, folder := range folders {
		if err == nil {
			err = p.m.makeFolder(ctx, folder)
		}
	}
	return err
}

// contents lists the mails of the inbox in the order of arrival. That is the order of their UIDs: the server numbers
// mails as they come, whatever date they have. Whether they were seen does not matter: people look into a game's mailbox
// with other programs. Those that were committed and wait to be moved are left out.
func (p *Poll) contents(ctx context.Context) (uids []imap.UID, err error) {
	if p.validity = p.m.numbers; p.m.ear.holds() == 0 {
		return nil, nil
	}
	if p.sizes == nil && p.listable() {
		err := p.m.receive(ctx, wire.ManyOctets, func() error {
			mails, err := listing(p.m.everything())
			if err == nil {
				p.keepSizes(mails)
			}
			return err
		})
		if err != nil && !wire.Refused(err) {
			return nil, fmt.Errorf("list of mails: %w", err)
		}
	}
	if p.sizes == nil {
		uids, err = p.undeleted(ctx)
	}
	for uid := range p.sizes {
		uids = append(uids, uid)
	}
	slices.Sort(uids)
	return slices.DeleteFunc(uids, func(uid imap.UID) bool { return p.c.Later.has(p.validity, uid) }), err
}

// keepSizes keeps what was listed of all mails, but for those that are marked as deleted. QUIRK: servers that leave out
// some, which others of their commands know.
func (p *Poll) keepSizes(mails []listed) {
	if len(mails) < p.m.ear.holds() {
		return
	}
	p.sizes = map[imap.UID]listed{}
	for _, mail := range mails {
		if mail.uid != 0 && !mail.deleted {
			p.sizes[mail.uid] = mail
		}
	}
}

// listable reports whether the inbox has mails, and few enough to list all of them at once.
func (p *Poll) listable() bool {
	n := p.m.ear.holds()
	return n > 0 && n <= maxList
}

// sized returns mails with their sizes.
func (p *Poll) sized(ctx context.Context, uids []imap.UID) (mails []listed, err error) {
	if p.sizes == nil {
		return p.m.list(ctx, uids)
	}
	for _, uid := range uids {
		mails = append(mails, p.sizes[uid])
	}
	return mails, nil
}

// search opens the inbox and lists its mails in the order of arrival.
func (p *Poll) search(ctx context.Context) (uids []imap.UID, err error) {
	box, err := p.m.open(ctx, p.c.Inbox, false)
	if err != nil {
		return nil, err
	}
	if p.validity = box.UIDValidity; box.NumMessages == 0 {
		return nil, nil
	}
	return p.undeleted(ctx)
}

// undeleted lists the mails of the inbox that are not marked as deleted.
func (p *Poll) undeleted(ctx context.Context) (uids []imap.UID, err error) {
	err = p.m.receive(ctx, wire.ManyOctets, func() error {
		found, err := p.m.UIDSearch(&imap.SearchCriteria{NotFlag: []imap.Flag{imap.FlagDeleted}}, nil).Wait()
		if err != nil {
			return fmt.Errorf("search: %w", err)
		}
		uids, p.more = lowest(found)
		return nil
	})
	return uids, err
}

// lowest lists the first maxPoll mails found, and reports whether there are more. The library's own list would be as
// long as the server says, and a server can say "1:4294967294".
func lowest(found *imap.SearchData) (uids []imap.UID, more bool) {
	set, _ := found.All.(imap.UIDSet)
	set = slices.Clone(set)
	slices.SortFunc(set, func(a, b imap.UIDRange) int { return cmp.Compare(a.Start, b.Start) })
	for _, r := range set {
		for u := r.Start; u != 0 && u <= r.Stop; u++ {
			if len(uids) == maxPoll {
				more = true
				break
			}
			uids = append(uids, u)
		}
	}
	slices.Sort(uids)
	return slices.Compact(uids), more
}

// gone reports whether somebody else has removed the mail meanwhile.
func (p *Poll) gone(ctx context.Context, uid imap.UID) (bool, error) {
	left, err := p.m.list(ctx, []imap.UID{uid})
	if wire.Refused(err) {
		return false, nil
	}
	return len(left) == 0, err
}

// sort puts the mail on the list for its folder.
func (p *Poll) sort(uid imap.UID, v Verdict) {
	switch v {
	case Processed:
		p.count.Processed++
		p.done[p.c.Processed] = append(p.done[p.c.Processed], uid)
	case Quarantine:
		p.count.Quarantined++
		p.done[p.c.Quarantine] = append(p.done[p.c.Quarantine], uid)
	default:
		p.count.Kept++
	}
}

// moveLots moves full lots.
func (p *Poll) moveLots(ctx context.Context) error {
	for _, folder := range []string{p.c.Processed, p.c.Quarantine} {
		if len(p.done[folder]) < fullLot {
			continue
		}
		if err := p.alone(func() error { return p.moveTo(ctx, folder) }); err != nil {
			return err
		}
	}
	return nil
}

// finish moves what was committed. If time is up, moving gets a time of its own, on a new connection if the old one
// was cut.
func (p *Poll) finish(ctx context.Context) error {
	err := ctx.Err()
	if err == nil {
		if err = p.moveAll(ctx); ctx.Err() == nil {
			return err
		}
	}
	if len(p.done) == 0 {
		return err
	}
	ctx, cancel := afterwards(ctx)
	defer cancel()
	if p.m.cut {
		m, err := openMailbox(ctx, p.c)
		if err != nil {
			return err
		}
		p.m = m
		was := p.validity
		if _, err := p.search(ctx); err != nil || p.validity != was {
			return err // nothing is known of a new mailbox
		}
	}
	return errors.Join(err, p.moveAll(ctx))
}

// afterwards is a short time after another is up.
func afterwards(ctx context.Context) (context.Context, context.CancelFunc) {
	most := moveTime
	if errors.Is(ctx.Err(), context.Canceled) {
		most = stopTime
	}
	return context.WithTimeout(context.WithoutCancel(ctx), most)
}

func (p *Poll) moveAll(ctx context.Context) error {
	return errors.Join(p.moveTo(ctx, p.c.Processed), p.moveTo(ctx, p.c.Quarantine))
}

func (p *Poll) moveTo(ctx context.Context, folder string) error {
	uids := p.done[folder]
	if len(uids) == 0 {
		return nil
	}
	to, err := p.m.move(ctx, uids, folder)
	p.refused(err)
	if wire.SaidNo(err) && wire.NoRoom(err) == "" {
		if made, _ := p.m.makesFolder(ctx, folder); made { // somebody has removed it
			to, err = p.m.move(ctx, uids, folder)
		}
	}
	if err == nil || ctx.Err() == nil { // otherwise finish tries again
		delete(p.done, folder)
	}
	if wire.SaidNo(err) {
		return p.moveEach(ctx, uids, folder)
	}
	if err != nil {
		return fmt.Errorf("move of %d mails to %q: %w", len(uids), folder, err)
	}
	p.moved(folder, len(uids), to)
	return nil
}

// moveEach moves a lot mail by mail that the server refused to move at once. So one mail that cannot be moved holds up
// neither the others of its lot nor those after it. It stays in the inbox, comes again and is known; the poll reports
// it at the end.
func (p *Poll) moveEach(ctx context.Context, uids []imap.UID, folder string) error {
	for _, uid := range uids {
		to, err := p.m.move(ctx, []imap.UID{uid}, folder)
		if wire.SaidNo(err) {
			p.stuck = errors.Join(p.stuck, fmt.Errorf("move of mail %d to %q: %w", uid, folder, err))
		} else if err != nil {
			return fmt.Errorf("move of mail %d to %q: %w", uid, folder, err)
		} else {
			p.moved(folder, 1, to)
		}
	}
	return nil
}
