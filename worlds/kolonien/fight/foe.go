package fight

import (
	"slices"

	"weltentor/worlds/kolonien/realm"
)

// Foe is an opponent that a leader meets in an area.
type Foe struct {
	Realm   int // 0: natives or pirates
	Natives bool
	Haven   bool
}

// Enemy returns the next enemy of a realm in an area: first the defenders of an enemy's colony, then natives, then
// pirates, then other enemies' armies by number. If a haven is in a colony, its pirates are attacked only by leaders
// who are there already.
func Enemy(at realm.Position, whose, area int, inPlace bool) *Foe {
	a := &at.State.Areas[area-1]
	if c := a.Colony; c != nil && c.Owner != whose && at.State.Relation(whose, c.Owner) == realm.War &&
		Defended(at, whose, area, c.Owner) {
		return &Foe{Realm: c.Owner}
	}
	if a.Natives != nil && a.Natives.Units() > 0 {
		return &Foe{Natives: true}
	}
	if a.Haven != nil && a.Haven.Troops.Count() > 0 && (a.Colony == nil || inPlace) {
		return &Foe{Haven: true}
	}
	for i := range at.State.Realms {
		if i+1 != whose && at.State.Relation(whose, i+1) == realm.War && at.State.Realms[i].Lands(area) {
			return &Foe{Realm: i + 1}
		}
	}
	return nil
}

// Prey is the foe of a realm's fleet in an area: an enemy's fleets, or the ships of a haven.
func Prey(at realm.Position, whose, area int) *Foe {
	for i := range at.State.Realms {
		if i+1 != whose && at.State.Relation(whose, i+1) == realm.War && at.State.Realms[i].Anchors(area) {
			return &Foe{Realm: i + 1}
		}
	}
	if Raiders(at, area) > 0 {
		return &Foe{Haven: true}
	}
	return nil
}

// Defended reports whether anybody would defend a colony.
func Defended(at realm.Position, against, area, owner int) bool {
	return !at.State.Areas[area-1].Colony.Empty() ||
		slices.ContainsFunc(Allies(at, owner, against), func(r int) bool { return at.State.Realms[r-1].Lands(area) })
}

// Allies lists a realm and its allies that are at war with its opponent. Against natives and pirates (0) it lists all
// allies.
func Allies(at realm.Position, whose, against int) []int {
	out := []int{whose}
	for i := range at.State.Realms {
		if i+1 != whose && at.State.Relation(whose, i+1) == realm.Allied &&
			(against == 0 || i+1 != against && at.State.Relation(i+1, against) == realm.War) {
			out = append(out, i+1)
		}
	}
	return out
}

// Raiders returns the area of the haven whose ships are in an area, or 0 if there are none.
func Raiders(at realm.Position, area int) int {
	for i := range at.State.Areas {
		h := at.State.Areas[i].Haven
		if h != nil && h.Ships.Count() > 0 && (h.Away == area || h.Away == 0 && i+1 == area) {
			return i + 1
		}
	}
	return 0
}
