package bot

import (
	"slices"

	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// ships builds a transport at home if the realm has no fleet, and leaders who find no land.
func (p *player) ships() {
	if len(p.me().Fleets) == 0 && p.last() > 4 && len(p.waiting()) > 0 {
		p.raises(p.me().Home, order.Raised{What: order.MusterShips, Class: tables.TRA, Count: 1})
	}
}

// waiting lists the leaders ashore who find no free land on foot.
func (p *player) waiting() (out []*realm.Leader) {
	for i := range p.me().Leaders {
		l := &p.me().Leaders[i]
		if l.Aboard == 0 && !p.done[l.Name] && p.land(l.At) == 0 {
			out = append(out, l)
		}
	}
	return out
}

// sail brings leaders for whom there is no land left to a coast that is free, and fleets to those leaders.
func (p *player) sail() {
	numbers := make([]int, 0, len(p.me().Fleets))
	for _, f := range p.me().Fleets {
		numbers = append(numbers, f.Number)
	}
	for _, number := range numbers {
		f := p.me().Fleet(number)
		p.plan.Why = "advice.lands"
		for _, l := range p.waiting() {
			if l.At == f.At && p.coast(f) > 0 {
				p.plan.Why = "advice.sail"
				p.takes('A', order.EmbarkOrder{Leader: l.Name, Fleet: number})
			}
		}
		if p.me().Cargo(number) > 0 {
			p.lands(number, p.coast(f))
		} else if goal := p.meets(f); goal > 0 {
			p.plan.Why = "advice.meets"
			p.sails(f, goal)
		}
	}
}

// sails sends a fleet toward an area, as far as it comes this year without meeting foes.
func (p *player) sails(f *realm.Fleet, to int) bool {
	ways := p.voyages(to)
	best, least := 0, 1<<30
	if there, reached := ways.Far(f.At); reached {
		least = there
	}
	for at := 1; at <= len(p.State.Areas); at++ {
		left, reached := ways.Far(at)
		if !reached || left >= least {
			continue
		}
		way := p.State.Course(p.own, f.At, at)
		if len(way) > 0 && len(way) <= p.Tables.Rules.FleetSteps && !slices.ContainsFunc(way, p.foes) {
			best, least = at, left
		}
	}
	return best > 0 && p.takes('A', order.SailOrder{Fleet: f.Number, Area: best})
}

// foes reports whether a fleet would meet foes in an area, or might.
func (p *player) foes(at int) bool {
	return p.area(at).Haven != nil || fight.Prey(p.Position, p.own, at) != nil
}

// voyages finds the ways of a fleet from an area on which it meets no foes.
func (p *player) voyages(from int) *realm.Ways {
	return p.State.Search(from, 0, func(at, b int) bool {
		return p.State.BySea(at, b) && p.State.Harbours(p.own, b) && !p.foes(b)
	})
}

// lands brings a fleet with leaders to a coast, and the leaders ashore.
func (p *player) lands(number, coast int) {
	f := p.me().Fleet(number)
	if coast == 0 || f.At != coast && !p.sails(f, coast) {
		return
	}
	var aboard []string
	for _, l := range p.me().Aboard(number) {
		if l.At == coast {
			aboard = append(aboard, l.Name)
		}
	}
	for _, name := range aboard {
		if p.open(coast) || p.storms(p.me().Leader(name), coast) {
			p.takes('A', order.EmbarkOrder{Leader: name, Land: true, Fleet: number})
		}
	}
	p.goals[coast] = true
}

// coast is the best coast for a fleet: where much land is free, few foes are near, and the voyage is short; 0: there is
// none.
func (p *player) coast(f *realm.Fleet) (best int) {
	most, steps, ways := 0, p.Tables.Rules.FleetSteps, p.voyages(f.At)
	for n := 1; n <= len(p.State.Areas); n++ {
		if p.goals[n] || !p.State.Coastal(n) || !p.open(n) && !p.promises(f, n) {
			continue
		}
		way, reached := ways.Far(n)
		if !reached {
			continue
		}
		foes := 0
		for _, b := range p.area(n).Beside {
			if a := p.area(b); a.Natives != nil || a.Haven != nil {
				foes++
			}
		}
		years := (max(way, 1) + steps - 1) / steps
		worth := 100 + 10*min(p.land(n), 5) - 25*years - 4*foes - 10*p.rivals(f, n, way) + int(p.dice.N(20))
		if !p.open(n) {
			worth = max(1, worth-60)
		}
		if worth > most {
			best, most = n, worth
		}
	}
	return best
}

// storms reports whether a leader aboard would probably beat the natives of a coast that he sees.
func (p *player) storms(l *realm.Leader, coast int) bool {
	n := p.area(coast).Natives
	return n != nil && n.Units() > 0 && l.Units() >= army && p.draft.Chance(l, coast) >= p.daring()
}

// promises reports whether natives of a coast are worth a voyage for a leader aboard: those whom he would beat, and
// those whom nobody has seen.
func (p *player) promises(f *realm.Fleet, coast int) bool {
	a := p.area(coast)
	if a.Ground != realm.Land || a.Colony != nil || a.Haven != nil || a.Natives == nil {
		return false
	}
	for _, l := range p.me().Aboard(f.Number) {
		if l.Units() >= army && (a.Natives.Units() == 0 || p.storms(l, coast)) {
			return true
		}
	}
	return false
}

// rivals counts the other realms whose first voyage to a coast is no longer than that of a fleet at home.
func (p *player) rivals(f *realm.Fleet, coast, far int) (n int) {
	if f.At != p.me().Home {
		return 0
	}
	for i := range p.State.Realms {
		if theirs := len(p.State.Course(p.own, p.State.Realms[i].Home, coast)); i+1 != p.own && theirs > 0 && theirs <= far {
			n++
		}
	}
	return n
}

// meets is the nearest coast where a leader waits for a ship; 0: nobody waits, or no land is free.
func (p *player) meets(f *realm.Fleet) (best int) {
	if p.coast(f) == 0 {
		return 0
	}
	least := 1 << 30
	for _, l := range p.waiting() {
		if far := len(p.State.Course(p.own, f.At, l.At)); l.At != f.At && far > 0 && far < least {
			best, least = l.At, far
		}
	}
	return best
}
