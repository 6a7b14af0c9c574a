package kolonien

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// anywhere is a refuge without a limit.
const anywhere = 1 << 20

// refuge is how many units and leaders find one place to withdraw to, if these
// realms are all that have somebody left on the side.
func refugeOf(at realm.Position, area int, p *Party, left []int) int {
	switch {
	case p.Realm > 0:
		most := 0
		for _, place := range Refuges(at, area, p, left) {
			most = max(most, RoomAt(at, p, left[0], place))
		}
		return most
	case p.Origins[0][0].Haven:
		return anywhere // back to the haven; in it they never flee
	case len(Wilds(at, area)) > 0:
		return anywhere
	}
	return 0
}

// refuges lists where a realm's side may withdraw to: first as its leader has
// it in his standing order, then its own and allied areas beside, then its
// own fleets there.
func Refuges(at realm.Position, area int, p *Party, left []int) []realm.Place {
	lawful := lawfulRefuges(at, area, left)
	var out []realm.Place
	for i, list := range [2][]realm.Place{p.Places, lawful} {
		for _, place := range list {
			if i == 0 && place.Fleet > 0 && p.Lead != left[0] {
				continue // a fleet of the leader who led, not of who is left
			}
			if slices.Contains(lawful, place) && !slices.Contains(out, place) {
				out = append(out, place)
			}
		}
	}
	return out
}

// lawfulRefuges are own colonies beside, colonies of who is allied with all that
// are left, and, where they are of one realm, its fleets there.
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

// welcome tells whether a realm is allied with all that are left of a side.
func welcomes(at realm.Position, left []int, owner int) bool {
	return !slices.ContainsFunc(left, func(r int) bool { return at.State.Relation(r, owner) != realm.Allied })
}

// roomAt is how many units and leaders a refuge takes: on land any number, for
// each leader is a stack of his own; aboard a fleet what its holds take beside
// those who are in them, the side's own not counted.
func RoomAt(at realm.Position, p *Party, whose int, place realm.Place) int {
	if place.Area > 0 {
		return anywhere
	}
	r := &at.State.Realms[whose-1]
	room := at.Tables.Hold(&r.Fleet(place.Fleet).Ships)
	for i := range r.Leaders {
		l := &r.Leaders[i]
		if l.Aboard == place.Fleet && !p.Has(whose, l.Name) {
			room -= 1 + l.Units()
		}
	}
	return room
}

// withdraw brings a side that fled to its refuge: all of it to one place.
func (t *turn) withdraw(area int, p *Party, listeners []int) {
	if p.Realm == 0 {
		if o := p.Origins[0][0]; !o.Haven {
			t.migrate(area, o.Native, listeners)
		}
		return
	}
	left := p.Side.Left()
	for _, place := range Refuges(t.Position, area, p, left) {
		if RoomAt(t.Position, p, left[0], place) < p.Side.Units() {
			continue
		}
		t.arrive(area, p, left[0], place, listeners)
		return
	}
}

// arrive brings leaders with their armies to a refuge. Garrison and regiment
// go with them: into the garrison there if it is their realm's, and to their
// realm's leaders, as far as there is room; the rest disband.
func (t *turn) arrive(area int, p *Party, whose int, place realm.Place, listeners []int) {
	if place.Fleet > 0 {
		t.Tell(phrase.P("withdrew-aboard", append(t.realmArgs(whose), fleetArg("fleet", place.Fleet))...), listeners...)
	} else {
		t.Tell(phrase.P("withdrew", append(t.realmArgs(whose), phrase.Num("area", place.Area))...), listeners...)
	}
	for f := range p.Origins {
		for h, o := range p.Origins[f] {
			if l := t.State.Realms[o.Realm-1].Leader(o.Leader); o.Leader != "" && l != nil &&
				p.Side.Forces[f].Hosts[h].Leader > 0 {
				l.At, l.Aboard = place.Area, 0
				if place.Fleet > 0 {
					l.At, l.Aboard = area, place.Fleet
				}
				t.giveWay(mover{realm: o.Realm, leader: l.Name})
			}
		}
	}
	c := t.State.Areas[area-1].Colony
	if c == nil || !p.Has(c.Owner, "") {
		return
	}
	var loose tables.Troops
	for h, o := range p.Origins[0] {
		if o.Leader == "" {
			loose.Add(p.Side.Forces[0].Hosts[h].Troops)
		}
	}
	c.Garrison = tables.Troops{}
	for _, o := range p.Origins[0] {
		if o.Regiment > 0 {
			c.Regiments[o.Regiment-1] = tables.Troops{}
		}
	}
	if left := t.lodge(c.Owner, place, loose); left.Count() > 0 {
		t.Tell(phrase.P("disbanded", phrase.Str("units", left.String())), listeners...)
	}
}

// giveWay: who had to give way does not move any more this year (rules §6.9).
func (t *turn) giveWay(who mover) { t.war.moved[who], t.war.yielded[who] = true, true }

// lodge finds room for units without a leader and gives those for which there
// is none.
func (t *turn) lodge(whose int, place realm.Place, loose tables.Troops) tables.Troops {
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
		t.giveWay(mover{realm: whose, garrison: place.Area})
	}
	r := &t.State.Realms[whose-1]
	for i := range r.Leaders {
		if l := &r.Leaders[i]; place.Area > 0 && l.Ashore(place.Area) || place.Fleet > 0 && l.Aboard == place.Fleet {
			put(&l.Troops, n.ArmyMost)
		}
	}
	return loose
}

// wilds are the areas beside one that natives may flee to: land without a
// colony, whoever else is there (decision).
func Wilds(at realm.Position, area int) []int {
	var out []int
	for _, b := range at.State.Areas[area-1].Beside {
		a := &at.State.Areas[b-1]
		if a.Ground == realm.Land && a.Colony == nil {
			out = append(out, b)
		}
	}
	return out
}

// migrate brings natives who fled to a drawn area, where they join those who live there.
func (t *turn) migrate(area, from int, listeners []int) {
	open := Wilds(t.Position, area)
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
