package deadlines

import (
	"cmp"
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/limits"
	"weltentor/resolve/store"
)

// Unshown are the mails in the inbox that the mail server does not show, though it shows others. Orders may be in them,
// so they hold up a turn, but for an hour at most from when it was due: nobody can stop a game with such mails.
type Unshown struct {
	Mails []Mail    `json:"mails,omitempty"`
	Turn  int       `json:"turn,omitempty"` // that they hold up
	Due   time.Time `json:"due,omitzero"`   // when it was first found due; zero: it was not
}

// Mail is such a mail. What it says of itself is from its header, and is empty if the server does not show that either.
type Mail struct {
	Validity uint32    `json:"validity"`
	UID      uint32    `json:"uid"`
	From     string    `json:"from,omitempty"` // an address; anybody can write any
	Subject  string    `json:"subject,omitempty"`
	Date     string    `json:"date,omitempty"`
	Size     int64     `json:"size"`
	Came     time.Time `json:"came"`           // by the server's clock; when it was first listed if the server does not know
	Since    time.Time `json:"since"`          // the first poll in which it was not shown
	Last     time.Time `json:"last"`           // the last one
	Polls    int       `json:"polls"`          // how many there were
	Aside    time.Time `json:"aside,omitzero"` // when it was put aside; zero: it is in the inbox
}

// Named is what the mail says of itself, for a sentence.
func (m Mail) Named() []phrase.Arg {
	return []phrase.Arg{phrase.Str("from", cmp.Or(m.From, "?")), phrase.Str("subject", cmp.Or(m.Subject, "?")),
		phrase.Str("date", cmp.Or(m.Date, "?")), phrase.Num("size", m.Size)}
}

const (
	heldMost  = time.Hour // from when a turn was due
	triedLong = time.Hour // how long, and in how many polls, such a mail is tried before it is put aside
	triedMany = 3
	notedMost = 100 // mails that are noted at a time; further ones wait their turn
)

const unshown store.Slot[Unshown] = "unshown"

// ReadUnshown reads which mails the server does not show.
func ReadUnshown(tx *store.Tx) Unshown {
	u, _ := unshown.Get(tx)
	return u
}

// Put stores it.
func (u Unshown) Put(tx *store.Tx) {
	if len(u.Mails) == 0 {
		unshown.Remove(tx)
		return
	}
	unshown.Put(tx, u)
}

// Tried notes that a poll has not shown a mail, though it has shown others. It returns true if the mail is to be put
// aside, and first if that was not known yet. None is that a turn may soon wait for, or does: the server may show it in
// time. The deadlines are those of the worlds that it may be for.
func (u *Unshown) Tried(m Mail, turn int, now time.Time, deadlines ...time.Time) (aside, first bool) {
	at := slices.IndexFunc(u.Mails, func(k Mail) bool { return k.Validity == m.Validity && k.UID == m.UID })
	if at < 0 {
		if len(u.Mails) >= notedMost {
			return false, false
		}
		m.Since, m.Polls = now.UTC(), 0
		at, u.Mails = len(u.Mails), append(slices.Clip(u.Mails), m)
	}
	k := &u.Mails[at]
	if k.Polls, k.Last = k.Polls+1, now.UTC(); k.From+k.Subject == "" {
		k.From, k.Subject, k.Date = m.From, m.Subject, m.Date
	}
	if k.Since.After(now) { // the clock was wrong
		k.Since = k.Last
	}
	first = k.Aside.IsZero()
	if first && k.Polls >= triedMany && now.Sub(k.Since) >= triedLong && !k.awaited(now, deadlines...) &&
		!(u.Turn == turn && k.awaited(now, u.Due)) {
		k.Aside = now.UTC()
	}
	return !k.Aside.IsZero(), first && !k.Aside.IsZero()
}

// awaited reports whether a turn may wait for the mail within an hour, or does. If one has waited for an hour, none does
// any more.
func (m *Mail) awaited(now time.Time, deadlines ...time.Time) (is bool) {
	for _, due := range deadlines {
		switch late := now.Sub(due); {
		case due.IsZero() || m.Came.After(due):
		case late >= heldMost:
			return false
		case late > -heldMost:
			is = true
		}
	}
	return is
}

// Polled forgets the mails of the inbox that a poll since then has not met, and those put aside a week ago.
func (u *Unshown) Polled(began, now time.Time) {
	u.Mails = slices.DeleteFunc(slices.Clone(u.Mails), func(m Mail) bool {
		if m.Aside.IsZero() {
			return m.Last.Before(began)
		}
		return now.Sub(m.Aside) >= limits.Week
	})
}

// FoundDue notes whether a turn is due, as far as these mails do not hold it up.
func (u *Unshown) FoundDue(turn int, due bool, now time.Time) {
	switch {
	case !due:
		u.Turn, u.Due = 0, time.Time{}
	case u.Turn != turn:
		u.Turn, u.Due = turn, now.UTC()
	}
}

// Holds counts the mails that hold up a turn which is due now, and says until when. They came before it was due.
func (u Unshown) Holds(turn int, deadline, now time.Time) (n int, until time.Time) {
	due := now
	if u.Turn == turn && u.Due.Before(due) {
		due = u.Due
	}
	if !deadline.IsZero() && deadline.Before(due) {
		due = deadline
	}
	if until = due.Add(heldMost); !now.Before(until) {
		return 0, until
	}
	for _, m := range u.Mails {
		if m.Aside.IsZero() && !m.Came.After(due) {
			n++
		}
	}
	return n, until
}
