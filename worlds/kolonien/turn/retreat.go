package turn

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// withdraw brings a side that fled to its refuge: all of it to one place.
func withdraw(t *Turn, area int, p *fight.Party, listeners []int) {
	if p.Realm == 0 {
		if o := p.People(); !o.Haven {
			migrate(t, area, o.Native, listeners)
		}
		return
	}
	left := p.Side.Left()
	for _, place := range fight.Refuges(t.Position, area, p, left) {
		if fight.RoomAt(t.Position, p, left[0], place) >= p.Side.Units() {
			arrive(t, area, p, left[0], place, listeners)
			return
		}
	}
}

// arrive brings leaders with their armies to a refuge. Garrison and regiment go with them. They join the garrison
// there, if it is their realm's, and their realm's leaders, as far as there is room; the rest disband.
func arrive(t *Turn, area int, p *fight.Party, whose int, place realm.Place, listeners []int) {
	if place.Fleet > 0 {
		t.Tell(phrase.P("withdrew-aboard", append(t.realmArgs(whose), order.FleetArg("fleet", place.Fleet))...),
			listeners...)
	} else {
		t.Tell(phrase.P("withdrew", append(t.realmArgs(whose), phrase.Num("area", place.Area))...), listeners...)
	}
	for _, f := range p.Side.Forces {
		for _, h := range f.Hosts {
			if l := t.State.Realms[f.Realm-1].Leader(h.Name); l != nil && h.Leader > 0 {
				l.At, l.Aboard = place.Area, 0
				if place.Fleet > 0 {
					l.At, l.Aboard = area, place.Fleet
				}
				t.giveWay(mover{f.Realm, about(l.Name)})
			}
		}
	}
	c := t.State.Areas[area-1].Colony
	if c == nil || !p.Has(c.Owner, "") {
		return
	}
	var loose tables.Troops
	for _, h := range p.Side.Forces[0].Hosts {
		if h.Name == "" {
			loose.Add(h.Troops)
		}
		if h.From.Regiment > 0 {
			c.Regiments[h.From.Regiment-1] = tables.Troops{}
		}
	}
	c.Garrison = tables.Troops{}
	if left := lodge(t, c.Owner, place, loose); left.Count() > 0 {
		t.Tell(phrase.P("disbanded", phrase.Str("units", left.String())), listeners...)
	}
}

// lodge finds room for units without a leader, and returns those that found none.
func lodge(t *Turn, whose int, place realm.Place, loose tables.Troops) tables.Troops {
	n := &t.Tables.Rules
	put := func(to *tables.Troops, most int) {
		for k := range loose {
			for loose[k] > 0 && to.Count() < most {
				loose[k]--
				to[k]++
			}
		}
	}
	if place.Area > 0 && t.State.Owner(place.Area) == whose && loose.Count() > 0 {
		put(&t.State.Areas[place.Area-1].Colony.Garrison, n.GarrisonMost)
		t.giveWay(mover{whose, concern{garrison: place.Area}})
	}
	r := &t.State.Realms[whose-1]
	for i := range r.Leaders {
		if l := &r.Leaders[i]; place.Area > 0 && l.Ashore(place.Area) || place.Fleet > 0 && l.Aboard == place.Fleet {
			put(&l.Troops, n.ArmyMost)
		}
	}
	return loose
}

// migrate brings natives who fled to a drawn area, where they join the natives there.
func migrate(t *Turn, area, from int, listeners []int) {
	open := fight.Wilds(t.Position, area)
	to := open[t.Dice(append(slices.Clone(t.war.keyed), int64(from))...).N(int64(len(open)))]
	t.Tell(phrase.P("natives-fled", phrase.Num("area", to)), listeners...)
	if to == from {
		return
	}
	old := t.State.Areas[from-1].Natives
	a := &t.State.Areas[to-1]
	if a.Natives == nil {
		a.Natives = &realm.Natives{}
	}
	a.Natives.Troops.Add(old.Troops)
	a.Natives.Leader = max(a.Natives.Leader, old.Leader)
	old.Troops, old.Leader = tables.Troops{}, 0
	if old.Location == 0 {
		t.State.Areas[from-1].Natives = nil
	}
}
