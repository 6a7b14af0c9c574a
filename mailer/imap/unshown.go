package imap

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/emersion/go-imap/v2"

	"weltentor/mailer/mime"
	"weltentor/mailer/wire"
)

// doubt is what a poll knows of mails that the server does not show. One alone may be damaged there. If the server
// shows nothing else either, it is throttled or ill, and nothing is wrong with the mail.
type doubt struct {
	hidden  map[imap.UID]bool // mails whose heads it did not show, so that their world is unknown
	unshown []Fetched
	since   int  // how many it has not shown since it last showed one
	open    bool // whether it shows any is to be found out
}

// errNothing is why a mail is not shown if the server does not say why.
var errNothing = errors.New("the server shows nothing of it")

// shown notes that the server shows mails.
func (d *doubt) shown() { d.since, d.open = 0, false }

// hides notes mails whose heads the server did not show, and takes them out.
func (d *doubt) hides(heads map[uint32][]byte) {
	for uid, head := range heads {
		if len(head) > 0 {
			continue
		}
		if d.hidden == nil {
			d.hidden = map[imap.UID]bool{}
		}
		d.hidden[imap.UID(uid)] = true
		delete(heads, uid)
	}
}

// withHidden returns the mails that a poll takes, with the hidden ones among all.
func (d *doubt) withHidden(mine, all []imap.UID) []imap.UID {
	if len(d.hidden) == 0 {
		return mine
	}
	return slices.DeleteFunc(slices.Clone(all), func(uid imap.UID) bool {
		return !d.hidden[uid] && !slices.Contains(mine, uid)
	})
}

// unshown notes one more mail that the server does not show. It asks the server for another one after the first, the
// second, the fourth and so on: many damaged mails must not take up a poll, nor many questions a server that throttles.
func (p *Poll) unshown(ctx context.Context, why error) error {
	p.doubt.since++
	p.doubt.open = true
	if p.doubt.since&(p.doubt.since-1) != 0 {
		return nil
	}
	return p.settle(ctx, why)
}

// settle finds out whether the server shows any mail, and returns an error if it does not: then it is down. It asks for
// the body of the own mark, or of the last mail in that folder. If there is none, nobody can tell.
func (p *Poll) settle(ctx context.Context, why error) error {
	if !p.doubt.open {
		return nil
	}
	box, err := p.examine(ctx)
	if err != nil {
		return err
	}
	shows := box.NumMessages == 0
	if !shows {
		set := imap.NumSet(imap.SeqSetNum(box.NumMessages))
		if uid := p.count.Mark.Mine; uid != 0 {
			set = imap.UIDSetNum(imap.UID(uid))
		}
		err = p.m.sections(ctx, set, 1, false, mime.MaxHeader, func(_ uint32, raw []byte) { shows = len(raw) > 0 })
		if wire.Refused(err) {
			shows, why, err = false, err, nil
		}
	}
	if err == nil && p.intake != nil { // otherwise it reads the folder with the mark
		_, err = p.m.open(ctx, p.c.Inbox, false)
	}
	if err == nil && !shows {
		err = fmt.Errorf("nor any other mail: %w", cmp.Or(why, errNothing))
	}
	p.doubt.open = false
	if err != nil {
		return &wire.ServerError{Trouble: wire.Down, Err: err}
	}
	return nil
}

// offer has the intake take the mails that the server did not show, with their headers if it shows these, once it has
// shown others.
func (p *Poll) offer(ctx context.Context) error {
	if err := p.settle(ctx, nil); err != nil {
		return err
	}
	for some := range slices.Chunk(p.doubt.unshown, MostTogether) {
		var queue []waiting
		for i, f := range some {
			raw, _, err := p.m.fetch(ctx, imap.UID(f.UID), true, mime.MaxHeader)
			if err != nil && !wire.Refused(err) {
				return fmt.Errorf("head of mail %d: %w", f.UID, err)
			}
			some[i].Raw = raw
			queue = append(queue, waiting{imap.UID(f.UID), 0, true})
		}
		p.intake.Prepare(some)
		for len(queue) > 0 {
			<-p.intake.Ready()
			n, err := p.commit(ctx, queue)
			if queue = queue[n:]; err != nil {
				return err
			}
		}
	}
	return nil
}
