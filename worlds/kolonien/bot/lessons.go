package bot

import (
	"slices"

	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// The lessons of a beginner that change what is thought of.
const (
	lessonRaise = 3
	lessonFight = 4
	lessonOffer = 4 // of an alliance: the answer comes a year later, in the lesson about it

	lessonDaring = 40 // percent of a chance
)

// watch raises militia in a beginner's colonies that nobody defends, even if no foe is beside them.
func (p *player) watch() {
	if p.Now < lessonRaise {
		return
	}
	for _, at := range p.colonies {
		if c := p.area(at).Colony; c.Empty() {
			p.militia(at, order.PostGarrison, p.Tables.Rules.GarrisonMost,
				p.Tables.Rules.GarrisonMost*p.Tables.Unit[tables.MIL].Defence)
		}
	}
}

// approaches leads a beginner's army to where natives or pirates are beside it, until it has fought. It founds on its way, since building comes before movement.
func (p *player) approaches(l *realm.Leader) bool {
	if p.Now >= lessonFight && !p.Opens(lessonFight) {
		return false
	}
	foes := func(at int) bool {
		for _, b := range p.area(at).Beside {
			if a := p.area(b); a.Ground == realm.Land && (a.Natives != nil || a.Haven != nil) {
				return true
			}
		}
		return false
	}
	if foes(l.At) { // whoever stays protects the colony
		p.done[l.Name] = true
		return true
	}
	return p.heads(l, foes, false)
}

// looks sends a beginner's empty fleets to where they see most of other realms' land.
func (p *player) looks() {
	if p.Now == 0 || p.Now > lessonFight {
		return
	}
	for _, f := range slices.Clone(p.me().Fleets) { // each line is tried, and makes them anew
		if p.me().Cargo(f.Number) > 0 {
			continue
		}
		best, most := 0, 0
		for at := 1; at <= len(p.State.Areas); at++ {
			way := p.State.Course(p.own, f.At, at)
			if p.area(at).Ground != realm.Sea || len(way) == 0 || len(way) > p.Tables.Rules.FleetSteps ||
				slices.ContainsFunc(way, p.foes) {
				continue
			}
			sees := 0
			for _, b := range p.area(at).Beside {
				if owner := p.State.Owner(b); owner > 0 && owner != p.own {
					sees++
				}
			}
			if sees > most {
				best, most = at, sees
			}
		}
		if best > 0 {
			p.takes('A', order.SailOrder{Fleet: f.Number, Area: best})
		}
	}
}
