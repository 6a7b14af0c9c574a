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
	"weltentor/mailer/mime"
	"weltentor/mailer/proof"
	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/intake"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/sender"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
)

// frontDesk takes the mails of a poll into the store, several in one transaction.
type frontDesk struct {
	*Mailer
	*reading.Row
	ctx   context.Context
	left  int   // mails that belong to another world by now, or wait for the end of a hold
	fault error // of our own store, to tell it from the server's
}

// readers is how many mails are read at a time, while one goroutine commits.
const readers = 2

// FrontDesk makes the front desk of a poll, whose readers start at once. The caller must call Close.
func (m *Mailer) FrontDesk(ctx context.Context) *frontDesk {
	if m.Settings.Proof.Verify {
		m.prover() // set up here, because it asks the store, which the readers must not
	}
	d := &frontDesk{Mailer: m, ctx: ctx}
	d.Row = reading.NewRow(readers, d.read)
	return d
}

// Prepare starts reading mails. Reading goes on while earlier mails are committed.
func (d *frontDesk) Prepare(mails []imap.Fetched) {
	hashes := make([][32]byte, len(mails))
	for i, f := range mails {
		hashes[i] = sha256.Sum256(f.Raw)
	}
	seen, senders, err := sender.Expect(d.World, hashes...)
	for i, f := range mails {
		if f.Arrived.IsZero() { // the server does not know
			f.Arrived = d.Call.Now().UTC()
		}
		// A mail that was committed but could not be moved is not read again.
		m := &reading.Mail{Fetched: f, Fault: err, Seen: err == nil && seen[i] && !f.Empty, Senders: senders,
			Again: d.again}
		if !m.Seen && !m.Empty {
			m.Aside = d.unsorted(f)
		}
		if !m.Seen && !m.Empty && !d.again && m.Fault == nil {
			m.Others, m.Fault = d.Call.Linked.Replaced(f)
		}
		d.Add(m)
	}
}

// read reads a mail, and tries its password and its sender's proof. It runs in the background, and does not use the
// store.
func (d *frontDesk) read(m *reading.Mail) {
	if m.Seen || m.Fault != nil || m.Empty || m.Others || m.Aside != "" {
		return
	}
	d.readAs(m, func(from string) (known bool, charset string) {
		charset = senderOf(m, from).Charset
		return charset != "", charset
	})
	if from := senderOf(m, m.Reading.From); m.Err == nil && m.Reading.Machine == "" && d.wantsProof(from.Charset != "") {
		p := d.Proof(d.ctx, m.Raw, m.Letter.From)
		m.Proof = &p
	}
}

// senderOf returns what was known about a sender when reading the mail began.
func senderOf(m *reading.Mail, from string) roster.Sender { return m.Senders[address.Folded(from)] }

// readAs reads a mail. The function says whether its sender is known.
func (d *frontDesk) readAs(m *reading.Mail, known func(from string) (bool, string)) {
	language := d.World.Rulebook().Language()
	lines := language.NewMemory()
	o := reading.Options(language, d.Settings.Address)
	o.Sender, o.Score = known, lines.Score
	if m.Reading, m.Err = incoming.Read(d.ctx, m.Raw, o); m.Err != nil {
		return
	}
	m.Letter = reading.Letter(m.Fetched, m.Reading)
	m.Letter.Lines, m.Letter.Sender = lines, senderOf(m, m.Reading.From)
	if m.Again {
		m.Letter.Notes = append(m.Letter.Notes, phrase.P("note.restored"))
	}
	sender.StudyMail(d.World.Setup, &m.Letter)
}

// Commit takes the first mails in, as many as have been read, in one transaction. The result is as if each came alone.
// If one of them prevents that, each is committed alone.
func (d *frontDesk) Commit() (verdicts []imap.Verdict, err error) {
	mails := d.Read(imap.MostTogether, d.mayJoin)
	defer func() {
		d.Taken(len(verdicts))
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

// mayJoin reports whether a mail that was read may be committed with others. A mail whose sender cannot be proven now,
// or with which something is wrong, is committed alone.
func (d *frontDesk) mayJoin(m *reading.Mail) bool {
	return !m.Seen && m.Fault == nil && !m.Empty && !m.Others && m.Aside == "" && m.Err == nil &&
		(m.Proof == nil || !m.Proof.Later && m.Proof.Why != proof.Unread)
}

// together takes mails in, in one transaction, and returns how many; 0: nothing was stored.
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
	for _, t := range taken {
		d.hears(t)
	}
	return len(taken)
}

// alone commits one mail. If it cannot be read, or makes the rules fail, it is put aside, and the game master is told.
func (d *frontDesk) alone(m *reading.Mail) (imap.Verdict, error) {
	switch {
	case m.Fault != nil:
		return imap.Keep, m.Fault
	case m.Seen:
		return imap.Processed, nil
	case m.Empty:
		return d.unshown(m.Fetched)
	case m.Others:
		d.left++
		return imap.Keep, nil
	case m.Aside != "":
		return imap.Quarantine, d.tellAside(m.Fetched, m.Aside)
	case d.ctx.Err() != nil:
		return imap.Keep, d.ctx.Err()
	}
	if m.Err == nil && m.Reading.Machine == "" && d.knows(m) {
		d.readAs(m, d.SentBy) // a mail before it may have made its sender known
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
	case errors.Is(err, faults.ErrRules):
		return imap.Quarantine, d.putAside(m.Fetched, err)
	case err != nil:
		return imap.Keep, err
	case taken.Fate == receipt.Undecided && d.held:
		d.left++
		return imap.Keep, nil
	case taken.Fate == receipt.Undecided:
		d.prover().held[l.From]++
		return imap.Keep, nil
	}
	d.hears(taken)
	return imap.Processed, nil
}

// unshown notes a mail that the server does not show. It stays in the inbox, and turns wait for it, see
// deadlines.Unshown, until it is put aside. In a fleet it is not taken, so the world's clock waits for it.
func (d *frontDesk) unshown(f imap.Fetched) (imap.Verdict, error) {
	m := deadlines.Mail{Validity: f.UIDValidity, UID: f.UID, Size: f.Size, Came: f.Arrived.UTC()}
	if h, _, _, err := mime.SplitHeader(f.Raw); err == nil && len(f.Raw) > 0 {
		for _, from := range mime.Addresses(h, "From") {
			m.From = wording.Cut(from.Address)
		}
		m.Subject, m.Date = wording.Cut(mime.Field(h, "Subject")), wording.Cut(mime.Field(h, "Date"))
	}
	aside, err := notices.MailUnshown(d.World, m, d.Call.Now())
	if aside && err == nil {
		return imap.Quarantine, d.tellAside(f, texts.Book(phrase.Lang(d.Settings.GM.Lang)).Say(phrase.P("mail-unshown",
			append(m.Named(), phrase.Num("uid", int64(f.UID)),
				phrase.Str("folder", d.Settings.IMAP.Quarantine))...)))
	}
	if d.Call.Linked == nil {
		d.left++
	}
	return imap.Keep, err
}

// knows reports whether what is known about a mail's sender has changed since it was read.
func (d *frontDesk) knows(m *reading.Mail) bool {
	_, charset := d.SentBy(m.Reading.From)
	return charset != m.Letter.Sender.Charset
}

// SentBy returns whether a player writes from an address, and in which charset.
func (m *Mailer) SentBy(from string) (known bool, charset string) {
	_, senders, err := sender.Expect(m.World)
	charset = senders[address.Folded(from)].Charset
	return err != nil || charset != "", charset // Accept will report an error of the store
}

// putAside tells the game master about a mail that a person should look at. If there are many on a day, it only says
// that there are more, since anybody can send unreadable mails.
func (m *Mailer) putAside(f imap.Fetched, why error) error {
	book, aside := texts.Book(phrase.Lang(m.Settings.GM.Lang)), phrase.Str("folder", m.Settings.IMAP.Quarantine)
	reason, _, _ := strings.Cut(why.Error(), "\n")
	words := book.Say(phrase.P("quarantined", phrase.Num("uid", int64(f.UID)), phrase.Num("size", f.Size), aside,
		phrase.Str("reason", reason)))
	return m.tellAside(f, words)
}

// tellAside is putAside with the words given.
func (m *Mailer) tellAside(f imap.Fetched, words string) error {
	book, aside := texts.Book(phrase.Lang(m.Settings.GM.Lang)), phrase.Str("folder", m.Settings.IMAP.Quarantine)
	more := book.Say(phrase.P("quarantined-more", phrase.Num("n", limits.MailsAside.Most()), aside))
	return m.World.AlarmOfMany(outbox.Trouble{Fact: outbox.MailAside, Words: words, More: more,
		Key: fmt.Sprintf("put aside %d/%d", f.UIDValidity, f.UID)}, limits.MailsAside, m.Call.Now())
}
