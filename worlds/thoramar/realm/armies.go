package realm

import (
	"slices"
	"sort"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/tables"
)

// Army returns a realm's army by name, and nil if there is none.
func (s *State) Army(realm int, name ArmyName) *Army {
	if realm < 0 || realm >= len(s.Armies) {
		return nil
	}
	list := s.Armies[realm]
	i := ArmyPlace(list, name)
	if i < len(list) && list[i].Name == name && !list[i].lost {
		return list[i]
	}
	return nil
}

// EachArmy yields all armies, by realm and in their order.
func (s *State) EachArmy(yield func(*Army) bool) {
	for _, list := range s.Armies {
		for _, a := range list {
			if !yield(a) {
				return
			}
		}
	}
}

// ArmyCount is how many armies there are.
func (s *State) ArmyCount() (n int) {
	for _, list := range s.Armies {
		n += len(list)
	}
	return n
}

// ArmyPlace is where an army of that name is, or would be, in a realm's list.
func ArmyPlace(list []*Army, name ArmyName) int {
	return sort.Search(len(list), func(i int) bool { return !list[i].Name.Less(name) })
}

// Gone reports whether the army was lost, disbanded or merged.
func (a *Army) Gone() bool { return a.lost }

// Land reports whether the army moves over land.
func (a *Army) Land() bool { return !a.Name.Ship() }

// ArmiesAt lists the armies in a field by realm, unit and ID. What is aboard a fleet is left out, and so are members
// of formations, whose formation stands for them. The list is replaced when armies come and go, never changed.
func (t *Turn) ArmiesAt(p game.Place) []*Army {
	if p < 0 {
		return nil
	}
	return t.At[p]
}

// AddArmy puts a new army into the world and returns its lasting pointer. Its name must be free in its realm.
func (t *Turn) AddArmy(a Army) *Army {
	t.enlist(&a)
	return &a
}

// enlist puts an army into its realm's list and its field.
func (t *Turn) enlist(a *Army) {
	list := t.State.Armies[a.Realm]
	i := ArmyPlace(list, a.Name)
	if i < len(list) && list[i].Name == a.Name {
		panic("a second army " + a.Name.String())
	}
	t.State.Armies[a.Realm] = with(list, i, a)
	t.Enter(a)
}

// RemoveArmy takes an army out of the world; its men become 0. A fleet takes its cargo with it. If a sorcerer goes,
// its demons are free.
func (t *Turn) RemoveArmy(a *Army) {
	t.drown(a)
	t.discharge(a)
	a.Men, a.lost = 0, true
	if a.Name.Type == 'Z' {
		for _, d := range Demons(t, a) {
			SetFree(t, d)
		}
	}
	if v := t.FormationOf(a); v != nil {
		t.Recount(v)
	}
}

// discharge takes an army out of its realm's list and its field.
func (t *Turn) discharge(a *Army) {
	if t.lane.leaves(a) {
		t.State.Armies[a.Realm] = Without(t.State.Armies[a.Realm], a)
	}
	t.Leave(a)
}

// ChangeRealm puts an army under another realm, with a free number of its kind there, and a fleet with its cargo. If
// no number is free, it does nothing and returns false.
func (t *Turn) ChangeRealm(a *Army, realm int) bool {
	id, cargo := t.NumberIn(realm, a.Name.Unit, a.At), t.Load(a)
	if id == 0 || cargo != nil && t.NumberIn(realm, cargo.Name.Unit, a.At) == 0 {
		return false
	}
	t.discharge(a)
	a.Realm, a.Name.ID = realm, int32(id)
	t.enlist(a)
	if cargo != nil {
		t.ChangeRealm(cargo, realm)
		cargo.Aboard = a.Name
	}
	return true
}

// NumberIn returns a number that none of a realm's armies of the kind has, and 0 if all are taken. It is the lowest
// free number, but in realm 0 one that gives nothing away.
func (t *Turn) NumberIn(realm int, u tables.Unit, at game.Place) int {
	if realm == 0 {
		if t.lane != nil {
			t.lane.await()
		}
		return WildID(t.Seed, t.State.Turn, at, u,
			func(id int) bool { return t.State.Army(0, ArmyName{u, int32(id)}) != nil })
	}
	return t.State.freeID(realm, u)
}

// WildID draws a number for an army that comes to realm 0, by turn and field: the lowest free number would reveal how
// many wild armies there are in the world. If it is taken, another is drawn. After many draws the next free number
// above is taken, or 0 if there is none.
func WildID(seed game.Seed, turn int, at game.Place, u tables.Unit, taken func(int) bool) int {
	const draws = 100
	dice := seed.Throw(turn, 0, "number", int64(at), int64(u.Type), int64(u.Class))
	for range draws {
		if id := int(dice.Between(1, tables.MaxID)); !taken(id) {
			return id
		}
	}
	from := int(dice.N(tables.MaxID))
	for n := range tables.MaxID {
		if id := (from+n)%tables.MaxID + 1; !taken(id) {
			return id
		}
	}
	return 0
}

// freeID is the lowest number that no army of the kind has in the realm, and 0 if all are taken.
func (s *State) freeID(realm int, u tables.Unit) int {
	list := s.Armies[realm]
	id := 1
	for i := ArmyPlace(list, ArmyName{u, 1}); i < len(list) && list[i].Name == (ArmyName{u, int32(id)}); i++ {
		id++
	}
	if id > tables.MaxID {
		return 0
	}
	return id
}

// OfType lists a realm's armies of one type, in their order.
func (s *State) OfType(realm int, kind byte) []*Army {
	list := s.Armies[realm]
	from := ArmyPlace(list, ArmyName{Unit: tables.Unit{Type: kind}})
	return list[from:ArmyPlace(list, ArmyName{Unit: tables.Unit{Type: kind + 1}})]
}

// OfUnit lists a realm's armies of one unit, in their order.
func (s *State) OfUnit(realm int, u tables.Unit) []*Army {
	list := s.Armies[realm]
	return list[ArmyPlace(list, ArmyName{Unit: u}):ArmyPlace(list, ArmyName{u, tables.MaxID + 1})]
}

// MoveArmy puts an army into another field, a fleet with its cargo and a formation with its members.
func (t *Turn) MoveArmy(a *Army, to game.Place) {
	t.Leave(a)
	a.At = to
	t.Enter(a)
	if c := t.Load(a); c != nil {
		c.At = to
	}
	if a.Formation() {
		for _, m := range t.Crew(a) {
			m.At, m.Since = to, t.State.Turn
		}
	}
}

// Leave takes an army out of its field.
func (t *Turn) Leave(a *Army) {
	if a.At >= 0 && a.Sights() {
		t.At[a.At] = Without(t.At[a.At], a)
	}
}

// Enter puts an army into the field where it is, at its place in the order.
func (t *Turn) Enter(a *Army) {
	if a.At < 0 || !a.Sights() {
		return
	}
	list := t.At[a.At]
	i := sort.Search(len(list), func(i int) bool {
		b := list[i]
		return b.Realm > a.Realm || b.Realm == a.Realm && !b.Name.Less(a.Name)
	})
	t.At[a.At] = with(list, i, a)
}

// with returns the list with an army at a place; the list itself stays as it is. slices.Insert would leave room
// for a quarter more.
func with(list []*Army, i int, a *Army) []*Army {
	return slices.Concat(list[:i], []*Army{a}, list[i:])
}

// Without returns the list without the army; the list itself stays as it is.
func Without(list []*Army, a *Army) []*Army {
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

// Attacks reports whether the army's order makes it fight whom it meets: A, P, E or Z. Ranged weapons attack only
// where they stand (manual, "Allgemeines zu den Fernkampfwaffen": on the move they can only defend).
func (a *Army) Attacks() bool {
	m := a.March
	return m.Command != Defend && !(a.Ranged() && (m.Gated || m.Plan.Steps(0)))
}

// Ranged reports whether the army has ranged weapons.
func (a *Army) Ranged() bool { return a.Name.Type == 'F' }

// TooManyArmies reports whether the realm may have no more armies, and then refuses the order. Formations and what is
// aboard count like any other.
func (t *Turn) TooManyArmies(realm int, at orders.Position) bool {
	most := t.Tables.Rules.ArmiesMax
	if len(t.State.Armies[realm]) < most {
		return false
	}
	t.Refuse(realm, at, phrase.P("armies-limit", phrase.Num("most", most)))
	return true
}

// Expose records that the army fought or shot: this week all the realms involved see it with its sign, whatever its
// flag (decision 8).
func (t *Turn) Expose(a *Army, involved ...int) {
	for _, r := range involved {
		if r == 0 || r == a.Realm || a.ExposedTo(r) {
			continue
		}
		if len(a.March.Exposed) == 0 {
			t.Exposed = append(t.Exposed, a)
		}
		a.March.Exposed = append(a.March.Exposed, int16(r))
	}
}

// ExposedTo reports whether the army gave itself away to a realm this week.
func (a *Army) ExposedTo(realm int) bool {
	return a.March != nil && slices.Contains(a.March.Exposed, int16(realm))
}

// Cover hides again what was seen of an army because it fought.
func (a *Army) Cover() { a.March.Exposed = a.March.Exposed[:0] }

// Sights reports whether the army is in the field by itself: cargo and members of a formation neither see nor are seen
// (decision 6).
func (a *Army) Sights() bool { return a.Aboard.ID == 0 }

// NewStart makes the field where a trader stands the one that its gain counts from: after a world gate (decision 10).
func (t *Turn) NewStart(a *Army) {
	if a.Name.Type == 'H' {
		a.Start = a.At
	}
}
