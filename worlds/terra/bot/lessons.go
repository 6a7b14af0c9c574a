package bot

import (
	"weltentor/worlds/game"
	"weltentor/worlds/terra/tables"
)

// The lessons of a beginner that change what is thought of.
const (
	lessonScout  = 3
	lessonForage = 5
)

// scouts sends all armies of a beginner but one to the foreign fields from which they see most that is new. If the lesson
// about it is late, one army goes.
func (p *player) scouts() {
	if !p.Opens(lessonScout) {
		return
	}
	send := 1
	if p.Now == lessonScout {
		send = max(send, len(p.idle())-1)
	}
	for range send {
		army, best, most := 0, found{}, -1
		for _, n := range p.idle() {
			for _, f := range p.reaches(p.me().Army(n), p.Tables.Command[tables.Scout].Moves) {
				if p.field(f.at).Owner == p.own || len(p.State.Foreign(p.own, f.at)) > 0 {
					continue
				}
				fresh := 0
				for at := range p.State.Fields {
					if !p.seen[at] && p.State.Grid().Distance(f.at, game.Place(at)) <= 2 {
						fresh++
					}
				}
				if fresh > most {
					army, best, most = n, f, fresh
				}
			}
		}
		if army > 0 && p.sends(army, tables.Scout, best.way) {
			p.goals[best.at] = true
		}
	}
}

// keeps holds a beginner's weakest army on own land, so that it can forage in the next round, unless one forages.
func (p *player) keeps() {
	if p.Now != lessonForage-1 && !p.Opens(lessonForage) || p.forage {
		return
	}
	rank := func(n int) int64 { // those on own land first
		a := p.me().Army(n)
		if p.field(a.At).Owner != p.own {
			return a.Status + p.Tables.Rules.ArmySize
		}
		return a.Status
	}
	weakest := 0
	for _, n := range p.idle() {
		if weakest == 0 || rank(n) < rank(weakest) {
			weakest = n
		}
	}
	switch {
	case weakest == 0:
	case p.field(p.me().Army(weakest).At).Owner == p.own:
		if p.sends(weakest, tables.Hold, nil) {
			p.goals[p.me().Army(weakest).At] = true
		}
	default:
		links := p.State.Links(p.own)
		p.heads(weakest, func(at game.Place) int64 {
			if links.Linked(at) && !p.State.Enemies(p.own, at) {
				return 1000
			}
			return 0
		})
	}
}

// forages lets a beginner's army gather income on own land.
func (p *player) forages() {
	if !p.Opens(lessonForage) {
		return
	}
	links := p.State.Links(p.own)
	army, best, most := 0, found{}, int64(0)
	for _, n := range p.idle() {
		a := p.me().Army(n)
		if p.field(a.At).Owner != p.own {
			continue
		}
		for _, f := range p.reaches(a, p.Tables.Command[tables.Forage].Moves) {
			if p.field(f.at).Owner != p.own || !links.Linked(f.at) || len(p.State.Foreign(p.own, f.at)) > 0 {
				continue
			}
			// a weak army takes nothing anyway
			worth := p.Tables.Terrain[p.field(f.at).Terrain].Income + p.Tables.Rules.ArmySize - a.Status
			if worth > most {
				army, best, most = n, f, worth
			}
		}
	}
	if army > 0 && p.sends(army, tables.Forage, best.way) {
		p.goals[best.at], p.forage = true, true
	}
}
