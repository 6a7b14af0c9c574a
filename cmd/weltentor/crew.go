package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/commands"
	"weltentor/cmd/weltentor/fleet/post"
	"weltentor/cmd/weltentor/settings"
	"weltentor/mailer/imap"
	"weltentor/orders/phrase"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/limits"
	"weltentor/resolve/logbook"
	"weltentor/resolve/master"
	"weltentor/resolve/players"
	"weltentor/resolve/turns"
)

// Crew does what is to be done with one world.
type Crew struct {
	*Call
	fleet *fleet.Fleet
}

// board opens a world that a host has in hand.
func (k Crew) board(ctx context.Context, s fleet.Stay) (*mailer, error) {
	c := *k.Call
	c.ctx, c.at, c.aboard = ctx, s.Now, &aboard{Stay: s, config: k.fleet.Config}
	w, done, err := c.change(s.Dir)
	if err != nil {
		return nil, err
	}
	done() // the lock is the host's
	w.World.Acts(logbook.Hand{By: logbook.Timer, At: s.Now})
	w.call = c.speaking(phrase.Lang(w.settings.GM.Lang))
	return mailOf(w), nil
}

// look opens it to be read.
func (k Crew) look(s fleet.Stay) (*opened, error) {
	st, err := settings.Read(s.Dir)
	if err != nil {
		return nil, err
	}
	return k.openWith(s.Dir, st)
}

// Rules are the versions of the rules that this program has.
func (k Crew) Rules() map[string]int {
	rules := map[string]int{}
	for _, b := range k.books {
		rules[b.Name()] = b.Version()
	}
	return rules
}

// Take takes mails in, as `poll` does. Those that are to come again are not all.
func (k Crew) Take(ctx context.Context, s fleet.Stay, mails []post.Placed) (all bool, err error) {
	w, err := k.board(ctx, s)
	if err != nil {
		return false, err
	}
	if err := w.waits(); err != nil {
		return false, err
	}
	wanted := map[post.Mail]string{}
	for _, m := range mails {
		wanted[post.Mail{Validity: m.Validity, UID: m.UID}] = m.Sum
	}
	return k.fetch(ctx, w, s.World, wanted)
}

// fetch takes these mails, and those that a copy which was restored has lost.
func (k Crew) fetch(ctx context.Context, w *mailer, world string, wanted map[post.Mail]string) (all bool, err error) {
	w.call.aboard.sums = wanted
	w.call.aboard.mine = func(_ []imap.Neighbour, validity uint32, uids []uint32, _ imap.Heads) ([]uint32, error) {
		return slices.DeleteFunc(slices.Clone(uids), func(uid uint32) bool {
			_, is := wanted[post.Mail{Validity: validity, UID: uid}]
			return !is
		}), nil
	}
	w.call.aboard.others = func(raw []byte) (bool, error) { return k.others(ctx, world, raw) }
	ctx, cancel := w.limited(ctx)
	defer cancel()
	_, _, err = w.fetch(ctx)
	if c := (*complaint)(nil); errors.As(err, &c) && c.What.Code == "mail-undecided" {
		return false, nil
	}
	return err == nil, err
}

// others tells whether a mail is another world's of the mailbox, or nobody's.
func (k Crew) others(ctx context.Context, world string, raw []byte) (bool, error) {
	worlds, _, err := k.fleet.Roll().Worlds(ctx)
	if err != nil {
		return true, err
	}
	sorter, err := fleet.NewSorter(worlds, worlds[world].Mailbox)
	if err != nil {
		return true, err
	}
	of, _ := sorter.Sort(raw)
	return of.World != world, nil
}

// Advance resolves the turn if it is due, and gives free places away.
func (k Crew) Advance(ctx context.Context, s fleet.Stay) (resolved bool, err error) {
	w, err := k.board(ctx, s)
	if err != nil {
		return false, err
	}
	status, err := master.StatusOf(w.World, s.Now)
	if err != nil || status.Held != nil {
		return false, w.wrong(err)
	}
	if want, err := players.Wanted(w.World, s.Now); err != nil {
		return false, w.wrong(err)
	} else if !want.None() && w.settings.IMAP.Host != "" {
		if all, err := k.fetch(ctx, w, s.World, nil); err != nil || !all {
			return false, err
		}
	}
	// What was written of the mailbox counts until it was read: here, or before the world came to the fleet.
	if m := status.Mailbox; m != nil && (m.Failed.IsZero() || m.Failed.Before(s.Now)) {
		if err := turns.MailboxRead(w.World); err != nil {
			return false, w.wrong(err)
		}
	}
	did, err := turns.Advance(w.World, s.Now, false)
	if err != nil {
		return false, w.wrong(err)
	}
	_, err = players.Seat(w.World, s.Now)
	return did.Resolved, w.wrong(err)
}

// Send sends what is due, and tells here what could not be mailed to the game master.
func (k Crew) Send(ctx context.Context, s fleet.Stay, permit func(context.Context) error) (sent int, err error) {
	w, err := k.board(ctx, s)
	if err != nil {
		return 0, err
	}
	w.call.aboard.permit = permit
	ctx, cancel := w.limited(ctx)
	defer cancel()
	before, err := master.StatusOf(w.World, s.Now)
	if err != nil {
		return 0, w.wrong(err)
	}
	if sent, err = w.send(ctx); err != nil {
		return sent, err
	}
	after, err := master.StatusOf(w.World, s.Now)
	if err != nil {
		return sent, w.wrong(err)
	}
	w.tellFailed(before, after, func() bool { return w.maySpeak(limits.FailuresSpoken) })
	return sent, w.wrong(w.tell(after.Notices))
}

// Unread writes down in a world that its mailbox could not be read since then, when the game master is to be
// told: after the hours of imap.alarm, or when a turn has waited for long.
func (k Crew) Unread(ctx context.Context, s fleet.Stay, since time.Time, why error) error {
	w, err := k.board(ctx, s)
	if err != nil {
		return err
	}
	status, err := master.StatusOf(w.World, s.Now)
	if err != nil {
		return w.wrong(err)
	}
	m, c := status.Mailbox, w.unheard(s.World, why)
	noted := m != nil && !m.Failed.Before(since)
	alarm, lasted := time.Duration(w.settings.IMAP.Alarm)*time.Hour, s.Now.Sub(since)
	waits := !status.Deadline.IsZero() && s.Now.Sub(status.Deadline) >= againTime
	switch {
	case noted && s.Now.Sub(m.Failed) < againTime && m.What.Code == c.What.Code,
		!waits && (alarm == 0 || lasted < alarm):
		return nil
	}
	reason := deadlines.Reason{What: c.What, Detail: c.Detail(phrase.Lang(w.settings.GM.Lang))}
	if !noted {
		if err := turns.MailboxFailed(w.World, reason, since); err != nil {
			return w.wrong(err)
		}
	}
	return w.wrong(turns.MailboxFailed(w.World, reason, s.Now))
}

// Stuck tells the game master, or otherwise the operator, of mail that the world could not take for long.
func (k Crew) Stuck(ctx context.Context, s fleet.Stay, t fleet.Trouble, why error) error {
	world := phrase.Str("world", s.World)
	w, err := k.board(ctx, s)
	if err != nil {
		return k.operator(ctx, "stuck."+s.World, t.Since, "fleet-stuck", world, phrase.Str("why", err.Error()))
	}
	status, err := master.StatusOf(w.World, s.Now)
	if err != nil || status.Held != nil {
		return w.wrong(err)
	}
	var c *complaint
	said := why.Error()
	if errors.As(commands.Wrong(s.World, w.call.storeError(s.World, why)), &c) {
		said = c.Say(w.call.voice.book)
	}
	words := w.call.voice.book.Say(phrase.P("mail-stuck", world, phrase.Str("why", said),
		phrase.Str("inbox", w.settings.IMAP.Inbox), phrase.Str("since", when(t.Since, w.zone()))))
	return w.wrong(w.World.Alarm(fmt.Sprint("mail stuck ", t.Since.Unix()), words, s.Now))
}

// Copy writes a world's store into a new file.
func (k Crew) Copy(s fleet.Stay, file string) error {
	w, err := k.look(s)
	if err != nil {
		return err
	}
	return w.wrong(w.World.BackupFile(file))
}

// againTime is how long a world that knows of its mailbox's trouble is not told the same.
const againTime = 6 * time.Hour
