package outbox

import (
	"crypto/sha256"
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

// Gone is a letter that was handed over, and how that attempt ended.
type Gone struct {
	ID      uint64
	Attempt Attempt
}

// Exchange records how attempts ended, see Record, and returns the letters that have been due for longest then, at most
// so many, rendered. That is one opening of the store: so nobody waits for the network meanwhile, and a kill after it
// repeats no letter but those it returned. They stay due until another Exchange says what became of them. With an hourly
// limit there is one at most.
//
// The game's present address is put into letters that have none yet; from then on they keep it. A letter that cannot be
// rendered is marked as failed, the game master is told, and it holds up no other. If the settings have no address to
// send from, it returns ErrAddress.
func (o *Office) Exchange(left []Gone, most int, now time.Time) (next []*Outgoing, err error) {
	var t taking
	if len(left) == 0 { // perhaps nothing is to be written
		if err = o.Disk.View(func(tx *store.Tx) (err error) { t, err = o.take(tx, most, now, false); return err }); err != nil {
			return nil, err
		}
	}
	if len(left) > 0 || t.write {
		err = o.Disk.Update(func(tx *store.Tx) (err error) {
			for _, g := range left {
				if err := o.recordOne(tx, g.ID, g.Attempt); err != nil {
					return err
				}
			}
			t, err = o.take(tx, most, now, true)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	for i, e := range t.letters {
		out, fault := o.rendered(e, t.drafts[i])
		if fault == nil {
			next = append(next, out)
		} else if err := o.unsendable(e.ID, fault, now); err != nil {
			return nil, err
		}
	}
	if len(t.letters) > 0 && len(next) == 0 {
		return o.Exchange(nil, most, now) // those behind them
	}
	return next, t.fault
}

// Next is Exchange for one letter, if nothing is to be recorded.
func (o *Office) Next(now time.Time) (*Outgoing, error) {
	next, err := o.Exchange(nil, 1, now)
	if len(next) == 0 {
		return nil, err
	}
	return next[0], err
}

// taking are letters that are to leave.
type taking struct {
	letters []Message
	drafts  []Draft // of each, with its secrets
	write   bool    // there is more, for which something must be written
	fault   error   // why there is no more
}

// take reads the letters that are due. Only if write, it changes what has to be changed before.
func (o *Office) take(tx *store.Tx, most int, now time.Time, write bool) (t taking, err error) {
	if most == 0 || !Open(tx).Limited(o.PerHour, now).IsZero() {
		return t, nil
	}
	if ripe(Open(tx).gathered(), now) {
		if !write {
			return taking{write: true}, nil
		}
		if err := o.digest(tx, now); err != nil {
			return t, err
		}
	}
	last := ""
	if o.PerHour > 0 { // somebody waits for a receipt, and a turn's reports may take hours
		last, most = KindReport, 1
	}
	for skip := map[uint64]bool{}; len(t.letters) < most; {
		id, waits := Open(tx).due(now, last, skip)
		if !waits {
			return t, nil
		}
		skip[id] = true
		e, err := Open(tx).letter(id)
		if err != nil {
			return t, err
		}
		if e.From == "" && write {
			from, none := o.GameAddress()
			if t.fault = none; none != nil {
				return t, nil
			}
			o.addressOne(tx, &e, from)
		}
		if e.From == "" {
			t.write = true
			return t, nil
		}
		d, fault := whole(tx, e)
		switch {
		case fault == nil:
			t.letters, t.drafts = append(t.letters, e), append(t.drafts, d)
		case write:
			o.fails(tx, e, fault, now)
		default:
			t.write = true
			return t, nil
		}
	}
	return t, nil
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
	return o.Disk.Update(func(tx *store.Tx) error {
		e, err := Open(tx).letter(id)
		if err == nil {
			o.fails(tx, e, fault, now)
		}
		return err
	})
}

func (o *Office) fails(tx *store.Tx, e Message, fault error, now time.Time) {
	reason, _, _ := strings.Cut(fault.Error(), "\n")
	e.State, e.Reason = Failed, wording.Clipped(reason, AnswerKept)
	Open(tx).Save(&e)
	o.Master.undelivered(tx, e, now)
}

// Record records how an attempt ended: delivered and permanently refused letters are done, others wait for their next
// time. An attempt that was Held does not count, and of several in a row the last is kept. The game master is told
// about letters that do not arrive, or perhaps not. A report refused for its size is sent again at once as a summary:
// that tells the player more than nothing.
func (o *Office) Record(id uint64, a Attempt) error {
	_, err := o.Exchange([]Gone{{id, a}}, 0, a.At)
	return err
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
