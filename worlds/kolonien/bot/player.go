package bot

import (
	"cmp"
	"slices"

	"weltentor/orders"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/turn"
	"weltentor/worlds/rulekit"
)

// player is a realm's year while it is thought of.
type player struct {
	realm.Position // as the realm knows it; from the outline on with all orders so far
	style          *style
	strength       game.Strength
	dice           *game.Dice
	own            int          // the realm
	offered        map[int]bool // realms to which a beginner's letter offers peace or more: it attacks none of them
	game.Lessons                // of a beginner

	draft    *turn.Draft
	colonies []int // as the year began: what is founded this year cannot raise anybody

	done  map[string]bool // leaders who have their order
	goals map[int]bool    // areas to which one of them goes

	plan rulekit.Plan // the order file so far
}

// me is the realm.
func (p *player) me() *realm.Realm { return &p.State.Realms[p.own-1] }

// takes writes a line if it counts whatever others do.
func (p *player) takes(section byte, o orders.Order) bool {
	if !p.draft.Takes(o) {
		return false
	}
	p.plan.Write(section, o)
	return true
}

// settled lists the realm's colonies.
func (p *player) settled() []int {
	return slices.DeleteFunc(p.State.Owned(p.own), func(at int) bool { return p.area(at).Ground != realm.Land })
}

// area is an area of the map.
func (p *player) area(n int) *realm.Area { return &p.State.Areas[n-1] }

// open reports whether a colony could be founded in an area.
func (p *player) open(n int) bool {
	a := p.area(n)
	return a.Ground == realm.Land && a.Colony == nil && a.Natives == nil && a.Haven == nil &&
		!p.State.Strangers(p.own, n)
}

// enters reports whether a leader of the realm may go through an area without a fight.
func (p *player) enters(n int) bool {
	a := p.area(n)
	switch {
	case a.Ground != realm.Land:
		return n == p.me().Home
	case a.Colony != nil:
		return p.State.Relation(p.own, a.Colony.Owner) == realm.Allied
	}
	return a.Natives == nil && a.Haven == nil
}

// walk finds the areas that a leader reaches from an area without a fight.
func (p *player) walk(from int) *realm.Ways {
	return p.State.Search(from, 0, func(_, b int) bool { return p.area(b).Ground != realm.Sea && p.enters(b) })
}

// land counts the open areas that a leader could settle from an area, with that area itself.
func (p *player) land(from int) (n int) {
	for _, at := range append(p.walk(from).Areas, from) {
		if p.open(at) && !p.goals[at] {
			n++
		}
	}
	return n
}

// threat is the most combat factors that natives, pirates or a leader of another realm could bring into an area from
// beside it. Only allies are no danger: war can be declared in the year of the attack.
func (p *player) threat(n int) (most int) {
	for _, b := range append(slices.Clone(p.area(n).Beside), n) {
		a := p.area(b)
		if a.Natives != nil {
			most = max(most, p.attack(a.Natives.Troops[:])+a.Natives.Leader+1)
		}
		if a.Haven != nil {
			most = max(most, p.attack(a.Haven.Troops[:])+1)
		}
		for i := range p.State.Realms {
			for _, l := range p.State.Realms[i].Leaders {
				if l.Ashore(b) && p.State.Relation(p.own, i+1) != realm.Allied {
					most = max(most, p.attack(l.Troops[:])+l.Value)
				}
			}
		}
	}
	return most
}

// attack and defence are the combat factors of troops.
func (p *player) attack(troops []int) (sum int) {
	for k, n := range troops {
		sum += n * p.Tables.Unit[k].Attack
	}
	return sum
}

func (p *player) defence(troops []int) (sum int) {
	for k, n := range troops {
		sum += n * p.Tables.Unit[k].Defence
	}
	return sum
}

// held is how strongly a colony is defended without leaders.
func (p *player) held(c *realm.Colony) int {
	best := 0
	for i := range c.Regiments {
		best = max(best, p.defence(c.Regiments[i][:]))
	}
	return best + p.defence(c.Garrison[:]) + p.Tables.Fortified(c.Fort)*p.Tables.Rules.SuperiorEvery
}

// fighters are the leaders who have an army or are to have one: those with the most units.
func (p *player) fighters() []string {
	list := slices.Clone(p.me().Leaders)
	slices.SortStableFunc(list, func(a, b realm.Leader) int {
		return cmp.Or(cmp.Compare(b.Units(), a.Units()), cmp.Compare(b.Value, a.Value))
	})
	var out []string
	for i := range min(len(list), p.style.fighters+p.riches()) {
		out = append(out, list[i].Name)
	}
	return out
}

// riches is how many more armies the treasury could pay for a while.
func (p *player) riches() int { return int(p.me().Ducats) / 1000 }

// spare reports whether the treasury has so many ducats.
func (p *player) spare(ducats int) bool { return p.me().Ducats >= int64(ducats) }

// raises is a line of $R.
func (p *player) raises(at int, what order.Raised) bool {
	return p.takes('R', order.RaiseOrder{Area: at, Raised: what})
}
