package report

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
)

// Week writes one week, with its events taken from the front of told, and returns the rest.
func (p *page) Week(n int, told []game.Event) []game.Event {
	p.telling = n
	p.Out = append(append(append(p.Out, 'W'), realm.TwoDigits(n)...), ' ')
	p.heading("report.week", phrase.Num("n", n))
	rest := told
	p.under("report.events", func() { rest = p.eventsOf(n, told) })
	p.under("report.sightings", func() { p.sightings(&p.t.Weeks[n-1]) })
	return rest
}

// sightings writes what each army saw, and the capital if no army is there. From the second army in a field on they
// refer to the first.
func (p *page) sightings(w *sight.Week) {
	for _, at := range p.t.Capitals[p.realm] {
		if !p.standsIn(w, at) {
			p.report(w, realm.ArmyName{}, at, -1)
		}
	}
	for _, i := range w.Of(p.realm) {
		if p.Over(len(p.Out)) {
			break
		}
		s := &w.Spots[i]
		p.report(w, s.Name(), s.Place, i)
	}
	if p.referred {
		p.Out, p.referred = append(p.Out, '\n'), false
	}
}

func (p *page) standsIn(w *sight.Week, at game.Place) bool {
	from, to := w.At(at)
	for i := from; i < to; i++ {
		if int(w.Spots[i].Realm) == p.realm {
			return true
		}
	}
	return false
}

// report writes what one army saw, or the capital (which has no name): its field, the armies there, the six neighbours
// and the armies there. If another army has already reported that field this week, it only says that this one saw the
// same.
func (p *page) report(w *sight.Week, name realm.ArmyName, at game.Place, self int32) {
	first := self
	if self >= 0 {
		first = w.First(self)
	}
	refers := first != self
	if p.referred && !refers {
		p.Out = append(p.Out, '\n')
	}
	if refers {
		p.Out = append(appendName(p.Out, name), ": "...) // `K.M 2  : wie K.M 1`
		p.put("report.alike")
		p.Out = append(w.Spots[first].Name().Append(append(p.Out, ' ')), '\n')
	} else {
		p.Out = p.appendReport(p.Out, w, name, at, self)
	}
	if p.Notes != nil {
		p.Notes.observer(w, at, self)
	}
	p.referred = refers
}

// nameWidth is the column of army names. capitalMark is in that column for the capital, which sees its ring.
const (
	nameWidth   = 7
	capitalMark = "HST"
)

// appendName writes who saw something, in the column of names.
func appendName(dst []byte, name realm.ArmyName) []byte {
	start := len(dst)
	if name.ID == 0 {
		dst = append(dst, capitalMark...)
	} else {
		dst = name.Append(dst)
	}
	return append(dst, frame.Blanks[:nameWidth-(len(dst)-start)]...)
}

// appendReport writes the view from a field after the observer's name, and after each field the armies there.
func (p *page) appendReport(dst []byte, w *sight.Week, name realm.ArmyName, at game.Place, self int32) []byte {
	dst = appendName(dst, name)
	v := p.viewFrom(at)
	text, done := p.land[v.from:v.to], 0
	for i, end := range v.ends {
		q, d := at, game.Direction(i)
		if i > 0 {
			q = p.t.Near[at][i-1]
		}
		if q == game.Nowhere {
			continue
		}
		if p.Notes != nil {
			p.Notes.ground(q, d.Opposite())
		}
		if from, to := w.At(q); from < to {
			dst = append(dst, text[done:end]...)
			done = int(end)
			dst = p.appendArmies(dst, w, from, to, self)
		}
	}
	return append(dst, text[done:]...)
}

// view is the land around a field: seven lines that are the same in all weeks and for all the realm's armies. So they
// are written once and copied.
type view struct {
	at       game.Place
	from, to int      // in land
	ends     [7]int16 // where the lines of the field and its neighbours end, counted from there
}

// viewFrom returns the view from a field, and writes it first if necessary.
func (p *page) viewFrom(at game.Place) *view {
	if n := p.seen[at]; n > 0 {
		return &p.views[n-1]
	}
	v := view{at: at, from: len(p.land)}
	p.land = p.appendOwnField(p.land, at)
	v.ends[0] = int16(len(p.land) - v.from)
	for i, q := range p.t.Near[at] {
		if q != game.Nowhere {
			p.land = p.appendNeighbour(p.land, game.Direction(i+1), q)
		}
		v.ends[i+1] = int16(len(p.land) - v.from)
	}
	p.land = append(p.land, '\n')
	v.to = len(p.land)
	p.views = append(p.views, v)
	p.seen[at] = int32(len(p.views))
	return &p.views[len(p.views)-1]
}

// appendOwnField writes `:   1/  1 : tla 1 STD I 1:---- 2:---- …`: all
// edges, and the building with its state.
func (p *page) appendOwnField(dst []byte, at game.Place) []byte {
	g := &p.t.Ground[at]
	dst = append(p.appendPlace(dst, g, at), ' ', g.State)
	for d := game.Direction(1); d <= 6; d++ {
		dst = append(dst, ' ', '0'+byte(d), ':')
		dst = append(dst, g.Edge(d)[:]...)
	}
	return append(dst, '\n')
}

// appendNeighbour writes `R1     :   1/  2 : tew 0 --- ----`: only the edge towards the observer, and no state.
func (p *page) appendNeighbour(dst []byte, d game.Direction, at game.Place) []byte {
	g := &p.t.Ground[at]
	dst = append(dst, 'R', '0'+byte(d), ' ', ' ', ' ', ' ', ' ')
	dst = append(p.appendPlace(dst, g, at), ' ')
	dst = append(dst, g.Edge(d.Opposite())[:]...)
	return append(dst, '\n')
}

// appendPlace writes the columns both lines share, `:   1/  1 : tla 1 STD`.
func (p *page) appendPlace(dst []byte, g *sight.Ground, at game.Place) []byte {
	x, y := p.view.Grid.Relative(p.view.Origin, at)
	dst = append(dst, ':', ' ')
	dst = frame.AppendCoords(dst, x, y)
	dst = append(dst, ' ', ':', ' ')
	dst = append(dst, p.t.Tables.Terrain[g.Terrain].Code...)
	dst = append(dst, ' ')
	dst = append(dst, p.o.tags[g.Owner]...)
	dst = append(dst, ' ')
	return append(dst, g.Kind[:]...)
}

// appendArmies writes those of some spots that are seen, except the observer itself.
func (p *page) appendArmies(dst []byte, w *sight.Week, from, to, self int32) []byte {
	for i := from; i < to; i++ {
		if i == self {
			continue
		}
		if p.Over(len(dst)) {
			break
		}
		if l := w.Looks(p.realm, i); l != sight.Unseen {
			dst = p.appendArmy(dst, w, i, l)
		}
	}
	return dst
}

// appendArmy writes `  A : 1.K.M 3  993`, or without a sign `  A : ?.K.M ?  993`.
func (p *page) appendArmy(dst []byte, w *sight.Week, i int32, l sight.Look) []byte {
	s := &w.Spots[i]
	if p.Notes != nil {
		p.Notes.army(w, i, l)
	}
	if l == sight.Signed {
		p.meets(s)
	}
	if int(s.Realm) == p.realm && s.Own != s.Men {
		return sight.AppendSpot(dst, p.o.tags[s.Realm], s.Unit, int(s.ID), s.Own)
	}
	return append(dst, w.Line(i, l)...)
}
