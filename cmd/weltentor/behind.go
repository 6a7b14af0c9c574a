package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"weltentor/cmd/weltentor/reading"
	"weltentor/mailer/imap"
	"weltentor/mailer/incoming"
	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/master"
	"weltentor/resolve/outbox"
	"weltentor/resolve/sent"
	"weltentor/resolve/turns"
)

// behind is how far a store is behind its world, as far as its folder and its mailbox tell.
type behind struct {
	rounds  uint64 // of letters that left elsewhere
	above   uint64 // the generation that the mark in the mailbox has, if that has overtaken the store
	letters int    // of people, in the folder of read mails, that the store does not know
	more    bool   // mails of machines are there as well, that it does not know
	blind   error  // why the mailbox could not be looked into
}

// lags tells whether something is lost if the store is taken for the true one as it is.
func (b behind) lags() bool { return b.rounds > 0 || b.letters > 0 }

// behind looks how far the store is behind. A world that was adopted, and whose mailbox does not know yet, is not: it
// has been said then. Nothing is changed, neither here nor in the mailbox.
func (w *opened) behind(ctx context.Context, a turns.Adopting) (b behind, err error) {
	claims, err := a.Place.Claims()
	if err != nil || claims {
		return b, w.wrong(err)
	}
	var overtaken *imap.OvertakenError
	if w.settings.IMAP.Host != "" {
		if b.blind = w.survey(ctx, a, &b); errors.As(b.blind, &overtaken) {
			b.above, b.blind = overtaken.Generation, nil
		}
	}
	b.rounds, err = a.Place.Behind(overtaken != nil, b.above)
	return b, w.wrong(err)
}

// survey counts the letters in the mailbox that the store does not know. The error is an *imap.OvertakenError if the
// mark there says that letters left elsewhere.
func (w *opened) survey(ctx context.Context, a turns.Adopting, b *behind) error {
	config, err := w.imap(ctx)
	if err != nil {
		return err
	}
	want, err := a.Unknown()
	if err != nil {
		return err
	}
	var fault error
	own := reading.Options(w.World.Rulebook().Language(), w.settings.Address)
	unknown := func(f imap.Fetched) bool {
		hash := sha256.Sum256(f.Raw)
		known, _, err := sent.Expect(w.World, hash)
		others, wrong := sharer{w}.ofOthers(f.Raw)
		if fault = cmp.Or(fault, err, wrong); fault != nil || others || !want.Has(hash, f.Arrived, known[0]) {
			return false
		}
		r, err := incoming.Read(ctx, f.Raw, own)
		switch {
		case err != nil || r.Machine == "":
			b.letters++
		case !slices.ContainsFunc(w.settings.Addresses(), func(a string) bool { return address.Same(a, r.From) }):
			b.more = true // a bounce, perhaps; not what the doctor writes to the game itself
		}
		return false // nothing is taken in now
	}
	if err = cmp.Or(imap.Again(ctx, config, want.Since, unknown, nil), fault); err != nil {
		return err
	}
	if config.Mark, err = w.mark(); err != nil {
		return err
	}
	if _, err = imap.Marked(ctx, config); errors.As(err, new(*imap.SharedError)) {
		return nil // which whoever claims the mailbox is told
	}
	return err
}

// sayBehind says how far the store is behind, and which letters wait in it.
func (k *adoptCmd) sayBehind(w *opened, b behind, a turns.Adopting) error {
	c, s := w.call, w.settings
	status, err := master.StatusOf(w.World, c.now())
	if err != nil {
		return w.wrong(err)
	}
	if b.rounds > 0 {
		c.voice.say("adopt-behind", phrase.Num("n", int64(b.rounds)), phrase.Num("turn", status.Turn))
	}
	if b.letters > 0 {
		c.voice.say("adopt-unread", phrase.Num("n", b.letters), phrase.Str("folder", s.IMAP.Done))
	}
	if b.blind != nil {
		c.voice.say("adopt-blind", phrase.Str("host", s.IMAP.Addr()), phrase.Str("folder", s.IMAP.Done))
	}
	leave, made, err := a.Letters()
	if err != nil {
		return w.wrong(err)
	}
	if a.Made {
		leave, made = append(leave, made...), nil
	}
	l := &letterList{c: c, zone: w.zone(), limited: status.Outbox.Limited}
	for _, some := range []struct {
		code string
		rows []outbox.OutboxRow
	}{{"adopt-leave", leave}, {"adopt-made", made}} {
		if len(some.rows) == 0 {
			continue
		}
		c.voice.say(some.code, phrase.Num("n", len(some.rows)))
		if b.lags() && some.code == "adopt-leave" {
			c.voice.say("adopt-twice")
		}
		if err := l.table(some.rows[:min(len(some.rows), mostListed)]); err != nil {
			return fmt.Errorf("print the letters: %w", err)
		}
		if more := len(some.rows) - mostListed; more > 0 {
			c.voice.say("adopt-more", phrase.Num("n", more), phrase.Str("dir", k.Dir))
		}
	}
	return nil
}

// mostListed is how many letters are listed before a store is taken for the true one.
const mostListed = 20

// sayApart notes in a copy, and in an older state, which letters there are: those that a command makes there do not
// leave when it is adopted, unless they are asked for. What is given says so in the end, if the command did anything.
func (w *opened) sayApart() (said func(), err error) {
	if w.call.aboard != nil {
		return func() {}, nil // the journal has one writer
	}
	before, apart, err := w.place().Apart()
	if err != nil || !apart {
		return func() {}, w.wrong(err)
	}
	w.apart = true
	return func() {
		if now, err := w.place().Traces(); err == nil && now != before {
			w.call.voice.warn("nothing-leaves", phrase.Str("dir", w.settings.Dir))
		}
	}, nil
}
