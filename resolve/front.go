package resolve

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/pace"
	"weltentor/resolve/place"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/signup"
	"weltentor/resolve/store"
	"weltentor/resolve/tray"
	"weltentor/resolve/wording"
)

// What whoever calls this package hands in and gets back is made in the rooms below it.
// It is named here, so that a command knows one door.

// Of letters that come, and who sends them.
type (
	Letter = letter.Letter
	Proof  = letter.Proof
	Bounce = letter.Bounce
	Sender = roster.Sender
	Reason = pace.Reason // why the mailbox was not read

	SilentStatus = logbook.SilentStatus
	SilentLetter = logbook.SilentLetter
)

// Of letters that leave.
type (
	Draft       = outbox.Draft
	Attachment  = outbox.Attachment
	Outgoing    = outbox.Outgoing
	Event       = outbox.Event
	OutboxRow   = outbox.OutboxRow
	OutboxCount = outbox.OutboxCount
	State       = outbox.State
	Attempt     = outbox.Attempt
	Round       = outbox.Round
	Result      = outbox.Result
	Notice      = outbox.Notice
	MailboxMark = outbox.MailboxMark
)

// Of what became of a letter.
type (
	Fate       = receipt.Fate
	Acceptance = receipt.Acceptance
)

// The fates of letters.
const (
	Taken        = receipt.Taken
	Ahead        = receipt.Ahead
	Kept         = receipt.Kept
	Known        = receipt.Known
	Machine      = receipt.Machine
	Stranger     = receipt.Stranger
	Unidentified = receipt.Unidentified
	WrongWord    = receipt.WrongWord
	Throttled    = receipt.Throttled
	Refused      = receipt.Refused
	Unproven     = receipt.Unproven
	Undecided    = receipt.Undecided
	Served       = receipt.Served
	CameBack     = receipt.CameBack
	PassedOn     = receipt.PassedOn
	FromMaster   = receipt.FromMaster
)

// Of what has happened.
type (
	LogEntry = logbook.Entry
	LogAside = logbook.Aside
	Hand     = logbook.Hand
)

// Question is what a player wrote to the game master, with its number.
type Question = tray.Question

// Whose doing a command's changes are.
const (
	ByCommand = logbook.Command
	ByTimer   = logbook.Timer
)

// Of turns, realms and who waits for one.
type (
	Deadline     = chronicle.Deadline
	Verification = chronicle.Verification
	TurnCheck    = chronicle.TurnCheck
	RealmRow     = roster.RealmRow
	SignupRow    = signup.Row
	Newcomer     = signup.Newcomer
	Added        = signup.Added
	Refusal      = signup.Refusal
	Refusals     = signup.Refusals
	Offers       = signup.Offers
	Offer        = signup.Offer
	Limit        = limits.Limit
	LimitRow     = limits.LimitRow
	DirLock      = store.DirLock
	Telling      = wording.Telling
)

// The results of attempts, and where a letter stands after them.
const (
	Delivered = outbox.Delivered
	Temporary = outbox.Temporary
	Permanent = outbox.Permanent
	Uncertain = outbox.Uncertain
	Held      = outbox.Held
	Returned  = outbox.Returned
	Late      = outbox.Late

	Waiting = outbox.Waiting
	Sent    = outbox.Sent
	Failed  = outbox.Failed
	GivenUp = outbox.GivenUp
	Unclear = outbox.Unclear
	OnHold  = outbox.OnHold
	Bounced = outbox.Bounced
)

// The limits that a command counts itself.
const (
	MailsAside     = limits.MailsAside
	FailuresSpoken = limits.FailuresSpoken
	TroublesAgain  = limits.TroublesAgain
)

// Schema is the version of the store's layout.
const Schema = store.Schema

// What can be wrong with a world directory. The errors returned wrap one of
// these and say in one line what was found and what to do.
var (
	ErrLocked   = store.ErrLocked
	ErrNoWorld  = store.ErrNoWorld
	ErrExists   = store.ErrExists
	ErrFilled   = store.ErrFilled
	ErrSchema   = store.ErrSchema
	ErrRulebook = store.ErrRulebook
	ErrDamaged  = store.ErrDamaged
	ErrExposed  = store.ErrExposed
	ErrClock    = store.ErrClock
	ErrRules    = store.ErrRules
	ErrTables   = store.ErrTables
	ErrRealm    = store.ErrRealm
	ErrReport   = store.ErrReport
	ErrLetter   = store.ErrLetter
	ErrMissing  = store.ErrMissing
	ErrAddress  = store.ErrAddress
	ErrName     = store.ErrName
	ErrAhead    = store.ErrAhead
	ErrFull     = store.ErrFull
	ErrSignup   = store.ErrSignup
	ErrVacant   = store.ErrVacant
	ErrSpent    = store.ErrSpent
	ErrEdit     = store.ErrEdit
	ErrTell     = store.ErrTell
	ErrClose    = store.ErrClose
	ErrHeld     = store.ErrHeld
	ErrUnheld   = store.ErrUnheld
	ErrRedo     = store.ErrRedo
	ErrUndo     = store.ErrUndo
	ErrBusy     = store.ErrBusy
	ErrUnlocked = store.ErrUnlocked
	ErrCopy     = store.ErrCopy
	ErrOld      = store.ErrOld
	ErrRestore  = store.ErrRestore

	ErrFenced      = store.ErrFenced
	ErrUnconfirmed = store.ErrUnconfirmed
	ErrSilent      = store.ErrSilent
	ErrDraft       = store.ErrDraft
	ErrLogBehind   = store.ErrLogBehind
)

// PlaceOf is where a world is, on a machine of this name.
func PlaceOf(w *World, machine string) place.Keeper {
	return place.Keeper{Disk: w.disk, Dir: w.disk.Dir, Machine: machine, Note: w.Note}
}

// Detail is what an error says beside which of the above it is, for whoever has
// words of his own for that.
func Detail(err error) string { return store.Detail(err) }

// Lock takes the lock of a world directory at once, or says with ErrLocked who
// has it.
func Lock(dir string) (*DirLock, error) { return store.Lock(dir) }

// Bare tells whether there is surely no part of a world in a folder: what cannot be looked at may be one.
func Bare(dir string) bool { return store.Bare(dir) }

// Missing tells what of a world is not there: ErrMissing if some of it is,
// ErrNoWorld if nothing is, nil if nothing is missing.
func Missing(dir string) error { return store.Missing(dir) }

// Words is the machine's book of sentences in a language: receipts, what a turn
// waits for, why a letter was refused. An unknown language reads the default one.
func Words(lang phrase.Lang) *phrase.Book { return wording.Words(lang) }

// Limits lists all limits.
func Limits() []LimitRow { return limits.Limits() }

// FormMark tells the line above orders that a letter of ours brings to be changed.
func FormMark(line string) bool { return letter.FormMark(line) }

// FormOrders gives the orders of a form that an answer of this text brings back, if it
// was filled in.
func FormOrders(l *orders.Language, text, form string) (body string, ok bool) {
	return letter.FormOrders(l, text, form)
}

// SayNote puts a remark about a letter into words.
func SayNote(book *phrase.Book, n phrase.Phrase) string { return letter.SayNote(book, n) }
