package mailing

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"

	"weltentor/cmd/weltentor/reading"
	"weltentor/cmd/weltentor/texts"
	"weltentor/mailer/imap"
	"weltentor/mailer/incoming"
	"weltentor/mailer/proof"
	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/intake"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/sent"
	"weltentor/resolve/store"
)

// frontDesk takes the mails of a poll into the store, several in one transaction.
type frontDesk struct {
	*Mailer
	ctx   context.Context
	row   *reading.Row
	left  int   // mails that are another world's by now
	fault error // of our own store, told apart from the server's
}

// readers is how many mails are read at a time. One thread commits meanwhile.
const readers = 2

func (m *Mailer) FrontDesk(ctx context.Context) *frontDesk {
	if m.Settings.Proof.Verify {
		m.prover() // it asks the store, which those who read do not
	}
	d := &frontDesk{Mailer: m, ctx: ctx}
	d.row = reading.NewRow(readers, d.read)
	return d
}

// Close ends the reading of mails.
func (d *frontDesk) Close() { d.row.Close() }

// Prepare begins to read mails: that goes on while those before them are committed.
func (d *frontDesk) Prepare(mails []imap.Fetched) {
	hashes := make([][32]byte, len(mails))
	for i, f := range mails {
		hashes[i] = sha256.Sum256(f.Raw)
	}
	seen, senders, err := sent.Expect(d.World, hashes...)
	for i, f := range mails {
		// One that was committed and could not be moved costs nothing again.
		m := &reading.Mail{Fetched: f, Fault: err, Seen: err == nil && seen[i] && !f.Empty, Senders: senders,
			Again: d.again}
		if !m.Seen && !m.Empty {
			m.Aside = d.unsorted(f)
		}
		if !m.Seen && !m.Empty && !d.again && m.Fault == nil {
			m.Others, m.Fault = d.Call.Linked.Replaced(f)
		}
		d.row.Add(m)
	}
}

// Ready tells when the first mail has been read.
func (d *frontDesk) Ready() <-chan struct{} { return d.row.Ready() }

// read reads a mail, and tries its password and its sender's proof. It runs on the side, and asks
// nothing of the store.
func (d *frontDesk) read(m *reading.Mail) {
	if m.Seen || m.Fault != nil || m.Empty || m.Others || m.Aside != "" {
		return
	}
	d.readAs(m, func(from string) (known bool, charset string) {
		charset = sender(m, from).Charset
		return charset != "", charset
	})
	if from := sender(m, m.Reading.From); m.Err == nil && m.Reading.Machine == "" && d.wantsProof(from.Charset != "") {
		p := d.Proof(d.ctx, m.Raw, m.Letter.From)
		m.Proof = &p
	}
}

// sender is what was known of who writes from an address when the mail was begun.
func sender(m *reading.Mail, from string) roster.Sender { return m.Senders[address.Folded(from)] }

// readAs reads a mail whose sender is known or not.
func (d *frontDesk) readAs(m *reading.Mail, known func(from string) (bool, string)) {
	language := d.World.Rulebook().Language()
	lines := language.NewMemory()
	o := reading.Options(language, d.Settings.Address)
	o.Sender, o.Score = known, lines.Score
	if m.Reading, m.Err = incoming.Read(d.ctx, m.Raw, o); m.Err != nil {
		return
	}
	m.Letter = reading.Letter(m.Fetched, m.Reading)
	m.Letter.Lines, m.Letter.Sender = lines, sender(m, m.Reading.From)
	if m.Again {
		m.Letter.Notes = append(m.Letter.Notes, phrase.P("note.restored"))
	}
	sent.Study(d.World.Setup, &m.Letter)
}

// Commit takes the first mails in, as many as have been read, in one transaction: each as if it
// came alone. If one of them does not let that be, each of them does come alone.
func (d *frontDesk) Commit() (verdicts []imap.Verdict, err error) {
	mails := d.row.Read(imap.MostTogether, d.mayJoin)
	defer func() {
		d.row.Taken(len(verdicts))
		d.fault = err
	}()
	if len(mails) > 1 && d.ctx.Err() == nil {
		if n := d.together(mails); n > 0 {
			return slices.Repeat([]imap.Verdict{imap.Processed}, n), nil
		}
	}
	for _, m := range mails {
		v, err := d.alone(m)
		if err != nil {
			return verdicts, err
		}
		verdicts = append(verdicts, v)
	}
	return verdicts, nil
}

// mayJoin tells whether a mail that was read may be committed with others. One whose sender cannot be
// proven now, or with which something is wrong, is a matter of its own.
func (d *frontDesk) mayJoin(m *reading.Mail) bool {
	return !m.Seen && m.Fault == nil && !m.Empty && !m.Others && m.Aside == "" && m.Err == nil &&
		(m.Proof == nil || !m.Proof.Later && m.Proof.Why != proof.Unread)
}

// together takes mails in, in one transaction, and tells how many; 0: nothing was stored.
func (d *frontDesk) together(mails []*reading.Mail) int {
	letters := make([]letter.Letter, len(mails))
	for i, m := range mails {
		letters[i] = m.Letter
		if m.Reading.Machine == "" && d.prove(m, &letters[i], m.Letter.Sender.Charset != "") != nil {
			return 0
		}
	}
	taken, err := intake.AcceptSome(d.World, letters, d.Call.Now)
	if err != nil {
		return 0
	}
	return len(taken)
}

// alone commits one mail. What cannot be read, or meets a fault of the rules, is put aside, and
// the game master is told.
func (d *frontDesk) alone(m *reading.Mail) (imap.Verdict, error) {
	switch {
	case m.Fault != nil:
		return imap.Keep, m.Fault
	case m.Seen:
		return imap.Processed, nil
	case m.Empty:
		return imap.Quarantine, d.putAside(m.Fetched, errors.New("the mail server shows nothing of it"))
	case m.Others:
		d.left++
		return imap.Keep, nil
	case m.Aside != "":
		return imap.Quarantine, d.tellAside(m.Fetched, m.Aside)
	case d.ctx.Err() != nil:
		return imap.Keep, d.ctx.Err()
	}
	if m.Err == nil && m.Reading.Machine == "" && d.knows(m) {
		d.readAs(m, d.SentBy) // a mail before it has made its sender known
		m.Proof = nil
	}
	if m.Err != nil {
		return imap.Quarantine, d.putAside(m.Fetched, m.Err)
	}
	l := m.Letter
	if m.Reading.Machine == "" {
		known, _ := d.SentBy(l.From)
		if err := d.prove(m, &l, known); err != nil {
			return imap.Keep, err
		}
	}
	taken, err := intake.Accept(d.World, l, d.Call.Now())
	switch {
	case errors.Is(err, store.ErrRules):
		return imap.Quarantine, d.putAside(m.Fetched, err)
	case err != nil:
		return imap.Keep, err
	case taken.Fate == receipt.Undecided:
		d.prover().held[l.From]++
		return imap.Keep, nil
	}
	return imap.Processed, nil
}

// knows tells whether the sender of a mail is known otherwise than when it was read.
func (d *frontDesk) knows(m *reading.Mail) bool {
	_, charset := d.SentBy(m.Reading.From)
	return charset != m.Letter.Sender.Charset
}

// SentBy tells the mailer whether a player writes from an address, and how.
func (m *Mailer) SentBy(from string) (known bool, charset string) {
	charset, err := sent.Charset(m.World, from)
	return err != nil || charset != "", charset // what is wrong with the store, Accept will tell
}

// putAside tells the game master of a mail that a person should look at; of many
// a day, that there are more: anybody can send unreadable ones.
func (m *Mailer) putAside(f imap.Fetched, why error) error {
	book, aside := texts.Book(phrase.Lang(m.Settings.GM.Lang)), phrase.Str("folder", m.Settings.IMAP.Quarantine)
	reason, _, _ := strings.Cut(why.Error(), "\n")
	words := book.Say(phrase.P("quarantined", phrase.Num("uid", int64(f.UID)), phrase.Num("size", f.Size), aside,
		phrase.Str("reason", reason)))
	return m.tellAside(f, words)
}

// tellAside is putAside in these words.
func (m *Mailer) tellAside(f imap.Fetched, words string) error {
	book, aside := texts.Book(phrase.Lang(m.Settings.GM.Lang)), phrase.Str("folder", m.Settings.IMAP.Quarantine)
	more := book.Say(phrase.P("quarantined-more", phrase.Num("n", limits.MailsAside.Most()), aside))
	return m.World.AlarmOfMany(limits.MailsAside, fmt.Sprintf("put aside %d/%d", f.UIDValidity, f.UID), words,
		more, m.Call.Now())
}
