package resolve

import (
	"slices"
	"time"

	"weltentor/worlds/game"

	"go.etcd.io/bbolt"
)

// Draft is a letter to be rendered. Text is UTF-8 with LF.
type Draft struct {
	From, FromName        string // the game
	To, ToName            string
	Subject               string
	ReplyTo               string // where answers go; "": to From
	Date                  time.Time
	MessageID             string // with <>
	InReplyTo, References string // of the letter answered
	Answer                bool   // an answer to a letter, else sent of the game's own accord
	Text                  string
	Files                 []Attachment
	Zip                   string // the name of the ZIP that holds all the files; "" sends them one by one
	Event                 *Event // the deadline, for the player's calendar; nil: none
}

// Attachment is a file that leaves with a letter. The data of a text is UTF-8
// with LF; whoever renders converts it.
type Attachment struct {
	Name, Type string
	Charset    string // of a text, as the player's computer wants it: UTF-8, CP437 or ISO-8859-1; "" of other files
	Data       []byte
}

// Outgoing is a letter to be sent now.
type Outgoing struct {
	ID        uint64
	From      string // envelope sender; "" is the null sender
	To        string
	MessageID string
	Raw       []byte
	Attempts  int // so far
}

// Result is how an attempt to send ended.
type Result string

// The results of attempts. They are stored, so they never change.
const (
	Delivered Result = "delivered"
	Temporary Result = "temporary"
	Permanent Result = "permanent"
	Uncertain Result = "uncertain" // lost after the final dot: perhaps it arrived
	Held      Result = "held"      // our own mail server does not serve us: says nothing about the letter
	Returned  Result = "bounced"   // no attempt: a bounce came
	Late      Result = "delayed"   // no attempt: another server tells that it still tries
)

// Attempt is one attempt to send a letter.
type Attempt struct {
	At     time.Time `json:"at"`
	Result Result    `json:"result"`
	Text   string    `json:"text,omitempty"` // the server's words
	TooBig bool      `json:"too_big,omitempty"`
}

// State is where a letter of the outbox stands.
type State string

// The states of letters. They are stored, so they never change.
const (
	Waiting State = "waiting"
	Sent    State = "sent"
	Failed  State = "failed"   // refused for good
	GivenUp State = "given-up" // tried for days
	Unclear State = "unclear"  // tried a few times, each perhaps with success
	OnHold  State = "held"     // by the game master, until he lets it go
	Bounced State = "bounced"  // it had left and came back
)

// Kinds of letters.
const (
	kindReport  = "report"
	kindReceipt = "receipt"
	kindNotice  = "notice" // to the game master
	kindSignup  = "signup" // to somebody who has no realm, or has just got one

	kindDeadline = "deadline" // a reminder, or that the deadline is another
)

// Back-off: the wait after the first, second, … failure; the last one repeats
// until giveUp after the first attempt, if there were enough of them by then:
// where nothing was sent for a week, the first failure is not the last.
var waits = []time.Duration{5 * time.Minute, 15 * time.Minute, time.Hour, 2 * time.Hour, 4 * time.Hour, 8 * time.Hour}

const (
	giveUp     = 5 * 24 * time.Hour
	leastTries = 6
	maxUnclear = 3
	answerKept = 500 // characters kept of a server's answer
)

// OutboxRow is a letter of the outbox without its text.
type OutboxRow struct {
	ID        uint64    `json:"id"`
	Kind      string    `json:"kind"` // report, receipt, notice, signup, deadline
	State     State     `json:"state"`
	Realm     int       `json:"realm,omitempty"`
	Turn      int       `json:"turn,omitempty"`
	To        string    `json:"to"`
	Subject   string    `json:"subject"`
	MessageID string    `json:"message_id,omitempty"` // once it was taken out to be sent
	Reason    string    `json:"reason,omitempty"`     // why it has not left: the server's words, or ours
	Queued    time.Time `json:"queued"`
	Due       time.Time `json:"due"`
	Attempts  []Attempt `json:"attempts,omitempty"`
}

// entry is a letter as stored: with it and the report it names, or the text in
// the bucket of drafts, a letter is rendered the same way every time. The game's
// address is that of the settings when the letter is first taken out to be sent,
// and then kept.
type entry struct {
	OutboxRow
	Envelope string  `json:"envelope,omitempty"` // sender; "" is the null sender
	From     string  `json:"from,omitempty"`     // "" as long as it was never taken out
	FromName string  `json:"from_name,omitempty"`
	ToName   string  `json:"to_name,omitempty"`
	Charset  string  `json:"charset,omitempty"`
	Zip      bool    `json:"zip,omitempty"`      // its files go in one ZIP
	Secret   *sealed `json:"secret,omitempty"`   // what stands in its place in text and subject is `***`
	Closing  string  `json:"closing,omitempty"`  // what follows the report's summary
	Event    *Event  `json:"event,omitempty"`    // goes with the report
	Opening  string  `json:"opening,omitempty"`  // what a report of long ago begins with
	Stripped string  `json:"stripped,omitempty"` // what stands in place of the report, which was too big
	About    string  `json:"about,omitempty"`    // what a later letter about the same replaces it for, as long as it has not left
	Ticked   bool    `json:"ticked,omitempty"`   // the game master has seen that it did not arrive
	Earlier  int     `json:"earlier,omitempty"`  // attempts that do not count: from before it was queued again
	Stranger bool    `json:"stranger,omitempty"` // nothing proves that whoever reads its address has ever written to us
}

// tries are the attempts that count.
func (e entry) tries() []Attempt {
	return slices.DeleteFunc(slices.Clone(e.Attempts[e.Earlier:]), func(a Attempt) bool {
		return a.Result == Held || a.Result == Returned || a.Result == Late
	})
}

// undelivered tells that the letter's reader does not have it, or perhaps not,
// and that nothing more is tried. That of a stranger is no matter: From was forged,
// most likely.
func (e entry) undelivered() bool {
	return !e.Stranger && !e.Ticked && (e.State == Failed || e.State == GivenUp || e.State == Unclear || e.State == Bounced)
}

// enqueue gives a letter its number and lets it wait.
func (w *World) enqueue(tx *bbolt.Tx, e entry, now time.Time) entry {
	e.ID = bump(tx, "letters")
	e.State, e.Queued, e.Due = Waiting, now.UTC().Truncate(time.Second), now.UTC().Truncate(time.Second)
	e.Subject = oneLine(e.Subject)
	storeEntry(tx, e)
	return e
}

// enqueueText queues a letter with a text of its own.
func (w *World) enqueueText(tx *bbolt.Tx, e entry, d Draft, now time.Time) {
	e = w.enqueue(tx, e, now)
	put(tx.Bucket(draftsBucket), u64(e.ID), pack(mustJSON(d)))
}

// withdraw takes back the letters about something that have not left: they wait,
// or are held, and no server was given one.
func withdraw(tx *bbolt.Tx, about string) error {
	letters, err := entries(tx, func(e entry) bool {
		return e.About == about && (e.State == Waiting || e.State == OnHold) && len(e.tries()) == e.refusals()
	})
	for _, e := range letters {
		if e.State == Waiting {
			remove(tx.Bucket(dueBucket), dueKey(e))
		}
		remove(tx.Bucket(outboxBucket), u64(e.ID))
		remove(tx.Bucket(draftsBucket), u64(e.ID))
	}
	return err
}

// refusals are the tries of which it is known that the letter did not leave.
func (e entry) refusals() (n int) {
	for _, a := range e.tries() {
		if a.Result == Temporary {
			n++
		}
	}
	return n
}

func storeEntry(tx *bbolt.Tx, e entry) {
	putJSON(tx.Bucket(outboxBucket), u64(e.ID), e)
	if e.State == Waiting {
		put(tx.Bucket(dueBucket), dueKey(e), []byte(e.Kind))
	}
}

func dueKey(e entry) []byte { return append(u64(uint64(e.Due.Unix())), u64(e.ID)...) }

// charset of a computer's texts; their line ends go with it.
func charset(c game.Computer) string {
	switch c {
	case game.PC:
		return "CP437"
	case game.Amiga:
		return "ISO-8859-1"
	}
	return "UTF-8"
}

// Outbox lists all letters ever queued, oldest first, with all attempts.
func (w *World) Outbox() (rows []OutboxRow, err error) {
	err = w.view(func(tx *bbolt.Tx) error {
		return tx.Bucket(outboxBucket).ForEach(func(k, _ []byte) error {
			e, _, err := getJSON[entry](tx.Bucket(outboxBucket), k)
			rows = append(rows, e.OutboxRow)
			return err
		})
	})
	return rows, err
}
