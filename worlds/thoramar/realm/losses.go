package realm

import (
	"weltentor/orders/phrase"
)

// DrawsLosses tells whether of a share of the army's men the part below one is drawn, not
// rounded: of ships, and where there are few. Else ten small fleets would lose less, or
// more, than one big one.
func (t *Turn) DrawsLosses(a *Army) bool { return a.Name.Ship() || a.Men < t.Tables.Rules.SmallArmy }

// The dice of an army's march in a week.
const (
	GroundShare int64 = iota // how much the terrain takes
	RiverShare               // how much the river takes
	GroundRest               // whether the part below one of what the terrain takes is taken too
	RiverRest
	WallRest
)

// Shrink takes a share (permille) from an army on its march: to the nearest man, or the
// whole part and one by a die for the rest. Under the least strength of T03 the army is
// lost: it tells false.
func (t *Turn) Shrink(a *Army, share, rest int64, cause phrase.Arg) bool {
	lost := Nearest(a.Men*share, 1000)
	if t.DrawsLosses(a) {
		lost = (a.Men*share + t.Dice(a.Subject(rest)...).N(1000)) / 1000
	}
	if lost == 0 {
		return true
	}
	army, field := phrase.Str("army", a.Name.String()), phrase.At("field", a.At)
	code, end := "march-losses", "march-lost"
	if a.Name.Ship() {
		code, end = "sea-losses", "sea-lost"
	}
	if left := a.Men - lost; left >= t.Row(a).Min {
		a.Men = left
		t.Tell(phrase.P(code, army, field, phrase.Num("men", lost), phrase.Num("left", left), cause), a.Realm)
		t.Trim(a)
		return true
	}
	t.Tell(phrase.P(end, army, field, phrase.Num("men", a.Men), cause), a.Realm)
	t.RemoveArmy(a)
	return false
}

// Nearest divides and rounds to the nearest whole number, halves up; both are
// not negative.
func Nearest(a, b int64) int64 { return (a + b/2) / b }

// UpBy divides and rounds up; both are not negative.
func UpBy(a, b int64) int64 { return (a + b - 1) / b }
