package realm

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
