package thoramar

import (
	"sort"

	"weltentor/worlds/game"
)

// army gives a realm's army by name, nil if there is none.
func (s *State) army(realm int, name ArmyName) *Army {
	if realm < 0 || realm >= len(s.Armies) {
		return nil
	}
	list := s.Armies[realm]
	i := armyPlace(list, name)
	if i < len(list) && list[i].Name == name {
		return list[i]
	}
	return nil
}

// armyPlace is where an army of that name is, or would be, in a realm's list.
func armyPlace(list []*Army, name ArmyName) int {
	return sort.Search(len(list), func(i int) bool { return !list[i].Name.less(name) })
}

// gone tells that the army was lost, disbanded or merged.
func (a *Army) gone() bool { return a.lost }

// land tells whether the army moves over land.
func (a *Army) land() bool { return !a.Name.ship() }

// ship tells whether armies of the unit go by sea.
func (u Unit) ship() bool {
	switch u.Type {
	case 'S':
		return true
	case 'H', 'V':
		return u.Class == 'S'
	case 'M':
		return u.Class == 'L' || u.Class == 'S' || u.Class == 'K'
	}
	return false
}

// armiesAt lists the armies in a field by realm, unit and ID, but neither what is
// aboard a fleet nor the members of formations, whose formation stands for them.
// The list is replaced when armies come and go, never changed.
func (t *Turn) armiesAt(p game.Place) []*Army {
	if p < 0 {
		return nil
	}
	return t.at[p]
}

// addArmy puts a new army into the world and gives its lasting pointer. Its
// name must be free in its realm.
func (t *Turn) addArmy(a Army) *Army {
	p := &a
	t.enlist(p)
	return p
}

// enlist puts an army into its realm's list and its field.
func (t *Turn) enlist(a *Army) {
	list := t.state.Armies[a.Realm]
	i := armyPlace(list, a.Name)
	if i < len(list) && list[i].Name == a.Name {
		panic("a second army " + a.Name.String())
	}
	out := make([]*Army, 0, len(list)+1)
	t.state.Armies[a.Realm] = append(append(append(out, list[:i]...), a), list[i:]...)
	t.enter(a)
}

// removeArmy takes an army out of the world; its men become 0. A fleet takes its
// cargo with it; with a sorcerer goes the hold on its demons.
func (t *Turn) removeArmy(a *Army) {
	t.drown(a)
	t.discharge(a)
	a.Men, a.lost = 0, true
	if a.Name.Type == 'Z' {
		t.unbind(a)
	}
	if v := t.formationOf(a); v != nil {
		t.recount(v)
	}
}

// discharge takes an army out of its realm's list and its field.
func (t *Turn) discharge(a *Army) {
	t.state.Armies[a.Realm] = without(t.state.Armies[a.Realm], a)
	t.leave(a)
}

// changeRealm puts an army under another realm, with a free number of its kind
// there; a fleet with its cargo. It tells false, and does nothing, if there is none.
func (t *Turn) changeRealm(a *Army, realm int) bool {
	id, cargo := t.numberIn(realm, a.Name.Unit, a.At), t.load(a)
	if id == 0 || cargo != nil && t.numberIn(realm, cargo.Name.Unit, a.At) == 0 {
		return false
	}
	t.discharge(a)
	a.Realm, a.Name.ID = realm, int32(id)
	t.enlist(a)
	if cargo != nil {
		t.changeRealm(cargo, realm)
		cargo.Aboard = a.Name
	}
	return true
}

// numberIn gives a number of a realm that none of its armies of the kind has, 0 if
// all are taken: the lowest, but in realm 0 one that tells nothing.
func (t *Turn) numberIn(realm int, u Unit, at game.Place) int {
	if realm == 0 {
		return wildID(t.seed, t.state.Turn, at, u, func(id int) bool { return t.state.army(0, ArmyName{u, int32(id)}) != nil })
	}
	return t.state.freeID(realm, u)
}

// wildID draws a number for an army that comes to realm 0, by turn and field: the
// lowest free one would count the wild armies all over the world. One that is taken
// is drawn again; after many draws the next free one above is taken, 0 if none is.
func wildID(seed game.Seed, turn int, at game.Place, u Unit, taken func(int) bool) int {
	const draws = 100
	dice := seed.Throw(turn, 0, "number", int64(at), int64(u.Type), int64(u.Class))
	for range draws {
		if id := int(dice.Between(1, maxID)); !taken(id) {
			return id
		}
	}
	from := int(dice.N(maxID))
	for n := range maxID {
		if id := (from+n)%maxID + 1; !taken(id) {
			return id
		}
	}
	return 0
}

// freeID is the lowest number that no army of the kind has in the realm; 0 if
// all are taken.
func (s *State) freeID(realm int, u Unit) int {
	list := s.Armies[realm]
	id := 1
	for i := armyPlace(list, ArmyName{u, 1}); i < len(list) && list[i].Name == (ArmyName{u, int32(id)}); i++ {
		id++
	}
	if id > maxID {
		return 0
	}
	return id
}

// The greatest numbers armies (decision 3), world gates (decision 1) and realms
// may have: what the order file has places for.
const (
	maxID    = 999
	maxGate  = 999
	maxRealm = 999
)

// ofType lists a realm's armies of one type, in their order.
func (s *State) ofType(realm int, kind byte) []*Army {
	list := s.Armies[realm]
	from := armyPlace(list, ArmyName{Unit: Unit{kind, 0}})
	to := armyPlace(list, ArmyName{Unit: Unit{kind + 1, 0}})
	return list[from:to]
}

// moveArmy puts an army into another field, a fleet with its cargo.
func (t *Turn) moveArmy(a *Army, to game.Place) {
	t.leave(a)
	a.At = to
	t.enter(a)
	t.sail(a)
	if a.formation() {
		t.carry(a)
	}
}

// leave takes an army out of its field.
func (t *Turn) leave(a *Army) {
	if a.At >= 0 && a.sights() {
		t.at[a.At] = without(t.at[a.At], a)
	}
}

// enter puts an army into the field where it is, at its place in the order.
func (t *Turn) enter(a *Army) {
	if a.At < 0 || !a.sights() {
		return
	}
	list := t.at[a.At]
	i := sort.Search(len(list), func(i int) bool {
		b := list[i]
		return b.Realm > a.Realm || b.Realm == a.Realm && !b.Name.less(a.Name)
	})
	out := make([]*Army, 0, len(list)+1)
	t.at[a.At] = append(append(append(out, list[:i]...), a), list[i:]...)
}

// without gives the list without the army; the list itself stays as it is.
func without(list []*Army, a *Army) []*Army {
	if len(list) == 1 && list[0] == a {
		return nil
	}
	out := make([]*Army, 0, len(list))
	for _, b := range list {
		if b != a {
			out = append(out, b)
		}
	}
	return out
}

func cloneArmies(lists [][]*Army) [][]*Army {
	n := 0
	for _, list := range lists {
		n += len(list)
	}
	block := make([]Army, 0, n)
	out := make([][]*Army, len(lists))
	for i, list := range lists {
		if len(list) == 0 {
			continue
		}
		out[i] = make([]*Army, len(list))
		for j, a := range list {
			block = append(block, *a)
			out[i][j] = &block[len(block)-1]
		}
	}
	return out
}
