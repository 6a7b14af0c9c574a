package bot

import (
	"slices"

	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/belagerung/turn"
	"weltentor/worlds/game"
)

// fighters are the realm's units that fight. The first ones stay at home, as many as the style wants.
func (p *player) fighters() (out, guards []*realm.Unit) {
	pupil, stay := p.pupil(), p.style.guards
	if len(p.foes) == 1 {
		stay = p.style.duel
	}
	for _, u := range p.State.Of(p.me.Number) {
		switch {
		case u.Settler:
		case u == pupil:
			guards = append(guards, u)
		case p.Now > 0:
			out = append(out, u)
		case len(guards) < stay:
			guards = append(guards, u)
		default:
			out = append(out, u)
		}
	}
	return out, guards
}

// as is a unit as if it stood somewhere else.
func as(u *realm.Unit, at game.Place) *realm.Unit {
	there := *u
	there.At = at
	return &there
}

// reaches reports whether a unit that stands somewhere could strike at a place.
func (p *player) reaches(u *realm.Unit, from, to game.Place) bool {
	return int64(p.State.Grid.Distance(from, to)) <= max(p.State.Arms(p.Tables, as(u, from)).Reach, 1)
}

// march leads fighters to where they reach what they want to strike, on ground that protects them. Once a wall is
// broken they go in, since the castle can be struck from there alone.
func (p *player) march() {
	out, guards := p.fighters()
	for _, u := range out {
		if p.target == nil || p.at[u] != u.At || p.strength.Forgets(p.dice) {
			continue
		}
		p.walks(u, func(at game.Place) int64 {
			worth := -20 * int64(p.State.Grid.Distance(at, p.target.Castle))
			if r, _ := p.State.WallAt(at); r == p.target {
				worth += 100 // inside: the castle is in reach
			}
			if p.strikes(u, at) {
				worth += 15
			}
			if p.Now > 0 && slices.ContainsFunc(p.State.Units, func(foe *realm.Unit) bool {
				return foe.Realm != p.me.Number && p.reaches(u, at, foe.At) && p.edge(u, at, foe) >= 0
			}) {
				worth += 60 // somebody to practise on
			}
			return worth + 2*p.State.Ground(p.Tables, as(u, at))
		})
	}
	for _, u := range guards {
		if p.at[u] != u.At || p.strength.Forgets(p.dice) {
			continue
		}
		p.walks(u, func(at game.Place) int64 {
			worth := -10 * int64(p.State.Grid.Distance(at, p.me.Castle))
			for _, foe := range p.State.Units {
				if foe.Realm != p.me.Number && p.reaches(u, at, foe.At) {
					worth += 15 + p.edge(u, at, foe)
				}
			}
			return worth + 2*p.State.Ground(p.Tables, as(u, at))
		})
	}
}

// strikes reports whether there is anything of the target's in reach of a place.
func (p *player) strikes(u *realm.Unit, at game.Place) bool {
	for _, wall := range realm.Around(p.State.Grid, p.target.Castle) {
		if p.State.Wall(p.Tables, wall) == p.target && p.reaches(u, at, wall) {
			return true
		}
	}
	return false
}

// edge is how much stronger a unit is than a foe, before both throw their dice. At least as much falls.
func (p *player) edge(u *realm.Unit, from game.Place, foe *realm.Unit) int64 {
	return p.State.Arms(p.Tables, as(u, from)).Power - p.State.Arms(p.Tables, foe).Power -
		p.State.Ground(p.Tables, foe) + foe.Weakness()
}

// strike lets each fighter strike: at the castle, at the foe who will fall most probably, at a wall.
func (p *player) strike() {
	out, guards := p.fighters()
	for _, u := range append(out, guards...) {
		if !p.aims(u, p.castles(), false) && !p.aims(u, p.weakest(u), false) {
			p.aims(u, p.walls(), true)
		}
	}
}

// aims strikes at the first of some places that is in reach and that the receipt takes.
func (p *player) aims(u *realm.Unit, at []game.Place, building bool) bool {
	for _, to := range at {
		if !p.reaches(u, p.at[u], to) {
			continue
		}
		x, y := realm.Column(p.State.Grid, to)
		aim := order.Aim{Targets: []order.Field{{X: x, Y: y}}, Building: building && len(p.State.On(to)) > 0}
		if p.writes('K', order.AttackOrder{Unit: turn.Own(u), Aim: aim}) {
			return true
		}
	}
	return false
}

// castles are the castles of others. One that a hit may fell waits until that wins the game.
func (p *player) castles() (out []game.Place) {
	for _, r := range p.foes {
		if r.Hits+1 < p.Tables.Rules.CastleHits || p.wins(r) {
			out = append(out, r.Castle)
		}
	}
	return out
}

// weakest are the places of those who will probably fall, the weakest first.
func (p *player) weakest(u *realm.Unit) (out []game.Place) {
	for least := int64(20); least >= 0; least-- {
		for _, foe := range p.State.Units {
			if foe.Realm != p.me.Number && p.edge(u, p.at[u], foe) == least {
				out = append(out, foe.At)
			}
		}
	}
	return out
}

// walls are the walls of others, the rival's first, and of these the one that is hit most: where one breaks, fighters go
// in.
func (p *player) walls() (out []game.Place) {
	for _, r := range p.foes {
		for hits := p.Tables.Rules.WallHits - 1; hits >= 0; hits-- {
			for d := game.Direction(1); d <= 6; d++ {
				if wall := p.State.Grid.Step(r.Castle, d); wall != game.Nowhere && r.Walls[d-1] == hits {
					out = append(out, wall)
				}
			}
		}
	}
	return out
}

// settle sends settlers away from the castle, to where nothing is built, and out of the reach of foes: each would fall.
func (p *player) settle() {
	builds := p.built() < p.style.builds
	for _, u := range p.State.Of(p.me.Number) {
		if !u.Settler || u == p.taught || p.at[u] != u.At || p.reached(u.At) == 0 && (!builds || p.site(u.At) || p.works(u)) {
			continue
		}
		p.walks(u, func(at game.Place) int64 {
			worth := 10 - int64(p.State.Grid.Distance(at, p.me.Castle)) - 100*p.reached(at)
			if wall, _ := p.State.WallAt(at); wall == p.me {
				worth += 50 // whoever comes has to do with the archers
			}
			if !p.site(at) {
				worth -= 11
			}
			return worth
		})
	}
}

// works reports whether a settler is in a building that brings treasure dice, or builds one.
func (p *player) works(u *realm.Unit) bool { return p.State.Building(u.At) != nil }

// reached counts the foes that may strike at a place in their next turn.
func (p *player) reached(at game.Place) (n int64) {
	if p.strength == game.Weak {
		return 0
	}
	for _, u := range p.State.Units {
		if u.Realm == p.me.Number || u.Settler {
			continue
		}
		reach := p.State.Steps(p.Tables, u) + max(p.State.Arms(p.Tables, u).Reach, 1)
		if int64(p.State.Grid.Distance(u.At, at)) <= reach {
			n++
		}
	}
	return n
}

// site reports whether a place is free for a building: near the own castle, and not on walls.
func (p *player) site(at game.Place) bool {
	wall, _ := p.State.WallAt(at)
	return wall == nil && p.State.CastleAt(at) == nil && p.State.Building(at) == nil
}

// built counts what the realm has built or is building.
func (p *player) built() (n int) {
	for _, b := range p.State.Buildings {
		if b.Owner == p.me.Number || b.Site == p.me.Number {
			n++
		}
	}
	return n
}

// build has settlers build outposts where they stand.
func (p *player) build() {
	left := p.style.builds - p.built()
	if p.Now > 0 && (p.Now <= lessonTrain || p.Opens(lessonTrain)) { // the dice are for the lessons
		return
	}
	for _, u := range p.State.Of(p.me.Number) {
		if left > 0 && u.Settler && p.site(p.at[u]) &&
			p.writes('B', order.BuildOrder{Settler: turn.Own(u), Kind: tables.Outpost}) {
			left--
		}
	}
}

// recruit raises fighters as long as there are dice. A style that builds keeps some for its first outpost.
func (p *player) recruit() {
	count := len(p.State.Of(p.me.Number))
	keep := int64(0)
	switch {
	case p.Now > 0 && p.Now <= lessonSite:
		keep = p.Tables.BuildingOf(tables.Training).Cost - 1
	case p.Now == lessonTrain-1, p.Opens(lessonTrain) && !p.trained:
		keep = p.Tables.Rules.TrainingCost
	case p.Now > 0:
	case p.built() == 0:
		keep = p.Tables.BuildingOf(tables.Outpost).Cost
	}
	for i := range p.style.symbols {
		symbol := tables.Symbol(p.style.symbols[(count+i)%len(p.style.symbols)])
		if p.me.Treasure-int64(i) <= keep || !p.writes('R', order.RecruitOrder{Symbol: symbol}) {
			return
		}
	}
}
