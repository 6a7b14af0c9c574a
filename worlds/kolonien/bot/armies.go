package bot

import (
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
)

// army is how many units make an army: a leader with fewer attacks nobody, and comes back for more.
const army = 4

// daring is the percent of a chance from which an attack is worth it. A weak player is too bold.
func (p *player) daring() int {
	switch {
	case p.Opens(lessonFight):
		return lessonDaring
	case p.strength == game.Weak:
		return p.style.daring - 35
	}
	return p.style.daring
}

// march gives each leader ashore his move of the year: a fight that he will probably win, then free land, then men for
// his army.
func (p *player) march() {
	fighters := p.fighters()
	names := make([]string, 0, len(p.me().Leaders))
	for _, l := range p.me().Leaders {
		names = append(names, l.Name)
	}
	for _, name := range names {
		l := p.me().Leader(name)
		if l == nil || l.Aboard > 0 || p.done[name] {
			continue
		}
		fights := slices.Contains(fighters, name)
		switch {
		case (p.Now == 0 || p.Now >= lessonFight) && p.strikes(l):
		case p.Now > 0 && fights && l.Units() >= army && p.approaches(l):
		case p.open(l.At) && !p.goals[l.At]: // it could not be paid this year
			p.goals[l.At], p.done[name] = true, true
		case fights && l.Units() < army && p.returns(l):
		case p.settles(l):
		case fights && p.seeks(l):
		}
	}
}

// goes sends a leader to an area beside his.
func (p *player) goes(l *realm.Leader, to int) bool {
	name := l.Name
	if !p.takes('A', order.MoveOrder{Leader: name, Area: to}) {
		return false
	}
	p.done[name] = true
	return true
}

// strikes attacks the foe beside a leader from whom most is to be had: an enemy's colony, or a location of natives.
func (p *player) strikes(l *realm.Leader) bool {
	best, most := 0, 0
	for _, b := range append(slices.Clone(p.area(l.At).Beside), l.At) {
		a, worth := p.area(b), 0
		switch {
		case p.goals[b] || a.Ground != realm.Land:
			continue
		case p.State.Hostile(p.own, b) && !p.offered[p.State.Owner(b)]:
			worth = 200 + 100*a.Colony.Level
		case l.Units() < army || a.Colony != nil && p.State.Relation(p.own, a.Colony.Owner) == realm.Peace:
			continue
		case a.Natives != nil && a.Natives.Units() > 0:
			worth = 200
		case a.Haven != nil && a.Haven.Troops.Count() > 0:
			worth = 150
		default:
			continue
		}
		if chance := p.draft.Chance(l, b); chance >= p.daring() && worth+chance > most {
			best, most = b, worth+chance
		}
	}
	if best == 0 || !p.goes(l, best) {
		return false
	}
	p.goals[best] = true
	return true
}

// settles sends a leader to the nearest land on which a colony can be founded and to which nobody else goes.
func (p *player) settles(l *realm.Leader) bool {
	return p.heads(l, func(at int) bool {
		return p.open(at) && !p.goals[at]
	}, true)
}

// returns sends a leader to the nearest colony, where his army is filled up. There he waits for his men.
func (p *player) returns(l *realm.Leader) bool {
	own := func(at int) bool { return p.State.Owner(at) == p.own }
	if own(l.At) {
		p.done[l.Name] = true
		return true
	}
	return p.heads(l, own, false)
}

// seeks sends an army to where foes are beside it.
func (p *player) seeks(l *realm.Leader) bool {
	return p.heads(l, func(at int) bool { return p.threat(at) > 0 }, false)
}

// heads sends a leader toward the nearest area of a sort; of equally near ones one is drawn. taken: nobody else goes
// there.
func (p *player) heads(l *realm.Leader, is func(int) bool, taken bool) bool {
	ways := p.walk(l.At)
	var near []int
	least := 0
	for _, at := range ways.Areas {
		if far, _ := ways.Far(at); is(at) && (near == nil || far == least) {
			near, least = append(near, at), far
		}
	}
	if near == nil {
		return false
	}
	at := near[p.dice.N(int64(len(near)))]
	if !p.goes(l, ways.To(at)[0]) {
		return false
	}
	p.goals[at] = p.goals[at] || taken
	return true
}
