package bot

import (
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/order"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// computed says that the nation does not play at the table.
func (p *player) computed() {
	p.plan.Write('S', rulekit.SettingOrder{Setting: order.SetPlays, Value: rulekit.No})
}

// stays lets armies on foreign land fight on where they will probably win.
func (p *player) stays() {
	for _, n := range p.idle() {
		a := p.me().Army(n)
		if p.field(a.At).Owner != p.own && p.chance(a, a.At) >= p.daring() && p.sends(n, tables.Advance, nil) {
			p.goals[a.At] = true
		}
	}
}

// guards lets an army hold the capital while foreign armies are near: one that is there, or else the nearest that comes
// there this round. A weak player calls nobody back.
func (p *player) guards() {
	capital := p.me().Capital
	if capital == game.Nowhere || p.field(capital).Owner != p.own || !p.near(capital, p.style.alarm) {
		return
	}
	for _, n := range p.idle() {
		if p.me().Army(n).At == capital && p.sends(n, tables.Hold, nil) {
			p.goals[capital] = true
		}
	}
	if p.strength == game.Weak || p.occupied(capital) || !p.near(capital, p.style.recall) {
		return
	}
	list, far := p.idle(), func(n int) int { return p.State.Grid().Distance(p.me().Army(n).At, capital) }
	slices.SortStableFunc(list, func(a, b int) int { return far(a) - far(b) })
	for _, n := range list {
		if 2*p.me().Army(n).Status > p.Tables.Rules.ArmySize && p.heads(n, func(at game.Place) int64 {
			if at == capital {
				return 1
			}
			return 0
		}) {
			return
		}
	}
}

// rests lets weak armies on own land wait for relief. On foreign land they go home.
func (p *player) rests() {
	links := p.State.Links(p.own)
	for _, n := range p.idle() {
		a := p.me().Army(n)
		switch {
		case 2*a.Status > p.Tables.Rules.ArmySize:
		case links.Linked(a.At):
			if p.sends(n, tables.Hold, nil) {
				p.goals[a.At] = true
			}
		default:
			p.heads(n, func(at game.Place) int64 {
				if links.Linked(at) && !p.State.Enemies(p.own, at) {
					return 1000
				}
				return 0
			})
		}
	}
}

// takes leads each army to the field that is worth most of those where it will probably win: rich land, and near.
// Foreign armies on own land are driven out first.
func (p *player) takes() {
	for _, n := range p.idle() {
		a := p.me().Army(n)
		p.heads(n, func(at game.Place) int64 {
			f, chance, worth := p.field(at), p.chance(a, at), p.style.wild
			switch {
			case f.Owner == p.own && !p.State.Enemies(p.own, at), chance < p.daring():
				return 0
			case f.Owner == p.own:
				worth = 2 * p.style.taken
			case at == p.me().Capital && p.strength != game.Weak:
				worth = retake
			case f.Owner > 0:
				worth = p.style.taken
			}
			return (worth + p.Tables.Terrain[f.Terrain].Income) * chance / 1000
		})
	}
}

// retake is what the lost capital is worth: without it most land has no income.
const retake = 5000

// nears leads armies that have nothing to take at hand toward foreign land that they see.
func (p *player) nears() {
	for _, n := range p.idle() {
		a := p.me().Army(n)
		goal, least := game.Nowhere, 1<<30
		for at := range p.State.Fields {
			q := game.Place(at)
			if !p.seen[at] || p.field(q).Owner == p.own || p.goals[q] || p.chance(a, q) < p.daring() {
				continue
			}
			if far := p.State.Grid().Distance(a.At, q); far < least {
				goal, least = q, far
			}
		}
		if goal != game.Nowhere {
			p.heads(n, func(at game.Place) int64 {
				if p.field(at).Owner != p.own || p.State.Enemies(p.own, at) {
					return 0
				}
				return int64(least - p.State.Grid().Distance(at, goal))
			})
		}
	}
}

// heads sends an army to the field that is worth most, and the nearest of equals, and reports whether any is worth
// something.
func (p *player) heads(n int, worth func(game.Place) int64) bool {
	var best found
	most := int64(0)
	for _, f := range p.reach(p.me().Army(n)) {
		if w := worth(f.at); w > most {
			best, most = f, w
		}
	}
	if most == 0 || !p.sends(n, tables.Advance, best.way) {
		return false
	}
	p.goals[best.at] = true
	return true
}

// holds lets all others hold their field on own land, and go there.
func (p *player) holds() {
	for _, n := range p.idle() {
		if p.field(p.me().Army(n).At).Owner == p.own {
			p.sends(n, tables.Hold, nil)
			continue
		}
		p.heads(n, func(at game.Place) int64 {
			if p.field(at).Owner == p.own && !p.State.Enemies(p.own, at) {
				return 1
			}
			return 0
		})
	}
}

// stakes puts half of the treasury on the nation's computed battles, evenly. A beginner's letter has a line for it.
func (p *player) stakes() {
	if p.Now > 0 {
		return
	}
	n := &p.Tables.Rules
	var battles []*realm.Battle
	for i := range p.State.Battles {
		b := &p.State.Battles[i]
		if b.Round == p.State.Round && !b.Table && slices.ContainsFunc(b.Sides[:], func(s realm.Side) bool {
			return s.Owner == p.own
		}) {
			battles = append(battles, b)
		}
	}
	for _, b := range battles {
		each := min(p.me().Treasury/2/int64(len(battles)), n.StakeMost*order.StakeStep/10)
		if each -= each % order.StakeStep; each > 0 {
			p.plan.Write('T', order.StakeOrder{On: b.Number, Points: each})
		}
	}
}
