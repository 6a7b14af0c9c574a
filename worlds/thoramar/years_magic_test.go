package thoramar

import (
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// sorcerers lets them cast, and go where they could.
func (p *player) sorcerers() {
	for _, z := range p.idle("Z") {
		switch z.Name.Class {
		case 'B':
			p.summoner(z)
		case 'M':
			p.tamer(z)
		case 'S':
			p.hastener(z)
		}
	}
	for _, d := range p.idle("D") {
		p.order(d.Name, p.stray(d, 1), pick(p.d, []string{"A+", "P+", "V+"}))
	}
}

func (p *player) summoner(z *realm.Army) {
	demons := realm.Demons(p.Turn.Turn, z)
	for _, a := range p.near(z.At, p.Tables.Rules.SpellReach) {
		if p.foe(a.Realm) && a.Name.Type == 'D' && z.Men > 30 && p.chance(80) {
			p.order(z.Name, "", "V-", p.xy(a.At))
			p.follow(z, demons, "")
			return
		}
	}
	for _, b := range p.table.boasts {
		if p.foe(b.realm) && len(demons) == 0 && z.Men > 20 &&
			p.Grid.Distance(z.At, b.at) <= p.Tables.Rules.SpellReach {
			p.order(z.Name, "", "V-", p.xy(b.at))
			return
		}
	}
	way := p.way(z.Name.Unit, z.At, 20, func(q game.Place) bool {
		return slices.ContainsFunc(p.table.boasts, func(b boast) bool { return p.foe(b.realm) && b.at == q })
	})
	if len(way) > 3 && len(demons) == 0 && z.Men > 30 && p.chance(60) {
		plan, _ := p.walk(z, way[:len(way)-3], 0)
		p.order(z.Name, plan, "V-")
		return
	}
	switch {
	case len(demons) > 0 && p.chance(85):
		p.leadDemons(z, demons)
	case z.Men >= 430 && p.chance(70):
		p.call(z, tables.ArchDemon, p.d.Between(20, (z.Men-20)/20))
	case z.Men >= 60 && p.chance(60):
		if p.chance(40) {
			p.call(z, tables.ArchDemon, max(1, (z.Men-25)/20))
		} else {
			p.call(z, tables.CommonDemon, (z.Men-15)/2-p.d.Between(0, 10))
		}
	case z.Men > 12 && p.chance(6):
		p.call(z, tables.CommonDemon, z.Men) // more than it has points for
	case z.Men > 14 && p.chance(30):
		p.call(z, tables.CommonDemon, max(1, (z.Men-2)/2)) // and none to hold them
	default:
		p.order(z.Name, p.stray(z, 1), "V-")
	}
}

// call summons, and sends the demons to the nearest foe.
func (p *player) call(z *realm.Army, u tables.Unit, men int64) {
	n := p.free(u)
	ghost := &realm.Army{Realm: p.own, Name: n, At: z.At, Points: p.Tables.FindUnit(u).Move, Men: men}
	way := p.prey(ghost)
	if len(way) > 1 && !p.chance(15) {
		way = way[:1]
	}
	plan, _ := p.walk(ghost, way, 0)
	p.order(z.Name, "", "V-", n, " ", men)
	if p.chance(8) {
		p.order(n, plan, "A+ 123") // a gate, for one that has just come
		return
	}
	p.order(n, plan, pick(p.d, []string{"A+", "P+", "P+"}))
}

// prey is a way to a foe's army or land.
func (p *player) prey(a *realm.Army) []game.Direction {
	return p.way(a.Name.Unit, a.At, 8, func(q game.Place) bool {
		return p.foe(int(p.Field(q).Owner)) || len(p.strangers(q)) > 0
	})
}

// leadDemons goes with the demons for the nearest foe.
func (p *player) leadDemons(z *realm.Army, demons []*realm.Army) {
	way := p.prey(demons[0])
	if len(way) > 3 {
		way = way[:3]
	}
	plan, _ := p.walk(demons[0], way, 0)
	back := plan
	if len(back) > 0 {
		back = back[:len(back)-1] // the sorcerer stays one field behind
	}
	p.order(z.Name, back, "V-")
	p.follow(z, demons, plan)
}

func (p *player) follow(z *realm.Army, demons []*realm.Army, plan string) {
	for i, d := range demons {
		switch f := p.Field(d.At); {
		case i > 0 && plan != "" && d.At != demons[0].At:
			p.order(d.Name, "", "A+")
		case plan == "" && p.foe(int(f.Owner)) && f.Building != nil &&
			d.Men >= p.Tables.FindUnit(d.Name.Unit).Destroy && f.Building.Damage != tables.Ruin && p.chance(50):
			p.order(d.Name, "", "Z+", f.Building.Kind)
		default:
			p.order(d.Name, plan, pick(p.d, []string{"A+", "P+"}))
		}
	}
}

// near lists foreign armies in sight within a distance.
func (p *player) near(at game.Place, far int) (out []*realm.Army) {
	for r, list := range p.State.Armies {
		for _, a := range list {
			if r != p.own && p.Grid.Distance(at, a.At) <= far {
				out = append(out, a)
			}
		}
	}
	return out
}

func (p *player) tamer(z *realm.Army) {
	for _, a := range p.near(z.At, p.Tables.Rules.SpellReach) {
		if a.Realm == 0 && a.Name.Unit != tables.ArchDemon && p.chance(75) {
			p.order(z.Name, "", "V-", p.xy(a.At))
			return
		}
	}
	way := p.way(z.Name.Unit, z.At, 12, func(q game.Place) bool {
		for _, a := range p.ArmiesAt(q) {
			if a.Realm == 0 {
				return true
			}
		}
		return !p.k.Seen.Has(q) && p.chance(50)
	})
	if len(way) > 1 {
		way = way[:len(way)-1]
	}
	plan, _ := p.walk(z, way, 0)
	p.order(z.Name, plan, "V-")
}

func (p *player) hastener(z *realm.Army) {
	for _, a := range p.State.Armies[p.own] {
		row := p.Tables.FindUnit(a.Name.Unit)
		if row.Cost > 0 && a != z && a.Sights() && p.Grid.Distance(z.At, a.At) <= p.Tables.Rules.SpellReach &&
			realm.UpBy(a.Men*row.Cost, p.Tables.Rules.SpellGold) <= z.Men && a.Name.Type != 'Z' && p.chance(40) {
			p.order(z.Name, "", "V-", a.Name)
			if !p.done[a.Name] && (a.Name.Type == 'K' || a.Name.Type == 'R') {
				way := p.way(a.Name.Unit, a.At, 12, func(q game.Place) bool { return p.foe(int(p.Field(q).Owner)) })
				plan, _ := p.walk(a, way, row.Move)
				p.order(a.Name, plan, "A+")
			}
			return
		}
	}
	p.order(z.Name, p.stray(z, 2), "V-")
}

// priests bless, go with the soldiers and recharge.
func (p *player) priests() {
	for _, a := range p.idle("P") {
		if a.Name.Class == 'H' {
			p.blessing(a)
			continue
		}
		for _, b := range p.ArmiesAt(a.At) {
			if b.Realm == p.own && b.Name.Type == 'V' && b.Name.Class == 'L' && p.chance(60) {
				p.order(a.Name, "", "V+", b.Name)
			}
		}
		if p.done[a.Name] {
			continue
		}
		way := p.way(a.Name.Unit, a.At, 8, func(q game.Place) bool {
			for _, b := range p.ArmiesAt(q) {
				if b.Realm == p.own && b.Men > 300 && b.Name.Type != 'F' {
					return true
				}
			}
			return false
		})
		plan, _ := p.walk(a, way, 0)
		p.order(a.Name, plan, "V"+pick(p.d, []string{"+", "-"}))
	}
}

func (p *player) blessing(a *realm.Army) {
	if a.Men >= p.Tables.Rules.BlessPoints {
		for _, q := range append(p.beside(a.At), a.At) {
			if int(p.Field(q).Owner) == p.own && p.Field(q).Blessed == 0 && p.chance(60) {
				p.order(a.Name, p.stray(a, 1), "V+", p.xy(q))
				return
			}
		}
		way := p.way(a.Name.Unit, a.At, 6, func(q game.Place) bool {
			return int(p.Field(q).Owner) == p.own &&
				slices.ContainsFunc(p.ArmiesAt(q), func(d *realm.Army) bool { return d.Name.Type == 'D' })
		})
		if len(way) > 1 {
			way = way[:len(way)-1] // beside the demon, not under its feet
		}
		if way == nil {
			way = p.way(a.Name.Unit, a.At, 6, func(q game.Place) bool {
				return int(p.Field(q).Owner) == p.own && p.Field(q).Blessed == 0
			})
		}
		plan, _ := p.walk(a, way, 0)
		p.order(a.Name, plan, "V+")
		return
	}
	way := p.way(a.Name.Unit, a.At, 12, func(q game.Place) bool {
		b := p.Field(q).Building
		return int(p.Field(q).Owner) == p.own && b.Stands() &&
			(p.Tables.FindBuilding(b.Kind).Temple || p.Tables.FindBuilding(b.Kind).Shrine)
	})
	plan, _ := p.walk(a, way, 0)
	p.order(a.Name, plan, "V+")
}
