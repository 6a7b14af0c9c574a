package bot

import (
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/order"
	"weltentor/worlds/terramagica/realm"
)

// A home has a garrison of archers, who shoot over its fortifications. It grows with the weeks.
const (
	defender     = "Bogenschuetze"
	garrisonFrom = 4  // the week in which it begins
	garrisonMore = 15 // men a week
	garrisonMost = 150
)

// wanted is how many men the garrison should have. A middling player keeps four fifths of what a strong one keeps, and a
// weak one or a beginner none.
func (p *player) wanted() int64 {
	if p.strength == game.Weak || p.Now > 0 {
		return 0
	}
	want := min(int64(p.State.Turn-garrisonFrom+1)*garrisonMore, garrisonMost)
	if p.strength == game.Middle {
		want = want * 4 / 5
	}
	return max(want, 0)
}

// garrison is the greatest army at home that has nobody but archers; nil: there is none, or none is wanted.
func (p *player) garrison() (out *realm.Army) {
	if p.wanted() == 0 {
		return nil
	}
	for _, a := range p.State.Armies[p.own] {
		if a.At == p.seat() && len(a.Stacks) == 1 && a.Stacks[0].Unit == defender && !a.Routed &&
			(out == nil || a.Men() > out.Men()) {
			out = a
		}
	}
	return out
}

// mans raises archers for the garrison. It has the home's production before all other armies.
func (p *player) mans() {
	o, want := order.RecruitOrder{Unit: defender}, p.wanted()
	if a := p.garrison(); a != nil {
		o.Army, want = a.Name, want-a.Men()
	} else if p.seat() > 0 && want >= fewest {
		o.Army, o.Province = p.name(), p.seat()
	}
	p.manned = p.raises(o, want)
}

// guard keeps the garrison at home. While others' armies are in sight there or beside it, the greatest army that is at
// home stays, too.
func (p *player) guard() {
	if a := p.garrison(); a != nil && !p.done[a] {
		p.stays(a)
	}
	if !p.threatened(p.seat()) {
		return
	}
	list := p.idle()
	if i := slices.IndexFunc(list, func(a *realm.Army) bool { return a.At == p.seat() }); i >= 0 && !p.repels(list[i]) {
		p.stays(list[i])
	}
}

// recall is how many ways far armies are called back.
const recall = 2

// recalls leads the nearest armies home, until those at home cost as much as the foes beside it. A weak player and a
// beginner call nobody back.
func (p *player) recalls() {
	need := p.threat(p.seat())
	if p.strength == game.Weak || p.Now > 0 {
		return
	}
	for _, a := range p.State.Armies[p.own] {
		if a.At == p.seat() {
			need -= a.Upkeep(p.Tables)
		}
	}
	for far := 1; far <= recall; far++ {
		for _, a := range p.idle() {
			if need <= 0 {
				return
			}
			for _, way := range p.near(a) {
				if end(way) == p.seat() && len(way) == far && p.goes(a, way) {
					need -= a.Upkeep(p.Tables)
				}
			}
		}
	}
}

// threat is what the armies of other realms cost that are seen in a province or beside it.
func (p *player) threat(number int) (sum int64) {
	if number == 0 {
		return 0
	}
	for _, n := range append([]int{number}, p.State.Province(number).Ways...) {
		for _, a := range p.war.In(n) {
			if a.Realm != p.own && a.Realm != 0 {
				sum += a.Upkeep(p.Tables)
			}
		}
	}
	return sum
}

// threatened reports whether another realm's army is seen in a province or beside it.
func (p *player) threatened(number int) bool { return p.threat(number) > 0 }
