// Package worker does what the hosts of a fleet do with one world in hand: its mail is taken, its turn resolved, its
// letters sent. It calls the same packages as a command on a folder, so a game is the same on both. It also moves a
// world into the fleet, or out into a folder of its own (moves.go): the folder is marked first, so that no game goes on
// twice.
package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/config"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/mailing"
	"weltentor/mailer/imap"
	"weltentor/orders/phrase"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/logbook"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
)

// Worker does what a host does with one world.
type Worker struct {
	*call.Call
	Config *config.Config
	Worlds func(context.Context) (map[string]fleet.Entered, error) // all worlds of the fleet
}

// call is the call with another context.
func (k Worker) call(ctx context.Context) *call.Call {
	c := *k.Call
	c.Ctx = ctx
	return &c
}

// board opens a world that a host has in hand, to change it.
func (k Worker) board(ctx context.Context, s fleet.Stay) (*mailing.Mailer, error) {
	c := k.call(ctx)
	c.At, c.Linked = s.Now, &fleet.World{Stay: s, Config: k.Config}
	w, done, err := folder.Change(c, s.Dir)
	if err != nil {
		return nil, err
	}
	done() // the lock belongs to the host
	w.World.SetActor(logbook.Hand{By: logbook.Timer, At: s.Now})
	w.Call = c.Speaking(phrase.Lang(w.Settings.GM.Lang))
	return mailing.NewMailer(w), nil
}

// look opens the world to read it.
func (k Worker) look(s fleet.Stay) (*folder.Opened, error) {
	c := k.call(k.Ctx)
	c.Linked = &fleet.World{Stay: s, Config: k.Config}
	return folder.Open(c, s.Dir)
}

// Outlook returns what is due in a world at s.Now, and when a host is to look at its turn. due: that is now.
func (k Worker) Outlook(s fleet.Stay) (g world.Gist, next time.Time, due bool, err error) {
	w, err := k.look(s)
	if err != nil {
		return g, next, false, err
	}
	g, next, due, err = w.World.Outlook(s.Now)
	return g, next, due, w.Wrong(err)
}

// Rules returns the versions of the rules that this program has, by rulebook.
func (k Worker) Rules() map[string]int {
	rules := map[string]int{}
	for _, b := range k.Books {
		rules[b.Name()] = b.Version()
	}
	return rules
}

// Take takes mails in, as `poll` does, if they still have these sums or are the world's all the same. It returns false if
// some are to come again.
func (k Worker) Take(ctx context.Context, s fleet.Stay, wanted map[fleet.Mail]string) (all bool, err error) {
	w, err := k.board(ctx, s)
	if err != nil {
		return false, err
	}
	waits := w.Waits()
	if waits != nil && !w.HearsMaster() {
		return false, waits
	}
	if err := w.InPlace(); err != nil {
		return false, err
	}
	if all, err = k.fetch(ctx, w, s.World, wanted); err == nil {
		err = cmp.Or(w.CarryOut(), waits)
	}
	return all && err == nil, err
}

// fetch takes these mails, and those that a restored copy has lost. If the server has given other numbers to its mails,
// they are to be listed again.
func (k Worker) fetch(ctx context.Context, w *mailing.Mailer, world string,
	wanted map[fleet.Mail]string) (all bool, err error) {
	renumbered := false
	w.Call.Linked.Sums = wanted
	w.Call.Linked.Mine = func(_ []imap.Neighbour, validity uint32, uids []uint32, _ imap.Heads) ([]uint32, error) {
		for m := range wanted {
			renumbered = renumbered || m.Validity != validity
		}
		return slices.DeleteFunc(slices.Clone(uids), func(uid uint32) bool {
			_, is := wanted[fleet.Mail{Validity: validity, UID: uid}]
			return !is
		}), nil
	}
	w.Call.Linked.Others = func(raw []byte) (bool, error) { return k.others(ctx, world, raw) }
	ctx, cancel := w.Limited(ctx)
	defer cancel()
	_, _, err = w.Fetch(ctx)
	if c := (*complaint.Complaint)(nil); errors.As(err, &c) && c.What.Code == mailing.Undecided {
		return false, nil
	}
	return err == nil && !renumbered, err
}

// Heed returns an error if the mark in a world's mailbox shows a later state of the world.
func (k Worker) Heed(ctx context.Context, s fleet.Stay) error { return k.heed(ctx, s, math.MaxUint64) }

// Met is Heed for a world whose mark was met, with this generation. Unless the world knows it, it looks at the mark.
func (k Worker) Met(ctx context.Context, s fleet.Stay, generation uint64) error {
	return k.heed(ctx, s, generation)
}

func (k Worker) heed(ctx context.Context, s fleet.Stay, generation uint64) error {
	w, err := k.board(ctx, s)
	if err == nil {
		err = w.InPlace()
	}
	if err != nil {
		return err
	}
	if known, _, err := w.Place().Stamp(); err != nil || generation <= known {
		return w.Wrong(err)
	}
	return w.Heed(ctx)
}

// others reports whether a mail is for another world of the mailbox, or for none.
func (k Worker) others(ctx context.Context, world string, raw []byte) (bool, error) {
	worlds, err := k.Worlds(ctx)
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

// Advance resolves the turn if it is due, gives free places to players who wait, and does the upkeep.
func (k Worker) Advance(ctx context.Context, s fleet.Stay) (resolved bool, err error) {
	w, err := k.board(ctx, s)
	if err != nil {
		return false, err
	}
	if err := w.InPlace(); err != nil {
		return false, err
	}
	if err := w.CarryOut(); err != nil { // a host that stopped has left it
		return false, err
	}
	status, err := gamemaster.StatusOf(w.World, s.Now)
	if err != nil || status.Held != nil {
		return false, w.Wrong(err)
	}
	if status.Due { // before letters leave, their round looks at the mark
		if err := w.Heed(ctx); err != nil {
			return false, err
		}
	}
	if want, err := players.Wanted(w.World, s.Now); err != nil {
		return false, w.Wrong(err)
	} else if !want.None() && w.Settings.IMAP.Host != "" {
		if all, err := k.fetch(ctx, w, s.World, nil); err != nil || !all {
			return false, err
		}
	}
	// A recorded failure of the mailbox counts until the mailbox was read. It was just read here, or the failure is
	// from before the world joined the fleet.
	if m := status.Mailbox; m != nil && (m.Failed.IsZero() || m.Failed.Before(s.Now)) {
		if err := notices.MailboxRead(w.World); err != nil {
			return false, w.Wrong(err)
		}
	}
	did, err := turns.Await(w.World, s.Now, w.Patience())
	if err != nil {
		return false, w.Wrong(err)
	}
	if _, err = players.Seat(w.World, s.Now); err == nil {
		err = w.Upkeep(ctx)
	}
	return did.Resolved, w.Wrong(err)
}

// Send sends what is due, and reports here what could not be mailed to the game master.
func (k Worker) Send(ctx context.Context, s fleet.Stay, permit func(context.Context) error) (sent int, err error) {
	w, err := k.board(ctx, s)
	if err != nil {
		return 0, err
	}
	w.Call.Linked.Permit = permit
	ctx, cancel := w.Limited(ctx)
	defer cancel()
	before, err := gamemaster.StatusOf(w.World, s.Now)
	if err != nil {
		return 0, w.Wrong(err)
	}
	if sent, err = w.Send(ctx); err != nil {
		return sent, err
	}
	after, err := gamemaster.StatusOf(w.World, s.Now)
	if err != nil {
		return sent, w.Wrong(err)
	}
	w.TellFailed(before, after, true)
	return sent, w.Wrong(w.Tell(after.Notices))
}

// Unread records in a world that its mailbox could not be read, once the game master is to be told. That is after the
// hours of imap.alarm, or when a turn has waited for long.
func (k Worker) Unread(ctx context.Context, s fleet.Stay, since time.Time, why error) error {
	w, err := k.board(ctx, s)
	if err != nil {
		return err
	}
	status, err := gamemaster.StatusOf(w.World, s.Now)
	if err != nil {
		return w.Wrong(err)
	}
	m, c := status.Mailbox, unheard(w, s.World, why)
	noted := m != nil && !m.Failed.Before(since)
	alarm, lasted := time.Duration(w.Settings.IMAP.Alarm)*time.Hour, s.Now.Sub(since)
	waits := !status.Deadline.IsZero() && s.Now.Sub(status.Deadline) >= againTime
	switch {
	case noted && s.Now.Sub(m.Failed) < againTime && m.What.Code == c.What.Code,
		!waits && (alarm == 0 || lasted < alarm):
		return nil
	}
	reason := deadlines.Reason{What: c.What, Detail: c.Detail(phrase.Lang(w.Settings.GM.Lang))}
	if !noted {
		if err := notices.MailboxFailed(w.World, reason, since); err != nil {
			return w.Wrong(err)
		}
	}
	return w.Wrong(notices.MailboxFailed(w.World, reason, s.Now))
}

// Stuck tells the game master, or otherwise the operator, about mail that the world has not been able to take for
// long.
func (k Worker) Stuck(ctx context.Context, s fleet.Stay, t fleet.Trouble, why error) error {
	world := phrase.Str("world", s.World)
	w, err := k.board(ctx, s)
	if err != nil {
		return k.operator(ctx, "stuck."+s.World, t.Since, "fleet-stuck", world, phrase.Str("why", err.Error()))
	}
	status, err := gamemaster.StatusOf(w.World, s.Now)
	if err != nil || status.Held != nil {
		return w.Wrong(err)
	}
	var c *complaint.Complaint
	said := why.Error()
	if errors.As(Wrong(s.World, folder.StoreError(w.Call, s.World, why)), &c) {
		said = c.Say(w.Call.Voice.Book)
	}
	words := w.Call.Voice.Book.Say(phrase.P("mail-stuck", world, phrase.Str("why", said),
		phrase.Str("inbox", w.Settings.IMAP.Inbox), phrase.Str("since", call.When(t.Since, w.Zone()))))
	return w.Wrong(w.World.Alarm(outbox.MailStuck, fmt.Sprint("mail stuck ", t.Since.Unix()), words, s.Now))
}

// Copy writes a world's store into a new file.
func (k Worker) Copy(s fleet.Stay, file string) error {
	w, err := k.look(s)
	if err != nil {
		return err
	}
	return w.Wrong(w.World.BackupFile(file))
}

// againTime is how long a world is not told the same about its mailbox again.
const againTime = 6 * time.Hour
