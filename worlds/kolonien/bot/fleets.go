package bot

import (
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// ships builds transports at home if the realm has no fleet, and leaders who find no land.
func (p *player) ships() {
	if len(p.me().Fleets) == 0 && p.last() > 4 && len(p.waiting()) > 0 {
		p.raises(p.me().Home, order.Raised{What: order.MusterShips, Class: tables.TRA, Count: p.Tables.Rules.StartTra})
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
		for _, l := range p.waiting() {
			if l.At == f.At && p.coast(f) > 0 {
				p.takes('A', order.EmbarkOrder{Leader: l.Name, Fleet: number})
			}
		}
		if p.me().Cargo(number) > 0 {
			p.lands(number, p.coast(f))
		} else if goal := p.meets(f); goal > 0 {
			p.sails(f, goal)
		}
	}
}

// sails sends a fleet toward an area, as far as it comes this year.
func (p *player) sails(f *realm.Fleet, to int) bool {
	way := p.course(f, to)
	return len(way) > 0 && p.takes('A', order.SailOrder{Fleet: f.Number, Area: way[len(way)-1]})
}

// course is how a fleet goes toward an area this year; none: it cannot, or would meet foes.
func (p *player) course(f *realm.Fleet, to int) []int {
	way := p.State.Course(p.own, f.At, to)
	way = way[:min(len(way), p.Tables.Rules.FleetSteps)]
	for _, at := range way {
		if p.area(at).Haven != nil || fight.Prey(p.Position, p.own, at) != nil {
			return nil
		}
	}
	return way
}

// lands brings a fleet with leaders to a coast, and the leaders ashore.
func (p *player) lands(number, coast int) {
	f := p.me().Fleet(number)
	if coast == 0 || f.At != coast && !p.sails(f, coast) {
		return
	}
	var aboard []string
	for _, l := range p.me().Leaders {
		if l.Aboard == number && l.At == coast {
			aboard = append(aboard, l.Name)
		}
	}
	for _, name := range aboard {
		p.takes('A', order.EmbarkOrder{Leader: name, Land: true, Fleet: number})
	}
	p.goals[coast] = true
}

// coast is the best coast for a fleet: where much land is free, few foes are near, and the voyage is short; 0: there is
// none.
func (p *player) coast(f *realm.Fleet) (best int) {
	most, steps := 0, p.Tables.Rules.FleetSteps
	for n := 1; n <= len(p.State.Areas); n++ {
		if !p.open(n) || p.goals[n] || !p.State.Coastal(n) {
			continue
		}
		way := len(p.State.Course(p.own, f.At, n))
		if n != f.At && len(p.course(f, n)) == 0 {
			continue
		}
		foes := 0
		for _, b := range p.area(n).Beside {
			if a := p.area(b); a.Natives != nil || a.Haven != nil {
				foes++
			}
		}
		years := (max(way, 1) + steps - 1) / steps
		worth := 100 + 10*min(p.land(n), 5) - 25*years - 4*foes + int(p.dice.N(20)) // others look for the same
		if worth > most {
			best, most = n, worth
		}
	}
	return best
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
