package outbox

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
)

// What the game master does with letters by hand: try again, hold, release.

// Anew makes another letter in place of one, and reports whether it did.
type Anew func(Message) (made bool, err error)

// Retry queues letters again that were refused, given up, left unclear, held or came back, as if they had never been
// tried. Those that wait are tried at once. If one of them does not exist, it returns ErrLetter. If one has left, or
// came back without the secret it brought, which is stored nowhere, it returns ErrSpent. Then none is changed. Those that
// anew makes anew are left to it. See corrected for the address.
func (o *Office) Retry(tx *store.Tx, anew Anew, ids ...uint64) error {
	return o.eachIn(tx, ids, "log.letter-again", func(tx *store.Tx, e Message) error {
		if made, err := anew(e); made || err != nil {
			return err
		}
		switch {
		case e.State == Sent:
			return wording.Fault(faults.ErrSpent, "sent", letterArg(e))
		case e.Undone:
			return wording.Fault(faults.ErrSpent, "letter-undone", letterArg(e))
		case e.isSpent() && e.Secret.Use == secrets.AsPassword:
			return wording.Fault(faults.ErrSpent, "spent-password", letterArg(e))
		case e.isSpent():
			return wording.Fault(faults.ErrSpent, "spent-code", letterArg(e))
		}
		e.resend(tx)
		return nil
	})
}

// resend queues the letter again, for the address that its reader has now.
func (e *Message) resend(tx *store.Tx) {
	rec, _ := roster.Get(tx, e.Realm)
	e.corrected(rec, rec.Own.Mail)
	e.again()
	Open(tx).Save(e)
}

// corrected turns a letter for who plays its realm now to their first address, if it was to one of these that they had,
// and have no more. A report follows the first address, whatever they have. A letter that is bound stays where it is. It
// reports whether the letter is for that address now.
func (e *Message) corrected(rec roster.RealmRecord, had []string) bool {
	if e.Kind == KindNotice || e.Bound() || !e.isOf(rec) || !address.Contains(had, e.To) ||
		e.Kind != KindReport && address.Contains(rec.Mail, e.To) {
		return false
	}
	e.To = rec.Mail[0]
	return true
}

// Readdress sends what waits, or is held, for an old address of a realm's player to the new one. Reports to the old one
// that could not be delivered are queued again.
func (o Box) Readdress(realm int, old []string) error {
	rec, _ := roster.Get(o.tx, realm)
	letters, err := o.all(func(e Message) bool {
		return e.Realm == realm && (e.stays() || e.Kind == KindReport && e.undelivered() && e.State != Unclear && !e.isSpent())
	})
	for _, e := range letters {
		if was := e.To; !e.corrected(rec, old) || e.stays() && e.To == was {
			continue
		}
		held := e.State == OnHold
		if e.again(); held {
			e.State = OnHold
		}
		o.Save(&e)
	}
	return err
}

// Bound reports whether the letter has a password, or is about a code, that was made for its address alone. The code of a
// way back is not: it counts from each address of its reader.
func (e Message) Bound() bool {
	return e.Secret != nil && e.Way == nil || e.Warns != nil || e.Again != nil
}

// isOf reports whether who plays a realm now did so when the letter was queued.
func (e *Message) isOf(rec roster.RealmRecord) bool {
	return len(rec.Mail) > 0 && !e.QueuedBefore(rec.Own.From)
}

// First reports whether the letter is the one with which the game begins for who plays a realm now, with a password that
// can be sent no more, or only to an address that is the player's no more. had are addresses of theirs.
func (e *Message) First(rec roster.RealmRecord, had []string) bool {
	begins := e.Kind == KindSignup || e.Kind == KindReport
	return begins && e.Realm > 0 && (e.undelivered() || e.Unread()) && e.isOf(rec) && address.Contains(had, e.To) &&
		e.Secret != nil && e.Secret.Use == secrets.AsPassword && (e.isSpent() || !address.Contains(rec.Mail, e.To))
}

// RetryAll is Retry for all letters that wait after a failure. Of those queued since the last turn, it also takes
// those that failed, were given up, left unclear or came back, unless they brought a secret that is gone. Older ones are
// not worth sending unasked. It returns how many they were.
func (o *Office) RetryAll(tx *store.Tx, anew Anew) (n int, err error) {
	since := chronicle.LastResolved(tx)
	letters, err := Open(tx).all(func(e Message) bool {
		if e.State == Waiting {
			return len(e.Attempts) > e.Earlier
		}
		return e.undelivered() && !e.QueuedBefore(since)
	})
	if err != nil {
		return 0, err
	}
	for _, e := range letters {
		made, err := anew(e)
		if err != nil {
			return 0, err
		}
		if !made && e.isSpent() {
			continue
		}
		if n++; !made {
			e.resend(tx)
		}
	}
	if n == 0 {
		return 0, nil
	}
	return n, o.log(tx, phrase.P("log.letters-again", phrase.Num("n", n)))
}

func letterArg(e Message) phrase.Arg { return phrase.Num("letter", int64(e.ID)) }

// Dismiss marks letters that could not be delivered as done, so that nobody is told about them any more. If one of
// them is not such a letter, it returns ErrLetter and changes none.
func (o *Office) Dismiss(ids ...uint64) error {
	return o.each(ids, "log.letter-dismissed", func(tx *store.Tx, e Message) error {
		if !e.undelivered() {
			return wording.Fault(faults.ErrLetter, "delivered", letterArg(e))
		}
		e.Ticked = true
		Open(tx).Save(&e)
		return nil
	})
}

// Hold keeps waiting letters from being sent until they are released: those named, or all that wait now. If one of
// those named does not wait, it returns ErrLetter. It returns how many they were.
func (o *Office) Hold(ids ...uint64) (int, error) {
	return o.turn(ids, Waiting, OnHold)
}

// Release lets held letters wait again: those named, or all. Each keeps the time at which it was to be tried. If one
// of those named is not held, it returns ErrLetter. It returns how many they were.
func (o *Office) Release(ids ...uint64) (int, error) {
	return o.turn(ids, OnHold, Waiting)
}

// HoldFrom holds the waiting letters from a number on.
func (o Box) HoldFrom(first uint64) error {
	letters, err := o.all(func(e Message) bool { return e.ID >= first && e.State == Waiting })
	for _, e := range letters {
		e.State = OnHold
		o.Save(&e)
	}
	return err
}

// turn puts letters of one state into another: those named, which must be in it, or all.
func (o *Office) turn(ids []uint64, from, to State) (n int, err error) {
	count := func(tx *store.Tx, e Message) error {
		if e.State != from {
			return wording.Fault(faults.ErrLetter, map[State]string{Waiting: "not-waiting", OnHold: "not-held"}[from],
				letterArg(e))
		}
		n++
		e.State = to
		Open(tx).Save(&e)
		return nil
	}
	code := map[State]string{OnHold: "held", Waiting: "released"}[to]
	if len(ids) > 0 {
		return n, o.each(ids, "log.letter-"+code, count)
	}
	err = o.Disk.Update(func(tx *store.Tx) error {
		letters, err := Open(tx).all(func(e Message) bool { return e.State == from })
		for _, e := range letters {
			if err := count(tx, e); err != nil {
				return err
			}
		}
		if err != nil || n == 0 {
			return err
		}
		return o.log(tx, phrase.P("log.letters-"+code, phrase.Num("n", n)))
	})
	return n, err
}

// each changes the letters named, all or none, and records it by a code of the logbook. A letter named twice is
// changed once.
func (o *Office) each(ids []uint64, code string, change func(*store.Tx, Message) error) error {
	return o.Disk.Update(func(tx *store.Tx) error { return o.eachIn(tx, ids, code, change) })
}

func (o *Office) eachIn(tx *store.Tx, ids []uint64, code string, change func(*store.Tx, Message) error) error {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		e, err := Open(tx).letter(id)
		if err != nil {
			return err
		}
		if err := change(tx, e); err != nil {
			return err
		}
		if err := o.log(tx, phrase.P(code, letterArg(e))); err != nil {
			return err
		}
	}
	return nil
}
