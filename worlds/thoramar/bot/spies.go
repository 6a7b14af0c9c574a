package bot

import (
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/turn"
)

// Neighbours are looked for by few and small bands.
const (
	seeksFrom = 2 // turns old is a realm when it begins
	seekers   = 5 // bands that look
	spies     = 3 // bands that are raised for it
	apart     = 3 // fields between where they look
)

// lookouts are how many of some bands look: who sees others already needs few.
func (p *player) lookouts(most int) int {
	if len(p.neighbours()) > 0 {
		return most / 2
	}
	return most
}

// curious reports whether the realm looks for others: until it sees a prize, and where capitals lie so far apart that
// settlers would not find them soon.
func (p *player) curious() bool {
	return p.strength != game.Weak && p.Now == 0 && p.age() >= seeksFrom && p.prize() == game.Nowhere &&
		p.turn.Tables.Rules.StartDistance > 2*frontier
}

// spies raises small bands to look for neighbours.
func (p *player) spies() {
	row := p.turn.Tables.RowOf(p.own, band)
	if row == nil || !p.curious() {
		return
	}
	n := 0
	for _, a := range p.turn.State.OfUnit(p.own, band) {
		if !p.fit(a) {
			n++
		}
	}
	for _, at := range p.quarters() {
		for n < p.lookouts(spies) && p.raises(band, 0, at) {
			n++
		}
	}
}

// seeks leads bands that are too small to take a field to where the land was never seen, as far from the own capital as
// others are.
func (p *player) seeks() {
	if !p.curious() {
		return
	}
	list := slices.DeleteFunc(p.idle("R"), p.fit)
	origin := p.turn.State.Realms[p.own].Origin
	slices.SortStableFunc(list, func(a, b *realm.Army) int {
		return p.turn.Grid.Distance(origin, b.At) - p.turn.Grid.Distance(origin, a.At)
	})
	for _, a := range list[:min(p.lookouts(seekers), len(list))] {
		if way, beyond := p.unknown(a); beyond > 0 {
			p.follows(a, way, beyond, realm.Defend)
		}
	}
}

// unknown is the way of an army to a field beside land that was never seen and to which no other army goes, and the
// direction of that: the nearest where a capital may be, or else out of the realm.
func (p *player) unknown(a *realm.Army) (way []game.Place, beyond game.Direction) {
	origin, least := p.turn.State.Realms[p.own].Origin, p.turn.Tables.Rules.StartDistance
	t := p.trails(a)
	best, most, there := game.Nowhere, -1<<30, game.Nowhere
	for _, at := range t.fields {
		for d := game.Direction(1); d <= 6; d++ {
			q := p.turn.Grid.Step(at, d)
			if q == game.Nowhere || p.goals[q] || p.turn.Known(q) {
				continue
			}
			out := p.turn.Grid.Distance(origin, q)
			worth := 2*min(out, least) - 3*max(0, out-least*3/2) - t.far[at]
			for e := game.Direction(1); e <= 6; e++ { // holes in what is known are worth little
				if r := p.turn.Grid.Step(q, e); r != game.Nowhere && !p.turn.Known(r) {
					worth++
				}
			}
			if worth > most {
				best, most, there, beyond = at, worth, q, d
			}
		}
	}
	if best == game.Nowhere {
		return nil, 0
	}
	for i := range p.turn.State.Fields {
		if p.turn.Grid.Distance(game.Place(i), there) <= apart {
			p.goals[game.Place(i)] = true
		}
	}
	return t.to(best), beyond
}

// trails are an army's shortest ways over known land.
type trails struct {
	fields []game.Place // the nearest first, with the one where it is
	before map[game.Place]game.Place
	far    map[game.Place]int
}

// trails finds them, as the receipt reckons steps.
func (p *player) trails(a *realm.Army) *trails {
	t := &trails{[]game.Place{a.At}, map[game.Place]game.Place{a.At: a.At}, map[game.Place]int{}}
	for i := 0; i < len(t.fields); i++ {
		at := t.fields[i]
		for d := game.Direction(1); d <= 6; d++ {
			q := p.turn.Grid.Step(at, d)
			if q == game.Nowhere || !p.turn.Known(q) {
				continue
			}
			if _, was := t.before[q]; was {
				continue
			}
			if _, _, why := p.turn.Step(p.own, a.Name.Unit, at, d); why == "" {
				t.before[q], t.far[q] = at, t.far[at]+1
				t.fields = append(t.fields, q)
			}
		}
	}
	return t
}

// to is the way to a field; nil: there is none.
func (t *trails) to(at game.Place) (way []game.Place) {
	for from, is := t.before[at]; is && from != at; at, from = from, t.before[from] {
		way = append(way, at)
	}
	slices.Reverse(way)
	return way
}

// blind are steps beyond what is known, as turns to the right: straight on, and where that is barred, past it.
var blind = []game.Direction{0, 0, 1, 5, 0, 1, 5, 0, 2, 4, 0, 1, 5}

// follows leads an army on a way as far as it comes, and then on into the unknown, if there is a direction for that.
func (p *player) follows(a *realm.Army, way []game.Place, beyond game.Direction, command realm.Command) {
	roams := p.roams(a)
	for i := len(way); i >= 0; i-- {
		var steps []game.Direction
		if i > 0 {
			k := slices.IndexFunc(roams, func(f turn.Found) bool { return f.At == way[i-1] && !f.Meets })
			if k < 0 {
				continue
			}
			steps = slices.Clone(roams[k].Way)
		}
		for _, turns := range blind {
			if i == len(way) && beyond > 0 && len(steps) < realm.Weeks {
				steps = append(steps, (beyond+turns-1)%6+1)
			}
		}
		if len(steps) > 0 {
			p.sends(a, steps, command, realm.Special{})
		}
		return
	}
}
