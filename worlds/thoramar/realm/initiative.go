package realm

import (
	"cmp"
	"slices"
)

// ByInitiative sorts armies: those with the higher T01 first, equal ones by this week's lot.
func (t *Turn) ByInitiative(list []*Army) {
	turns := t.turns[:0]
	for _, a := range list {
		turns = append(turns, initiativeOf(t, a))
	}
	slices.SortFunc(turns, byTurn)
	for i := range turns {
		list[i] = turns[i].army
	}
	t.turns = turns
}

// initiativeOf is when the army's turn comes, by its speed and this week's lot.
func initiativeOf(t *Turn, a *Army) initiative {
	a.March.Lot = t.Dice(a.Subject()...).N(1 << 62)
	return initiative{a, t.Speed(a), a.March.Lot}
}

// byTurn compares, like cmp.Compare, whose turn comes first.
func byTurn(a, b initiative) int {
	if first := cmp.Or(b.speed-a.speed, cmp.Compare(a.lot, b.lot)); first != 0 {
		return first
	}
	return cmp.Or(a.army.Realm-b.army.Realm, a.army.Name.Compare(b.army.Name))
}

// initiative is when an army's turn comes in a week. Its parts lie side by side, so that no comparison has to look
// armies up.
type initiative struct {
	army  *Army
	speed int // T01
	lot   int64
}

// Speed is T01 of an army; for a formation that of its slowest member, slowed down.
func (t *Turn) Speed(a *Army) int {
	if !a.Formation() {
		return t.Row(a).Move
	}
	slowest := 0
	for i, m := range t.Crew(a) {
		if move := t.Row(m).Move; i == 0 || move < slowest {
			slowest = move
		}
	}
	return max(0, slowest-t.Tables.Rules.FormationSlower)
}

// Subject is what an army's dice are keyed by.
func (a *Army) Subject(more ...int64) []int64 {
	subject := append(make([]int64, 0, 8), int64(a.Realm), int64(a.Name.Type), int64(a.Name.Class), int64(a.Name.ID))
	return append(subject, more...)
}

// Arrive records that the army came to where it is.
func (t *Turn) Arrive(a *Army) {
	a.Since = t.State.Turn
	a.March.Arrived = int8(t.Week)
}
