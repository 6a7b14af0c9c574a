package outbox

import (
	"time"

	"weltentor/resolve/store"
)

// Queued is when letters to a realm were queued; realm 0 is all realms.
type Queued struct {
	Kind  string
	Realm int
	At    int64 // in nanoseconds
}

// Unsent has true for each Queued of which no letter has left yet.
func (o Box) Unsent() (map[Queued]bool, error) {
	unsent := map[Queued]bool{}
	err := o.walk(func(e Message) {
		for _, realm := range []int{e.Realm, 0} {
			q := Queued{e.Kind, realm, e.Queued.UnixNano()}
			if _, seen := unsent[q]; !seen || !e.stays() {
				unsent[q] = e.stays()
			}
		}
	})
	return unsent, err
}

// Departed takes over what became of letters that wait here, from a later state of the same store: what has left does
// not leave again. It returns how many have left since, including those that do not exist here.
func (o Box) Departed(later Box) (left int, err error) {
	waiting, err := o.all(func(e Message) bool { return e.stays() })
	if err != nil {
		return 0, err
	}
	for _, e := range waiting {
		l, err := later.letter(e.ID)
		if err != nil || !l.Queued.Equal(e.Queued) || l.Subject != e.Subject || l.stays() {
			continue // it does not exist, or is another letter
		}
		l.filed = e.filed
		o.Save(&l)
		if l.MessageID != "" {
			o.name(l)
		}
	}
	err = later.walk(func(e Message) {
		here, wrong := o.letter(e.ID)
		if e.State == Sent && (wrong != nil || here.MessageID != e.MessageID) {
			left++
		}
	})
	return left + len(waiting) - o.stillWaiting(waiting), err
}

// CarryPassed takes over waiting letters to the game master, with their texts, from a later state of the same store:
// those that pass on something under a number that is new. They leave as they would have there, under the same
// Message-ID if they have one.
func (o Box) CarryPassed(later Box, isNew func(number uint64) bool) error {
	waiting, err := later.all(func(e Message) bool { return e.stays() && e.Passed > 0 && isNew(e.Passed) })
	if err != nil {
		return err
	}
	for _, e := range waiting {
		d, found := later.Text(e.ID)
		if !found {
			continue
		}
		e.ID, e.filed = store.Letters.Next(o.tx), nil
		o.Save(&e)
		o.putText(e.ID, d)
		if e.MessageID != "" {
			o.name(e)
		}
	}
	return nil
}

// CarryNotices takes over unread notices for a game master without an address, from a later state of the same store:
// those recorded at new times.
func (o Box) CarryNotices(later Box, isNew func(at time.Time) bool) {
	for _, n := range Recent(later.tx) {
		if n.Told.IsZero() && isNew(n.At) {
			keepNotice(o.tx, n)
		}
	}
}

// stillWaiting counts those letters that wait.
func (o Box) stillWaiting(letters []Message) (n int) {
	for _, l := range letters {
		if e, err := o.letter(l.ID); err == nil && e.stays() {
			n++
		}
	}
	return n
}
