package report

import (
	"cmp"
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
)

// sighted is a foreign army as the reader saw it in the turn: the last place, and those before.
type sighted struct {
	army  glimpse
	stops []stop
	look  sight.Look
	spot  int32
	told  bool // among those on own land
}

// stop is a place where it was seen, and the last week in a row.
type stop struct {
	at   game.Place
	week int
}

// last is where it was seen last.
func (s *sighted) last() stop { return s.stops[len(s.stops)-1] }

// closing is the week after the last: how things are when the turn is over. Only own land sees it.
const closing = realm.Weeks + 1

// week is what was to be seen in a week.
func (p *page) week(n int) *sight.Week {
	if n == closing {
		return &p.t.Closing
	}
	return &p.t.Weeks[n-1]
}

// findSighted collects the foreign armies that the reader saw: from own armies, from the capital, and on own land.
func (p *page) findSighted() {
	p.sighted, p.anchors = p.sighted[:0], p.anchors[:0]
	clear(p.sightedAt)
	p.lookAway()
	for n := 1; n <= closing; n++ {
		w := p.week(n)
		for i := range p.lot {
			if l := &p.lot[i]; n < closing && l.held || n == closing && p.seenLast(l) {
				p.notice(w, n, l.place)
			}
		}
		if n == closing {
			break
		}
		for _, at := range p.t.Capitals[p.realm] {
			if !p.standsIn(w, at) {
				p.observe(w, n, at, realm.ArmyName{})
			}
		}
		for _, i := range w.Of(p.realm) {
			p.observe(w, n, w.Spots[i].Place, w.Spots[i].Name())
		}
	}
}

// seenLast reports whether the reader sees a lot when the turn is over: it is its own, or its army is there.
func (p *page) seenLast(l *lot) bool { return l.owned || p.standsIn(&p.t.Closing, l.place) }

// sighting tells foreign armies apart: those with a sign by their name, others by field, kind and men.
type sighting struct {
	army glimpse
	at   game.Place // Nowhere: it has a sign
}

// around is what a page notes about a place.
type around struct {
	place  game.Place
	week   int    // the last week in which its armies were noted
	anchor int    // its own row among the anchors, from 1; 0: it has none
	told   bool   // its ground was compared with the record
	name   string // as the reader counts it
}

// at returns the notes about a place. They may move when another place is noted.
func (p *page) at(q game.Place) *around {
	if p.seen[q] == 0 {
		p.around = append(p.around, around{place: q, name: p.Place(int64(q))})
		p.seen[q] = int32(len(p.around))
	}
	return &p.around[p.seen[q]-1]
}

// notice notes the foreign armies in a field in a week.
func (p *page) notice(w *sight.Week, n int, at game.Place) {
	from, to := w.At(at)
	if from == to {
		return
	}
	if a := p.at(at); a.week != n {
		a.week = n
	} else {
		return
	}
	for i := from; i < to; i++ {
		s, how := &w.Spots[i], w.Looks(p.realm, i)
		if int(s.Realm) == p.realm || how == sight.Unseen {
			continue
		}
		a := p.sightedAs(s, how, at)
		if len(a.stops) == 0 || a.last().at != at {
			a.stops = append(a.stops, stop{at: at})
		}
		a.stops[len(a.stops)-1].week, a.look, a.spot = n, how, i
	}
}

// sightedAs is the entry of an army, which is made if it is missing.
func (p *page) sightedAs(s *sight.Spot, how sight.Look, at game.Place) *sighted {
	is := sighting{glimpse{realm: s.Realm, id: s.ID, unit: s.Unit}, game.Nowhere}
	if how == sight.Unsigned {
		is = sighting{glimpse{realm: -1, unit: s.Unit, men: s.Men}, at}
	}
	if k, known := p.sightedAt[is]; known {
		return &p.sighted[k]
	}
	next := len(p.sighted)
	p.sightedAt[is] = next
	p.sighted = slices.Grow(p.sighted, 1)[:next+1]
	p.sighted[next] = sighted{army: is.army, stops: p.sighted[next].stops[:0]} // in the room of an earlier report
	return &p.sighted[next]
}

// anchor is an own row: where an observer stood, or the capital, with what is written of it and of its neighbours.
type anchor struct {
	at     game.Place
	name   realm.ArmyName // the first who stood there; none: the capital
	news   [7]bool        // whether the row of the field, or of a neighbour, is news
	armies [7][]int       // indexes of those sighted last from here
}

// shown reports whether anything is written under an anchor.
func (a *anchor) shown() bool {
	return slices.Contains(a.news[:], true) || slices.ContainsFunc(a.armies[:], func(list []int) bool { return len(list) > 0 })
}

// observe notes what an observer sees in a week: the land the first time somebody stands there, the armies each time.
func (p *page) observe(w *sight.Week, n int, at game.Place, name realm.ArmyName) {
	if p.at(at).anchor == 0 {
		p.anchors = append(p.anchors, p.survey(at, name))
		p.at(at).anchor = len(p.anchors)
	}
	p.notice(w, n, at)
	for _, q := range p.t.Near[at] {
		if q != game.Nowhere {
			p.notice(w, n, q)
		}
	}
}

// survey finds out what of the land is news from a field.
func (p *page) survey(at game.Place, name realm.ArmyName) anchor {
	a := anchor{at: at, name: name}
	state := game.Fact{Subject: p.at(at).name, Attribute: "state"}
	if g := &p.t.Ground[at]; g.State != '-' {
		state.Value = string(rune(g.State))
	}
	a.news[0] = p.newGround(at)
	a.news[0] = p.News(state) || a.news[0]
	for d := game.Direction(1); d <= 6; d++ {
		a.news[0] = p.newEdge(at, d) || a.news[0]
	}
	for i, q := range p.t.Near[at] {
		if q != game.Nowhere {
			a.news[i+1] = p.newGround(q)
			a.news[i+1] = p.newEdge(q, game.Direction(i+1).Opposite()) || a.news[i+1]
		}
	}
	return a
}

// newEdge reports whether what is on an edge of a field is news.
func (p *page) newEdge(at game.Place, d game.Direction) bool {
	edge := *p.t.Ground[at].Edge(d)
	f := game.Fact{Subject: p.at(at).name, Attribute: edgeNames[d]}
	if edge != noEdge {
		f.Value = string(edge[:])
	}
	return p.News(f)
}

// noEdge is an edge on which there is nothing.
var noEdge = [4]byte{'-', '-', '-', '-'}

// newGround reports whether what a field's row begins with is news: terrain, owner, building. It is news once in a report.
func (p *page) newGround(at game.Place) bool {
	a, g := p.at(at), &p.t.Ground[at]
	if a.told {
		return false
	}
	a.told = true
	return p.News(game.Fact{Subject: a.name, Attribute: "ground",
		Value: p.t.Tables.Terrain[g.Terrain].Code + p.o.tags[g.Owner] + string(g.Kind[:])})
}

// edgeNames are the attributes of a field for its edges, by direction.
var edgeNames = [7]string{"", "1", "2", "3", "4", "5", "6"}

// newSightings writes the foreign armies on own land, then the rows that are news, each under its observer's own row.
func (p *page) newSightings() {
	p.Say("", "report.own-land")
	none := len(p.Out)
	for i := range p.lot {
		p.trespassers(&p.lot[i])
	}
	if len(p.Out) == none {
		p.Say("", "short.own-land-none")
	}
	p.Blank()
	p.Say("", "report.sightings")
	none = len(p.Out)
	for i := range p.sighted {
		p.place(i)
	}
	first := map[realm.ArmyName]int{} // brings together the rows of each observer, in the order in which they come first
	for i := range p.anchors {
		if _, known := first[p.anchors[i].name]; !known {
			first[p.anchors[i].name] = i
		}
	}
	slices.SortStableFunc(p.anchors, func(a, b anchor) int { return cmp.Compare(first[a.name], first[b.name]) })
	for i := range p.anchors {
		if p.Over(len(p.Out)) {
			break
		}
		p.appendAnchor(&p.anchors[i])
	}
	if len(p.Out) == none {
		p.Say("", "short.sightings-none")
	} else if p.t.Number <= earlyTurns && p.r.Settings.Map {
		p.Say("", "short.sightings-known")
	}
	p.Blank()
}

// trespassers writes the foreign armies that were last seen in an own field, or in one that was lost this turn.
func (p *page) trespassers(l *lot) {
	first := true
	for i := range p.sighted {
		s := &p.sighted[i]
		if s.last().at != l.place || p.Over(len(p.Out)) {
			continue
		}
		if first {
			p.fieldTitle(l)
		}
		first = false
		p.appendSighted(s, s.last().week < closing && (p.seenLast(l) || s.last().week < realm.Weeks))
		s.told = true
	}
}

// place puts an army under the row from which it was seen last: one that is written anyway, if there is one. Whoever was
// seen in this turn is news.
func (p *page) place(i int) {
	s := &p.sighted[i]
	if s.told {
		return
	}
	last, best, dir := s.last(), -1, 0
	for d := range 7 {
		at := last.at
		if d > 0 {
			at = p.t.Near[last.at][d-1]
		}
		if at == game.Nowhere {
			continue
		}
		k := p.at(at).anchor - 1
		if k < 0 || !p.watched(p.week(last.week), at) || best >= 0 && (p.anchors[best].shown() || !p.anchors[k].shown()) {
			continue
		}
		if best, dir = k, d; d > 0 {
			dir = int(game.Direction(d).Opposite())
		}
	}
	if best >= 0 {
		p.anchors[best].armies[dir] = append(p.anchors[best].armies[dir], i)
	}
}

// watched reports whether the reader looked around from a field in a week.
func (p *page) watched(w *sight.Week, at game.Place) bool {
	return p.standsIn(w, at) || slices.Contains(p.t.Capitals[p.realm], at)
}

// appendAnchor writes an own row, and below it the neighbours' rows that are news, each with the armies seen last there.
func (p *page) appendAnchor(a *anchor) {
	if !a.shown() {
		return
	}
	p.Out = p.appendOwnField(appendName(p.Out, a.name), a.at)
	for d := range 7 {
		if d > 0 && (a.news[d] || len(a.armies[d]) > 0) {
			p.Out = p.appendNeighbour(p.Out, game.Direction(d), p.t.Near[a.at][d-1])
		}
		for _, i := range a.armies[d] {
			s := &p.sighted[i]
			p.appendSighted(s, s.last().week < realm.Weeks)
		}
	}
}

// appendSighted writes `  A : 4.K.L 8  1089 W03 (W01 6/9, W02 5/9)`: the week if the army was not seen later, and where
// it was seen before.
func (p *page) appendSighted(s *sighted, late bool) {
	last := s.last()
	p.Out = append(p.Out, p.week(last.week).Line(s.spot, s.look)...)
	p.Out = p.Out[:len(p.Out)-1]
	if late {
		p.Out = append(append(p.Out, " W"...), realm.TwoDigits(last.week)...)
	}
	for i, b := range s.stops[:len(s.stops)-1] {
		p.Out = append(p.Out, [2]string{" (W", ", W"}[min(i, 1)]...)
		p.Out = append(append(p.Out, realm.TwoDigits(b.week)...), ' ')
		p.Out = p.Places.AppendPlace(p.Out, int64(b.at))
	}
	if len(s.stops) > 1 {
		p.Out = append(p.Out, ')')
	}
	p.Out = append(p.Out, '\n')
}
