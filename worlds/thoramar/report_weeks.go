package thoramar

import (
	"strconv"

	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
)

// week writes one week, its events taken from the front of told, and gives the
// rest. In `kurz` a week without events and without news is left out.
func (p *page) week(n int, told []*game.Event) []*game.Event {
	start := len(p.Out)
	p.telling = n
	p.Out = append(p.Out, p.words.weeks[n]...)
	silent := len(p.Out)
	rest := told
	p.under(p.words.events, func() { rest = p.eventsOf(n, told) })
	p.under(p.words.sightings, func() { p.sightings(&p.t.Weeks[n-1]) })
	if len(p.Out) == silent { // only a short report leaves headings out
		p.Out = p.Out[:start]
	}
	return rest
}

// sightings writes what each army saw, and the capital where no army stands. From the
// second army in a field on they refer to the first.
func (p *page) sightings(w *sight.Week) {
	clear(p.first)
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

// report writes what one army saw, or the capital (which has no name): its
// field, the armies there, the six neighbours and the armies there; or, if another army
// has reported that field this week, only that it saw the same. In `kurz` only if it
// differs from what the same army reported last.
func (p *page) report(w *sight.Week, name realm.ArmyName, at game.Place, self int32) {
	start := len(p.Out)
	first, refers := p.first[at]
	if p.referred && !refers {
		p.Out = append(p.Out, '\n')
	}
	from := len(p.Out)
	if refers {
		p.Out = p.appendReference(p.Out, name, first)
	} else {
		p.first[at] = name
		p.Out = p.appendReport(p.Out, w, name, at, self)
	}
	if p.notes != nil {
		p.notes.observer(w, at, self)
	}
	if p.last != nil {
		text := string(p.Out[from:])
		if p.last[name] == text {
			p.Out = p.Out[:start]
			return
		}
		p.last[name] = text
	}
	p.referred = refers
}

// appendReference writes `K.M 2  : wie K.M 1`.
func (p *page) appendReference(dst []byte, name, first realm.ArmyName) []byte {
	start := len(dst)
	dst = name.Append(dst)
	dst = append(dst, frame.Blanks[:nameWidth-(len(dst)-start)]...)
	dst = append(append(dst, ": "...), p.words.alike...)
	return append(first.Append(append(dst, ' ')), '\n')
}

func (p *page) appendReport(dst []byte, w *sight.Week, name realm.ArmyName, at game.Place, self int32) []byte {
	dst = p.appendOwnField(dst, name, at)
	dst = p.appendArmies(dst, w, at, self)
	for i, q := range p.t.Near[at] {
		if q == game.Nowhere {
			continue
		}
		dst = p.appendNeighbour(dst, game.Direction(i+1), q)
		dst = p.appendArmies(dst, w, q, self)
	}
	return append(dst, '\n')
}

// nameWidth is the column of army names; capitalMark stands there for the
// capital that sights its ring.
const (
	nameWidth   = 7
	capitalMark = "HST"
)

// appendOwnField writes `K.M 2  :   1/  1 : tla 1 STD I 1:---- 2:---- …`: all
// edges, and the building with its state.
func (p *page) appendOwnField(dst []byte, name realm.ArmyName, at game.Place) []byte {
	start := len(dst)
	if name.ID == 0 {
		dst = append(dst, capitalMark...)
	} else {
		dst = name.Append(dst)
	}
	dst = append(dst, frame.Blanks[:nameWidth-(len(dst)-start)]...)
	g := &p.t.Ground[at]
	if p.notes != nil {
		p.notes.ground(at, 0)
	}
	dst = append(p.appendPlace(dst, g, at), ' ', g.State)
	for d := game.Direction(1); d <= 6; d++ {
		dst = append(dst, ' ', '0'+byte(d), ':')
		dst = append(dst, g.Edge(d)[:]...)
	}
	return append(dst, '\n')
}

// appendNeighbour writes `R1     :   1/  2 : tew 0 --- ----`: the one edge
// towards the observer, no state.
func (p *page) appendNeighbour(dst []byte, d game.Direction, at game.Place) []byte {
	g := &p.t.Ground[at]
	if p.notes != nil {
		p.notes.ground(at, d.Opposite())
	}
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
	dst = append(dst, p.words.codes[g.Terrain]...)
	dst = append(dst, ' ')
	dst = append(dst, p.o.tags[g.Owner]...)
	dst = append(dst, ' ')
	return append(dst, g.Kind[:]...)
}

// appendArmies writes the armies seen in a field but the observer itself.
func (p *page) appendArmies(dst []byte, w *sight.Week, at game.Place, self int32) []byte {
	from, to := w.At(at)
	for i := from; i < to; i++ {
		if i == self {
			continue
		}
		if p.Over(len(dst)) {
			break
		}
		if l := w.Looks(p.realm, i); l != sight.Unseen {
			dst = append(p.appendArmy(dst, w, i, l), '\n')
		}
	}
	return dst
}

// appendArmy writes `  A : 1.K.M 3  993`, without sign `  A : ?.K.M ?  993`; no
// line end.
func (p *page) appendArmy(dst []byte, w *sight.Week, i int32, l sight.Look) []byte {
	s := &w.Spots[i]
	if p.notes != nil {
		p.notes.army(w, i, l)
	}
	switch {
	case int(s.Realm) == p.realm && s.Own != s.Men:
		return appendSpot(dst, p.o.tags[s.Realm], s.Unit, strconv.Itoa(int(s.ID)), s.Own)
	case l == sight.Signed:
		return append(dst, line(w, i)...)
	}
	return appendSpot(dst, p.o.tags[len(p.o.tags)-1], s.Unit, "?", s.Men)
}

func appendSpot(dst []byte, tag string, unit tables.Unit, id string, men int64) []byte {
	dst = append(dst, "  A : "...)
	dst = append(dst, tag...)
	dst = append(dst, '.', unit.Type, '.', unit.Class, ' ')
	dst = append(dst, id...)
	if len(id) < 2 {
		dst = append(dst, ' ')
	}
	dst = append(dst, ' ')
	return strconv.AppendInt(dst, men, 10)
}

// letterWeek the armies: each spot's line with its sign, made once for all the
// reports that show it.
func letterWeek(w *sight.Week, tags []string) {
	w.Lines = make([]byte, 0, len(w.Spots)*(len("  A : .K.M 100 1000")+len(tags[0])))
	w.Ends = make([]int32, len(w.Spots))
	for i := range w.Spots {
		s := &w.Spots[i]
		w.Lines = appendSpot(w.Lines, tags[s.Realm], s.Unit, strconv.Itoa(int(s.ID)), s.Men)
		w.Ends[i] = int32(len(w.Lines))
	}
}

// line is the spot's line with its sign.
func line(w *sight.Week, i int32) []byte {
	if i == 0 {
		return w.Lines[:w.Ends[0]]
	}
	return w.Lines[w.Ends[i-1]:w.Ends[i]]
}

// length is how long the lines of all the armies in a place are.
func length(w *sight.Week, at game.Place) int {
	from, to := w.At(at)
	if from == to {
		return 0
	}
	n := int(w.Ends[to-1]) + int(to-from)
	if from > 0 {
		n -= int(w.Ends[from-1])
	}
	return n
}
