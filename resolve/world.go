// Package resolve is the turn as a transaction: a world's bbolt store, letters
// accepted into it, turns advanced in it, replayed and verified from it, and
// the outbox of what is to be sent.
//
// It touches the disk and nothing else: it knows no network, and the clock is
// always handed in. Every change is one transaction, so a kill at any instant
// leaves the store as it was before or as it is after, never between.
package resolve

import (
	"errors"
	"io"
	"time"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// What can be wrong with a world directory. The errors returned wrap one of
// these and say in one line what was found and what to do.
var (
	ErrLocked   = errors.New("another command works on this world")
	ErrNoWorld  = errors.New("no world here")
	ErrExists   = errors.New("there is a world already")
	ErrSchema   = errors.New("the store was written by a newer version")
	ErrRulebook = errors.New("the world is of another rulebook")
	ErrDamaged  = errors.New("the store is damaged")
	ErrExposed  = errors.New("others may read this world")
	ErrClock    = errors.New("the clock is before the last turn")
	ErrTurn     = errors.New("the turn was refused, the store is untouched") // a fault of the rules, never of a player
	ErrRealm    = errors.New("no such realm")
)

// Settings are what the game master may change at any time, read from
// world.toml. The store keeps a copy with each turn.
type Settings struct {
	Name     string         // of the world, as in letters' subjects
	Address  string         // the game's mail address
	Zone     *time.Location // of the deadline; nil: UTC
	Deadline Deadline
	Early    bool        // resolve as soon as all have sent
	Master   string      // the game master's mail address: gets `#M` and alarms; "" for none
	Lang     phrase.Lang // of letters to the game master; "": the first of phrase.Langs
	Tables   []byte      // the world's own numbers, TOML

	// Render makes the bytes of a letter. The same Draft must give the same
	// bytes. Needed by whatever queues receipts or takes letters out.
	Render func(Draft) ([]byte, error)
	// Random is where passwords come from; nil: the system's. The demo hands in
	// its own, so that its mails fit.
	Random io.Reader
	// Backups is how many copies made before turns are kept; 0: five.
	Backups int
}

// Deadline is when a turn is resolved: at a weekday and time, or, with Days,
// so many days after the last turn at the same time of day.
type Deadline struct {
	Weekday      time.Weekday
	Hour, Minute int
	Days         int
}

// RealmRow is a realm as the game master sees it.
type RealmRow struct {
	Number int         `json:"number"`
	Name   string      `json:"name"`
	Player string      `json:"player"`
	Mail   []string    `json:"mail"` // the first one gets the reports
	Lang   phrase.Lang `json:"lang"`
	Fallen bool        `json:"fallen,omitempty"`
}

// Letter is a mail that came in, as read by the mailer.
type Letter struct {
	Hash                  [32]byte // SHA-256 of the raw bytes: what makes it the same letter
	UIDValidity, UID      uint32
	MessageID, References string
	From, Subject         string // From: the bare address
	Text                  string // the order text, UTF-8, password line included
	Part, Charset         string // where the text was, and how it was written
	Notes                 []phrase.Phrase
	Files                 []game.File
	MayAnswer             bool   // From may be answered; else only the registered address
	Machine               string // why it is a machine's mail; "" if it is not
	Arrived               time.Time
}

// Fate is what became of a letter.
type Fate string

// The fates of letters.
const (
	Taken        Fate = "taken"        // its orders are in force
	Kept         Fate = "kept"         // no good line in it: the earlier orders stay
	Known        Fate = "known"        // the same letter was here before
	Machine      Fate = "machine"      // ignored
	Stranger     Fate = "stranger"     // unknown sender without identity: ignored
	Unidentified Fate = "unidentified" // a player's mail without a good `$I` line
	WrongWord    Fate = "wrong-password"
	Throttled    Fate = "throttled" // too many wrong passwords: this one was not tried
	Refused      Fate = "refused"   // stale turn, not this realm's turn, game over; see Reason
)

// Acceptance is what Accept did with a letter.
type Acceptance struct {
	Fate      Fate
	Reason    phrase.Phrase // why refused; in the words of Words
	Realm     int
	Turn      int
	Good, Bad int  // orders in force, problems that are errors
	Replaced  bool // earlier orders
	Answered  bool // a receipt was queued
	Checked   game.Checked
}

// Draft is a letter to be rendered. Text is UTF-8 with LF; the data of Files
// is ready to be sent as it is, its charset named in Type.
type Draft struct {
	From, FromName        string
	To, Subject           string
	Date                  time.Time
	MessageID             string // with angle brackets
	InReplyTo, References string
	AutoSubmitted         string // "auto-replied" or "auto-generated"
	Text                  string
	Files                 []game.File
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

// The results of attempts.
const (
	Delivered Result = "delivered"
	Temporary Result = "temporary"
	Permanent Result = "permanent"
	Uncertain Result = "uncertain" // the connection broke after the last dot
)

// Attempt is one attempt to send a letter.
type Attempt struct {
	At     time.Time `json:"at"`
	Result Result    `json:"result"`
	Text   string    `json:"text,omitempty"` // the server's answer
}

// OutboxRow is a letter in the outbox, without its text.
type OutboxRow struct {
	ID        uint64    `json:"id"`
	Kind      string    `json:"kind"` // report, receipt, notice
	State     string    `json:"state"`
	Realm     int       `json:"realm,omitempty"`
	Turn      int       `json:"turn,omitempty"`
	To        string    `json:"to"`
	Subject   string    `json:"subject"`
	MessageID string    `json:"message_id"`
	Queued    time.Time `json:"queued"`
	Due       time.Time `json:"due"`
	Attempts  []Attempt `json:"attempts,omitempty"`
}

// Advanced is what Advance did.
type Advanced struct {
	Resolved bool
	Turn     int           // the turn resolved, or the one that waits
	Waits    phrase.Phrase // what it waits for, in the words of Words; empty code if resolved
	Reports  int
	Hash     [32]byte
}

// Status is what `weltentor status` shows.
type Status struct {
	Name     string        `json:"name"`
	Rulebook string        `json:"rulebook"`
	Turn     int           `json:"turn"`
	Phase    string        `json:"phase,omitempty"`
	Title    string        `json:"title"`
	Deadline time.Time     `json:"deadline,omitzero"` // zero: no deadline, the game master decides
	Over     bool          `json:"over,omitempty"`
	LastTurn time.Time     `json:"last_turn,omitzero"`
	Waits    phrase.Phrase `json:"waits,omitzero"` // empty code: the turn is due
	Realms   []RealmStatus `json:"realms"`
	Outbox   OutboxCount   `json:"outbox"`
}

// RealmStatus is a realm in a Status.
type RealmStatus struct {
	RealmRow
	Asked bool      `json:"asked"`
	Sent  time.Time `json:"sent,omitzero"` // when the orders in force came
	Good  int       `json:"good"`
	Bad   int       `json:"bad"`
}

// OutboxCount counts letters by state.
type OutboxCount struct {
	Waiting int `json:"waiting"`
	Sent    int `json:"sent"`
	Failed  int `json:"failed"`
	Unclear int `json:"unclear"`
}

// Verification is what Verify found.
type Verification struct {
	Turns []TurnCheck `json:"turns"`
	Wrong []string    `json:"wrong,omitempty"` // what is wrong, a line each; empty when all is well
}

// TurnCheck is one turn in a Verification.
type TurnCheck struct {
	Turn     int    `json:"turn"`
	Version  int    `json:"version"`  // of the rules that resolved it
	Replayed bool   `json:"replayed"` // false: of older rules, only its place in the chain was checked
	Hash     string `json:"hash"`
}
