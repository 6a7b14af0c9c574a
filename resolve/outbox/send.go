package outbox

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"time"

	"weltentor/resolve/address"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
)

// Rehearse makes sure that there is room to record what becomes of a letter. If it fails, the letter must not leave:
// it would leave again with every call until there is room. A record takes free pages of the file, so nothing is done
// while enough of it is free. Otherwise, and in the first call of a run, the letter is stored as it is. If that leaves
// too little, the file is made larger.
func (o *Office) Rehearse(id uint64) error {
	again := func(tx *store.Tx) error {
		e, err := Open(tx).letter(id)
		if err != nil {
			return fmt.Errorf("before a letter leaves: %w", err)
		}
		Open(tx).Save(&e)
		return nil
	}
	return o.Disk.Reserve(again)
}

// Next returns the letter that has been due for longest, rendered, and nil if none is due. It stays due until Record
// says what became of it. A letter that cannot be rendered is marked as failed, the game master is told, and it holds
// up no other. If the settings have no address to send from, it returns ErrAddress.
func (o *Office) Next(now time.Time) (*Outgoing, error) { return o.behind(nil, now) }

// behind is Next while some letters have left whose outcome is not recorded.
func (o *Office) behind(left []gone, now time.Time) (*Outgoing, error) {
	for {
		e, out, fault, err := o.first(left, now)
		switch {
		case errors.Is(err, errRipe):
			if err := o.digest(now); err != nil {
				return nil, err
			}
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

// first finds the letter that is due, nil if none is, and renders it, unless the game's address is still missing in
// it. The fault is the letter's own.
func (o *Office) first(left []gone, now time.Time) (e *Message, out *Outgoing, fault, err error) {
	err = o.Disk.View(func(tx *store.Tx) error {
		until := Open(tx).Limited(o.PerHour, now)
		if !until.IsZero() {
			return nil
		}
		if ripe(Open(tx).gathered(), now) {
			return errRipe
		}
		last := ""
		if o.PerHour > 0 { // somebody waits for a receipt, and a turn's reports may take hours
			last = KindReport
		}
		id, waits := Open(tx).due(now, last, left)
		if !waits {
			return nil
		}
		found, err := Open(tx).letter(id)
		if err != nil {
			return err
		}
		if e = &found; e.From == "" {
			return nil
		}
		raw, wrong := o.rendered(tx, found)
		if fault = wrong; fault == nil {
			out = &Outgoing{ID: e.ID, From: e.Envelope, To: e.To, MessageID: e.MessageID, Raw: raw,
				Attempts: len(e.tries())}
		}
		return nil
	})
	return e, out, fault, err
}

// atOnce is how many letters are addressed in one transaction. After a turn of a large game there are thousands, and a
// transaction holds everything it changes.
const atOnce = 500

// address puts the game's present address into all letters that are due and have none yet. From then on they keep it.
// It does the same with the game master's address.
func (o *Office) address(now time.Time) error {
	from, err := o.GameAddress()
	if err != nil {
		return err
	}
	var last *Message
	for more := true; more; {
		err := o.Disk.Update(func(tx *store.Tx) error {
			due, err := Open(tx).unaddressed(now, last, atOnce)
			for i := range due {
				o.addressOne(tx, &due[i], from)
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

func (o *Office) addressOne(tx *store.Tx, e *Message, from string) {
	e.From, e.FromName = from, o.Master.World
	if e.Kind != KindReceipt && !e.NullSender { // answers have the null sender, so that nothing answers them
		e.Envelope = from
	}
	if to := o.Master.Reader(e.To); e.Kind == KindNotice && to != "" {
		e.To = to
	}
	if e.MessageID == "" {
		_, host, _ := strings.Cut(address.Wire(from), "@")
		seed := store.Seed(tx)
		key := sha256.Sum256(fmt.Appendf(nil, "%x\x00%d\x00%d\x00%s\x00%s", seed, e.ID, e.Queued.UnixNano(), e.To,
			e.Subject))
		e.MessageID = fmt.Sprintf("<%s.%x@%s>", e.Kind, key[:10], host)
	}
	o.pack(tx, e)
	Open(tx).Save(e)
	Open(tx).name(*e)
}

// unsendable marks a letter that cannot be rendered as failed.
func (o *Office) unsendable(id uint64, fault error, now time.Time) error {
	reason, _, _ := strings.Cut(fault.Error(), "\n")
	return o.Disk.Update(func(tx *store.Tx) error {
		e, err := Open(tx).letter(id)
		if err != nil {
			return err
		}
		e.State, e.Reason = Failed, wording.Clipped(reason, AnswerKept)
		Open(tx).Save(&e)
		o.Master.undelivered(tx, e, now)
		return nil
	})
}

// Record records how an attempt ended: delivered and permanently refused letters are done, others wait for their next
// time. An attempt that was Held does not count, and of several in a row the last is kept. The game master is told
// about letters that do not arrive, or perhaps not. A report refused for its size is sent again at once as a summary:
// that tells the player more than nothing.
func (o *Office) Record(id uint64, a Attempt) error { return o.record(gone{id, a}) }

// record is Record for several, in one transaction.
func (o *Office) record(left ...gone) error {
	return o.Disk.Update(func(tx *store.Tx) error {
		for _, g := range left {
			if err := o.recordOne(tx, g.id, g.attempt); err != nil {
				return err
			}
		}
		return nil
	})
}

func (o *Office) recordOne(tx *store.Tx, id uint64, a Attempt) error {
	e, err := Open(tx).letter(id)
	if err != nil {
		return fmt.Errorf("recording an attempt: %w", err)
	}
	was := e.State
	a.At, a.Text = a.At.UTC(), wording.Clipped(a.Text, AnswerKept)
	if a.Result != Held {
		Open(tx).count(a.At)
	}
	e.tried(a)
	if was == Waiting && e.State == Failed && a.TooBig && e.Kind == KindReport && e.Stripped == "" {
		lang, err := o.Speaks(tx, e.Realm)
		if err != nil {
			return err
		}
		e.State, e.Due, e.Stripped = Waiting, a.At, "\n"+wording.Words(lang).T("report-stripped")+"\n"
		o.Master.stripped(tx, e, a.At)
	}
	if e.State == Sent {
		if e.Way == nil { // of a way back the Message-ID is kept as well, and a letter that came back may leave again
			e.spent()
		}
		e.Reason = ""
	}
	Open(tx).Save(&e)
	if was == Waiting && e.undelivered() {
		o.Master.undelivered(tx, e, a.At)
		return nil
	}
	return nil
}

// Round hands out letters as Next does, but records the outcome of several together, for stores where a change costs
// more than a letter. If the process ends, those that are not recorded leave again, with the same Message-ID and
// bytes.
type Round struct {
	*Office
	Most int           // letters that are recorded together; 0: each by itself
	Wait time.Duration // how long the first of them waits for others

	left  []gone
	since time.Time // when the first of them left
}

// gone is a letter that was handed over, and how the attempt ended.
type gone struct {
	id      uint64
	attempt Attempt
}

// Next is Office.Next. If no letter is due, the outcome of those that have left is recorded.
func (r *Round) Next(now time.Time) (*Outgoing, error) {
	out, err := r.behind(r.left, now)
	if out == nil && err == nil {
		err = r.Settle()
	}
	return out, err
}

// Record is Office.Record. A letter that has arrived may wait until others have left, or for Settle. One that has not
// arrived, or that counts for an hourly limit, is recorded at once: it decides what comes next.
func (r *Round) Record(id uint64, a Attempt) error {
	if len(r.left) == 0 {
		r.since = time.Now()
	}
	r.left = append(r.left, gone{id, a})
	if len(r.left) < r.Most && time.Since(r.since) < r.Wait && a.Result == Delivered && r.PerHour == 0 {
		return nil
	}
	return r.Settle()
}

// Settle records the outcome of all letters that have left. If it fails, they leave again.
func (r *Round) Settle() error {
	left := r.left
	r.left = nil
	if len(left) == 0 {
		return nil
	}
	return r.record(left...)
}
