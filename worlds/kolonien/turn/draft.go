package turn

import (
	"weltentor/orders"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/sight"
)

// Draft is a realm's year while its orders are thought of, over the world as the realm knows it. Orders are carried out
// one by one, as the receipt does it, and combats are taken as won. Only what nothing refuses is kept.
type Draft struct {
	realm.Position // with all orders so far
	Realm          int
	turn           *Turn
	line           int
}

// Outline begins a draft. The sheet has the lines of $V and $K, and the income has come.
func Outline(p realm.Position, in game.Sheet) *Draft {
	in.Turn = p.State.Turn
	t := Begin(p, p.State.Clone(), []game.Sheet{in}, game.Seed{})
	t.forReceipt(&receipt{realm: in.Realm, seen: sight.Seen(p.State, in.Realm), plan: newProspects()})
	t.Run(beforeMoves())
	return &Draft{Position: t.Position, Realm: in.Realm, turn: t}
}

// Takes carries out an order of $R, $B or $A, if it counts whatever others do. Orders of $R and $B may come in any
// order, but must not rest on what others of them have made.
func (d *Draft) Takes(o orders.Order) bool {
	t := d.turn
	d.line++
	told := len(t.Refused[d.Realm])
	act(t, d.Realm, orders.Position{Line: d.line, Col: 1}, o)
	for _, p := range t.Refused[d.Realm][told:] {
		if p.Severity == orders.Error || p.What.Code == "only-if" {
			clear(t.stranded) // the line is left out, and nothing depends on it
			return false
		}
	}
	return true
}

// guesses is how many times a combat is fought for Chance.
const guesses = 20

// Chance is in how many of a hundred plays a leader would beat all foes that are seen in an area, if he went or stayed
// there; 100: nobody has to be fought.
func (d *Draft) Chance(l *realm.Leader, area int) int {
	inPlace := l.Ashore(area)
	next := func(x *Turn) *fight.Foe { return fight.Enemy(x.Position, d.Realm, area, inPlace) }
	won := 0
	for i := range guesses {
		x := d.turn.play(d.Realm, area, i)
		f := next(x)
		for f != nil && attack(x, d.Realm, l.Name, area, f) {
			f = next(x)
		}
		if f == nil {
			won++
		}
	}
	return won * 100 / guesses
}
