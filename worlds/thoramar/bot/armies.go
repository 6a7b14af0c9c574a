package bot

import (
	"cmp"
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/turn"
)

// muster carries out what was ordered so far, over what the realm knows: the recruits are there, and can march.
func (p *player) muster() {
	lines := p.Rules.Language().Parse(p.File("VBR")).Lines
	p.outing = turn.Outset(p.know(), lines, nil, realm.Plan{})
	p.turn, p.reach = p.outing.Turn, map[*realm.Army][]turn.Found{}
	for _, a := range p.turn.State.Armies[p.own] {
		if p.strength.Forgets(p.dice) {
			p.done[a.Name] = true
		}
	}
}

// roams is where an army can come this turn.
func (p *player) roams(a *realm.Army) []turn.Found {
	if list, asked := p.reach[a]; asked {
		return list
	}
	p.reach[a] = p.outing.Roam(a, nil, realm.Weeks)
	return p.reach[a]
}

// goes sends an army to the place of a list that is worth most, which becomes a goal. Without one it waits.
func (p *player) goes(a *realm.Army, command realm.Command, list []turn.Found, worth func(turn.Found) int64) {
	if f, ok := best(list, worth); ok {
		p.goals[f.At] = true
		p.sends(a, f.Way, command, realm.Special{})
	}
}

// best is the place that is worth most, and the first of equal ones; false: none is worth anything.
func best(list []turn.Found, worth func(turn.Found) int64) (out turn.Found, ok bool) {
	most := int64(0)
	for _, f := range list {
		if w := worth(f); w > most {
			out, most, ok = f, w, true
		}
	}
	return out, ok
}

// sieges lets armies stay that stand on a foe's field, until it is theirs. They have to stand there for a whole turn.
func (p *player) sieges() {
	for _, a := range p.idle("KR") {
		there := *a
		there.March = &realm.March{Command: realm.Conquer}
		if p.foe(int(p.turn.Field(a.At).Owner)) && turn.NoClaim(p.turn, &there) == "" {
			p.sends(a, nil, realm.Conquer, realm.Special{})
			p.goals[a.At] = true
		}
	}
}

// attacks leads armies against foes that are much weaker, or onto a foe's field that nobody defends, with a building or
// without one. Next turn they take it.
func (p *player) attacks(built bool) {
	odds := int64(150) // percent of a foe's strength
	if p.strength == game.Weak {
		odds = 110
	}
	for _, a := range p.idle("KR") {
		seeks, own := p.dice.N(100) < p.style.seeks || a.Name.Unit == raider, p.weight(a)
		p.goes(a, realm.Attack, p.roams(a), func(f turn.Found) int64 {
			there, foes := p.turn.Field(f.At), p.defence(f.At)
			if p.goals[f.At] || foes*odds > own*100 || p.turn.Receipt.Masked.Has(f.At) || p.asked(f.At) {
				return 0
			}
			at := int64(0)
			switch {
			case p.foe(int(there.Owner)) && built == (there.Building != nil) && (seeks || built && foes > 0):
				at = 1000 + p.turn.TerrainAt(f.At).Income
				if there.Building != nil {
					at += p.turn.Tables.FindBuilding(there.Building.Kind).Cost / 10
				}
			case int(there.Owner) == p.own && foes > 0: // an intruder
				at = 3000
			case p.Now >= lessonFight && foes > 0: // somebody to practise on
				at = 2000
			}
			return at - int64(f.Week)*20
		})
	}
}

// settles leads armies to free land, each to a field of its own: the richest that is not far.
func (p *player) settles() {
	for _, a := range p.idle("KR") {
		p.goes(a, realm.Conquer, p.roams(a), func(f turn.Found) int64 {
			if f.Meets || p.goals[f.At] || !turn.Claims(p.turn, a, f.At) {
				return 0
			}
			worth := 300 + p.turn.TerrainFor(p.own, f.At).Income - int64(f.Week)*30
			if p.turn.Field(f.At).Building != nil {
				worth += 5000
			}
			if !p.turn.Clear(f.At) && len(p.turn.State.Realms[p.own].Treaties)+len(p.offered) > 0 { // it may be a partner's
				if p.Now > 0 {
					return 0
				}
				worth -= 250
			}
			if f.Left < 0 { // it would be late next turn
				worth -= 300
			}
			return worth
		})
	}
}

// nears leads an army as near to a field as it comes.
func (p *player) nears(a *realm.Army, goal game.Place) {
	here := p.turn.Grid.Distance(a.At, goal)
	f, ok := best(p.roams(a), func(f turn.Found) int64 {
		if f.Meets {
			return 0
		}
		return int64(here - p.turn.Grid.Distance(f.At, goal))
	})
	if ok {
		p.sends(a, f.Way, realm.Defend, realm.Special{})
	}
}

// returns leads bands that are too small to take a field to the next quarter.
func (p *player) returns() {
	for _, a := range p.idle("KR") {
		home, least := game.Nowhere, 1<<30
		for _, at := range p.quarters() {
			if far := p.turn.Grid.Distance(a.At, at); far < least {
				home, least = at, far
			}
		}
		switch {
		case p.fit(a) || home == game.Nowhere:
		case least == 0:
			p.done[a.Name] = true // it waits for its men
		default:
			p.nears(a, home)
		}
	}
}

// explores leads armies to where they see most that the realm has never seen. Armies that see nothing new go where
// few own fields are.
func (p *player) explores() {
	for _, a := range p.idle("KR") {
		list := slices.Clone(p.roams(a))
		slices.SortStableFunc(list, func(a, b turn.Found) int { return cmp.Compare(a.Week, b.Week) })
		p.goes(a, realm.Defend, list, func(f turn.Found) (worth int64) {
			if f.Meets || p.goals[f.At] {
				return 0
			}
			for d := game.Direction(1); d <= 6; d++ {
				if q := p.turn.Grid.Step(f.At, d); q != game.Nowhere && !p.turn.Known(q) {
					worth += 10
				}
			}
			if int(p.turn.Field(f.At).Owner) != p.own {
				worth += 5
			}
			return worth
		})
	}
}
