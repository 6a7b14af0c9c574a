package report

import (
	"cmp"
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
)

// anchor is an own row: where an observer stood, or the capital, with what is written of it and of its neighbours.
type anchor struct {
	post
	news   [7]bool  // whether the row of the field, or of a neighbour, is news
	armies [7][]int // indexes of those sighted last from here
}

// shown reports whether anything is written under an anchor.
func (a *anchor) shown() bool {
	return slices.Contains(a.news[:], true) || slices.ContainsFunc(a.armies[:], func(list []int) bool { return len(list) > 0 })
}

// newSightings writes the foreign armies on own land, then the rows that are news, each under its observer's own row.
func (w *short) newSightings() {
	w.Say("", "report.own-land")
	none := len(w.Out)
	for i := range w.a.lots {
		w.trespassers(&w.a.lots[i])
	}
	if len(w.Out) == none {
		w.Say("", "short.own-land-none")
	}
	w.Blank()
	w.Say("", "report.sightings")
	none = len(w.Out)
	for i, from := range w.a.posts {
		w.anchors = slices.Grow(w.anchors, 1)[:i+1]
		next := &w.anchors[i]
		next.post, next.news = from, w.news.ground[i]
		for d := range next.armies {
			next.armies[d] = next.armies[d][:0] // in the room of an earlier report
		}
	}
	for i := range w.a.sighted {
		w.place(i)
	}
	first := map[realm.ArmyName]int{} // brings together the rows of each observer, in the order in which they come first
	for i := range w.anchors {
		if _, known := first[w.anchors[i].name]; !known {
			first[w.anchors[i].name] = i
		}
	}
	slices.SortStableFunc(w.anchors, func(a, b anchor) int { return cmp.Compare(first[a.name], first[b.name]) })
	for i := range w.anchors {
		if w.full() {
			break
		}
		w.anchor(&w.anchors[i])
	}
	if len(w.Out) == none {
		w.Say("", "short.sightings-none")
	} else if w.a.t.Number <= earlyTurns && w.a.r.Settings.Map {
		w.Say("", "short.sightings-known")
	}
	w.Blank()
}

// trespassers writes the foreign armies that were last seen in an own field, or in one that was lost this turn.
func (w *short) trespassers(l *lot) {
	first := true
	for i := range w.a.sighted {
		s := &w.a.sighted[i]
		if s.last().at != l.place || w.full() {
			continue
		}
		if first {
			w.fieldTitle(l)
		}
		first = false
		w.appendSighted(s, s.last().week < closing && (w.a.seenLast(l) || s.last().week < realm.Weeks))
		w.onLand[i] = true
	}
}

// place puts an army under the row from which it was seen last: one that is written anyway, if there is one. Whoever was
// seen in this turn is news.
func (w *short) place(i int) {
	s := &w.a.sighted[i]
	if w.onLand[i] {
		return
	}
	last, best, dir := s.last(), -1, 0
	for d := range 7 {
		at := last.at
		if d > 0 {
			at = w.a.t.Near[last.at][d-1]
		}
		if at == game.Nowhere {
			continue
		}
		k := w.a.postIn(at)
		if k < 0 || !w.a.watched(w.a.week(last.week), at) || best >= 0 && (w.anchors[best].shown() || !w.anchors[k].shown()) {
			continue
		}
		if best, dir = k, d; d > 0 {
			dir = int(game.Direction(d).Opposite())
		}
	}
	if best >= 0 {
		w.anchors[best].armies[dir] = append(w.anchors[best].armies[dir], i)
	}
}

// anchor writes an own row, and below it the neighbours' rows that are news, each with the armies seen last there.
func (w *short) anchor(from *anchor) {
	if !from.shown() {
		return
	}
	w.Out = appendOwnField(appendName(w.Out, from.name), w.a, from.at)
	for d := range 7 {
		if d > 0 && (from.news[d] || len(from.armies[d]) > 0) {
			w.Out = appendNeighbour(w.Out, w.a, game.Direction(d), w.a.t.Near[from.at][d-1])
		}
		for _, i := range from.armies[d] {
			s := &w.a.sighted[i]
			w.appendSighted(s, s.last().week < realm.Weeks)
		}
	}
}

// appendSighted writes `  A : 4.K.L 8  1089 W03 (W01 6/9, W02 5/9)`: the week if the army was not seen later, and where
// it was seen before.
func (w *short) appendSighted(s *sighted, late bool) {
	last := s.last()
	w.Out = append(w.Out, w.a.week(last.week).Line(s.spot, s.look)...)
	w.Out = w.Out[:len(w.Out)-1]
	if late {
		w.Out = append(append(w.Out, " W"...), realm.TwoDigits(last.week)...)
	}
	for i, b := range s.stops[:len(s.stops)-1] {
		w.Out = append(w.Out, [2]string{" (W", ", W"}[min(i, 1)]...)
		w.Out = append(append(w.Out, realm.TwoDigits(b.week)...), ' ')
		w.Out = w.Places.AppendPlace(w.Out, int64(b.at))
	}
	if len(s.stops) > 1 {
		w.Out = append(w.Out, ')')
	}
	w.Out = append(w.Out, '\n')
}
