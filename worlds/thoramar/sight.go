package thoramar

import (
	"slices"

	"weltentor/worlds/game"
)

// look is what a realm makes of an army it looks at (manual, $A; decision 8).
type look uint8

const (
	unseen   look = iota
	unsigned      // `?.K.M ? 993`
	signed        // `1.K.M 3 993`
)

// expose notes that the army fought or shot: this week all the realms involved
// see it with its sign, whatever its flag (decision 8).
func (t *Turn) expose(a *Army, involved ...int) {
	for _, r := range involved {
		if r == 0 || r == a.Realm || a.exposedTo(r) {
			continue
		}
		if len(a.march.exposed) == 0 {
			t.exposed = append(t.exposed, a)
		}
		a.march.exposed = append(a.march.exposed, int16(r))
	}
}

// exposedTo tells whether the army gave itself away to a realm this week.
func (a *Army) exposedTo(realm int) bool {
	return a.march != nil && slices.Contains(a.march.exposed, int16(realm))
}

// cover ends what was seen of an army because it fought.
func (a *Army) cover() { a.march.exposed = a.march.exposed[:0] }

// visible tells how the army looks to a realm that looks at its field in this
// week; whether it does look there is not asked. Before week 1 nobody is found
// by luck: the turn goes by what a receipt could know.
func (t *Turn) visible(viewer int, a *Army) look {
	if a.Realm == viewer {
		return signed
	}
	base := t.plainLook(a)
	if base == signed {
		return signed
	}
	if a.exposedTo(viewer) {
		return signed
	}
	if base == unseen && t.shares(viewer, a.At) && t.found(viewer, a) {
		return unsigned
	}
	return base
}

// plainLook is how the army looks to strangers who have no luck: by its flag,
// and by its size if it hides (T03, "Spionage").
func (t *Turn) plainLook(a *Army) look {
	switch {
	case a.Realm == 0, a.Flag == Shown:
		return signed
	case a.Flag == Hidden && a.Men <= t.row(a).Spy:
		return unseen
	}
	return unsigned
}

// found draws whether a realm that shares the field with a hidden army comes
// upon it this week.
func (t *Turn) found(viewer int, a *Army) bool {
	if t.week < 1 || t.week > Weeks {
		return false
	}
	u := a.Name.Unit
	return t.seed.Throw(t.state.Turn, t.week, "sight", int64(a.At), int64(a.Realm),
		int64(u.Type), int64(u.Class), int64(a.Name.ID), int64(viewer)).Chance(t.tables.Rules.FindHidden)
}

// shares tells whether the realm has an army or a building in the field.
func (t *Turn) shares(viewer int, at game.Place) bool {
	f := &t.state.Fields[at]
	if f.Building != nil && int(f.Owner) == viewer {
		return true
	}
	return t.stands(viewer, at)
}

// stands tells whether an army of the realm that is not cargo is in the field.
func (t *Turn) stands(viewer int, at game.Place) bool {
	for _, a := range t.armiesAt(at) {
		if a.Realm == viewer && a.sights() {
			return true
		}
	}
	return false
}

// sights tells whether the army is in the field by itself: cargo and members of
// a formation neither see nor are seen (decision 6).
func (a *Army) sights() bool { return a.Aboard.ID == 0 }

// looksAt tells whether the realm sees the field: its own land, an army of its
// own in the field or beside it, its capital in the field or beside it.
func (t *Turn) looksAt(viewer int, at game.Place) bool {
	if int(t.state.Fields[at].Owner) == viewer || t.stands(viewer, at) {
		return true
	}
	for d := game.Direction(1); d <= 6; d++ {
		p := t.grid.Step(at, d)
		if p != game.Nowhere && (t.stands(viewer, p) || t.capitalOf(p) == viewer) {
			return true
		}
	}
	return false
}

// sees tells whether the realm saw the field when the turn began: its own land, its
// capital's ring, its armies' fields and those around them. What an order is told of
// another field, and what it may aim at, goes by that (law 6); in a receipt as in the turn.
func (t *Turn) sees(realm int, p game.Place) bool {
	if t.receipt != nil {
		return t.receipt.clear.Has(p)
	}
	if int(t.state.Fields[p].Owner) == realm {
		return true
	}
	if t.saw == nil {
		t.saw = make([]Places, len(t.state.Realms))
	}
	if t.saw[realm] == nil {
		began := t.began
		if began == nil {
			began = t.state
		}
		t.saw[realm] = began.clear(t.tables, realm)
	}
	return t.saw[realm].Has(p)
}

// knows tells whether the realm knew the field's terrain when the turn began.
func (t *Turn) knows(realm int, p game.Place) bool {
	if t.receipt != nil {
		return t.receipt.seen.Has(p)
	}
	return t.state.Realms[realm].Seen.Has(p) || t.sees(realm, p)
}

// watchers lists, sorted, the realms that see the field.
func (t *Turn) watchers(at game.Place) []int {
	out := make([]int, 0, 8)
	out = append(out, int(t.state.Fields[at].Owner))
	for d := game.Direction(0); d <= 6; d++ {
		p := t.grid.Step(at, d)
		if p == game.Nowhere {
			continue
		}
		if r := t.capitalOf(p); r != 0 {
			out = append(out, r)
		}
		for _, a := range t.armiesAt(p) {
			if a.sights() {
				out = append(out, a.Realm)
			}
		}
	}
	return sortedRealms(out)
}

// capitalOf gives the realm whose capital stands in the field, 0 if none does.
// One under construction sees nothing yet.
func (t *Turn) capitalOf(at game.Place) int {
	f := &t.state.Fields[at]
	if f.Building == nil || f.Building.New || !t.tables.building(f.Building.Kind).Capital {
		return 0
	}
	return int(f.Owner)
}
