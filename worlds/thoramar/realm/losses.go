package realm

import (
	"weltentor/orders/phrase"
)

// DrawsLosses reports whether a fraction of a man in the army's losses is decided by a die instead of rounding: for
// ships, and for small armies. Otherwise ten small fleets would lose less, or more, than one large fleet.
func (t *Turn) DrawsLosses(a *Army) bool { return a.Name.Ship() || a.Men < t.Tables.Rules.SmallArmy }

// The dice of an army's march in a week.
const (
	GroundShare int64 = iota // how much the terrain takes
	RiverShare               // how much the river takes
	GroundRest               // whether a fraction of what the terrain takes is rounded up
	RiverRest
	WallRest
)

// Shrink takes a share (permille) from an army on its march: to the nearest man, or the whole part and a die for the
// rest. If less than the least strength of T03 is left, the army is lost, and it returns false.
func (t *Turn) Shrink(a *Army, share, rest int64, cause phrase.Arg) bool {
	lost := Nearest(a.Men*share, 1000)
	if t.DrawsLosses(a) {
		lost = (a.Men*share + t.Dice(a.Subject(rest)...).N(1000)) / 1000
	}
	if lost == 0 {
		return true
	}
	field := phrase.At("field", a.At)
	code, end := "march-losses", "march-lost"
	if a.Name.Ship() {
		code, end = "sea-losses", "sea-lost"
	}
	if left := a.Men - lost; left >= t.Row(a).Min {
		a.Men = left
		t.TellArmy(a, code, field, phrase.Num("men", lost), phrase.Num("left", left), cause)
		t.Trim(a)
		return true
	}
	t.TellArmy(a, end, field, phrase.Num("men", a.Men), cause)
	t.RemoveArmy(a)
	return false
}

// Nearest divides and rounds to the nearest whole number, halves up. Neither number may be negative.
func Nearest(a, b int64) int64 { return (a + b/2) / b }

// UpBy divides and rounds up. Neither number may be negative.
func UpBy(a, b int64) int64 { return (a + b - 1) / b }
