package terramagica

import (
	"slices"
	"weltentor/worlds/frame"
)

// war is a week's battles: who stands where, who has fought whom, and what came of it.
type war struct {
	Position
	turn    *frame.Turn      // the turn whose dice are thrown, and to which is told what happens
	here    [][]*Army        // by province: who stands there; nil: not asked yet
	walls   [][]int64        // by province: hit points of its walls, thousandths
	avatars []int64          // by realm: hit points of its avatar, thousandths
	acts    []act            // who takes or plunders where it stands
	acting  map[*Army]bool   // of whom there is one
	met     map[meeting]bool // who has fought whom this week
	fled    map[*Army]bool   // beaten this week: neither marches nor takes
	stopped map[*Army]bool   // attacked and did not win the field
	fought  map[*Army]int    // battles it was in this week
	allies  map[*Army]bool   // fought last on the side of the owner of a home, in it
}

// newWar is a week in which nobody has fought yet.
func newWar(p Position, turn *frame.Turn) *war {
	w := &war{
		Position: p, turn: turn, acting: map[*Army]bool{}, met: map[meeting]bool{}, fled: map[*Army]bool{},
		stopped: map[*Army]bool{}, fought: map[*Army]int{}, allies: map[*Army]bool{},
		avatars: make([]int64, len(p.State.Realms)), walls: make([][]int64, len(p.State.Provinces)),
	}
	for i := range w.avatars {
		w.avatars[i] = p.Tables.Avatar.HP * thousand
	}
	for i := range p.State.Provinces {
		for _, code := range p.State.Provinces[i].Walls {
			w.walls[i] = append(w.walls[i], p.Tables.wall(code).HP*thousand)
		}
	}
	return w
}

// meeting is that two armies fought each other this week; without b, that an army
// fought the avatar of the province.
type meeting struct{ a, b *Army }

// act is an army about to take or plunder the province it stands in.
type act struct {
	army     *Army
	province int
	plunder  bool
}

// able tells whether an army can still fight on its own account this week.
func (w *war) able(a *Army) bool { return !a.Routed && w.present(a) }

// present tells whether an army has not been beaten this week.
func (w *war) present(a *Army) bool { return len(a.Stacks) > 0 && !w.fled[a] }

// hostile tells whether an army attacks another: by its status, or because it is
// about to take or plunder that one's province.
func (w *war) hostile(a, b *Army) bool {
	if a.Realm == b.Realm {
		return false
	}
	return a.towards(b) == Hostile || w.actsOn(a) && w.State.province(a.At).Owner == b.Realm
}

// actsOn tells whether an army takes or plunders where it stands.
func (w *war) actsOn(a *Army) bool { return w.acting[a] }

// avatarAt tells whether a realm's avatar can appear in a province: its home,
// and the avatar has not been beaten this week.
func (w *war) avatarAt(whose, province int) bool {
	return whose > 0 && w.State.Realms[whose].Home == province && w.avatars[whose] > 0
}

// witnesses are who reads of a battle: all realms with armies in the province,
// and its owner.
func (w *war) witnesses(province int) []int {
	out := []int{w.State.province(province).Owner}
	for _, a := range w.in(province) {
		out = append(out, a.Realm)
	}
	slices.Sort(out)
	out = slices.Compact(out)
	return slices.DeleteFunc(out, func(r int) bool { return r == 0 })
}

// in lists the armies in a province, by realm and name. The list is the caller's.
func (w *war) in(province int) []*Army {
	if w.here == nil {
		w.here = w.State.places()
	}
	return slices.Clone(w.here[province-1])
}

// add puts an army into the game.
func (w *war) add(a *Army) {
	w.State.add(a)
	w.enter(a)
}

// remove takes an army out of the game.
func (w *war) remove(a *Army) {
	w.State.remove(a)
	w.leave(a)
}

// relocate moves an army to another province.
func (w *war) relocate(a *Army, to int) {
	w.leave(a)
	a.At = to
	w.enter(a)
}

func (w *war) enter(a *Army) {
	if w.here == nil {
		return
	}
	list := &w.here[a.At-1]
	i, _ := slices.BinarySearchFunc(*list, a, byRealm)
	*list = slices.Insert(*list, i, a)
}

func (w *war) leave(a *Army) {
	if w.here == nil {
		return
	}
	list := &w.here[a.At-1]
	*list = slices.DeleteFunc(*list, func(b *Army) bool { return a == b })
}
