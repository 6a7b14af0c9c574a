package realm

import (
	"slices"

	"weltentor/worlds/kolonien/tables"
)

// Standing is what a leader or a fleet has as standing orders for combats.
type Standing struct {
	Charge   bool `json:",omitempty"`
	Siege    bool `json:",omitempty"`
	Regiment bool `json:",omitempty"`
	Withdraw Withdrawal
	Losses   []tables.Kind  `json:",omitempty"`
	Sinking  []tables.Class `json:",omitempty"`
}

// NewStanding returns the orders of those who were given none: withdraw at half the losses, and let a royal regiment
// help.
func NewStanding() Standing {
	return Standing{Regiment: true, Withdraw: Withdrawal{When: AtLoss, N: 50}}
}

// Clone returns a copy that shares nothing with the original.
func (s *Standing) Clone() Standing {
	out := *s
	out.Withdraw.To = slices.Clone(s.Withdraw.To)
	out.Losses, out.Sinking = slices.Clone(s.Losses), slices.Clone(s.Sinking)
	return out
}

// When says when an army or a fleet withdraws, if it may.
type When uint8

// The cases of When.
const (
	AtLoss  When = iota // when N percent of its combat units are gone
	Never               //
	Always              //
	BelowCF             // when its own CF is below N
)

// Place is where to withdraw to: an area, or a fleet that lies where the combat is.
type Place struct {
	Area  int `json:",omitempty"`
	Fleet int `json:",omitempty"`
}

// Withdrawal is a standing order: when to withdraw, and where to.
type Withdrawal struct {
	When When
	N    int
	To   []Place `json:",omitempty"`
}

// Now reports whether a side wants to withdraw that began with some combat units, has some left, and has this CF now.
func (w Withdrawal) Now(began, left, cf int) bool {
	switch w.When {
	case Always:
		return true
	case BelowCF:
		return cf < w.N
	case AtLoss:
		return 100*(began-left) >= w.N*began
	}
	return false
}
