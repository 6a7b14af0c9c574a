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
	sortByInitiative(turns)
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

func sortByInitiative(turns []initiative) { slices.SortFunc(turns, byTurn) }

// byTurn compares, like cmp.Compare, whose turn comes first.
func byTurn(a, b initiative) int {
	if a.speed != b.speed {
		return b.speed - a.speed
	}
	if a.lot != b.lot {
		return cmp.Compare(a.lot, b.lot)
	}
	if a.army.Realm != b.army.Realm {
		return a.army.Realm - b.army.Realm
	}
	switch {
	case a.army.Name.Less(b.army.Name):
		return -1
	case a.army == b.army:
		return 0
	}
	return 1
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
	if a.Formation() {
		return t.pace(a)
	}
	return t.Row(a).Move
}

// Subject is what an army's dice are keyed by.
func (a *Army) Subject(more ...int64) []int64 {
	return append([]int64{int64(a.Realm), int64(a.Name.Type), int64(a.Name.Class), int64(a.Name.ID)}, more...)
}

// Arrive records that the army came to where it is.
func (t *Turn) Arrive(a *Army) {
	a.Since = t.State.Turn
	a.March.Arrived = int8(t.Week)
}
