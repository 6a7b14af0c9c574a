package report

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
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
func (w *whole) begin(t *frame.Text, a *account) {
	w.page, w.tale, w.wrote, w.referred = page{t, a}, chronicler{a: a}, written{}, false
	w.land, w.views = w.land[:0], w.views[:0]
	w.viewed = append(w.viewed[:0], make([]int32, len(a.around))...)
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
	w.heading("report.messages")
	w.within(reportMost, func() {
		if w.a.t.Info[w.a.realm] {
			parts.strengths(false)
		}
		w.wrote.letters = parts.letters()
	})
	from := make([]game.Place, 0, len(w.views))
	for i := range w.views {
		from = append(from, w.views[i].at)
	}
	w.tale.closes(from)
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
