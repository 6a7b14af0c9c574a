package bot

import (
	"cmp"
	"fmt"
	"slices"
	"unicode/utf8"

	"weltentor/worlds/terramagica/order"
	"weltentor/worlds/terramagica/realm"
)

// fortifies builds at home what the style wants there, the weakest fortification first.
func (p *player) fortifies() {
	p.trial = p.try() // from here on armies have marched, and taxes have come in
	p.tax = p.trial.Gold - p.me().Gold
	p.due = realm.Due(p.Position, p.own)
	p.gold = p.trial.Gold - p.due
	if p.seat() == 0 {
		return
	}
	for i := range p.Tables.Wall[:min(p.style.walls, len(p.Tables.Wall))] {
		p.builds(p.seat(), i)
	}
}

// builds fortifies a province, if there is the gold for it and it was not ordered yet.
func (p *player) builds(number, wall int) {
	w := &p.Tables.Wall[wall]
	o := order.BuildOrder{Province: number, Wall: w.Wall}
	if w.Cost > p.gold || p.built[o] || p.trial.Build(o).Code != "" {
		return
	}
	p.built[o] = true
	p.gold -= w.Cost
	p.plan.Write('B', o)
}

// recruits raises men in each own province, those with most people first: for the army that is there after its march,
// or for a new one.
func (p *player) recruits() {
	at := p.State.Own(p.own)
	slices.SortStableFunc(at, func(a, b int) int {
		return cmp.Compare(p.State.Province(b).People, p.State.Province(a).People)
	})
	stands, lines := p.standing(), 0
	if p.Now == lessonBuild-1 {
		p.gold -= p.Tables.Wall[0].Cost // for the next lesson
	}
	for i, number := range at {
		if p.Now > 0 && lines >= lessonLines {
			return
		}
		if p.manned && number == p.seat() {
			continue
		}
		o := order.RecruitOrder{Unit: p.style.units[(p.State.Turn+i)%len(p.style.units)], Army: stands[number]}
		if o.Army == "" {
			o.Army, o.Province = p.name(), number
		}
		most := (p.tax-p.due)*p.Tables.Rules.Upkeep/p.Tables.UnitOf(o.Unit).Cost - 1 // the taxes have to pay all armies
		if p.raises(o, min(most, p.Tables.Rules.Men/2)) {
			lines++
		}
	}
}

// raises writes a line for as many men as there are gold and points of production for, and at most so many.
func (p *player) raises(o order.RecruitOrder, most int64) bool {
	price, share := p.Tables.UnitOf(o.Unit).Cost, p.Tables.Rules.Upkeep
	o.Number = min(p.gold*share/(price*(share+1))-1, most)
	if o.Army == "" || o.Number < fewest {
		return false
	}
	most, why := p.trial.Recruit(o)
	if o.Number = min(o.Number, most); why.Code != "" || o.Number < fewest {
		return false
	}
	cost := o.Number * price
	p.gold, p.due = p.gold-cost-cost/share-1, p.due+cost/share+1
	p.plan.Write('R', o)
	return true
}

// fewest is the least number of men that is worth a line.
const fewest = 3

// standing is the name of the greatest army in each province after the marches, besides the garrison.
func (p *player) standing() map[int]string {
	out, most, garrison := map[int]string{}, map[int]int64{}, p.garrison()
	for _, a := range p.State.Armies[p.own] {
		if n, cost := p.trial.Stands(a.Name), a.Upkeep(p.Tables); n > 0 && !a.Routed && a != garrison && cost > most[n] {
			out[n], most[n] = a.Name, cost
		}
	}
	return out
}

// name is a name that no army has; "": this world has none that short, or the realm can have no more armies.
func (p *player) name() string {
	word := p.Rules.Words(p.me().Lang).T("bot-army")
	for id := 1; ; id++ {
		name := fmt.Sprint(word, id)
		switch {
		case utf8.RuneCountInString(name) > p.Tables.Rules.ArmyName,
			len(p.State.Armies[p.own])+len(p.raised) >= p.Tables.Rules.Armies:
			return ""
		case p.State.Army(p.own, name) == nil && !slices.Contains(p.raised, name):
			p.raised = append(p.raised, name)
			return name
		}
	}
}

// borders fortifies the land beside foreign land, and then the home, with what gold is left beyond a reserve.
func (p *player) borders() {
	p.gold -= p.style.reserve
	for _, n := range p.State.Own(p.own) {
		if p.border(n) && p.mayWall() {
			p.builds(n, 0)
		}
	}
	for i := range p.Tables.Wall {
		if p.seat() > 0 && p.mayWall() {
			p.builds(p.seat(), i)
		}
	}
}
