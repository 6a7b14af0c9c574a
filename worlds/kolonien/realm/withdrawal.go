package realm

// When tells when an army or a fleet withdraws that may.
type When uint8

// When to withdraw.
const (
	AtLoss  When = iota // when so many percent of its combat units are gone
	Never               //
	Always              //
	BelowCF             // when the own CF is below so many
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

// Now reports whether a side that began with so many combat units and has so many left, and so much CF, wants to go.
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
