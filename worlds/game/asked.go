package game

import "slices"

// Asked is the turn that awaits orders, whose orders are taken, and who of them owes some.
type Asked struct {
	Turn   int    // from 1, and one more after each Resolve; the number in `$I`
	Phase  string // the mail phase, such as "orders" or "results"; the sentence "phase.orders" names it
	Realms []int  // sorted; whose orders are taken; empty: the world waits for players, and no turn is due
	// sorted, some of Realms: they may send orders and owe none, so nobody reminds them and they miss no turn
	Free []int
	// each realm knows only of itself whether it is Free, in all turns of this phase: so it is not public who sends
	// orders, or how many
	Secret bool
	// nobody owes orders, and the turn is due at once: it only sets players up, and its report is the first they get
	Setup   bool
	Over    bool  // the game has ended: no more orders, no more turns
	Winners []int // sorted; who has won a game that is over, if anybody has
}

// To is what one realm may know of it: whether it owes orders itself, but not whether others do.
func (a Asked) To(realm int) Asked {
	free := slices.Contains(a.Free, realm)
	if a.Free = nil; free {
		a.Free = []int{realm}
	}
	return a
}

// Public is what everybody may know of it. If the phase keeps secret who owes orders, that is nobody's name.
func (a Asked) Public() Asked {
	if a.Secret {
		a.Realms, a.Free = nil, nil
	}
	return a
}

// Due is when a turn may be resolved.
type Due uint8

// When a turn may be resolved.
const (
	AtDeadline Due = iota // at the deadline, or earlier if all sheets are in and the world's settings allow it
	NotBefore             // at the deadline and not before, even if all sheets are in (a sheet has errors to mend)
	Now                   // at once; if nobody has sent a sheet, only if some player is not away
	ByHand                // only when the game master says so; the deadline only reminds
)
