package deadlines

import (
	"slices"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/limits"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
)

// Mailbox is how reading the game's mailbox went. Only what went wrong is
// written down: a mailbox that is read every five minutes leaves no trace.
type Mailbox struct {
	// when it was not read to its end first, with no time since that held up no turn
	Since  time.Time `json:"since,omitzero"`
	Failed time.Time `json:"failed,omitzero"` // when it could not be read last; zero: it could, only not to its end
	Reason           // of the last time
	Said   string    `json:"reason,omitempty"` // the same, of a store of before: it was put into words at once
	Unread bool      `json:"unread,omitempty"` // not read to its end since
	Deaf   time.Time `json:"deaf,omitzero"`    // when it could not be read first, and not to its end since
	Told   []Told    `json:"told,omitempty"`   // to the game master, since then
}

// Reason is why a mailbox was not read: a sentence of whoever reads it, and what others say of it.
type Reason struct {
	What   phrase.Phrase `json:"what,omitzero"`
	Detail string        `json:"detail,omitempty"` // a mail server's words, or an error's
}

// Told is a trouble with the mailbox, without what others say of it, which may
// differ each time, and when the game master was told of it last.
type Told struct {
	What string    `json:"what"`
	At   time.Time `json:"at"`
}

// afterTrouble is how long no turn is resolved after the mailbox could not be
// read: what was under way when the server came back needs time to arrive.
const afterTrouble = time.Hour

// Holds tells whether the mailbox keeps turns from being resolved. A failure
// that lies ahead of the clock says nothing: the clock was wrong then.
func (m Mailbox) Holds(now time.Time) bool { return m.Unread || m.lately(now) }

// lately tells whether the mailbox could not be read within the last hour.
func (m Mailbox) lately(now time.Time) bool {
	return !m.Failed.IsZero() && !now.Before(m.Failed) && now.Sub(m.Failed) < afterTrouble
}

// ReadMailbox reads how it went.
func ReadMailbox(tx *store.Tx) (Mailbox, error) {
	m, _, err := store.GetJSON[Mailbox](tx.Bucket(store.MetaBucket), []byte("mailbox"))
	return m, err
}

// Left notes that it was not read to its end, and why.
func (m *Mailbox) Left(why Reason, now time.Time) *Mailbox {
	if !m.Holds(now) {
		*m = Mailbox{Since: now.UTC()}
	}
	m.Reason, m.Said, m.Unread = why, "", true
	return m
}

// Put stores it.
func (m Mailbox) Put(tx *store.Tx) { store.PutJSON(tx.Bucket(store.MetaBucket), []byte("mailbox"), m) }

// Kept is the reason as it is stored: whatever a server says, in one line each, of so many
// characters.
func (r Reason) Kept(most int) Reason {
	what := phrase.P(r.What.Code, slices.Clone(r.What.Args)...)
	for i := range what.Args {
		what.Args[i].S = wording.Clipped(wording.OneLine(what.Args[i].S), most)
	}
	return Reason{what, wording.Clipped(wording.OneLine(r.Detail), most)}
}

// Because is the reason in words: say puts its sentence into them.
func (m Mailbox) Because(say func(phrase.Phrase) string) string {
	text := m.Said
	if m.What.Code != "" {
		text = say(m.What)
	}
	switch {
	case text == "":
		return m.Detail
	case m.Detail == "":
		return text
	}
	return text + ": " + m.Detail
}

// DeafFor tells whether the mailbox could not be read for so long, whether or not a turn
// waits for it; 0: it never matters.
func (m Mailbox) DeafFor(long time.Duration, now time.Time) bool {
	return long > 0 && !m.Deaf.IsZero() && now.Sub(m.Deaf) >= long
}

// Tell notes that the game master is told of the present trouble, and tells whether he is to
// be: of each trouble once a day, so that two that take turns are told twice.
func (m *Mailbox) Tell(now time.Time) bool {
	what := m.subject()
	at := slices.IndexFunc(m.Told, func(t Told) bool { return t.What == what })
	switch {
	case at < 0:
		m.Told = append(m.Told, Told{what, now.UTC()})
	case now.Sub(m.Told[at].At) < limits.Day:
		return false
	default:
		m.Told[at].At = now.UTC()
	}
	return true
}

// subject is what a reason is about, without what others say of it.
func (r Reason) subject() string {
	words := []string{r.What.Code}
	for _, a := range r.What.Args {
		words = append(words, a.S)
	}
	return strings.Join(words, " ")
}
