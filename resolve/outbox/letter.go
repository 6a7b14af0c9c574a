package outbox

import (
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/secrets"
	"weltentor/worlds/game"
)

// Event is a turn's deadline as a calendar takes it. The same turn of the same world has the same UID in every letter. A
// later time has a greater Sequence, so that a calendar moves what it has.
type Event struct {
	UID      string      `json:"uid"`
	At       time.Time   `json:"at"`
	Sequence int         `json:"sequence,omitempty"`
	Off      bool        `json:"off,omitempty"` // the deadline is cancelled: a pause without an end
	Lang     phrase.Lang `json:"lang"`
	File     string      `json:"file"` // its name
	Summary  string      `json:"summary"`
	Text     string      `json:"text"`
}

// Draft is a letter to be rendered. Text is UTF-8 with LF.
type Draft struct {
	From, FromName        string // the game
	To, ToName            string
	Subject               string
	ReplyTo               string // where answers go; "": to From
	Date                  time.Time
	MessageID             string // with <>
	InReplyTo, References string // of the letter that it answers
	Answer                bool   // an answer to a letter, otherwise sent of the game's own accord
	Text                  string
	Said                  string // of another player's letter: that player's words, which Text quotes
	ToAll                 bool   // likewise: it was sent to all realms
	Charset               string // of the text, as in Attachment; UTF-8 if "", or if it lacks a character
	Files                 []Attachment
	Zip                   string // name of the ZIP for all files; "": they are sent one by one
	Event                 *Event // the deadline, for the player's calendar; nil: none
	Receipt               string // of a sheet, signed; it stands in the mail's header
}

// Attachment is a file that leaves with a letter. The data of a text is UTF-8 with LF; the renderer converts it.
type Attachment struct {
	Name, Type string
	Charset    string // of a text, as the player's computer wants it: UTF-8, CP437 or ISO-8859-1; "" for other files
	Data       []byte `json:",omitempty"`
	Sum        string `json:",omitempty"` // of a file that the store keeps once; in a letter that is rendered Data is set
	Facts      bool   `json:",omitempty"` // it is the letter's report as data
	Holds      string `json:",omitempty"` // of a page: the Sum of the data that it leaves with
	Drawn      bool   `json:",omitempty"` // the stored file is a picture.Sheet as JSON, and Data the PNG drawn from it
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

// Kinds of letters.
const (
	KindReport  = "report"
	KindReceipt = "receipt"
	KindNotice  = "notice" // to the game master
	KindSignup  = "signup" // to somebody who has no realm, or has just got one

	KindDeadline = "deadline" // a reminder, or another deadline
	KindAnswer   = "answer"   // from the game master, to a player's letter
	KindPress    = "press"    // a player's message to another
	KindTold     = "told"     // from the game master, not as an answer
	KindPractice = "practice" // of a practice game
	KindPaper    = "paper"    // the newspaper of a turn, to somebody who observes the game
)

// OutboxRow is a letter of the outbox without its text.
type OutboxRow struct {
	ID        uint64    `json:"id"`
	Kind      string    `json:"kind"` // report, receipt, notice, signup, deadline, answer, told, press, practice, paper
	State     State     `json:"state"`
	Realm     int       `json:"realm,omitempty"`
	Turn      int       `json:"turn,omitempty"`
	To        string    `json:"to"`
	Subject   string    `json:"subject"`
	MessageID string    `json:"message_id,omitempty"` // set when it was first taken out to be sent
	Reason    string    `json:"reason,omitempty"`     // why it has not left: the server's words, or ours
	Queued    time.Time `json:"queued"`
	Due       time.Time `json:"due"`
	Attempts  []Attempt `json:"attempts,omitempty"`
}

// QueuedBefore reports whether a letter was queued before a time. Letters know seconds only: one of the same second was
// not.
func (r OutboxRow) QueuedBefore(at time.Time) bool { return r.Queued.Before(at.Truncate(time.Second)) }

// Message is a letter as stored. Together with the report it names, or with its text in the bucket of drafts, it is
// rendered the same way every time. The game's address is that of the settings when the letter is first taken out to
// be sent. From then on it is kept.
type Message struct {
	OutboxRow
	Envelope string          `json:"envelope,omitempty"` // sender; "" is the null sender
	From     string          `json:"from,omitempty"`     // "" as long as it was never taken out
	FromName string          `json:"from_name,omitempty"`
	ToName   string          `json:"to_name,omitempty"`
	Charset  string          `json:"charset,omitempty"`
	Zip      bool            `json:"zip,omitempty"`     // its files go into one ZIP
	Secret   *secrets.Sealed `json:"secret,omitempty"`  // in its place text and subject have `***`
	Closing  string          `json:"closing,omitempty"` // what follows the report's summary
	Event    *Event          `json:"event,omitempty"`   // goes with the report
	Files    []Attachment    `json:"files,omitempty"`   // likewise, after its own; the store keeps each once
	// sum of the report as it was told again, in place of the stored one
	Told     string `json:"told,omitempty"`
	Opening  string `json:"opening,omitempty"`  // how a report of long ago begins
	Stripped string `json:"stripped,omitempty"` // what replaces the report, which was too big
	// what the letter is about: a later letter about the same replaces it if it has not left
	About   string `json:"about,omitempty"`
	Ticked  bool   `json:"ticked,omitempty"`  // the game master has seen that it did not arrive
	Earlier int    `json:"earlier,omitempty"` // attempts that do not count, from before it was queued again
	Undone  bool   `json:"undone,omitempty"`  // its turn was taken back: it is sent to nobody again
	// number of the letter that it passes on to the game master; answers to it go to the game
	Passed     uint64 `json:"passed,omitempty"`
	NullSender bool   `json:"quiet,omitempty"` // it leaves with the null sender, as receipts do
	// nothing proves that the reader at its address has ever written to us
	Stranger bool `json:"stranger,omitempty"`
	// realms whose players it mentions or quotes; for letters to the game master
	Names  []int `json:"names,omitempty"`
	Writer int   `json:"writer,omitempty"` // the realm whose player wrote it to another
	// the key of its way back to that player; the subject has the code
	Way []byte `json:"way,omitempty"`
	// the key of the code that it warns its reader of: a NO to it ends that code
	Warns []byte `json:"warns,omitempty"`
	// the key of the code for which it wants another answer: a reply brings that code back
	Again []byte `json:"again,omitempty"`
	// it brings a player's page: filters may refuse it, which says nothing about the address
	Page bool `json:"page,omitempty"`

	filed []byte // its place among the letters that are due, as it was read; nil: none
}

// Charset is the charset of a computer's texts; their line ends go with it.
func Charset(c game.Computer) string {
	switch c {
	case game.PC:
		return "CP437"
	case game.Amiga:
		return "ISO-8859-1"
	}
	return "UTF-8"
}
