package thoramar

import "weltentor/worlds/game"

// look is what a realm makes of an army it looks at (manual, $A; decision 8).
type look uint8

const (
	unseen   look = iota
	unsigned      // `?.K.M ? 993`
	signed        // `1.K.M 3 993`
)

// exposure is an army that gave itself away to a realm this week.
type exposure struct {
	realm  int16
	viewer int16
	name   ArmyName
}

// expose notes that the army fought or shot: this week all the realms involved
// see it with its sign, whatever its flag (decision 8).
func (t *turn) expose(a *Army, involved ...int) {
	if t.exposed == nil {
		t.exposed = map[exposure]bool{}
	}
	for _, r := range involved {
		if r != 0 && r != a.Realm {
			t.exposed[exposure{int16(a.Realm), int16(r), a.Name}] = true
		}
	}
}

// visible tells how the army looks to a realm that looks at its field in this
// week; whether it does look there is not asked. Before week 1 nobody is found
// by luck: what a receipt could know is what the turn goes by.
func (t *turn) visible(viewer int, a *Army) look {
	switch {
	case a.Realm == viewer, a.Realm == 0, a.Flag == Shown:
		return signed
	case len(t.exposed) > 0 && t.exposed[exposure{int16(a.Realm), int16(viewer), a.Name}]:
		return signed
	case a.Flag == NoSign, a.Men > t.tables.Unit[0].Spy:
		return unsigned
	}
	return unseen
}

// looksAt tells whether the realm sees the field this week: an army of its own
// in it or beside it, its own land, the ring around its capital.
func (t *turn) looksAt(viewer int, at game.Place) bool {
	return t.state.Fields[at].Owner == int16(viewer)
}

// watchers lists, sorted, the realms that see the field this week.
func (t *turn) watchers(at game.Place) []int {
	return nil
}
