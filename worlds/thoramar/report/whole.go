package report

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
)

// whole writes the whole report (manual, "Beispielhafte Auszüge").
type whole struct {
	page
	tale  chronicler
	wrote written
	atlas *atlas

	referred bool // the last sightings written refer to another army's

	// memory for the views from fields with somebody in them
	land   []byte
	views  []view
	viewed []int32 // by number of a place around: the number of the view from there, from 1; 0: none
}

// begin begins a report without a chronicler.
func (w *whole) begin(t *rulekit.Text, a *account) {
	w.page, w.tale, w.wrote, w.referred = page{t, a}, chronicler{a: a, more: w.tale.more}, written{}, false
	w.land, w.views, w.viewed = w.land[:0], w.views[:0], w.viewed[:0]
}

// write writes the turn.
func (w *whole) write() {
	parts := parts{w.page}
	w.within(headMost, func() { w.wrote.refused = w.head(&w.tale, w.a.season.Refused(w.a.realm)) })
	next := 0
	w.within(beforeMost, func() { next = w.events(0, next) })
	for n := 1; n <= realm.Weeks; n++ {
		w.within(beforeMost+n*weekMost, func() { next = w.week(n, next) })
	}
	w.within(afterMost, func() { w.events(realm.Weeks+1, next) })
	w.heading("report.own-land")
	w.within(ownLandMost, w.ownLand)
	w.heading("report.yields")
	w.within(tablesMost, func() { w.wrote.yields = parts.yields() })
	w.heading("report.statistics")
	parts.statistics(true)
	w.heading("report.treaties")
	parts.treaties()
	w.heading("report.capacities")
	w.within(mapMost-1<<20, func() { w.wrote.capacities = parts.capacities() })
	parts.money()
	parts.armies()
	w.within(mapMost, func() { writeMap(w.page, w.atlas, false) })
	w.heading("report.letters")
	w.within(reportMost, func() {
		if w.a.t.Info[w.a.realm] {
			parts.strengths(false)
		}
		w.wrote.letters = parts.letters()
	})
	w.tale.closes(rulekit.Map(w.views, func(v view) game.Place { return v.at }))
	w.Say("", "report.end")
}

// events writes the events of one week, from the next one on, and returns the next of a later week. Those before the
// first week and after the last are on their own, followed by a blank line.
func (w *whole) events(week, next int) int {
	start := len(w.Out)
	for ; next < len(w.a.told) && w.a.told[next].Week <= week; next++ {
		if w.full() {
			continue
		}
		w.wrote.events[week]++
		if what, silent := eventRow(w.Book, w.a, next); !silent {
			w.Line("", what)
			w.tale.tell(next, what)
		}
	}
	if len(w.Out) > start {
		w.Out = append(w.Out, '\n')
	}
	return next
}

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
	k := w.a.numberOf(at)
	if more := k + 1 - len(w.viewed); more > 0 {
		w.viewed = append(w.viewed, make([]int32, more)...)
	}
	if number := w.viewed[k]; number > 0 {
		return &w.views[number-1]
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
	w.viewed[k] = int32(len(w.views))
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
