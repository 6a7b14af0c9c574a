package bot

import (
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/order"
)

// The lessons of a beginner that change what is thought of.
const (
	lessonMeet  = 2 // from here on the land of other realms comes before free land
	lessonBuild = 4
	lessonMana  = 5

	lessonLines  = 1 // of recruits, at most: a beginner reads all of them
	lessonArmies = 3 // that march
)

// seeks is how many ways farther the player goes for another realm's land than for free land.
func (p *player) seeks() int {
	if p.Now >= lessonMeet {
		return farthest
	}
	return p.style.seeks
}

// inspires gives a beginner's army mana in the lesson about it: the one that attacks, or else the greatest.
func (p *player) inspires() {
	points := min(p.Tables.Rules.ManaMost, p.me().Mana-p.Tables.Rules.HomeMana)
	if !p.Opens(lessonMana) || points <= 0 || p.strength == game.Weak {
		return
	}
	name, cost := "", int64(-1)
	for _, a := range p.State.Armies[p.own] {
		worth := a.Upkeep(p.Tables)
		if _, fights := p.takes[a]; fights && len(p.there(a.At, p.State.Province(a.At).Owner)) > 0 {
			worth += 1 << 40
		}
		if worth > cost && !a.Routed {
			name, cost = a.Name, worth
		}
	}
	if name != "" {
		p.me().Mana -= points
		p.plan.Write('H', order.ManaOrder{Army: name, Points: points})
	}
}

// walls fortifies a province in the lesson about it, before men are paid.
func (p *player) walls() {
	if !p.Opens(lessonBuild) {
		return
	}
	for i := range p.Tables.Wall {
		for _, n := range p.State.Own(p.own) {
			if len(p.built) == 0 && !p.threatened(n) {
				p.builds(n, i)
			}
		}
	}
}

// mayWall reports whether land is fortified with gold that is left: by a beginner once a week, from the lesson about it on.
func (p *player) mayWall() bool {
	return p.Now == 0 || p.Now >= lessonBuild && len(p.built) == 0
}
