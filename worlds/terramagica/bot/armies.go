package bot

import (
	"cmp"
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/order"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/tables"
)

// merges puts the armies in a province into the greatest of them; the garrison stays by itself. Boats and what they carry
// stay as they are.
func (p *player) merges() {
	var into []*realm.Army
	garrison := p.garrison()
	for _, a := range p.idle() {
		if p.strength.Forgets(p.dice) {
			p.done[a] = true
			continue
		}
		if slices.ContainsFunc(a.Stacks, func(s realm.Stack) bool { return p.Tables.UnitOf(s.Unit).Carries > 0 }) ||
			p.State.Province(a.At).Terrain == tables.Sea || a == garrison {
			continue
		}
		i := slices.IndexFunc(into, func(b *realm.Army) bool { return b.At == a.At })
		if i < 0 {
			into = append(into, a)
			continue
		}
		p.plan.Write('A', order.MergeOrder{Army: into[i].Name, Other: a.Name})
	}
	forgotten := p.done
	p.done = map[*realm.Army]bool{}
	p.musters(p.before)
	for a := range forgotten {
		p.done[p.State.Army(p.own, a.Name)] = true
	}
}

// calms ends attacks of earlier weeks, which an army would go on with wherever it meets that realm.
func (p *player) calms() {
	for _, a := range p.idle() {
		if len(a.Statuses) > 0 {
			p.plan.Write('A', order.StatusOrder{Army: a.Name, Status: realm.Status{Target: realm.Target{Realm: realm.Own}}})
		}
	}
}

// home chooses the province with the most people as the new home, if there is none.
func (p *player) home() {
	best := 0
	for _, n := range p.State.Own(p.own) {
		if best == 0 || p.State.Province(n).People > p.State.Province(best).People {
			best = n
		}
	}
	if o := (order.HomeOrder{Province: best}); p.seat() == 0 && best > 0 && p.trial.Order(o).Code == "" {
		p.plan.Write('H', o)
	}
}

// stays ends what an army was about to do.
func (p *player) stays(a *realm.Army) {
	p.done[a] = true
	if len(a.March) > 0 || a.Takes {
		p.plan.Write('A', order.MarchOrder{Army: a.Name})
	}
}

// strikes lets armies take the province in which they are, or attack intruders in their own.
func (p *player) strikes() {
	for _, a := range p.idle() {
		switch at := p.State.Province(a.At); {
		case at.Terrain == tables.Sea:
		case at.Owner == p.own:
			p.repels(a)
		default:
			p.storms(a, at)
		}
	}
}

// repels lets an army attack a realm whose armies are in its own province, if it will probably win.
func (p *player) repels(a *realm.Army) bool {
	for whose := range p.State.Realms {
		foes := p.there(a.At, whose)
		if whose == p.own || len(foes) == 0 || !p.dares(p.chance(a, a.At, foes)) {
			continue
		}
		p.done[a] = true
		p.plan.Write('A', order.StatusOrder{Army: a.Name, Status: realm.Status{Target: realm.Target{Realm: whose},
			Stance: realm.Hostile}})
		return true
	}
	return false
}

// storms lets an army take or plunder the foreign province in which it is, if it will probably win.
func (p *player) storms(a *realm.Army, at *realm.Province) {
	if p.goals[a.At] {
		return
	}
	c := p.inspired(a, p.there(a.At, at.Owner))
	if !p.dares(c) {
		return
	}
	rich := at.Owner > 0 && at.People*1000 >= at.Most*rich
	p.goals[a.At], p.takes[a] = true, c.left
	p.plan.Write('A', order.ConquestOrder{Army: a.Name, Plunder: p.style.plunders && rich})
	p.done[a] = p.style.plunders && rich // it stays for the province
}

// rich is the share of the people that a province can feed, in permille, from which plunder is worth a week: once, as
// it costs a fifth of them.
const rich = 850

// inspired is an army's chance where it is, with mana if that is what it takes. The mana for a new home is kept.
func (p *player) inspired(a *realm.Army, foes []*realm.Army) chance {
	c, n := p.chance(a, a.At, foes), &p.Tables.Rules
	points := min(n.ManaMost, p.me().Mana-n.HomeMana)
	if p.dares(c) || points <= 0 || p.strength == game.Weak {
		return c
	}
	a.Mana = points
	if c = p.chance(a, a.At, foes); p.dares(c) {
		p.me().Mana -= points
		p.plan.Write('H', order.ManaOrder{Army: a.Name, Points: points})
	}
	a.Mana = 0
	return c
}

// marches leads each army to a province of its own that it can take. An army that takes one goes on at once.
func (p *player) marches() {
	for i, a := range p.idle() {
		if p.Now > 0 && i >= lessonArmies {
			break
		}
		left, taking := p.takes[a]
		p.plan.Why = "advice.strikes" // whoever reads why it attacks has its way beside it
		if !taking {
			left, p.plan.Why = whole, "advice.marches"
		}
		if way := p.target(a, left); way != nil && p.goes(a, way) {
			p.goals[end(way)] = true
			if at := p.State.Province(a.At); at.Owner == p.own || at.Terrain == tables.Sea {
				p.plan.Write('A', order.ConquestOrder{Army: a.Name})
			}
		} else if taking {
			p.done[a] = true
		}
	}
}

// tries is of how many provinces an army reckons its chances.
const tries = 4

// target is the way to the nearest province that an army can probably take, with the share of it that will be left.
func (p *player) target(a *realm.Army, left int64) []int {
	ways := slices.DeleteFunc(p.near(a), func(way []int) bool {
		n := p.State.Province(end(way))
		return n.Owner == p.own || n.Terrain == tables.Sea || p.goals[end(way)]
	})
	far := func(way []int) int {
		if p.State.Province(end(way)).Owner > 0 {
			return len(way) - p.seeks()
		}
		return len(way)
	}
	slices.SortStableFunc(ways, func(v, w []int) int { return cmp.Compare(far(v), far(w)) })
	there := p.after(a, left)
	for _, way := range ways[:min(tries, len(ways))] {
		if p.dares(p.chance(there, end(way), p.expected(end(way)))) {
			return way
		}
	}
	return nil
}

// joins leads armies that can take nothing to the greatest army of the realm, once no free land is left beside them.
func (p *player) joins() {
	list := p.idle()
	if !p.style.joins || len(list) < 2 {
		return
	}
	for _, a := range list[1:] {
		if p.frontier(a.At) || a.At == list[0].At || !p.owned(a.At) {
			continue
		}
		for _, way := range p.near(a) {
			if end(way) == list[0].At {
				p.goes(a, way)
				break
			}
		}
	}
}

// frontier reports whether free land is beside a province.
func (p *player) frontier(number int) bool {
	return slices.ContainsFunc(p.State.Province(number).Ways, func(n int) bool {
		at := p.State.Province(n)
		return at.Owner == 0 && at.Terrain != tables.Sea
	})
}

// returns leads armies from foreign land to the nearest province of the realm. All others stay.
func (p *player) returns() {
	for _, a := range p.idle() {
		for _, way := range p.near(a) {
			if !p.owned(a.At) && p.owned(end(way)) && p.goes(a, way) {
				break
			}
		}
		if !p.done[a] {
			p.stays(a)
		}
	}
}
