package world

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/mailing"
	"weltentor/cmd/weltentor/reading"
	"weltentor/cmd/weltentor/show"
	"weltentor/mailer/imap"
	"weltentor/mailer/incoming"
	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/outbox"
	"weltentor/resolve/sender"
	"weltentor/resolve/turns"
)

// AdoptCmd makes the present folder of a world the one that the game goes on in.
type AdoptCmd struct {
	folder.Changes
	Letters bool
	Yes     bool
}

// Run makes the folder the place that the world mails from; it can be run again. Before that it says how far the store
// is behind, and which letters wait in it. A store that is behind is adopted only with a yes.
func (k *AdoptCmd) Run(c *call.Call, w *folder.Opened) error {
	a := turns.Adopting{World: w.World, Place: w.Place(), Made: k.Letters}
	m := mailing.NewMailer(w)
	b, err := howBehind(c.Ctx, m, a)
	if err != nil {
		return err
	}
	if err := k.sayBehind(w, b, a); err != nil {
		return err
	}
	if err := c.Sure(k.Yes || !b.lags(), "adopt", phrase.Str("dir", k.Dir)); err != nil {
		return err
	}
	a.Above, a.Again = b.above, b.lags() || b.more || b.blind != nil
	if err := a.Done(c.Now()); err != nil {
		return err
	}
	if w.Settings.IMAP.Host != "" {
		if err := takeMailbox(c.Ctx, m); err != nil {
			return err
		}
	}
	c.Voice.Say("adopted", phrase.Str("dir", k.Dir))
	return nil
}

// takeMailbox puts the mark of an adopted world into its mailbox. If that fails now, the next cron does it. If another
// world has the mailbox, the folder is adopted all the same, and that is said first.
func takeMailbox(ctx context.Context, m *mailing.Mailer) error {
	config, err := m.IMAP(ctx)
	if err == nil {
		err = m.Claim(ctx, config, 0)
	}
	switch {
	case err == nil:
		return nil
	case errors.As(err, new(*complaint.Complaint)):
		m.Call.Voice.Say("adopted", phrase.Str("dir", m.Settings.Dir))
		return err
	}
	return complaint.Later("adopted-unmarked", err, phrase.Str("dir", m.Settings.Dir),
		phrase.Str("host", m.Settings.IMAP.Addr()))
}

// behind is how far a store is behind its world, as far as its folder and its mailbox show.
type behind struct {
	rounds  uint64 // rounds of letters that left elsewhere
	above   uint64 // the generation of the mark in the mailbox, if that has overtaken the store
	letters int    // letters from people in the folder of read mails that the store does not know
	more    bool   // there are also automatic mails that it does not know
	blind   error  // why the mailbox could not be looked into
}

// lags reports whether something is lost if the store is adopted as it is.
func (b behind) lags() bool { return b.rounds > 0 || b.letters > 0 }

// howBehind finds out how far the store is behind. If the world was adopted and its mailbox does not know yet, it is
// not behind: the adoption has reported it already. Nothing is changed, neither here nor in the mailbox.
func howBehind(ctx context.Context, m *mailing.Mailer, a turns.Adopting) (b behind, err error) {
	claims, err := a.Place.Claims()
	if err != nil || claims {
		return b, m.Wrong(err)
	}
	var overtaken *imap.OvertakenError
	if m.Settings.IMAP.Host != "" {
		if b.blind = survey(ctx, m, a, &b); errors.As(b.blind, &overtaken) {
			b.above, b.blind = overtaken.Generation, nil
		}
	}
	b.rounds, err = a.Place.Behind(overtaken != nil, b.above)
	return b, m.Wrong(err)
}

// survey counts the letters in the mailbox that the store does not know. The error is an *imap.OvertakenError if the
// mark there says that letters left elsewhere.
func survey(ctx context.Context, m *mailing.Mailer, a turns.Adopting, b *behind) error {
	config, err := m.IMAP(ctx)
	if err != nil {
		return err
	}
	want, err := a.Unknown()
	if err != nil {
		return err
	}
	var fault error
	own := reading.Options(m.World.Rulebook().Language(), m.Settings.Address)
	unknown := func(f imap.Fetched) error {
		if _, is, wanted, err := m.CopyIn(f.Raw, &want); is {
			if wanted {
				b.letters++
			}
			return err
		}
		hash := sha256.Sum256(f.Raw)
		known, _, err := sender.Expect(m.World, hash)
		others, wrong := m.OfOthers(f.Raw)
		if fault = cmp.Or(fault, err, wrong); fault != nil || others || !want.Has(hash, f.Arrived, known[0]) {
			return nil
		}
		r, err := incoming.Read(ctx, f.Raw, own)
		switch {
		case err != nil || r.Machine == "":
			b.letters++
		case !slices.ContainsFunc(m.Settings.Addresses(), func(a string) bool { return address.Same(a, r.From) }):
			b.more = true // possibly a bounce; but not what the doctor writes to the game itself
		}
		return nil
	}
	if err = cmp.Or(imap.Again(ctx, config, want.Since, unknown), fault); err != nil {
		return err
	}
	if config.Mark, err = m.Mark(); err != nil {
		return err
	}
	if _, err = imap.Marked(ctx, config); errors.As(err, new(*imap.SharedError)) {
		return nil // reported when the mailbox is claimed
	}
	return err
}

// sayBehind says how far the store is behind, and which letters wait in it.
func (k *AdoptCmd) sayBehind(w *folder.Opened, b behind, a turns.Adopting) error {
	c, s := w.Call, w.Settings
	status, err := gamemaster.StatusOf(w.World, c.Now())
	if err != nil {
		return err
	}
	if b.rounds > 0 {
		c.Voice.Say("adopt-behind", phrase.Num("n", int64(b.rounds)), phrase.Num("turn", status.Turn))
	}
	if b.letters > 0 {
		c.Voice.Say("adopt-unread", phrase.Num("n", b.letters), phrase.Str("folder", s.IMAP.Done))
	}
	if b.blind != nil {
		c.Voice.Say("adopt-blind", phrase.Str("host", s.IMAP.Addr()), phrase.Str("folder", s.IMAP.Done))
	}
	leave, made, err := a.Letters()
	if err != nil {
		return err
	}
	if a.Made {
		leave, made = append(leave, made...), nil
	}
	l := &show.LetterList{C: c, Zone: w.Zone(), Limited: status.Outbox.Limited}
	for _, some := range []struct {
		code string
		rows []outbox.OutboxRow
	}{{"adopt-leave", leave}, {"adopt-made", made}} {
		if len(some.rows) == 0 {
			continue
		}
		c.Voice.Say(some.code, phrase.Num("n", len(some.rows)))
		if b.lags() && some.code == "adopt-leave" {
			c.Voice.Say("adopt-twice")
		}
		if err := l.Table(some.rows[:min(len(some.rows), mostListed)]); err != nil {
			return fmt.Errorf("print the letters: %w", err)
		}
		if more := len(some.rows) - mostListed; more > 0 {
			c.Voice.Say("adopt-more", phrase.Num("n", more), phrase.Str("dir", k.Dir))
		}
	}
	return nil
}

// mostListed is how many letters are listed before a store is adopted.
const mostListed = 20
