package thoramar

import (
	"fmt"
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// scenes are odd things a player tries whenever the world offers the occasion,
// which by chance alone would hardly come about in twelve years.
func (p *player) scenes() {
	for _, a := range p.State.Armies[p.own] {
		if p.done[a.Name] || a.Member() || !p.chance(35) {
			continue
		}
		switch {
		case a.Cargo():
			p.sceneAboard(a)
		case a.Name.Type == 'S':
			p.sceneFleet(a)
		case a.Name.Type == 'D':
			p.sceneDemon(a)
		case a.Name.Type == 'P':
			p.scenePriest(a)
		case a.Name.Type == 'Z':
			p.sceneSorcerer(a)
		case a.Name.Type == 'K', a.Name.Type == 'R':
			p.sceneSoldier(a)
		}
	}
	p.sceneRecruits()
}

// sceneAboard lands at a steep coast, or casts and splits where one cannot.
func (p *player) sceneAboard(a *realm.Army) {
	for d := game.Direction(1); d <= 6; d++ {
		if q := p.Grid.Step(a.At, d); q != game.Nowhere && p.k.Seen.Has(q) && p.TerrainAt(q).Height > 1 {
			p.order(a.Name, fmt.Sprint(d), "V+")
			return
		}
	}
	switch {
	case a.Name.Unit == (tables.Unit{Type: 'Z', Class: 'B'}):
		p.order(a.Name, "", "V+", p.free(tables.CommonDemon), " ", 3)
	case a.Name.Type == 'K' && p.chance(30):
		p.order(a.Name, "", "V+", p.free(a.Name.Unit), " ", 120)
	}
}

// sceneFleet gives away too many ships under a load, or sails for the land; two
// loaded fleets try to become one.
func (p *player) sceneFleet(a *realm.Army) {
	for _, b := range p.ArmiesAt(a.At) {
		if b.Realm == p.own && b != a && b.Name.Unit == a.Name.Unit && p.Load(a) != nil && p.Load(b) != nil &&
			a.Fit == b.Fit {
			p.order(a.Name, "", "V+", b.Name)
			return
		}
	}
	switch {
	case p.Load(a) != nil && a.Men > 2 && p.chance(30):
		p.order(a.Name, "", "V+", p.free(a.Name.Unit), " ", a.Men-1)
	case p.Load(a) != nil && p.chance(30):
		way := p.way(a.Name.Unit, a.At, 8, func(q game.Place) bool {
			return slices.ContainsFunc(p.beside(q),
				func(l game.Place) bool { return p.k.Seen.Has(l) && p.TerrainAt(l).Height > 1 })
		})
		if plan, _ := p.walk(a, way, 0); plan != "" {
			p.order(a.Name, plan, "V+")
		}
	case p.Load(a) == nil && p.chance(20):
		for d := game.Direction(1); d <= 6; d++ {
			if q := p.Grid.Step(a.At, d); q != game.Nowhere && !p.water(q) {
				p.order(a.Name, fmt.Sprint(d), "A+")
				return
			}
		}
	}
}

// sceneDemon goes onto land the own priests have blessed.
func (p *player) sceneDemon(a *realm.Army) {
	for d := game.Direction(1); d <= 6; d++ {
		if q := p.Grid.Step(a.At, d); q != game.Nowhere && p.Field(q).Blessed > 0 {
			p.order(a.Name, fmt.Sprint(d), "A+")
			return
		}
	}
}

// scenePriest blesses under a demon's feet, a neighbour's land, or without the points.
func (p *player) scenePriest(a *realm.Army) {
	if a.Name.Class != 'H' {
		return
	}
	for _, q := range append(p.beside(a.At), a.At) {
		owner := int(p.Field(q).Owner)
		for _, b := range p.ArmiesAt(q) {
			if owner == p.own && b.Name.Type == 'D' {
				p.order(a.Name, "", "V+", p.xy(q))
				return
			}
		}
		if owner == p.own && a.Men < p.Tables.Rules.BlessPoints || owner != 0 && owner != p.own && p.chance(40) {
			p.order(a.Name, "", "V+", p.xy(q))
			return
		}
	}
}

// sceneSorcerer goes aboard with its demons, hastens whom a gate takes away, or
// has no points left to hold what it called.
func (p *player) sceneSorcerer(z *realm.Army) {
	if demons := realm.Demons(p.Turn.Turn, z); z.Name.Class == 'B' && len(demons) > 0 {
		if p.chance(10) {
			p.order(z.Name, "", "V-", demons[0].Name, " ", 2) // a name that is taken
			return
		}
		for d := game.Direction(1); d <= 6; d++ {
			for _, f := range p.At[max(0, p.Grid.Step(z.At, d))] {
				if f.Realm == p.own && f.Name.Type == 'S' {
					p.order(z.Name, fmt.Sprint(d), "V+", f.Name)
					return
				}
			}
		}
	}
	if z.Name.Class == 'B' && len(realm.Demons(p.Turn.Turn, z)) == 0 && z.Men >= 20 && z.Men < 80 &&
		p.Field(z.At).Blessed == 0 && p.chance(40) {
		n := p.free(tables.CommonDemon)
		p.order(z.Name, "", "V-", n, " ", z.Men/2)
		p.order(n, "", "A+")
		return
	}
	if z.Name.Class == 'B' && z.Men < 60 && p.chance(15) {
		p.order(z.Name, "", "V-", p.free(tables.ArchDemon), " ", z.Men/20+1) // more than it has points for
		return
	}
	if z.Name.Class == 'B' && p.chance(25) {
		p.toTheShips(z)
		return
	}
	if z.Name.Class != 'S' || len(p.table.gates) == 0 {
		return
	}
	for _, a := range p.inSpell(z.At) {
		b := p.Field(a.At).Building
		if b != nil && p.Tables.FindBuilding(b.Kind).Gate && b.Damage != tables.Ruin && !p.done[a.Name] &&
			(a.Name.Type == 'K' || a.Name.Type == 'R') {
			p.order(a.Name, "", "V+", pick(p.d, p.table.gates))
			p.order(z.Name, "", "V-", a.Name)
			return
		}
	}
}

// inSpell lists own armies in reach of a spell.
func (p *player) inSpell(at game.Place) (out []*realm.Army) {
	for _, a := range p.State.Armies[p.own] {
		if a.Sights() && p.Grid.Distance(at, a.At) <= p.Tables.Rules.SpellReach {
			out = append(out, a)
		}
	}
	return out
}

// sceneSoldier storms walls with a handful, climbs where one cannot, marches to
// the ships from inland, follows others aboard, and joins what does not fit.
func (p *player) sceneSoldier(a *realm.Army) {
	row := p.Tables.FindUnit(a.Name.Unit)
	for d := game.Direction(1); d <= 6; d++ {
		q := p.Grid.Step(a.At, d)
		if q == game.Nowhere || !p.k.Seen.Has(q) {
			continue
		}
		_, _, why := p.Step(p.own, a.Name.Unit, a.At, d)
		switch {
		case a.Men <= row.Min+4 && p.k.Clear.Has(q) && p.ForeignWall(p.own, q, d) && len(p.strangers(q)) > 0,
			(why == realm.Steep || why == realm.WorldsEnd) && p.chance(30):
			p.order(a.Name, fmt.Sprint(d), "A+")
			return
		}
	}
	for _, b := range p.State.Armies[p.own] {
		if b != a && b.Name.Unit == a.Name.Unit &&
			(b.Cargo() && p.chance(30) || b.At == a.At && b.Fit != a.Fit && b.Sights()) {
			p.order(a.Name, "", "V+", b.Name)
			return
		}
	}
	if a.Name.Type == 'K' && p.chance(50) {
		p.toTheShips(a)
	}
}

// toTheShips marches to the coast and aboard, whoever is aboard already.
func (p *player) toTheShips(a *realm.Army) {
	var fleet *realm.Army
	var last game.Direction
	way := p.way(a.Name.Unit, a.At, 4, func(q game.Place) bool {
		for d := game.Direction(1); d <= 6; d++ {
			w := p.Grid.Step(q, d)
			if w == game.Nowhere {
				continue
			}
			for _, f := range p.State.OfType(p.own, 'S') {
				if f.At == w && p.k.Seen.Has(q) && p.TerrainAt(q).Height == 1 {
					fleet, last = f, d
					return true
				}
			}
		}
		return false
	})
	if fleet == nil {
		return
	}
	if plan, whole := p.walk(a, way, 0); whole && len(plan) < realm.Weeks {
		p.order(a.Name, plan+fmt.Sprint(last), "V+", fleet.Name)
	}
}

// sceneRecruits reinforces with the wrong fitness and builds where the ground
// bears nothing.
func (p *player) sceneRecruits() {
	for _, at := range p.land() {
		if p.TerrainAt(at).NoBuild && p.chance(20) {
			p.line('B', "BRG %s Feuerberg", p.xy(at))
		}
		if b := p.Field(at).Building; b == nil || !p.chance(4) {
			continue
		}
		for _, a := range p.ArmiesAt(at) {
			if a.Realm == p.own && a.Name.Type == 'K' && a.Fit < 0 {
				p.line('R', "+%v 10 %s", a.Name, p.xy(at))
			}
		}
	}
}
