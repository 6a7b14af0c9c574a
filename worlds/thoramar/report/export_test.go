package report

import (
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
)

// FirstWeekIn is the first week of a report that has room for so many bytes, in which nothing happened, and that week as
// data.
func FirstWeekIn(room int, at realm.Position, number int) (text string, facts *game.Facts) {
	w := newcomer(at, nil, number)
	w.whole.within(room, func() { w.whole.week(1, 0) })
	d := w.data(&w.whole.wrote)
	d.week(0)
	d.week(1)
	d.sightings(1, 1)
	return string(w.text.Out), d.done()
}
