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

// Mailbox says how reading the game's mailbox went. Only failures are recorded: a mailbox that is read every five
// minutes leaves no trace.
type Mailbox struct {
	// when the present trouble began: since then it has held up turns without a break
	Since       time.Time       `json:"since,omitzero"`
	Failed      time.Time       `json:"failed,omitzero"` // the last time it could not be read; zero: it could, but not to its end
	Reason                      // why, the last time
	Unread      bool            `json:"unread,omitempty"` // it has not been read to its end since
	UnreadSince time.Time       `json:"deaf,omitzero"`    // when it first could not be read, and not to its end since
	Told        []MailboxNotice `json:"told,omitempty"`   // what the game master was told since then
}

// Reason is why a mailbox was not read: a sentence of the reader, and a detail in the words of others.
type Reason struct {
	What   phrase.Phrase `json:"what,omitzero"`
	Detail string        `json:"detail,omitempty"` // the words of a mail server, or of an error
}

// MailboxNotice is a trouble with the mailbox, and when the game master was last told of it. It leaves out the words of others,
// which may differ each time.
type MailboxNotice struct {
	What string    `json:"what"`
	At   time.Time `json:"at"`
}

// afterTrouble is how long turns wait after the mailbox could not be read. Mails that were under way when the server
// came back need time to arrive.
const afterTrouble = time.Hour

// Holds reports whether the mailbox keeps turns from being resolved. A failure in the future means nothing: the clock
// was wrong then.
func (m Mailbox) Holds(now time.Time) bool {
	return m.Unread || !m.Failed.IsZero() && !now.Before(m.Failed) && now.Sub(m.Failed) < afterTrouble
}

const mailbox store.Slot[Mailbox] = "mailbox"

// ReadMailbox reads how reading the mailbox went.
func ReadMailbox(tx *store.Tx) Mailbox {
	m, _ := mailbox.Get(tx)
	return m
}

// Left records that the mailbox was not read to its end, and why.
func (m *Mailbox) Left(why Reason, now time.Time) *Mailbox {
	if !m.Holds(now) {
		*m = Mailbox{Since: now.UTC()}
	}
	m.Reason, m.Unread = why, true
	return m
}

// Put stores it.
func (m Mailbox) Put(tx *store.Tx) { mailbox.Put(tx, m) }

// Kept returns the reason as it is stored. Whatever a server said is cut to this many characters, and made one line
// each.
func (r Reason) Kept(most int) Reason {
	what := phrase.P(r.What.Code, slices.Clone(r.What.Args)...)
	for i := range what.Args {
		what.Args[i].S = wording.Clipped(wording.OneLine(what.Args[i].S), most)
	}
	return Reason{what, wording.Clipped(wording.OneLine(r.Detail), most)}
}

// Because returns the reason in words. say puts its sentence into them.
func (m Mailbox) Because(say func(phrase.Phrase) string) string {
	switch {
	case m.What.Code == "":
		return m.Detail
	case m.Detail == "":
		return say(m.What)
	}
	return say(m.What) + ": " + m.Detail
}

// Tell records that the game master is told about the present trouble, and reports whether that is to be done. Each
// trouble is told once a day, so that the game master hears of both if two alternate.
func (m *Mailbox) Tell(now time.Time) bool {
	words := []string{m.What.Code} // without the words of others
	for _, a := range m.What.Args {
		words = append(words, a.S)
	}
	what := strings.Join(words, " ")
	at := slices.IndexFunc(m.Told, func(t MailboxNotice) bool { return t.What == what })
	switch {
	case at < 0:
		m.Told = append(m.Told, MailboxNotice{what, now.UTC()})
	case now.Sub(m.Told[at].At) < limits.Day:
		return false
	default:
		m.Told[at].At = now.UTC()
	}
	return true
}
