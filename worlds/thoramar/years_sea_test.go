package thoramar

import (
	"strings"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/march"
	"weltentor/worlds/thoramar/market"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// fleets sails: first those that carry, then those that could take somebody
// aboard, then the others go hunting.
func (p *player) fleets() {
	for _, f := range p.idle("S") {
		switch {
		case p.Load(f) != nil:
			p.carryOn(f)
		case p.regroupFleet(f):
		case p.chance(50) && p.seen(f):
			p.hunt(f)
		case p.takeIn(f):
		case p.chance(70) && p.fetch(f):
		default:
			p.hunt(f)
		}
	}
}

func (p *player) regroupFleet(f *realm.Army) bool { return p.chance(50) && p.regroup(f) }

// coast finds a way to water beside land that suits, and the direction of that land.
func (p *player) coast(f *realm.Army, from game.Place, far int, suits func(game.Place) bool) ([]game.Direction,
	game.Direction) {
	var land game.Direction
	shore := func(q game.Place) bool {
		for d := game.Direction(1); d <= 6; d++ {
			if l := p.Grid.Step(q, d); l != game.Nowhere && p.k.Seen.Has(l) && !p.water(l) &&
				p.TerrainAt(l).Height == 1 && suits(l) {
				land = d
				return true
			}
		}
		return false
	}
	if shore(from) && p.chance(80) {
		return nil, land
	}
	way := p.way(p.Gait(f), from, far, shore)
	return way, land
}

// abroad is land where an army might be landed.
func (p *player) abroad(l game.Place) bool {
	owner := int(p.Field(l).Owner)
	return owner == 0 && p.chance(15) || p.foe(owner) && (len(p.strangers(l)) > 0 || p.chance(50))
}

// carryOn brings an army aboard to a strange coast.
func (p *player) carryOn(f *realm.Army) {
	c := p.Load(f)
	way, land := p.coast(f, f.At, 20, p.abroad)
	if land == 0 {
		p.order(f.Name, p.stray(f, 4), "V+")
		p.order(c.Name, "", pick(p.d, []string{"V+", "A+"}))
		return
	}
	plan, whole := p.walk(f, way, 0)
	p.order(f.Name, plan, pick(p.d, []string{"V+", "A+"}))
	switch {
	case p.done[c.Name]:
	case (!whole || p.chance(10)) && strings.IndexByte("KR", c.Name.Type) >= 0 && p.chance(30):
		p.order(c.Name, "", pick(p.d, []string{"E+", "Z+ FES"}))
	case !whole:
		p.order(c.Name, "", "V+")
	default:
		p.disembark(c, strings.Repeat("0", len(plan)), land)
	}
}

// disembark lets an army try the coast from some week on.
func (p *player) disembark(c *realm.Army, waits string, land game.Direction) {
	command := "V"
	row := p.Tables.FindUnit(c.Name.Unit)
	switch {
	case row.Conquer > 0 && c.Men >= row.Conquer && p.chance(60):
		command = "E"
	case strings.IndexByte("KR", c.Name.Type) >= 0:
		command = pick(p.d, []string{"A", "P"})
	}
	if command == "P" && c.Men < row.Plunder {
		command = "A"
	}
	p.order(c.Name, waits+strings.Repeat(string(rune('0'+land)), 3), command+p.sign(c))
}

// takeIn takes an army of the coast aboard, at times to land it in the same turn.
func (p *player) takeIn(f *realm.Army) bool {
	for d := game.Direction(1); d <= 6; d++ {
		l := p.Grid.Step(f.At, d)
		if l == game.Nowhere || p.water(l) {
			continue
		}
		for _, a := range p.ArmiesAt(l) {
			if a.Realm != p.own || p.done[a.Name] || !realm.Boards(a.Name, f.Name) || p.TerrainAt(l).Height > 1 ||
				a.Points <= 0 || realm.HoldsDemons(p.Turn.Turn, a) {
				continue
			}
			if march.Room(p.Turn.Turn, a, f) < 0 && p.chance(90) || p.chance(10) {
				p.shareOut(a, f)
				continue
			}
			step := string(rune('0' + d.Opposite()))
			way, land := p.coast(f, f.At, 8, p.abroad)
			plan, whole := p.walk(f, way, 0)
			if land != 0 && whole && len(plan) < 10 && p.chance(70) {
				p.order(f.Name, "0"+plan, "A+")
				p.order(a.Name, step+strings.Repeat("0", len(plan))+strings.Repeat(string(rune('0'+land)), 2),
					pick(p.d, []string{"A+", "V+"}), f.Name)
			} else {
				p.order(f.Name, "", "V+")
				p.order(a.Name, step, "V+", f.Name)
			}
			return true
		}
	}
	return false
}

// shareOut splits off as many as a fleet can take.
func (p *player) shareOut(a, f *realm.Army) {
	row := p.Tables.FindUnit(a.Name.Unit)
	if row.Size == 0 || a.Name.Type == 'F' || a.Name.Gifted() || p.chance(50) {
		return
	}
	if men := p.Tables.FindUnit(f.Name.Unit).HoldOf(f.Men) / row.Size; men >= row.Min && a.Men-men >= row.Min {
		p.order(a.Name, "", "V+", p.free(a.Name.Unit), " ", men)
	}
}

// fetch sails to a coast where own soldiers stand.
func (p *player) fetch(f *realm.Army) bool {
	way, land := p.coast(f, f.At, 14, func(l game.Place) bool {
		for _, a := range p.ArmiesAt(l) {
			if a.Realm == p.own && !p.done[a.Name] && realm.Boards(a.Name, f.Name) &&
				march.Room(p.Turn.Turn, a, f) >= 0 {
				return true
			}
		}
		return false
	})
	if land == 0 || len(way) == 0 {
		return false
	}
	plan, _ := p.walk(f, way, 0)
	p.order(f.Name, plan, "V+")
	return true
}

// seen tells whether there is something to hunt near a fleet.
func (p *player) seen(f *realm.Army) bool {
	return p.way(p.Gait(f), f.At, 7, func(q game.Place) bool {
		s := p.strangers(q)
		return len(s) > 0 && p.weight(s...) < 3*p.weight(f)
	}) != nil
}

// hunt goes for strange ships and monsters of the sea, or into the unknown.
func (p *player) hunt(f *realm.Army) {
	way := p.way(p.Gait(f), f.At, 12, func(q game.Place) bool {
		s := p.strangers(q)
		return len(s) > 0 && p.weight(s...) < 3*p.weight(f) || p.chance(2) || !p.k.Seen.Has(q) && p.chance(20)
	})
	plan, _ := p.walk(f, way, 0)
	if plan == "" {
		plan = p.stray(f, 3)
	}
	p.order(f.Name, plan, pick(p.d, []string{"A+", "A+", "A", "V+"}))
}

// traders sends caravans and merchant fleets to market.
func (p *player) traders() {
	fleets := p.idle("H")
	for _, a := range fleets {
		if p.done[a.Name] || a.Name.Unit == tables.Caravan {
			continue
		}
		if c := p.Load(a); c != nil {
			p.tradeAboard(a, c)
			continue
		}
		if p.chance(50) && p.takeIn(a) {
			continue
		}
		if p.chance(10) && p.regroup(a) {
			continue
		}
		p.ship(a)
	}
	for _, a := range fleets {
		if p.done[a.Name] || a.Name.Unit != tables.Caravan {
			continue
		}
		if p.regroup(a) {
			continue
		}
		p.gateOrMarket(a)
	}
}

// marketFor tells whether a trader would gain in the field, as far as known.
func (p *player) marketFor(a *realm.Army, at game.Place) bool {
	return p.k.Seen.Has(at) && market.Market(p.Turn.Turn, at) &&
		p.Grid.Distance(a.Start, at) >= int(p.Tables.Rules.TradeNear)
}

func (p *player) gateOrMarket(a *realm.Army) {
	if p.gate(a) {
		return
	}
	var goal game.Place
	way := p.way(a.Name.Unit, a.At, 20, func(q game.Place) bool { goal = q; return p.marketFor(a, q) })
	plan, _ := p.walk(a, way, 0)
	switch {
	case way == nil:
		p.order(a.Name, p.stray(a, 1), "V+")
	default:
		p.order(a.Name, plan, "V+", p.xy(goal))
	}
}

func (p *player) ship(a *realm.Army) {
	var goal game.Place
	way, land := p.coast(a, a.At, 25, func(l game.Place) bool { goal = l; return p.marketFor(a, l) })
	plan, _ := p.walk(a, way, 0)
	if land == 0 {
		p.order(a.Name, p.stray(a, 4), "V+")
		return
	}
	p.order(a.Name, plan, "V+", p.xy(goal))
}

// tradeAboard brings a caravan over the sea to market.
func (p *player) tradeAboard(a, c *realm.Army) {
	var goal game.Place
	way, land := p.coast(a, a.At, 25, func(l game.Place) bool { goal = l; return p.marketFor(c, l) })
	if land == 0 {
		way, land = p.coast(a, a.At, 25, func(l game.Place) bool { goal = l; return l >= 0 })
		if land == 0 {
			p.order(a.Name, p.stray(a, 4), "V+")
			return
		}
	}
	plan, whole := p.walk(a, way, 0)
	p.order(a.Name, plan, "V+")
	if whole && !p.done[c.Name] {
		p.order(c.Name, strings.Repeat("0", len(plan))+strings.Repeat(string(rune('0'+land)), 2), "V+", p.xy(goal))
	}
}
