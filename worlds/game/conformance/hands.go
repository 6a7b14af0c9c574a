package conformance

import (
	"bytes"
	"reflect"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// handing: another player, or nobody, has a realm from then on; nothing else in
// the world is another, and it plays on.
func handing(tb *table, bad fail) {
	const gone = "Vormals Herrscherin"
	for turns := range 3 {
		w := tb.after(turns)
		if w.Asked().Over {
			return
		}
		for i, before := range w.Realms() {
			number := before.Number
			for _, to := range []game.Player{{Name: gone, Lang: phrase.De, Computer: game.PC}, {Name: "Neu", Lang: phrase.En, Computer: game.Amiga}, {}} {
				next := tb.handed(w, number, to, bad)
				if next == nil {
					return
				}
				if who := next.Realms()[i]; to.Lang == "" && (who.Lang != w.Realms()[i].Lang || who.Computer != w.Realms()[i].Computer) {
					bad("nobody in realm %d reads another language or computer", number)
				}
				w = next
				if report := w.Welcome(number); to.Name != gone && strings.Contains(string(report.Text)+string(report.Summary), gone) {
					bad("in the welcome of realm %d its former player is still there", number)
				}
			}
		}
		tb.turn(w, tb.sheets(w), bad)
	}
}

// handed gives a realm to a player and looks at all that is around it.
func (tb *table) handed(w game.World, number int, to game.Player, bad fail) game.World {
	state, was := w.State(), w.Realms()
	next := w.HandOver(number, to)
	if !bytes.Equal(w.State(), state) {
		bad("handing realm %d over changed the world before it", number)
	}
	is := next.Realms()
	if len(is) != len(was) {
		bad("%d realms were %d before one was handed over", len(is), len(was))
		return nil
	}
	for i, r := range is {
		former := was[i]
		switch {
		case r.Number != number && r != former:
			bad("realm %d changed with it: %+v", r.Number, r)
		case r.Number != number:
		case r.Player != to.Name || to.Lang != "" && r.Lang != to.Lang || to.Computer != "" && r.Computer != to.Computer:
			bad("realm %d was given to %+v and is played by %+v", number, to, r)
		case r.Name != former.Name || r.Fallen != former.Fallen || r.Zip:
			bad("realm %d is another: %+v, before %+v", number, r, former)
		}
	}
	if !reflect.DeepEqual(next.Asked(), w.Asked()) {
		bad("after realm %d was handed over the world asks otherwise", number)
	}
	if opened, err := tb.rb.Open(next.State(), tb.tables); err != nil || !bytes.Equal(opened.State(), next.State()) {
		bad("with realm %d handed over the world does not open as it was: %v", number, err)
	}
	for _, b := range next.Broken() {
		bad("broken after realm %d was handed over: %s", number, b)
	}
	return next
}
