package bot

import (
	"cmp"
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
	"weltentor/worlds/kolonien/turn"
	"weltentor/worlds/rulekit"
)

// treaties answers who offers an alliance, and ends the own wars, if the style wants peace. Other styles declare war on
// a realm whose colony an army at hand would take this very year.
func (p *player) treaties() {
	me := p.me()
	wish := func(other int, s realm.Stance) {
		if me.Stances[other-1] != s {
			p.plan.Write('V', order.TreatyOrder{Realm: other, Stance: s})
			p.offered[other] = p.Now > 0 && s >= realm.Peace
		}
	}
	for other := 1; other <= len(p.State.Realms); other++ {
		theirs := p.State.Realms[other-1].Stances[p.own-1]
		switch {
		case other == p.own:
		case p.Now >= lessonOffer && theirs >= realm.Peace:
			wish(other, realm.Allied)
		case p.style.peace:
			wish(other, max(theirs, realm.Peace))
		case me.Stances[other-1] == realm.Peace && p.prey(other):
			wish(other, realm.War)
		}
	}
}

// prey reports whether a leader of the realm would take a colony of another realm that is beside him.
func (p *player) prey(other int) bool {
	var war rulekit.Plan
	war.Write('V', order.TreatyOrder{Realm: other, Stance: realm.War})
	d := turn.Outline(p.Position, game.Sheet{Realm: p.own, Text: war.File("V")})
	for i := range p.me().Leaders {
		l := &p.me().Leaders[i]
		if l.Aboard > 0 || l.Units() < army {
			continue
		}
		for _, b := range p.area(l.At).Beside {
			if p.State.Owner(b) == other && p.area(b).Ground == realm.Land && d.Chance(l, b) >= p.daring() {
				return true
			}
		}
	}
	return false
}

// sea lets fleets avoid combats as soon as they may. A beginner reads of it where somebody would drown.
func (p *player) sea() {
	for _, f := range p.me().Fleets {
		if p.Now > 0 && p.me().Cargo(f.Number) == 0 {
			continue
		}
		if f.Orders.Withdraw.When != realm.Always {
			p.plan.Write('K', order.CombatOrder{About: order.About{Fleet: f.Number, Topic: order.TopicWithdraw},
				Withdraw: realm.Withdrawal{When: realm.Always}})
		}
	}
}

// found begins a colony wherever a leader is ashore on free land.
func (p *player) found() {
	for _, l := range p.me().Leaders {
		if l.Aboard == 0 && p.open(l.At) {
			p.takes('B', order.BuildOrder{Area: l.At, Work: order.Found})
		}
	}
}

// guard raises militia where natives, pirates or others' armies are beside a colony: a garrison, then a regiment, until
// it is as strong as they are.
func (p *player) guard() {
	n := &p.Tables.Rules
	for _, at := range p.colonies {
		threat := p.threat(at)
		if threat == 0 {
			continue
		}
		c := p.area(at).Colony
		p.militia(at, order.PostGarrison, n.GarrisonMost-c.Garrison.Count(), threat-p.held(c))
		if c = p.area(at).Colony; len(c.Regiments) <= 1 { // only one of them helps
			regiment := 0
			for i := range c.Regiments {
				regiment = c.Regiments[i].Count()
			}
			p.militia(at, order.PostRegiment, n.RegimentMost-regiment, threat-p.held(c))
		}
	}
}

// militia raises as many as there is room for and as bring the combat factors that are missing.
func (p *player) militia(at int, post order.Post, room, missing int) {
	each := &p.Tables.Unit[tables.MIL]
	count := min(room, (missing+each.Defence-1)/max(1, each.Defence)) // a world may give them no defence
	if each.Cost > 0 {
		count = min(count, int(p.me().Ducats)/each.Cost)
	}
	if count > 0 {
		p.raises(at, order.Raised{Kind: tables.MIL, Count: count, Post: post})
	}
}

// leaders appoints leaders as long as there is more free land than leaders to settle it, or money for one more army.
// Each begins where the most land is.
func (p *player) leaders() {
	if p.last() <= 2 {
		return
	}
	rich := p.riches()
	for len(p.me().Leaders) < p.style.leaders+rich {
		best, most := p.base(), 0
		for _, at := range p.colonies {
			n := 100 * (p.land(at) - p.near(at))
			if rich > 0 {
				n = max(n, p.threat(at))
			}
			if n > most {
				best, most = at, n
			}
		}
		if best == 0 || !p.appoints(best) {
			return
		}
	}
}

// appoints is a line that appoints a leader, and reports whether it counts. A beginner's names him, since further lines
// command him.
func (p *player) appoints(at int) bool {
	before := slices.Clone(p.me().Leaders)
	counts := p.raises(at, order.Raised{What: order.MusterLeader})
	if counts && p.Now > 0 {
		came := slices.IndexFunc(p.me().Leaders, func(l realm.Leader) bool {
			return !slices.ContainsFunc(before, func(was realm.Leader) bool { return was.Name == l.Name })
		})
		p.plan.Drop('R')
		p.plan.Write('R', order.RaiseOrder{Area: at, Raised: order.Raised{What: order.MusterLeader, Post: order.PostLeader,
			Name: p.me().Leaders[came].Name}})
	}
	return counts
}

// base is the home as long as the realm has no colony, and a ship there has room for one more; 0: it is no place for a
// leader.
func (p *player) base() int {
	home, n := p.me().Home, &p.Tables.Rules
	if len(p.colonies) > 0 {
		return 0
	}
	count := 1
	switch {
	case p.room(home) > 0:
		return home
	case slices.ContainsFunc(p.me().Leaders, func(l realm.Leader) bool { return l.At != home }):
		return 0
	case !slices.ContainsFunc(p.me().Fleets, func(f realm.Fleet) bool { return f.At == home }):
		count = max(1, n.StartTra) // all is lost, and begins anew
	}
	ships := count * p.Tables.Ship[tables.TRA].Cost
	if p.spare(ships+n.LeaderCost+n.StepCost) &&
		p.raises(home, order.Raised{What: order.MusterShips, Class: tables.TRA, Count: count}) {
		return home
	}
	return 0
}

// near counts the leaders who could settle the land around an area.
func (p *player) near(at int) (n int) {
	areas := p.walk(at).Areas
	for _, l := range p.me().Leaders {
		if l.Aboard == 0 && (l.At == at || slices.Contains(areas, l.At)) {
			n++
		}
	}
	return n
}

// room is how many leaders without units the realm's fleets in an area could take aboard, besides those who are there.
func (p *player) room(at int) (n int) {
	me := p.me()
	for i := range me.Fleets {
		if f := &me.Fleets[i]; f.At == at {
			n += p.Tables.Hold(&f.Ships) - me.Cargo(f.Number)
		}
	}
	for i := range me.Leaders {
		if l := &me.Leaders[i]; l.Ashore(at) {
			n -= 1 + l.Units()
		}
	}
	return n
}

// last is how many years are left, with this one.
func (p *player) last() int { return p.Tables.Rules.Years - p.State.Turn + 1 }

// grow raises the level of colonies, the lowest first, up to what the style wants.
func (p *player) grow() { p.extends(p.style.growth) }

// finish raises the level of colonies with what is left.
func (p *player) finish() { p.extends(p.Tables.Rules.LevelMost) }

func (p *player) extends(most int) {
	list := slices.Clone(p.colonies)
	slices.SortStableFunc(list, func(a, b int) int {
		return cmp.Compare(p.area(a).Colony.Level, p.area(b).Colony.Level)
	})
	for _, at := range list {
		if p.area(at).Colony.Level < most && p.spare(p.Tables.Rules.StepCost) {
			p.takes('B', order.BuildOrder{Area: at, Work: order.Extend})
		}
	}
}

// armies fills the armies of leaders who fight, where they are in a colony or at home. A full army gets a medic.
func (p *player) armies() {
	n := &p.Tables.Rules
	for _, name := range p.fighters() {
		l := p.me().Leader(name)
		if l.Aboard > 0 || l.At != p.me().Home && !slices.Contains(p.colonies, l.At) {
			continue
		}
		for kind, count := range p.missing(l) {
			if count > 0 {
				p.raises(l.At, order.Raised{Kind: tables.Kind(kind), Count: count, Post: order.PostLeader, Name: name})
			}
		}
		if l.Units() == n.ArmyMost && !l.Medic && l.At != p.me().Home && p.spare(n.MedicCost+n.StepCost) {
			p.raises(l.At, order.Raised{What: order.MusterMedic, Post: order.PostLeader, Name: name})
		}
	}
}

// missing are the units that fill a leader's army, as far as the treasury pays them. At home, ships must have room for
// them, and each leader's first colony is paid first.
func (p *player) missing(l *realm.Leader) (out tables.Troops) {
	left, most := p.me().Ducats, p.Tables.Rules.ArmyMost
	if l.At == p.me().Home {
		most = min(most, l.Units()+p.room(l.At))
		left -= int64(len(p.me().Leaders) * p.Tables.Rules.StepCost)
	}
	for n := l.Units(); n < most; n++ {
		kind := p.style.army[n%len(p.style.army)]
		if left -= int64(p.Tables.Unit[kind].Cost); left < 0 {
			break
		}
		out[kind]++
	}
	return out
}

// fortify builds the next fortification where a colony has foes beside it.
func (p *player) fortify() {
	for _, at := range p.colonies {
		if c := p.area(at).Colony; c.Fort < min(p.style.forts, len(p.Tables.Fortification)) && p.threat(at) > 0 {
			p.takes('B', order.BuildOrder{Area: at, Work: order.Palisade + order.Work(c.Fort)})
		}
	}
}
