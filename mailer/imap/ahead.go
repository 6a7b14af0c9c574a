package imap

import (
	"context"
	"fmt"
	"sync"

	"github.com/emersion/go-imap/v2"

	"weltentor/mailer/mime"
	"weltentor/mailer/wire"
)

// Limits for what is fetched ahead of the commits: while some mails are committed, others are read, and others
// fetched. There are at most four large mails at once, since each may be as large as a mail may be.
const (
	mostAhead   = 3 * MostTogether
	alwaysAhead = 4
	aheadOctets = 2 << 20
)

// arrival is a mail that was fetched.
type arrival struct {
	Fetched
	uid  imap.UID
	gone bool // somebody else has removed it meanwhile
	Err  error
}

// octets is how much memory the mail takes, whatever the server says.
func (a arrival) octets() int64 { return max(a.Size, int64(len(a.Raw))) }

// waiting is a mail that was prepared and awaits its commit.
type waiting struct {
	uid    imap.UID
	octets int64
	empty  bool
}

// fetcher fetches mails and hands them on in their order. It returns false after one that could not be fetched.
type fetcher func(mails []listed, arrives func(arrival)) bool

// belt brings mails from the server in lots, one lot after the other, while those that arrived are prepared and
// committed. The connection belongs to the fetch under way, and to nobody else until that is over.
type belt struct {
	fetch   fetcher
	left    []listed // not asked for yet
	asked   chan []listed
	arrived chan arrival
	coming  int        // mails that were asked for and not yet taken off
	ahead   int        // those, and the ones that wait for their commit
	octets  int64      // of all of them
	line    sync.Mutex // the connection
	stopped chan struct{}
	ended   chan struct{}
}

// newBelt makes a belt, which runs until stop.
func newBelt(mails []listed, fetch fetcher) *belt {
	b := &belt{fetch: fetch, left: mails, asked: make(chan []listed, mostAhead), arrived: make(chan arrival, mostAhead),
		stopped: make(chan struct{}), ended: make(chan struct{})}
	go b.run()
	return b
}

// run fetches what is asked for. After a mail that could not be fetched there are no others.
func (b *belt) run() {
	defer close(b.ended)
	for {
		select {
		case <-b.stopped:
			return
		case lot := <-b.asked:
			for more := true; more; { // what was asked for while another lot came
				select {
				case behind := <-b.asked:
					lot = append(lot[:len(lot):len(lot)], behind...)
				default:
					more = false
				}
			}
			b.line.Lock()
			whole := b.fetch(lot, func(a arrival) { b.arrived <- a })
			b.line.Unlock()
			if !whole {
				return
			}
		}
		select { // what was asked for before is not fetched after it
		case <-b.stopped:
			return
		default:
		}
	}
}

// stop ends the belt, and waits for the fetch under way.
func (b *belt) stop() {
	close(b.stopped)
	<-b.ended
}

// ask asks for as many mails as there is room for. It does not ask for a few while enough are there for a commit.
func (b *belt) ask() {
	n, octets := 0, b.octets
	for n < len(b.left) && (b.ahead+n < alwaysAhead || b.ahead+n < mostAhead && octets+b.left[n].Size <= aheadOctets) {
		octets += b.left[n].Size
		n++
	}
	if n == 0 || n < min(len(b.left), MostTogether) && b.ahead >= MostTogether {
		return
	}
	b.asked <- b.left[:n]
	b.left, b.coming, b.ahead, b.octets = b.left[n:], b.coming+n, b.ahead+n, octets
}

// over reports that no more mails come.
func (b *belt) over() bool { return len(b.left)+b.coming == 0 }

// done makes room: a mail was committed, or need not be.
func (b *belt) done(octets int64) { b.ahead, b.octets = b.ahead-1, b.octets-octets }

// Next returns the mails that have arrived. If there are none, it waits for one, but only until ready is closed. A nil
// ready never is.
func (b *belt) Next(ready <-chan struct{}) (mails []arrival) {
	arrived := b.arrived
	if b.coming == 0 {
		arrived = nil
	}
	select {
	case <-ready:
	case a := <-arrived:
		mails = b.off(mails, a)
	}
	for b.coming > 0 {
		select {
		case a := <-b.arrived:
			mails = b.off(mails, a)
		default:
			return mails
		}
	}
	return mails
}

// off takes a mail off the belt.
func (b *belt) off(mails []arrival, a arrival) []arrival {
	b.coming--
	b.octets += a.octets() - a.Size
	if a.Err != nil {
		b.left, b.coming = nil, 0 // the mails after it come another time
	}
	return append(mails, a)
}

// takeAll takes the mails in their order. They are prepared as they arrive, while those before them are committed.
// None waits for another's arrival.
func (p *Poll) takeAll(ctx context.Context, mails []listed) error {
	b := newBelt(mails, func(lot []listed, arrives func(arrival)) bool { return p.fetchAll(ctx, lot, arrives) })
	p.belt = b
	defer b.stop()
	var (
		queue  []waiting
		failed error
	)
	for len(queue) > 0 || !b.over() {
		b.ask()
		var ready <-chan struct{}
		if len(queue) > 0 {
			ready = p.intake.Ready()
		}
		var fresh []Fetched
		for _, a := range b.Next(ready) {
			switch {
			case a.Err != nil:
				failed = a.Err
			case a.gone:
				b.done(a.octets())
			case a.Empty:
				b.done(a.octets())
				p.doubt.unshown = append(p.doubt.unshown, a.Fetched)
			default:
				queue = append(queue, waiting{a.uid, a.octets(), false})
				fresh = append(fresh, a.Fetched)
			}
		}
		if len(fresh) > 0 {
			p.intake.Prepare(fresh)
		}
		if !isClosed(ready) {
			continue
		}
		n, err := p.commit(ctx, queue)
		for _, mail := range queue[:n] {
			b.done(mail.octets)
		}
		if queue = queue[n:]; err != nil {
			return err
		}
	}
	return failed
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// alone runs a command while no fetch is under way.
func (p *Poll) alone(command func() error) error {
	if p.belt != nil {
		p.belt.line.Lock()
		defer p.belt.line.Unlock()
	}
	return command()
}

// fetchAll is the fetcher of a poll. It asks for as many mails at once as the reader may hold, and one by one for those
// that the server does not show then.
func (p *Poll) fetchAll(ctx context.Context, lot []listed, arrives func(arrival)) bool {
	for len(lot) > 0 {
		n := p.together(lot)
		came, err := p.fetchTogether(ctx, lot[:n], arrives)
		if err != nil {
			arrives(arrival{Err: err})
			return false
		}
		for _, mail := range lot[came.taken:n] {
			a, is := came.behind[mail.uid]
			if !is {
				a = p.fetch(ctx, mail)
			}
			if arrives(a); a.Err != nil {
				return false
			}
		}
		lot = lot[n:]
	}
	return true
}

// together is how many of the mails one command fetches: those that are read whole, with as many octets as the reader
// may hold. It is at least one.
func (p *Poll) together(lot []listed) (n int) {
	octets := int64(0)
	for n < len(lot) && lot[n].Size <= p.c.MaxSize && !p.doubt.hidden[lot[n].uid] && (n == 0 || octets+lot[n].Size <= aheadOctets) {
		octets += lot[n].Size
		n++
	}
	return max(n, 1)
}

// came are the mails of a lot that the server has shown.
type came struct {
	taken  int // the first ones, which were handed on
	behind map[imap.UID]arrival
}

// fetchTogether fetches mails by one command. The error is not about one of them.
func (p *Poll) fetchTogether(ctx context.Context, lot []listed, arrives func(arrival)) (c came, err error) {
	if len(lot) < 2 {
		return c, nil
	}
	c.behind = map[imap.UID]arrival{}
	var uids []imap.UID
	by := map[imap.UID]listed{}
	for _, mail := range lot {
		uids, by[mail.uid] = append(uids, mail.uid), mail
	}
	err = p.m.sections(ctx, imap.UIDSetNum(uids...), len(lot), false, p.c.MaxSize, func(uid uint32, raw []byte) {
		mail, is := by[imap.UID(uid)]
		if !is || isEmpty(raw, mail) {
			return
		}
		p.doubt.shown()
		a := p.arrivalOf(mail)
		a.Raw, a.TooBig = raw, int64(len(raw)) > p.c.MaxSize
		if a.TooBig { // QUIRK: a server that counts less than it sends
			a.Raw = raw[:p.c.MaxSize]
		}
		for c.behind[mail.uid] = a; c.taken < len(lot); c.taken++ {
			next, is := c.behind[lot[c.taken].uid]
			if !is {
				break
			}
			arrives(next)
		}
	})
	if err != nil && !wire.Refused(err) {
		return c, fmt.Errorf("%d mails from %d on: %w", len(lot), lot[0].uid, err)
	}
	return c, nil
}

// isEmpty reports whether a server has shown nothing of a mail. QUIRK: servers that parse a mail to send it return
// nothing, and no error, for a mail that they cannot parse.
func isEmpty(raw []byte, mail listed) bool { return len(raw) == 0 && (raw == nil || mail.Size > 0) }

// arrivalOf is a mail before its body has come.
func (p *Poll) arrivalOf(mail listed) arrival {
	return arrival{uid: mail.uid, Fetched: Fetched{UIDValidity: p.validity, UID: uint32(mail.uid), Size: mail.Size,
		Arrived: mail.at, TooBig: mail.Size > p.c.MaxSize}}
}

// fetch fetches a mail, or only its header if it is too big.
func (p *Poll) fetch(ctx context.Context, mail listed) (a arrival) {
	a = p.arrivalOf(mail)
	if a.Err = ctx.Err(); a.Err != nil {
		return a
	}
	limit := p.c.MaxSize
	if a.TooBig {
		limit = mime.MaxHeader
	}
	whole, why := true, error(nil)
	if !p.doubt.hidden[mail.uid] {
		a.Raw, whole, a.Err = p.m.fetch(ctx, mail.uid, a.TooBig, limit)
	}
	if wire.Refused(a.Err) {
		a.Raw, whole, why, a.Err = nil, true, a.Err, nil
	}
	a.TooBig = a.TooBig || !whole // QUIRK: a server that counts less than it sends
	switch a.Empty = isEmpty(a.Raw, mail); {
	case a.Err != nil:
	case !a.Empty:
		p.doubt.shown()
	default:
		if a.gone, a.Err = p.gone(ctx, mail.uid); a.Err == nil && !a.gone {
			a.Err = p.unshown(ctx, why)
		}
	}
	if a.Err != nil {
		a.Err = fmt.Errorf("mail %d: %w", mail.uid, a.Err)
	}
	return a
}

// commit has mails committed and notes where they go. It returns for how many mails that is known.
func (p *Poll) commit(ctx context.Context, queue []waiting) (n int, err error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	verdicts, err := p.intake.Commit()
	for n, v := range verdicts {
		if queue[n].empty && v != Keep {
			v = Quarantine
		}
		p.sort(queue[n].uid, v)
	}
	n = len(verdicts)
	if err != nil {
		p.ours = true
		return n, fmt.Errorf("mail %d: %w", queue[n].uid, err)
	}
	return n, p.moveLots(ctx)
}
