package report

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
)

// week writes one week, its events from the next one on, and returns the next of a later week.
func (w *whole) week(n, next int) int {
	w.Out = append(append(append(w.Out, 'W'), realm.TwoDigits(n)...), ' ')
	w.heading("report.week", phrase.Num("n", n))
	w.heading("report.events")
	next = w.events(n, next)
	w.heading("report.sightings")
	w.sightings(n, w.a.week(n))
	return next
}

// sightings writes what each army saw, and the capital if no army is there. From the second army in a field on they
// refer to the first.
func (w *whole) sightings(n int, seen *sight.Week) {
	for _, at := range w.a.t.Capitals[w.a.realm] {
		if !w.a.standsIn(seen, at) {
			w.report(n, seen, realm.ArmyName{}, at, -1)
		}
	}
	for _, i := range seen.Of(w.a.realm) {
		if w.full() {
			break
		}
		w.wrote.observers[n]++
		s := &seen.Spots[i]
		w.report(n, seen, s.Name(), s.Place, i)
	}
	if w.referred {
		w.Out, w.referred = append(w.Out, '\n'), false
	}
}

// report writes what one army saw, or the capital (which has no name): its field, the armies there, the six neighbours
// and the armies there. If another army has already reported that field this week, it only says that this one saw the
// same.
func (w *whole) report(n int, seen *sight.Week, name realm.ArmyName, at game.Place, self int32) {
	first := self
	if self >= 0 {
		first = seen.First(self)
	}
	refers := first != self
	if w.referred && !refers {
		w.Out = append(w.Out, '\n')
	}
	if w.referred = refers; refers {
		w.Out = append(appendName(w.Out, name), ": "...) // `K.M 2  : wie K.M 1`
		w.put("report.alike")
		w.Out = append(seen.Spots[first].Name().Append(append(w.Out, ' ')), '\n')
		return
	}
	w.Out = appendName(w.Out, name)
	v := w.viewFrom(at)
	text, done := w.land[v.from:v.to], 0
	for i, end := range v.ends {
		q := at
		if i > 0 {
			q = w.a.t.Near[at][i-1]
		}
		if q == game.Nowhere {
			continue
		}
		if from, to := seen.At(q); from < to {
			w.Out = append(w.Out, text[done:end]...)
			done = int(end)
			w.seenArmies(n, seen, from, to, self)
		}
	}
	w.Out = append(w.Out, text[done:]...)
}

// view is the land around a field: seven lines that are the same in all weeks and for all the realm's armies. So they
// are written once and copied.
type view struct {
	at       game.Place
	from, to int      // in land
	ends     [7]int16 // where the lines of the field and its neighbours end, counted from there
}

// viewFrom returns the view from a field, and writes it first if necessary.
func (w *whole) viewFrom(at game.Place) *view {
	number := &w.viewed[w.a.numberOf(at)]
	if *number > 0 {
		return &w.views[*number-1]
	}
	v := view{at: at, from: len(w.land)}
	w.land = appendOwnField(w.land, w.a, at)
	v.ends[0] = int16(len(w.land) - v.from)
	for i, q := range w.a.t.Near[at] {
		if q != game.Nowhere {
			w.land = appendNeighbour(w.land, w.a, game.Direction(i+1), q)
		}
		v.ends[i+1] = int16(len(w.land) - v.from)
	}
	w.land = append(w.land, '\n')
	v.to = len(w.land)
	w.views = append(w.views, v)
	*number = int32(len(w.views))
	return &w.views[len(w.views)-1]
}

// seenArmies writes those of some spots that are seen, except the observer itself.
func (w *whole) seenArmies(n int, seen *sight.Week, from, to, self int32) {
	for i := from; i < to; i++ {
		if i == self {
			continue
		}
		if w.full() {
			break
		}
		if l := seen.Looks(w.a.realm, i); l != sight.Unseen {
			w.wrote.armies[n]++
			w.army(seen, i, l)
		}
	}
}

// army writes an army that was seen.
func (w *whole) army(seen *sight.Week, i int32, l sight.Look) {
	if l == sight.Signed {
		w.tale.meets(&seen.Spots[i])
	}
	w.Out = appendArmy(w.Out, w.a, seen, i, l)
}

// ownLand lists the own fields that have armies in them when the turn is over. Foreign armies that only passed have
// the week in which they were last seen there.
func (w *whole) ownLand() {
	none := len(w.Out)
	for i := range w.a.lots {
		if w.full() {
			break
		}
		w.wrote.lots++
		w.visitors(&w.a.lots[i])
	}
	if len(w.Out) > none {
		w.Out = append(w.Out, '\n')
	}
}

// visitors writes one field, or nothing if nobody was seen there.
func (w *whole) visitors(l *lot) {
	for k, v := range w.a.visitorsOf(l) {
		if w.full() {
			return
		}
		if k == 0 {
			w.fieldTitle(l)
		}
		w.wrote.visitors++
		w.army(w.a.week(v.week), v.spot, v.look)
		if v.gone {
			w.Out = append(w.Out[:len(w.Out)-1], " W"...)
			w.Out = append(append(w.Out, realm.TwoDigits(v.week)...), '\n')
		}
	}
}
