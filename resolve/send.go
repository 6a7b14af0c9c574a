package resolve

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	"weltentor/resolve/store"
)

// Next gives the letter that has been due for longest, rendered; nil if none is
// due. It stays due until Record says what became of it. One that cannot be
// rendered is marked as failed and the game master is told of it: it holds up no
// other. ErrAddress if the settings have no address to send from.
func (o *Office) Next(now time.Time) (*Outgoing, error) {
	for {
		e, out, fault, err := o.first(now)
		switch {
		case err != nil || e == nil:
			return nil, err
		case fault != nil:
			if err := o.unsendable(e.ID, fault, now); err != nil {
				return nil, err
			}
		case out != nil:
			return out, nil
		default:
			if err := o.address(now); err != nil {
				return nil, err
			}
		}
	}
}

// first finds the letter that is due, nil if none is, and renders it; without
// the game's address in it yet it is not rendered. The fault is the letter's own.
func (o *Office) first(now time.Time) (e *entry, out *Outgoing, fault, err error) {
	err = o.disk.view(func(tx *store.Tx) error {
		until, err := outboxIn(tx).limited(o.PerHour, now)
		if err != nil || !until.IsZero() {
			return err
		}
		last := ""
		if o.PerHour > 0 { // somebody waits for his receipt, and a turn's reports may take hours
			last = kindReport
		}
		id, waits := outboxIn(tx).due(now, last)
		if !waits {
			return nil
		}
		found, err := outboxIn(tx).letter(id)
		if err != nil {
			return err
		}
		if e = &found; e.From == "" {
			return nil
		}
		raw, wrong := o.rendered(tx, found)
		if fault = wrong; fault == nil {
			out = &Outgoing{ID: e.ID, From: e.Envelope, To: e.To, MessageID: e.MessageID, Raw: raw, Attempts: len(e.tries())}
		}
		return nil
	})
	return e, out, fault, err
}

// atOnce is how many letters are addressed in one transaction: after a turn of a
// great game there are thousands, and a transaction holds all it changes.
const atOnce = 500

// address puts the game's present address into all letters that are due and
// have none yet; from then on they keep it. The same for the game master's.
func (o *Office) address(now time.Time) error {
	from, err := o.gameAddress()
	if err != nil {
		return err
	}
	var last *entry
	for more := true; more; {
		err := o.disk.update(func(tx *store.Tx) error {
			due, err := outboxIn(tx).unaddressed(now, last, atOnce)
			for i := range due {
				if err := o.addressOne(tx, &due[i], from); err != nil {
					return err
				}
			}
			if more = len(due) == atOnce; more {
				last = &due[atOnce-1]
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (o *Office) addressOne(tx *store.Tx, e *entry, from string) error {
	e.From, e.FromName = from, o.Master.World
	if e.Kind != kindReceipt && !e.Quiet { // answers have the null sender, so that nothing answers them
		e.Envelope = from
	}
	if e.Kind == kindNotice && o.Master.Mail != "" {
		e.To = o.Master.Mail
	}
	if e.MessageID == "" {
		_, host, _ := strings.Cut(from, "@")
		seed := tx.Bucket(metaBucket).Get([]byte("seed"))
		key := sha256.Sum256(fmt.Appendf(nil, "%x\x00%d\x00%d\x00%s\x00%s", seed, e.ID, e.Queued.UnixNano(), e.To, e.Subject))
		e.MessageID = fmt.Sprintf("<%s.%x@%s>", e.Kind, key[:10], host)
	}
	o.pack(tx, e)
	outboxIn(tx).save(e)
	return outboxIn(tx).name(*e)
}

// pack decides that a letter's files go in one ZIP where the world wants that of
// files of their size. A player who wishes it gets a ZIP of any size.
func (o *Office) pack(tx *store.Tx, e *entry) {
	if o.ZipAbove <= 0 || e.Zip || e.Kind != kindReport {
		return
	}
	rep, err := reportOf(tx, *e)
	if err != nil {
		return // it cannot be rendered, either, and that is told
	}
	size := len(rep.Text)
	for _, f := range rep.Files {
		size += len(f.Data)
	}
	e.Zip = size > o.ZipAbove
}

// rendered gives a letter's bytes. A panic is this letter's fault, too.
func (o *Office) rendered(tx *store.Tx, e entry) (raw []byte, err error) {
	if o.Render == nil {
		return nil, errors.New("nothing to render letters with")
	}
	d, err := draft(tx, e)
	if err != nil {
		return nil, err
	}
	if d, err = unsealed(tx, e, d); err != nil {
		return nil, err
	}
	if wrong := guarded(func() { raw, err = o.Render(d) }); wrong != nil {
		return nil, wrong
	}
	return raw, err
}

// draft is what a letter is rendered from. Where a secret belongs it has `***`.
func draft(tx *store.Tx, e entry) (d Draft, err error) {
	if e.Kind == kindReport {
		d, err = reportDraft(tx, e)
	} else {
		var found bool
		if d, found, err = outboxIn(tx).text(e.ID); err == nil && !found {
			err = fmt.Errorf("%w: letter %d has no text", ErrDamaged, e.ID)
		}
		if err == nil {
			err = d.withFiles(tx)
		}
	}
	d.From, d.FromName, d.To, d.ToName, d.Subject = e.From, e.FromName, e.To, e.ToName, e.Subject
	d.Date, d.MessageID = e.Queued, e.MessageID
	if e.Passed != 0 {
		d.ReplyTo = e.From
	}
	return d, err
}

// Draft shows a letter of the outbox as it leaves or has left, but for passwords
// and codes, which nobody else is told.
func (o *Office) Draft(id uint64) (d Draft, err error) {
	err = o.disk.view(func(tx *store.Tx) error {
		e, err := outboxIn(tx).letter(id)
		if err != nil {
			return err
		}
		d, err = draft(tx, e)
		return err
	})
	return d, err
}

// reportDraft is the letter a stored report leaves with.
func reportDraft(tx *store.Tx, e entry) (Draft, error) {
	rep, err := reportOf(tx, e)
	if err != nil {
		return Draft{}, err
	}
	if e.Stripped != "" {
		return Draft{Text: e.Opening + string(rep.Summary) + e.Stripped + e.Closing}, nil
	}
	d := Draft{Text: e.Opening + string(rep.Summary) + e.Closing, Event: e.Event}
	d.Files = append(d.Files, Attachment{Name: rep.Name, Type: "text/plain", Charset: e.Charset, Data: rep.Text})
	for _, f := range rep.Files {
		a := Attachment{Name: f.Name, Type: f.Type, Data: f.Data}
		if strings.HasPrefix(f.Type, "text/") {
			a.Charset = e.Charset
		}
		d.Files = append(d.Files, a)
	}
	if e.Zip {
		d.Zip = strings.TrimSuffix(rep.Name, path.Ext(rep.Name)) + ".ZIP"
	}
	return d, nil
}

// unsendable marks a letter that cannot be rendered as failed.
func (o *Office) unsendable(id uint64, fault error, now time.Time) error {
	reason, _, _ := strings.Cut(fault.Error(), "\n")
	return o.disk.update(func(tx *store.Tx) error {
		e, err := outboxIn(tx).letter(id)
		if err != nil {
			return err
		}
		e.State, e.Reason = Failed, clipped(reason, answerKept)
		outboxIn(tx).save(&e)
		return o.Master.queueUndelivered(tx, e, now)
	})
}

// Record writes down how an attempt ended: delivered and permanently refused
// letters are done, others wait for their next time. An attempt that was Held
// does not count, and of several in a row the last is kept. The game master is
// told of letters that do not arrive, or perhaps not. A report refused for its size is sent again
// at once as a summary: it tells the player more than nothing.
func (o *Office) Record(id uint64, a Attempt) error {
	return o.disk.update(func(tx *store.Tx) error {
		e, err := outboxIn(tx).letter(id)
		if err != nil {
			return fmt.Errorf("recording an attempt: %w", err)
		}
		was := e.State
		a.At, a.Text = a.At.UTC(), clipped(a.Text, answerKept)
		if a.Result != Held {
			if err := outboxIn(tx).count(a.At); err != nil {
				return err
			}
		}
		e.tried(a)
		if was == Waiting && e.State == Failed && a.TooBig && e.Kind == kindReport && e.Stripped == "" {
			lang, err := o.Speaks(tx, e.Realm)
			if err != nil {
				return err
			}
			e.State, e.Due, e.Stripped = Waiting, a.At, "\n"+Words(lang).T("report-stripped")+"\n"
			o.Master.queueStripped(tx, e, a.At)
		}
		if e.State == Sent {
			e.spent()
			e.Reason = ""
		}
		outboxIn(tx).save(&e)
		if was == Waiting && e.undelivered() {
			return o.Master.queueUndelivered(tx, e, a.At)
		}
		return nil
	})
}
