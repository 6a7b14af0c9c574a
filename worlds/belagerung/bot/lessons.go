package bot

import (
	"slices"

	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/belagerung/turn"
	"weltentor/worlds/game"
)

// The lessons of a beginner that change what is thought of.
const (
	lessonSite  = 3 // of a training site, for the lesson about it
	lessonTrain = 5
)

// trains reports whether a beginner's units are to learn something: from the lesson about the site on, until one does.
func (p *player) trains() bool {
	return p.Now >= lessonSite && (p.Now <= lessonTrain || p.Opens(lessonTrain))
}

// pupil is the beginner's unit that stays at home to learn something: the newest.
func (p *player) pupil() (out *realm.Unit) {
	if p.Now <= lessonSite || !p.trains() {
		return nil
	}
	for _, u := range p.State.Of(p.me.Number) {
		if !u.Settler && (out == nil || u.Number > out.Number) {
			out = u
		}
	}
	return out
}

// school is the realm's training site; Nowhere: it has none.
func (p *player) school() game.Place {
	for _, b := range p.State.Buildings {
		if b.Kind == tables.Training && (b.Owner == p.me.Number || b.Site == p.me.Number) {
			return b.At
		}
	}
	return game.Nowhere
}

// train teaches a beginner's unit a further weapon, in the lesson about it.
func (p *player) train() {
	at := p.school()
	if p.Now <= lessonSite || !p.trains() || at == game.Nowhere {
		return
	}
	units := slices.DeleteFunc(p.State.Of(p.me.Number), func(u *realm.Unit) bool { return u.Settler })
	for _, u := range p.State.Of(p.me.Number) {
		if u.Settler && u.At == at { // the settler makes room
			p.walks(u, func(to game.Place) int64 {
				if to == at {
					return -1000
				}
				return -int64(p.State.Grid.Distance(to, p.me.Castle)) - 100*p.reached(to)
			})
		}
	}
	slices.SortStableFunc(units, func(a, b *realm.Unit) int {
		return p.State.Grid.Distance(p.at[a], at) - p.State.Grid.Distance(p.at[b], at)
	})
	if pupil := p.pupil(); p.Now < lessonTrain { // it only comes near
		if p.strength != game.Weak && pupil.At != at && !p.visits(pupil, at) {
			p.walks(pupil, func(to game.Place) int64 { return -int64(p.State.Grid.Distance(to, at)) })
		}
		return
	}
	for _, u := range units {
		if p.at[u] != u.At && p.at[u] != at || u.At != at && !p.visits(u, at) {
			continue
		}
		for _, s := range []tables.Symbol{tables.Sword, tables.Bow, tables.Shoe} {
			if !u.Has(s) && p.writes('R', order.TrainOrder{Unit: turn.Own(u), Symbol: s}) {
				p.trained = true
				return
			}
		}
	}
}

// visits sends a unit to the training site, which may be finished only when the turn begins.
func (p *player) visits(u *realm.Unit, to game.Place) bool {
	type stand struct {
		at  game.Place
		way []game.Direction
	}
	edge := []stand{{at: u.At}}
	for range p.State.Steps(p.Tables, u) {
		var next []stand
		for _, s := range edge {
			for d := game.Direction(1); d <= 6; d++ {
				at := p.State.Grid.Step(s.at, d)
				if at == game.Nowhere {
					continue
				}
				way := append(slices.Clone(s.way), d)
				if at == to && p.writes('A', order.MoveOrder{Unit: turn.Own(u), Way: way}) {
					p.at[u] = at
					return true
				}
				next = append(next, stand{at, way})
			}
		}
		edge = next
	}
	return false
}

// founds has a beginner's settler build the training site beside the walls, where recruits come from.
func (p *player) founds() {
	if !p.trains() || p.school() != game.Nowhere {
		return
	}
	far := func(at game.Place) int64 { return int64(p.State.Grid.Distance(at, p.me.Castle)) }
	settlers := slices.DeleteFunc(p.State.Of(p.me.Number), func(u *realm.Unit) bool { return !u.Settler })
	slices.SortStableFunc(settlers, func(a, b *realm.Unit) int { return int(far(a.At) - far(b.At)) })
	for _, u := range settlers {
		p.walks(u, func(at game.Place) int64 {
			if !p.site(at) || p.State.Terrain[at] == tables.River {
				return -1000
			}
			return 100 - 10*far(at) - 100*p.reached(at)
		})
		if p.site(p.at[u]) && p.writes('B', order.BuildOrder{Settler: turn.Own(u), Kind: tables.Training}) {
			p.taught = u
			return
		}
	}
}
