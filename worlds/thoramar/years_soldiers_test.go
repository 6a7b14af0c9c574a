package thoramar

import (
	"strings"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// sign is the flag an army goes under.
func (p *player) sign(a *realm.Army) string {
	switch {
	case p.mind.hidden && a.Men <= p.Tables.FindUnit(a.Name.Unit).Spy:
		return "-"
	case p.mind.hidden && p.chance(50), p.chance(10):
		return pick(p.d, []string{"", "-"})
	}
	return "+"
}

// soldiers gives orders to warriors, riders, ranged weapons and tamed monsters.
func (p *player) soldiers() {
	guard := !p.mind.guards && p.State.Turn > 16
	for _, a := range p.idle("KRFM") {
		if p.done[a.Name] {
			continue
		}
		if a.Name.Ship() {
			p.hunt(a)
			continue
		}
		here := p.Field(a.At)
		home := int(here.Owner) == p.own
		switch {
		case !guard && home && here.Building != nil && p.Tables.FindBuilding(here.Building.Kind).Capital &&
			a.Name.Type != 'F':
			guard = true
			p.order(a.Name, "", pick(p.d, []string{"V+", "A+"}))
		case p.gate(a), p.regroup(a), p.siege(a), p.practice(a):
		case a.Name.Type == 'F':
			p.battery(a)
		case a.Men <= p.Tables.FindUnit(a.Name.Unit).Spy && p.chance(80):
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
func (p *player) regroup(a *realm.Army) bool {
	row := p.Tables.FindUnit(a.Name.Unit)
	if row.Min == 0 || a.Name.Type == 'F' && p.chance(70) {
		return false
	}
	if a.Men >= 2*row.Min && p.chance(7) {
		n, men := p.free(a.Name.Unit), max(row.Min, a.Men/3)
		if (row.Spy >= row.Min || a.Name.Unit == tables.Caravan) && p.chance(60) {
			men = row.Min
		}
		p.order(a.Name, "", "V+", n, " ", men)
		p.order(n, p.stray(a, 2), "V-")
		return true
	}
	for _, b := range p.ArmiesAt(a.At) {
		if b.Realm == p.own && b != a && b.Name.Unit == a.Name.Unit && b.Fit == a.Fit && !p.done[b.Name] &&
			p.chance(20) {
			p.done[b.Name] = true
			p.order(a.Name, "", "V+", b.Name)
			return true
		}
	}
	return false
}

// gate goes through a world gate, if the player has heard a number, and at
// times with a small band on a guess.
func (p *player) gate(a *realm.Army) bool {
	b := p.Field(a.At).Building
	if b == nil || !p.Tables.FindBuilding(b.Kind).Gate || b.Damage == tables.Ruin || len(p.table.gates) == 0 ||
		!p.chance(50) {
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
func (p *player) siege(a *realm.Army) bool {
	f := p.Field(a.At)
	row := p.Tables.FindUnit(a.Name.Unit)
	if !p.foe(int(f.Owner)) {
		return false
	}
	edges := f.Roads | f.Walls | f.Bridges
	switch {
	case f.Building != nil && f.Building.Damage != tables.Ruin && row.Destroy > 0 && a.Men >= row.Destroy &&
		p.chance(35):
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

func (p *player) breakEdge(a *realm.Army, f *realm.Field) {
	for d := game.Direction(1); d <= 6; d++ {
		for _, e := range []realm.Edge{realm.Road, realm.Wall, realm.Bridge} {
			if f.Edge(e).Has(d) {
				p.order(a.Name, "", "Z"+p.sign(a), string(rune(e)), " ", int(d))
				return
			}
		}
	}
}

// practice tries the engines on own buildings.
func (p *player) practice(a *realm.Army) bool {
	f := p.Field(a.At)
	row := p.Tables.FindUnit(a.Name.Unit)
	if !p.mind.wrecks || int(f.Owner) != p.own || f.Building == nil || f.Building.Damage == tables.Ruin ||
		a.Men < row.Destroy || row.Destroy == 0 ||
		f.Building.New || a.Name.Type == 'M' || !p.chance(25) &&
		!(p.Tables.FindBuilding(f.Building.Kind).Capacity > 0 && f.Building.Kind[0] == 'T') {
		return false
	}
	if p.Tables.FindBuilding(f.Building.Kind).Capital && p.chance(70) {
		return false
	}
	p.order(a.Name, "", "Z+", f.Building.Kind)
	return true
}

// battery shoots from where it stands, or comes nearer to a foe.
func (p *player) battery(a *realm.Army) {
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
	way = p.way(a.Name.Unit, a.At, 10, func(q game.Place) bool { f := p.Field(q); return p.foe(int(f.Owner)) })
	switch {
	case way == nil:
		p.order(a.Name, "", "A+")
	default:
		plan, whole := p.walk(a, way, 0)
		if b := p.Field(p.end(a, plan)).Building; whole && b != nil {
			p.order(a.Name, plan, "Z+", b.Kind)
		} else {
			p.order(a.Name, plan, "V+")
		}
	}
}

// end is where a plan leads.
func (p *player) end(a *realm.Army, plan string) game.Place {
	at := a.At
	for _, d := range strings.TrimRight(plan, "0") {
		if d != '0' {
			if q := p.Grid.Step(at, game.Direction(d-'0')); q != game.Nowhere {
				at = q
			}
		}
	}
	return at
}

// spy goes and sits, unseen, where foreign armies or buildings are.
func (p *player) spy(a *realm.Army) {
	f := p.Field(a.At)
	if int(f.Owner) != p.own && f.Building != nil && p.chance(70) {
		p.order(a.Name, "", "V-")
		return
	}
	way := p.way(a.Name.Unit, a.At, 14, func(q game.Place) bool {
		g := p.Field(q)
		return g.Owner != 0 && int(g.Owner) != p.own && (g.Building != nil || p.chance(10)) || !p.k.Seen.Has(q)
	})
	plan, _ := p.walk(a, way, 0)
	p.order(a.Name, plan, "V-")
}

// settle takes the nearest free land.
func (p *player) settle(a *realm.Army) {
	row := p.Tables.FindUnit(a.Name.Unit)
	if row.Conquer == 0 || a.Men < row.Conquer {
		p.attack(a)
		return
	}
	way := p.way(a.Name.Unit, a.At, 8, func(q game.Place) bool {
		return p.k.Seen.Has(q) && p.Field(q).Owner == 0 && (!p.mind.coast || p.toWater(q) != 0 || p.chance(10)) &&
			!p.named[realm.ArmyName{Unit: tables.Unit{Type: '_', Class: '_'}, ID: int32(q)}] &&
			p.weight(p.strangers(q)...) < p.weight(a)
	})
	if way == nil {
		p.attack(a)
		return
	}
	plan, whole := p.walk(a, way, 0)
	if whole {
		// one army a field is enough
		p.named[realm.ArmyName{Unit: tables.Unit{Type: '_', Class: '_'}, ID: int32(p.end(a, plan))}] = true
	}
	p.order(a.Name, plan, "E"+p.sign(a))
}

// attack goes for foes: their land, their buildings, their armies.
func (p *player) attack(a *realm.Army) {
	row := p.Tables.FindUnit(a.Name.Unit)
	way := p.way(a.Name.Unit, a.At, 12, func(q game.Place) bool {
		f := p.Field(q)
		s := p.strangers(q)
		if p.weight(s...) > 2*p.weight(a) {
			return false
		}
		return p.foe(int(f.Owner)) || len(s) > 0 && p.chance(60)
	})
	plan, whole := p.walk(a, way, 0)
	f := p.Field(p.end(a, plan))
	command, special := "A", ""
	switch {
	case !whole:
		command = pick(p.d, []string{"A", "V"})
	case f.Building != nil && f.Building.Damage != tables.Ruin && row.Destroy > 0 && a.Men >= row.Destroy &&
		p.chance(25):
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
	for _, b := range p.ArmiesAt(a.At) { // friends of the same realm go along
		if b.Realm == p.own && !p.done[b.Name] && b.Name.Unit == a.Name.Unit && p.chance(50) {
			p.order(b.Name, plan, "A"+p.sign(b))
		}
	}
}

// formations forms and leads them.
func (p *player) formations() {
	for _, v := range p.idle("V") {
		if p.chance(12) {
			for _, m := range p.State.Members(v) {
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
		if p.done[a.Name] || p.Load(a) != nil || !p.chance(12) {
			continue
		}
		class := byte('L')
		if a.Name.Ship() {
			class = 'S'
		}
		n := realm.ArmyName{}
		for _, b := range p.ArmiesAt(a.At) {
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
func (p *player) muster(a *realm.Army, class byte) realm.ArmyName {
	var with []*realm.Army
	for _, b := range p.ArmiesAt(a.At) {
		if b.Realm == p.own && b != a && !p.done[b.Name] &&
			realm.Joins(b.Name, realm.ArmyName{Unit: tables.Unit{Type: 'V', Class: class}, ID: 1}) &&
			p.Load(b) == nil && b.Name.Type != 'H' {
			with = append(with, b)
		}
	}
	if len(with) == 0 || !p.affords(1000) {
		return realm.ArmyName{}
	}
	n := p.free(tables.Unit{Type: 'V', Class: class})
	for _, b := range with {
		p.order(b.Name, "", "V+", n)
	}
	p.order(n, "", "A+")
	return n
}

func (p *player) attackTogether(v *realm.Army) {
	way := p.way(p.Gait(v), v.At, 10, func(q game.Place) bool {
		return p.foe(int(p.Field(q).Owner)) || len(p.strangers(q)) > 0
	})
	plan, _ := p.walk(v, way, 0)
	p.order(v.Name, plan, "A+")
}
