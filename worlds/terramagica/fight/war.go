// Package fight is a week's battles: who wants to attack whom in a province (Intents), who gathers on each side
// (Muster), and how the battle in rows ends (Fight). The order of attacks is drawn, so that no realm's number decides
// it. The rounds are package battlelines', and it counts in thousandths. The odds in a receipt come from the same code.
package fight

import (
	"slices"

	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/realm"
)

// War is a week's battles: who is where, who has fought whom, and the results.
type War struct {
	realm.Position
	turn    *rulekit.Turn        // throws the dice, and records the events
	here    [][]*realm.Army      // by province: the armies there; nil: not looked up yet
	Walls   [][]int64            // by province: hit points of its walls, in thousandths
	avatars []int64              // by realm: hit points of its avatar, in thousandths
	Acts    []Act                // armies that take or plunder their province
	Acting  map[*realm.Army]bool // the armies in Acts
	met     map[meeting]bool     // who has fought whom this week
	Fled    map[*realm.Army]bool // beaten this week: can neither march nor take
	Stopped map[*realm.Army]bool // attacked and did not win the field
	Fought  map[*realm.Army]int  // how many battles it was in this week
	Allies  map[*realm.Army]bool // its last fight this week was in a home, on the side of the owner
}

// NewWar returns a week in which nobody has fought yet.
func NewWar(p realm.Position, turn *rulekit.Turn) *War {
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

// meeting says that two armies fought each other this week. Without b, the army fought the avatar of the province.
type meeting struct{ a, b *realm.Army }

// Act is an army about to take or plunder its province.
type Act struct {
	Army     *realm.Army
	Province int
	Plunder  bool
}

// Able reports whether an army can still begin a fight this week.
func (w *War) Able(a *realm.Army) bool { return !a.Routed && w.present(a) }

// present reports whether an army has not been beaten this week.
func (w *War) present(a *realm.Army) bool { return len(a.Stacks) > 0 && !w.Fled[a] }

// Hostile reports whether an army attacks another: by its status, or because it is about to take or plunder the other
// realm's province.
func (w *War) Hostile(a, b *realm.Army) bool {
	if a.Realm == b.Realm {
		return false
	}
	return a.Towards(b) == realm.Hostile || w.ActsOn(a) && w.State.Province(a.At).Owner == b.Realm
}

// ActsOn reports whether an army takes or plunders its province.
func (w *War) ActsOn(a *realm.Army) bool { return w.Acting[a] }

// AvatarAt reports whether a realm's avatar can appear in a province. It must be the realm's home, and the avatar must
// not have been beaten this week.
func (w *War) AvatarAt(whose, province int) bool {
	return whose > 0 && w.State.Realms[whose].Home == province && w.avatars[whose] > 0
}

// Witnesses are the realms that read about a battle: all with armies in the province, and its owner.
func (w *War) Witnesses(province int) []int {
	realms := rulekit.Map(w.In(province), func(a *realm.Army) int { return a.Realm })
	return rulekit.Sorted(append(realms, w.State.Province(province).Owner))
}

// In lists the armies in a province, by realm and name. The caller may change the list.
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
