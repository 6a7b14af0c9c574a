package turn

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
)

// sail takes a fleet on by up to the ordered number of areas, along the shortest way. Of equally short ways it takes
// the one through the area with the lowest number first. It stops where it has fought.
func sail(t *Turn, whose int, at orders.Position, o order.SailOrder) {
	f := squadron(t, whose, at, o.Fleet)
	if f == nil {
		return
	}
	who, area := order.FleetArg("who", o.Fleet), phrase.Num("area", o.Area)
	if !t.exists(whose, at, o.Area) {
		return
	}
	a, inPlace := t.State.Area(o.Area), o.Area == f.At
	switch {
	case t.war.moved[mover{whose, concern{fleet: o.Fleet}}]:
		t.deny(whose, at, t.certain(concern{fleet: o.Fleet}), "has-moved", who)
		return
	case beaten(t, whose, o.Fleet) != "":
		t.Refuse(whose, at, phrase.P("carries-beaten", who, phrase.Str("leader", beaten(t, whose, o.Fleet))))
		return
	case a.Ground != realm.Sea && !t.State.Coastal(o.Area):
		t.Refuse(whose, at, phrase.P("not-coastal", area))
		return
	case inPlace && fight.Prey(t.Position, whose, f.At) == nil:
		t.deny(whose, at, false, "nothing-there", who, area)
		return
	case !inPlace && !t.State.Harbours(whose, o.Area):
		owner := t.State.Owner(o.Area)
		always := a.Ground == realm.Home && t.State.Realms[whose-1].Stances[owner-1] != realm.Allied
		t.denyUnless(whose, at, always, "why.treaty", phrase.P("no-harbour", append(t.realmArgs(owner), area)...))
		return
	}
	way := []int{o.Area}
	if !inPlace {
		way = t.State.Course(whose, f.At, o.Area)
	}
	if way == nil || len(way) > t.Tables.Rules.FleetSteps {
		t.deny(whose, at, !t.State.Within(f.At, o.Area, t.Tables.Rules.FleetSteps), "too-far-by-sea", who, area,
			phrase.Num("from", f.At),
			phrase.Num("steps", t.Tables.Rules.FleetSteps), phrase.Key("far", farKey(len(way), "far.sea")),
			phrase.Num("areas", len(way)))
		return
	}
	t.war.moved[mover{whose, concern{fleet: o.Fleet}}] = true
	if it := (concern{fleet: o.Fleet}); t.receipt != nil && !inPlace && t.still(it) && openSea(t, whose, way) {
		t.receipt.plan.sure[it] = true
	}
	voyage(t, whose, at, f, way)
}

// beaten names a leader aboard a fleet who had to give way this year, or "" if there is none.
func beaten(t *Turn, realm, fleet int) string {
	for _, l := range t.State.Realms[realm-1].Aboard(fleet) {
		if t.war.yielded[mover{realm, about(l.Name)}] {
			return l.Name
		}
	}
	return ""
}

// farKey is the key for a distance: this many areas, or no way leads there.
func farKey(areas int, key string) string {
	if areas == 0 {
		return key + "-never"
	}
	return key
}

// openSea reports whether a way is open whatever treaties and colonies others make this year.
func openSea(t *Turn, whose int, way []int) bool {
	for i, area := range way {
		if t.State.Areas[area-1].Ground != realm.Sea && (i < len(way)-1 || !calm(t, whose, area)) {
			return false
		}
	}
	return true
}

// voyage goes the way step by step.
func voyage(t *Turn, whose int, at orders.Position, f *realm.Fleet, way []int) {
	r, number := &t.State.Realms[whose-1], f.Number
	who := order.FleetArg("who", number)
	for i, area := range way {
		r.Sail(f, area)
		prey := fight.Prey(t.Position, whose, area)
		if t.receipt != nil {
			if prey == nil && i < len(way)-1 {
				continue
			}
			if prey != nil {
				foreseeAtSea(t, whose, at, number, area)
			} else {
				t.Accept(at, phrase.P("will-sail", who, phrase.Num("area", area)))
			}
			return
		}
		if prey == nil {
			continue
		}
		for ; prey != nil; prey = fight.Prey(t.Position, whose, area) {
			if !seaCombat(t, whose, number, area, prey) {
				return
			}
		}
		return
	}
	t.Tell(phrase.P("sailed", who, phrase.Num("area", f.At)), whose)
}
