package fight

import (
	"slices"

	"weltentor/worlds/kolonien/realm"
)

// Anywhere is the room of a refuge without a limit.
const Anywhere = 1 << 20

// refugeOf is how many units and leaders can retreat to one place if only these realms have somebody left on the side.
func refugeOf(at realm.Position, area int, p *Party, left []int) int {
	switch {
	case p.Realm > 0:
		most := 0
		for _, place := range Refuges(at, area, p, left) {
			most = max(most, RoomAt(at, p, left[0], place))
		}
		return most
	case p.People().Haven:
		return Anywhere // back to the haven; pirates never flee in it
	case len(Wilds(at, area)) > 0:
		return Anywhere
	}
	return 0
}

// Refuges lists where a realm's side may withdraw to. First come the places of its leader's standing order, then own
// and allied neighbouring areas, then own fleets there.
func Refuges(at realm.Position, area int, p *Party, left []int) []realm.Place {
	lawful := lawfulRefuges(at, area, left)
	var out []realm.Place
	for i, list := range [2][]realm.Place{p.Places, lawful} {
		for _, place := range list {
			if i == 0 && place.Fleet > 0 && p.Lead != left[0] {
				continue // a fleet of the leader who led, not of those who are left
			}
			if slices.Contains(lawful, place) && !slices.Contains(out, place) {
				out = append(out, place)
			}
		}
	}
	return out
}

// lawfulRefuges lists own colonies beside, and colonies of realms that are allied with all who are left. If those are
// of one realm, it also lists that realm's fleets there.
func lawfulRefuges(at realm.Position, area int, left []int) []realm.Place {
	lead := left[0]
	var own, allied, fleets []realm.Place
	for _, b := range at.State.Areas[area-1].Beside {
		owner := at.State.Owner(b)
		switch {
		case owner == lead:
			own = append(own, realm.Place{Area: b})
		case owner > 0 && at.State.Areas[b-1].Ground == realm.Land && welcomes(at, left, owner):
			allied = append(allied, realm.Place{Area: b})
		}
	}
	if len(left) == 1 {
		r := &at.State.Realms[lead-1]
		for i := range r.Fleets {
			if r.Fleets[i].At == area {
				fleets = append(fleets, realm.Place{Fleet: r.Fleets[i].Number})
			}
		}
	}
	return append(append(own, allied...), fleets...)
}

// welcomes reports whether a realm is allied with all who are left of a side.
func welcomes(at realm.Position, left []int, owner int) bool {
	return !slices.ContainsFunc(left, func(r int) bool { return at.State.Relation(r, owner) != realm.Allied })
}

// RoomAt is how many units and leaders a refuge takes. On land it has no limit, since each leader has a stack of his
// own. A fleet takes what its holds have room for, and the side's own units aboard do not count.
func RoomAt(at realm.Position, p *Party, whose int, place realm.Place) int {
	if place.Area > 0 {
		return Anywhere
	}
	r := &at.State.Realms[whose-1]
	room := at.Tables.Hold(&r.Fleet(place.Fleet).Ships)
	for _, l := range r.Aboard(place.Fleet) {
		if !p.Has(whose, l.Name) {
			room -= 1 + l.Units()
		}
	}
	return room
}

// Wilds lists the neighbouring areas to which natives may flee: land without a colony, whoever else is there
// (decision).
func Wilds(at realm.Position, area int) []int {
	return slices.DeleteFunc(slices.Clone(at.State.Areas[area-1].Beside), func(b int) bool {
		return at.State.Areas[b-1].Ground != realm.Land || at.State.Areas[b-1].Colony != nil
	})
}
