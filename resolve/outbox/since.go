package outbox

// Queued is when letters to a realm were queued; realm 0 is all realms.
type Queued struct {
	Kind  string
	Realm int
	At    int64 // in nanoseconds
}

// Unsent has true for what was queued of which no letter has left yet.
func (o Box) Unsent() (map[Queued]bool, error) {
	unsent := map[Queued]bool{}
	err := o.walk(func(e Entry) {
		for _, realm := range []int{e.Realm, 0} {
			q := Queued{e.Kind, realm, e.Queued.UnixNano()}
			if _, seen := unsent[q]; !seen || !e.stays() {
				unsent[q] = e.stays()
			}
		}
	})
	return unsent, err
}

// Departed takes over what became of letters that wait here, from a later state of the same
// store: what has left does not leave again. It gives how many have left since, those with
// them that are not here at all.
func (o Box) Departed(later Box) (left int, err error) {
	waiting, err := o.all(func(e Entry) bool { return e.stays() })
	if err != nil {
		return 0, err
	}
	for _, e := range waiting {
		l, err := later.letter(e.ID)
		if err != nil || !l.Queued.Equal(e.Queued) || l.Subject != e.Subject || l.stays() {
			continue // it is not there, or is another one
		}
		l.filed = e.filed
		o.Save(&l)
		if l.MessageID != "" {
			if err := o.name(l); err != nil {
				return 0, err
			}
		}
	}
	err = later.walk(func(e Entry) {
		here, wrong := o.letter(e.ID)
		if e.State == Sent && (wrong != nil || here.MessageID != e.MessageID) {
			left++
		}
	})
	return left + len(waiting) - o.stillWaiting(waiting), err
}

// stillWaiting counts those of some letters that wait.
func (o Box) stillWaiting(letters []Entry) (n int) {
	for _, l := range letters {
		if e, err := o.letter(l.ID); err == nil && e.stays() {
			n++
		}
	}
	return n
}
