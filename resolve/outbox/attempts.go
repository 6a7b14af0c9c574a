package outbox

import (
	"slices"
	"time"
)

// How a letter stands after its attempts, and what follows.

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
	Behind bool      `json:"-"` // Held at this letter: those that are due with it are tried before it
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

// Back-off: the wait after the first, second, … failure; the last one repeats
// until giveUp after the first attempt, if there were enough of them by then:
// where nothing was sent for a week, the first failure is not the last.
var waits = []time.Duration{5 * time.Minute, 15 * time.Minute, time.Hour, 2 * time.Hour, 4 * time.Hour, 8 * time.Hour}

const (
	giveUp     = 5 * 24 * time.Hour
	leastTries = 6
	maxUnclear = 3
	AnswerKept = 500 // characters kept of a server's answer
)

// stays tells that the letter has yet to leave: it waits, or is held.
func (e Entry) stays() bool { return e.State == Waiting || e.State == OnHold }

// What may still become of a letter, as the store says it.
const (
	stillWaits   = "waiting"
	stillRetried = "retried" // waits, and was tried before
	stillHeld    = "held"
	notArrived   = "undelivered" // the game master is told, and may have it sent again
)

// unsettled is what may still become of the letter; "" if nothing, but that it
// comes back.
func (e Entry) unsettled() string {
	switch {
	case e.State == Waiting && len(e.Attempts) > 0:
		return stillRetried
	case e.State == Waiting:
		return stillWaits
	case e.State == OnHold:
		return stillHeld
	case e.undelivered():
		return notArrived
	}
	return ""
}

// tries are the attempts that count.
func (e Entry) tries() []Attempt {
	return slices.DeleteFunc(slices.Clone(e.Attempts[e.Earlier:]), func(a Attempt) bool {
		return a.Result == Held || a.Result == Returned || a.Result == Late
	})
}

// undelivered tells that the letter's reader does not have it, or perhaps not,
// and that nothing more is tried. That of a stranger is no matter: From was forged,
// most likely. A player's page that was refused is told him when he asks for it again.
func (e Entry) undelivered() bool {
	return !e.Stranger && !e.Ticked && !e.Page &&
		(e.State == Failed || e.State == GivenUp || e.State == Unclear || e.State == Bounced)
}

// refusals are the tries of which it is known that the letter did not leave.
func (e Entry) refusals() (n int) {
	for _, a := range e.tries() {
		if a.Result == Temporary {
			n++
		}
	}
	return n
}

// Returns counts what came back about the letter.
func (e Entry) Returns() (n int) {
	for _, a := range e.Attempts {
		if a.Result == Returned || a.Result == Late {
			n++
		}
	}
	return n
}

// tried notes an attempt, and what follows for a letter that waits. Of several in a
// row that were Held the last is kept.
func (e *Entry) tried(a Attempt) {
	if last := len(e.Attempts) - 1; last >= e.Earlier && e.Attempts[last].Result == Held {
		e.Attempts = e.Attempts[:last]
	}
	e.Attempts, e.Reason = append(e.Attempts, a), a.Text
	if e.State == Waiting {
		e.State, e.Due = after(*e, a)
	}
}

// after decides what follows an attempt.
func after(e Entry, a Attempt) (State, time.Time) {
	switch {
	case a.Result == Held && a.Behind:
		return Waiting, a.At.Add(time.Second) // what is due is kept by the second
	case a.Result == Held:
		return Waiting, e.Due
	}
	unclear, tries := 0, e.tries()
	for _, t := range tries {
		if t.Result == Uncertain {
			unclear++
		}
	}
	next := a.At.Add(waits[min(len(tries), len(waits))-1])
	switch {
	case a.Result == Delivered:
		return Sent, e.Due
	case a.Result == Permanent:
		return Failed, e.Due
	case unclear >= maxUnclear:
		return Unclear, e.Due
	case next.Sub(tries[0].At) > giveUp && len(tries) >= leastTries:
		return GivenUp, e.Due
	}
	return Waiting, next
}

// again lets a letter wait anew: due at once, from the game's address as it is now,
// under its old Message-ID.
func (e *Entry) again() {
	e.Ticked = false
	e.State, e.Due, e.Reason, e.Earlier = Waiting, e.Queued, "", len(e.Attempts)
	e.From, e.FromName, e.Envelope, e.Stripped = "", "", "", ""
}
