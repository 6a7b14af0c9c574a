package thoramar

import "weltentor/worlds/game"

// week writes one week, its events taken from the front of told, and gives the
// rest. In `kurz` a week without events and without news is left out.
func (p *page) week(n int, told []int32) []int32 {
	start := len(p.out)
	p.out = append(p.out, p.words.weeks[n]...)
	p.out = append(p.out, p.words.events...)
	rest := p.eventsOf(n, told)
	p.out = append(p.out, p.words.sightings...)
	empty := len(p.out)
	p.sightings(&p.t.weeks[n-1])
	if p.r.Settings.Short && len(p.out) == empty && len(rest) == len(told) {
		p.out = p.out[:start]
	}
	return rest
}

// sightings writes what each army saw, and the capital where no army stands.
func (p *page) sightings(w *week) {
	for _, at := range p.t.capitals[p.realm] {
		if !p.standsIn(w, at) {
			p.report(w, ArmyName{}, at, -1)
		}
	}
	for _, i := range w.of(p.realm) {
		s := &w.spots[i]
		p.report(w, s.name(), s.place, i)
	}
}

func (p *page) standsIn(w *week, at game.Place) bool {
	from, to := w.at(at)
	for i := from; i < to; i++ {
		if int(w.spots[i].realm) == p.realm {
			return true
		}
	}
	return false
}

// report writes what one army saw, or the capital (which has no name): its
// field, the armies there, the six neighbours and the armies there. In `kurz`
// only if it differs from what the same army reported last.
func (p *page) report(w *week, name ArmyName, at game.Place, self int32) {
	start := len(p.out)
	p.ownField(name, at)
	p.armiesIn(w, at, self)
	for i, q := range p.t.near[at] {
		if q == game.Nowhere {
			continue
		}
		p.neighbour(game.Direction(i+1), q)
		p.armiesIn(w, q, self)
	}
	p.out = append(p.out, '\n')
	if p.last == nil {
		return
	}
	if text := string(p.out[start:]); p.last[name] == text {
		p.out = p.out[:start]
	} else {
		p.last[name] = text
	}
}

// ownField writes `K.M 2  :   1/  1 : tla 1 STD I 1:---- 2:---- …`: all edges,
// and the building with its state.
func (p *page) ownField(name ArmyName, at game.Place) {
	start := len(p.out)
	if name.ID == 0 {
		p.out = append(p.out, capitalMark...)
	} else {
		p.out = name.Append(p.out)
	}
	p.out = fillTo(p.out, start, nameWidth)
	g := p.place(at)
	p.out = append(p.out, ' ', g.state)
	for d := game.Direction(1); d <= 6; d++ {
		p.out = append(p.out, ' ', '0'+byte(d), ':')
		p.out = append(p.out, g.edge(d)[:]...)
	}
	p.out = append(p.out, '\n')
}

// neighbour writes `R1     :   1/  2 : tew 0 --- ----`: the one edge towards the
// observer, no state.
func (p *page) neighbour(d game.Direction, at game.Place) {
	p.out = append(p.out, 'R', '0'+byte(d), ' ', ' ', ' ', ' ', ' ')
	g := p.place(at)
	p.out = append(p.out, ' ')
	p.out = append(p.out, g.edge(d.Opposite())[:]...)
	p.out = append(p.out, '\n')
}

// place writes the columns both lines share, `:   1/  1 : tla 1 STD`.
func (p *page) place(at game.Place) *ground {
	g := &p.t.ground[at]
	x, y := p.view.Grid.Relative(p.view.Origin, at)
	p.out = append(p.out, ':', ' ')
	p.out = appendCoords(p.out, x, y)
	p.out = append(p.out, ' ', ':', ' ')
	p.out = append(p.out, p.words.codes[g.terrain]...)
	p.out = append(p.out, ' ')
	p.out = append(p.out, p.o.tags[g.owner]...)
	p.out = append(p.out, ' ')
	p.out = append(p.out, g.kind[:]...)
	return g
}

// nameWidth is the column of army names; capitalMark stands there for the
// capital that sights its ring.
const (
	nameWidth   = 7
	capitalMark = "HST"
)

// armiesIn writes the armies seen in a field but the observer itself.
func (p *page) armiesIn(w *week, at game.Place, self int32) {
	from, to := w.at(at)
	for i := from; i < to; i++ {
		if i == self {
			continue
		}
		if l := w.looks(p.realm, i); l != unseen {
			p.army(&w.spots[i], l)
			p.out = append(p.out, '\n')
		}
	}
}

// army writes `  A : 1.K.M 3  993`, without sign `  A : ?.K.M ?  993`; no line end.
func (p *page) army(s *spot, l look) {
	p.out = append(p.out, "  A : "...)
	var start int
	if l == signed {
		p.out = append(p.out, p.o.tags[s.realm]...)
		p.out = append(p.out, '.')
		start = len(p.out)
		p.out = s.name().Append(p.out)
	} else {
		p.out = append(p.out, p.o.tags[len(p.o.tags)-1]...)
		p.out = append(p.out, '.')
		start = len(p.out)
		p.out = append(p.out, s.unit.Type, '.', s.unit.Class, ' ', '?')
	}
	p.out = fillTo(p.out, start, nameWidth-1)
	p.out = append(p.out, ' ')
	p.out = appendRight(p.out, s.men, 0)
}
