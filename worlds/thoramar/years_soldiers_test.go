package thoramar

import (
	"strings"

	"weltentor/worlds/game"
)

// sign is the flag an army goes under.
func (p *player) sign(a *Army) string {
	switch {
	case p.mind.hidden && a.Men <= p.tables.unit(a.Name.Unit).Spy:
		return "-"
	case p.mind.hidden && p.chance(50), p.chance(10):
		return pick(p.d, []string{"", "-"})
	}
	return "+"
}

// soldiers gives orders to warriors, riders, ranged weapons and tamed monsters.
func (p *player) soldiers() {
	guard := !p.mind.guards && p.state.Turn > 16
	for _, a := range p.idle("KRFM") {
		if p.done[a.Name] {
			continue
		}
		if a.Name.ship() {
			p.hunt(a)
			continue
		}
		here := p.field(a.At)
		home := int(here.Owner) == p.own
		switch {
		case !guard && home && here.Building != nil && p.tables.building(here.Building.Kind).Capital && a.Name.Type != 'F':
			guard = true
			p.order(a.Name, "", pick(p.d, []string{"V+", "A+"}))
		case p.gate(a), p.regroup(a), p.siege(a), p.practice(a):
		case a.Name.Type == 'F':
			p.battery(a)
		case a.Men <= p.tables.unit(a.Name.Unit).Spy && p.chance(80):
			p.spy(a)
		case p.chance(p.mind.war), a.Name.Type == 'M':
			p.attack(a)
		default:
			p.settle(a)
		}
		if !p.done[a.Name] && p.chance(50) {
			p.order(a.Name, p.stray(a, 2), "V"+p.sign(a))
		}
	}
}

// regroup splits and merges.
func (p *player) regroup(a *Army) bool {
	row := p.tables.unit(a.Name.Unit)
	if row.Min == 0 || a.Name.Type == 'F' && p.chance(70) {
		return false
	}
	if a.Men >= 2*row.Min && p.chance(7) {
		n, men := p.free(a.Name.Unit), max(row.Min, a.Men/3)
		if (row.Spy >= row.Min || a.Name.Unit == caravan) && p.chance(60) {
			men = row.Min
		}
		p.order(a.Name, "", "V+", n, " ", men)
		p.order(n, p.stray(a, 2), "V-")
		return true
	}
	for _, b := range p.armiesAt(a.At) {
		if b.Realm == p.own && b != a && b.Name.Unit == a.Name.Unit && b.Fit == a.Fit && !p.done[b.Name] && p.chance(20) {
			p.done[b.Name] = true
			p.order(a.Name, "", "V+", b.Name)
			return true
		}
	}
	return false
}

// gate goes through a world gate, if the player has heard a number, and at
// times with a small band on a guess.
func (p *player) gate(a *Army) bool {
	b := p.field(a.At).Building
	if b == nil || !p.tables.building(b.Kind).Gate || b.Damage == Ruin || len(p.table.gates) == 0 || !p.chance(50) {
		return false
	}
	code := pick(p.d, p.table.gates)
	if p.chance(25) {
		code = int(p.d.Between(1, 999))
	}
	p.order(a.Name, "", "V+", code)
	return true
}

// siege is what an army does that stands on a foe's land.
func (p *player) siege(a *Army) bool {
	f := p.field(a.At)
	row := p.tables.unit(a.Name.Unit)
	if !p.foe(int(f.Owner)) {
		return false
	}
	edges := f.Roads | f.Walls | f.Bridges
	switch {
	case f.Building != nil && f.Building.Damage != Ruin && row.Destroy > 0 && a.Men >= row.Destroy && p.chance(35):
		p.order(a.Name, "", "Z"+p.sign(a), f.Building.Kind)
	case edges != 0 && row.Destroy > 0 && a.Men >= row.Destroy && p.chance(40):
		p.breakEdge(a, f)
	case row.Conquer > 0 && a.Men >= row.Conquer && p.chance(75):
		p.order(a.Name, "", "E"+p.sign(a))
	case row.Plunder > 0 && a.Men >= row.Plunder && p.chance(60):
		p.order(a.Name, "", "P"+p.sign(a))
	default:
		return false
	}
	return true
}

func (p *player) breakEdge(a *Army, f *Field) {
	for d := game.Direction(1); d <= 6; d++ {
		for _, e := range []Edge{Road, Wall, Bridge} {
			if f.edge(e).Has(d) {
				p.order(a.Name, "", "Z"+p.sign(a), string(rune(e)), " ", int(d))
				return
			}
		}
	}
}

// practice tries the engines on own buildings.
func (p *player) practice(a *Army) bool {
	f := p.field(a.At)
	row := p.tables.unit(a.Name.Unit)
	if !p.mind.wrecks || int(f.Owner) != p.own || f.Building == nil || f.Building.Damage == Ruin || a.Men < row.Destroy || row.Destroy == 0 ||
		f.Building.New || a.Name.Type == 'M' || !p.chance(25) && !(p.tables.building(f.Building.Kind).Capacity > 0 && f.Building.Kind[0] == 'T') {
		return false
	}
	if p.tables.building(f.Building.Kind).Capital && p.chance(70) {
		return false
	}
	p.order(a.Name, "", "Z+", f.Building.Kind)
	return true
}

// battery shoots from where it stands, or comes nearer to a foe.
func (p *player) battery(a *Army) {
	for _, q := range p.beside(a.At) {
		if len(p.strangers(q)) > 0 {
			p.order(a.Name, "", "A+")
			return
		}
	}
	way := p.way(a.Name.Unit, a.At, 6, func(q game.Place) bool { return len(p.strangers(q)) > 0 })
	if len(way) > 1 {
		plan, _ := p.walk(a, way[:len(way)-1], 0)
		p.order(a.Name, plan, "V+")
		return
	}
	way = p.way(a.Name.Unit, a.At, 10, func(q game.Place) bool { f := p.field(q); return p.foe(int(f.Owner)) })
	switch {
	case way == nil:
		p.order(a.Name, "", "A+")
	default:
		plan, whole := p.walk(a, way, 0)
		if b := p.field(p.end(a, plan)).Building; whole && b != nil {
			p.order(a.Name, plan, "Z+", b.Kind)
		} else {
			p.order(a.Name, plan, "V+")
		}
	}
}

// end is where a plan leads.
func (p *player) end(a *Army, plan string) game.Place {
	at := a.At
	for _, d := range strings.TrimRight(plan, "0") {
		if d != '0' {
			if q := p.grid.Step(at, game.Direction(d-'0')); q != game.Nowhere {
				at = q
			}
		}
	}
	return at
}

// spy goes and sits, unseen, where foreign armies or buildings are.
func (p *player) spy(a *Army) {
	f := p.field(a.At)
	if int(f.Owner) != p.own && f.Building != nil && p.chance(70) {
		p.order(a.Name, "", "V-")
		return
	}
	way := p.way(a.Name.Unit, a.At, 14, func(q game.Place) bool {
		g := p.field(q)
		return g.Owner != 0 && int(g.Owner) != p.own && (g.Building != nil || p.chance(10)) || !p.k.seen.Has(q)
	})
	plan, _ := p.walk(a, way, 0)
	p.order(a.Name, plan, "V-")
}

// settle takes the nearest free land.
func (p *player) settle(a *Army) {
	row := p.tables.unit(a.Name.Unit)
	if row.Conquer == 0 || a.Men < row.Conquer {
		p.attack(a)
		return
	}
	way := p.way(a.Name.Unit, a.At, 8, func(q game.Place) bool {
		return p.k.seen.Has(q) && p.field(q).Owner == 0 && (!p.mind.coast || p.toWater(q) != 0 || p.chance(10)) && !p.named[ArmyName{Unit{'_', '_'}, int32(q)}] &&
			p.weight(p.strangers(q)...) < p.weight(a)
	})
	if way == nil {
		p.attack(a)
		return
	}
	plan, whole := p.walk(a, way, 0)
	if whole {
		p.named[ArmyName{Unit{'_', '_'}, int32(p.end(a, plan))}] = true // one army a field is enough
	}
	p.order(a.Name, plan, "E"+p.sign(a))
}

// attack goes for foes: their land, their buildings, their armies.
func (p *player) attack(a *Army) {
	row := p.tables.unit(a.Name.Unit)
	way := p.way(a.Name.Unit, a.At, 12, func(q game.Place) bool {
		f := p.field(q)
		s := p.strangers(q)
		if p.weight(s...) > 2*p.weight(a) {
			return false
		}
		return p.foe(int(f.Owner)) || len(s) > 0 && p.chance(60)
	})
	plan, whole := p.walk(a, way, 0)
	f := p.field(p.end(a, plan))
	command, special := "A", ""
	switch {
	case !whole:
		command = pick(p.d, []string{"A", "V"})
	case f.Building != nil && f.Building.Damage != Ruin && row.Destroy > 0 && a.Men >= row.Destroy && p.chance(25):
		command, special = "Z", f.Building.Kind
	case row.Plunder > 0 && a.Men >= row.Plunder && p.chance(30):
		command = "P"
	case row.Conquer > 0 && a.Men >= row.Conquer && p.chance(30):
		command = "E"
	}
	p.order(a.Name, plan, command+p.sign(a), special)
	if way == nil {
		return
	}
	for _, b := range p.armiesAt(a.At) { // friends of the same realm go along
		if b.Realm == p.own && !p.done[b.Name] && b.Name.Unit == a.Name.Unit && p.chance(50) {
			p.order(b.Name, plan, "A"+p.sign(b))
		}
	}
}

// formations forms and leads them.
func (p *player) formations() {
	for _, v := range p.idle("V") {
		if p.chance(12) {
			for _, m := range p.state.members(v) {
				if p.chance(50) {
					p.order(m.Name, p.stray(m, 1), "V+")
				}
			}
		}
		if v.Name.Class == 'S' {
			p.hunt(v)
		} else {
			p.attackTogether(v)
		}
	}
	for _, a := range p.idle("KRSFM") {
		if p.done[a.Name] || p.load(a) != nil || !p.chance(12) {
			continue
		}
		class := byte('L')
		if a.Name.ship() {
			class = 'S'
		}
		n := ArmyName{}
		for _, b := range p.armiesAt(a.At) {
			if b.Realm == p.own && b.Name.Type == 'V' && b.Name.Class == class {
				n = b.Name
			}
		}
		if n.ID == 0 {
			n = p.muster(a, class)
		}
		if n.ID != 0 {
			p.order(a.Name, "", "V+", n)
		}
	}
}

// muster forms a formation of all of a field that can be in it, if there are
// others beside the army.
func (p *player) muster(a *Army, class byte) ArmyName {
	var with []*Army
	for _, b := range p.armiesAt(a.At) {
		if b.Realm == p.own && b != a && !p.done[b.Name] && joins(b.Name, ArmyName{Unit{'V', class}, 1}) && p.load(b) == nil && b.Name.Type != 'H' {
			with = append(with, b)
		}
	}
	if len(with) == 0 || !p.affords(1000) {
		return ArmyName{}
	}
	n := p.free(Unit{'V', class})
	for _, b := range with {
		p.order(b.Name, "", "V+", n)
	}
	p.order(n, "", "A+")
	return n
}

func (p *player) attackTogether(v *Army) {
	way := p.way(p.gait(v), v.At, 10, func(q game.Place) bool {
		return p.foe(int(p.field(q).Owner)) || len(p.strangers(q)) > 0
	})
	plan, _ := p.walk(v, way, 0)
	p.order(v.Name, plan, "A+")
}
