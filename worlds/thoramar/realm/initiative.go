package realm

import (
	"cmp"
	"slices"
)

// ByInitiative sorts armies: the faster of T01 first, equals by this week's lot.
func (t *Turn) ByInitiative(list []*Army) {
	turns := t.turns[:0]
	for _, a := range list {
		a.March.Lot = t.Dice(a.Subject()...).N(1 << 62)
		turns = append(turns, initiative{a, t.Speed(a), a.March.Lot})
	}
	slices.SortFunc(turns, func(a, b initiative) int {
		if a.speed != b.speed {
			return b.speed - a.speed
		}
		return cmp.Or(cmp.Compare(a.lot, b.lot), cmp.Compare(a.army.Realm, b.army.Realm))
	})
	for i := range turns {
		list[i] = turns[i].army
	}
	t.turns = turns
}

// initiative is when an army's turn comes in a week: sorted side by side, so that
// no comparison has to look armies up.
type initiative struct {
	army  *Army
	speed int // T01
	lot   int64
}

// Speed is T01 of an army; of a formation that of its slowest member, slowed.
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

// Arrive notes that the army came to where it is.
func (t *Turn) Arrive(a *Army) {
	a.Since = t.State.Turn
	a.March.Arrived = int8(t.Week)
}
