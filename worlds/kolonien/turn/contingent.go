package turn

import (
	"slices"

	"weltentor/worlds/kolonien/realm"
)

// calm reports whether a leader or a fleet can enter an area whatever treaties and colonies others make this year. It
// must be the realm's own, or unowned and a place where nobody can found a colony first.
func calm(t *Turn, realm, area int) bool {
	owner := t.State.Owner(area)
	return owner == realm && t.began.Owner(area) == realm || owner == 0 && t.receipt != nil &&
		!visited(t, realm, area)
}

// spare reports whether any of a realm's colonies but one has troops that could retreat and join an army or a
// garrison. Its home does not count.
func spare(t *Turn, whose, but int) bool {
	return slices.ContainsFunc(t.State.Owned(whose), func(area int) bool {
		return area != but && colony(t, area) && !t.State.Areas[area-1].Colony.Empty()
	})
}

// fixed reports whether a leader who has to give way stays where he is: ashore, and without a colony there or beside
// to retreat to.
func fixed(t *Turn, l *realm.Leader) bool {
	near := func(area int) bool { return t.State.Areas[area-1].Colony != nil }
	return l.Aboard == 0 && !near(l.At) && !slices.ContainsFunc(t.State.Areas[l.At-1].Beside, near)
}

// quiet reports whether nobody can come to a leader's area whom he could attack there. Enemies would fight him as they
// come, and natives flee to land without a colony.
func quiet(t *Turn, realm, area int) bool {
	if visited(t, realm, area) {
		return false
	}
	if owner := t.State.Owner(area); owner > 0 {
		return owner == realm && t.began.Owner(area) == realm
	}
	return !slices.ContainsFunc(t.State.Areas[area-1].Beside,
		func(b int) bool { return t.began.Areas[b-1].Natives != nil })
}

// visited reports whether a leader of another realm was in an area when the year began. Out of the realm's sight one
// may have been.
func visited(t *Turn, realm, area int) bool {
	if t.receipt == nil || !t.receipt.seen[area-1] {
		return true
	}
	return t.began.Strangers(realm, area)
}
