package outbox

import (
	"slices"
	"time"
)

// The state of a letter after its attempts, and what follows.

// Result is how an attempt to send ended.
type Result string

// The results of attempts. They are stored, so they never change.
const (
	Delivered Result = "delivered"
	Temporary Result = "temporary"
	Permanent Result = "permanent"
	Uncertain Result = "uncertain" // lost after the final dot: it may have arrived
	Held      Result = "held"      // our own mail server does not serve us, which says nothing about the letter
	Returned  Result = "bounced"   // no attempt: a bounce came
	Late      Result = "delayed"   // no attempt: another server says that it is still trying
)

// Attempt is one attempt to send a letter.
type Attempt struct {
	At     time.Time `json:"at"`
	Result Result    `json:"result"`
	Text   string    `json:"text,omitempty"` // the server's words
	TooBig bool      `json:"too_big,omitempty"`
	Behind bool      `json:"-"` // Held at this letter: the others that are due are tried before it
}

// State is what has become of a letter of the outbox so far.
type State string

// The states of letters. They are stored, so they never change.
const (
	Waiting State = "waiting"
	Sent    State = "sent"
	Failed  State = "failed"   // refused for good
	GivenUp State = "given-up" // tried for days
	Unclear State = "unclear"  // tried a few times, each time perhaps with success
	OnHold  State = "held"     // by the game master, until the game master releases it
	Bounced State = "bounced"  // it had left and came back
)

// Back-off: the waits after the first, second, … failure. The last one repeats until giveUp after the first attempt,
// if there were enough attempts by then: if nothing was sent for a week, the first failure is not the last.
var waits = []time.Duration{5 * time.Minute, 15 * time.Minute, time.Hour, 2 * time.Hour, 4 * time.Hour, 8 * time.Hour}

const (
	giveUp     = 5 * 24 * time.Hour
	leastTries = 6
	maxUnclear = 3
	AnswerKept = 500 // characters kept of a server's answer
)

// stays reports whether the letter has not left yet: it waits, or is held.
func (e Message) stays() bool { return e.State == Waiting || e.State == OnHold }

// What may still become of a letter, in the words of the store.
const (
	stillWaits   = "waiting"
	stillRetried = "retried" // it waits, and was tried before
	stillHeld    = "held"
	notArrived   = "undelivered" // the game master knows, and may have it sent again
)

// unsettled is what may still become of the letter. It is "" if nothing can, except that it comes back.
func (e Message) unsettled() string {
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
func (e Message) tries() []Attempt {
	return slices.DeleteFunc(slices.Clone(e.Attempts[e.Earlier:]), func(a Attempt) bool {
		return a.Result == Held || a.Result == Returned || a.Result == Late
	})
}

// undelivered reports whether the letter's reader does not have it, or perhaps not, and nothing more is tried. A
// stranger's letter does not matter: From was most likely forged. If a player's page was refused, the player learns it
// when asking for it again.
func (e Message) undelivered() bool {
	return !e.Stranger && !e.Ticked && !e.Page &&
		(e.State == Failed || e.State == GivenUp || e.State == Unclear || e.State == Bounced)
}

// refusals counts the tries after which the letter certainly did not leave.
func (e Message) refusals() (n int) {
	for _, a := range e.tries() {
		if a.Result == Temporary {
			n++
		}
	}
	return n
}

// Returns counts what came back about the letter.
func (e Message) Returns() (n int) {
	for _, a := range e.Attempts {
		if a.Result == Returned || a.Result == Late {
			n++
		}
	}
	return n
}

// tried records an attempt, and what follows for a letter that waits. If several in a row were Held, the last one is
// kept.
func (e *Message) tried(a Attempt) {
	if last := len(e.Attempts) - 1; last >= e.Earlier && e.Attempts[last].Result == Held {
		e.Attempts = e.Attempts[:last]
	}
	e.Attempts, e.Reason = append(e.Attempts, a), a.Text
	if e.State == Waiting {
		e.State, e.Due = after(*e, a)
	}
}

// after decides what follows an attempt.
func after(e Message, a Attempt) (State, time.Time) {
	switch {
	case a.Result == Held && a.Behind:
		return Waiting, a.At.Add(time.Second) // due times are kept to the second
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

// again queues a letter again: due at once, from the game's present address, under its old Message-ID.
func (e *Message) again() {
	e.Ticked = false
	e.State, e.Due, e.Reason, e.Earlier = Waiting, e.Queued, "", len(e.Attempts)
	e.From, e.FromName, e.Envelope, e.Stripped = "", "", "", ""
}
