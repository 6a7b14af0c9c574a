// Package fight is a week's battles: armies that stand in one province go in, who won, fell and fled comes out. The turn
// calls it for what happens, and for the odds that a receipt tells.
package fight

import (
	"slices"

	"weltentor/worlds/frame"
	"weltentor/worlds/terramagica/realm"
)

// War is a week's battles: who stands where, who has fought whom, and what came of it.
type War struct {
	realm.Position
	turn    *frame.Turn          // the turn whose dice are thrown, and to which is told what happens
	here    [][]*realm.Army      // by province: who stands there; nil: not asked yet
	Walls   [][]int64            // by province: hit points of its walls, thousandths
	avatars []int64              // by realm: hit points of its avatar, thousandths
	Acts    []Act                // who takes or plunders where it stands
	Acting  map[*realm.Army]bool // of whom there is one
	met     map[meeting]bool     // who has fought whom this week
	Fled    map[*realm.Army]bool // beaten this week: neither marches nor takes
	Stopped map[*realm.Army]bool // attacked and did not win the field
	Fought  map[*realm.Army]int  // battles it was in this week
	Allies  map[*realm.Army]bool // fought last on the side of the owner of a home, in it
}

// NewWar is a week in which nobody has fought yet.
func NewWar(p realm.Position, turn *frame.Turn) *War {
	w := &War{
		Position: p, turn: turn, Acting: map[*realm.Army]bool{}, met: map[meeting]bool{}, Fled: map[*realm.Army]bool{},
		Stopped: map[*realm.Army]bool{}, Fought: map[*realm.Army]int{}, Allies: map[*realm.Army]bool{},
		avatars: make([]int64, len(p.State.Realms)), Walls: make([][]int64, len(p.State.Provinces)),
	}
	for i := range w.avatars {
		w.avatars[i] = p.Tables.Avatar.HP * Thousand
	}
	for i := range p.State.Provinces {
		for _, code := range p.State.Provinces[i].Walls {
			w.Walls[i] = append(w.Walls[i], p.Tables.WallOf(code).HP*Thousand)
		}
	}
	return w
}

// meeting is that two armies fought each other this week; without b, that an army
// fought the avatar of the province.
type meeting struct{ a, b *realm.Army }

// Act is an army about to take or plunder the province it stands in.
type Act struct {
	Army     *realm.Army
	Province int
	Plunder  bool
}

// Able reports whether an army can still fight on its own account this week.
func (w *War) Able(a *realm.Army) bool { return !a.Routed && w.present(a) }

// present reports whether an army has not been beaten this week.
func (w *War) present(a *realm.Army) bool { return len(a.Stacks) > 0 && !w.Fled[a] }

// Hostile reports whether an army attacks another: by its status, or because it is about to take or plunder that one's
// province.
func (w *War) Hostile(a, b *realm.Army) bool {
	if a.Realm == b.Realm {
		return false
	}
	return a.Towards(b) == realm.Hostile || w.ActsOn(a) && w.State.Province(a.At).Owner == b.Realm
}

// ActsOn reports whether an army takes or plunders where it stands.
func (w *War) ActsOn(a *realm.Army) bool { return w.Acting[a] }

// AvatarAt reports whether a realm's avatar can appear in a province: its home, and the avatar has not been beaten
// this week.
func (w *War) AvatarAt(whose, province int) bool {
	return whose > 0 && w.State.Realms[whose].Home == province && w.avatars[whose] > 0
}

// Witnesses are who reads of a battle: all realms with armies in the province,
// and its owner.
func (w *War) Witnesses(province int) []int {
	out := []int{w.State.Province(province).Owner}
	for _, a := range w.In(province) {
		out = append(out, a.Realm)
	}
	slices.Sort(out)
	out = slices.Compact(out)
	return slices.DeleteFunc(out, func(r int) bool { return r == 0 })
}

// In lists the armies in a province, by realm and name. The list is the caller's.
func (w *War) In(province int) []*realm.Army {
	if w.here == nil {
		w.here = w.State.Places()
	}
	return slices.Clone(w.here[province-1])
}

// Add puts an army into the game.
func (w *War) Add(a *realm.Army) {
	w.State.Add(a)
	w.enter(a)
}

// Remove takes an army out of the game.
func (w *War) Remove(a *realm.Army) {
	w.State.Remove(a)
	w.leave(a)
}

// Relocate moves an army to another province.
func (w *War) Relocate(a *realm.Army, to int) {
	w.leave(a)
	a.At = to
	w.enter(a)
}

func (w *War) enter(a *realm.Army) {
	if w.here == nil {
		return
	}
	list := &w.here[a.At-1]
	i, _ := slices.BinarySearchFunc(*list, a, realm.ByRealm)
	*list = slices.Insert(*list, i, a)
}

func (w *War) leave(a *realm.Army) {
	if w.here == nil {
		return
	}
	list := &w.here[a.At-1]
	*list = slices.DeleteFunc(*list, func(b *realm.Army) bool { return a == b })
}
