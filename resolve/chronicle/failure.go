package chronicle

import (
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
)

// Failure is a try to resolve a turn at which the rules failed, or a program that they need. What the turn is made from
// stays as it was.
type Failure struct {
	Turn    int       `json:"turn"`
	Attempt string    `json:"attempt"` // sum of what the turn was made from: the same again would fail again
	Since   time.Time `json:"since"`   // of the first failure of the turn
	What    string    `json:"what"`    // the last words, in one line
	// without whose orders the turn could be resolved, 0 for the game master's; none: unknown, or not for theirs
	Realms   []int `json:"realms,omitempty"`
	Together bool  `json:"together,omitempty"` // they fail only together with others
	Others   []int `json:"others,omitempty"`   // who these are; none: unknown
	Always   bool  `json:"always,omitempty"`   // orders make no difference: it may work at any time
	Told     int   `json:"told,omitempty"`     // how many letters about it the game master got
	Late     bool  `json:"late,omitempty"`     // the players know that the turn is late
}

const failure store.Slot[Failure] = "failed turn"

// FailureOf is the last failure of a turn; zero: it has not failed since it began.
func FailureOf(tx *store.Tx, turn int) Failure {
	if f, _ := failure.Get(tx); f.Turn == turn {
		return f
	}
	return Failure{}
}

// Put stores the failure.
func (f Failure) Put(tx *store.Tx) { failure.Put(tx, f) }

// Waits says that the turn waits, and for what. when puts a time into words.
func (f Failure) Waits(when func(time.Time) string) phrase.Phrase {
	// the letter about it also names the game master
	realms := slices.DeleteFunc(slices.Clone(f.Realms), func(n int) bool { return n == 0 })
	return phrase.P("waits-failed", phrase.Num("turn", f.Turn), phrase.Str("since", when(f.Since)),
		phrase.Str("what", wording.Cut(f.What)), phrase.Num("n", len(realms)), phrase.Str("list", wording.NumbersOf(realms)))
}

// EndFailure forgets it, as the turn is resolved.
func EndFailure(tx *store.Tx) { failure.Remove(tx) }
