// Package turn resolves one player's turn, in the phases of one list (phases.go). Everything on the board is visible,
// so a receipt could promise all but the dice: it rehearses the turn once for each way in which they may fall
// (rehearsal.go). Receipt, Trial and turn play the same phases (law 8). Begin with Resolve.
package turn

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/fight"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// Turn is one player's turn being resolved. Phases change its state in place, one after the other, and report what
// they did as events. A receipt plays the same turn with dice that fall as well, and as badly, as they can.
type Turn struct {
	rulekit.Turn
	realm.Board
	fights *fight.Fights

	sheet    rulekit.Sheet
	fresh    map[*realm.Unit]bool // recruited this turn
	moved    map[*realm.Unit]bool
	attacked map[*realm.Unit]bool
	building map[*realm.Unit]bool // has begun to build this turn
	income   int64                // treasure dice that came in before the orders
	spent    int64
	bills    []game.MoneyLine // what orders cost, by line
}

// begin makes a turn that plays on a copy of the position.
func begin(p realm.Position, sh rulekit.Sheet, seed game.Seed, l fight.Luck) *Turn {
	s := p.State.Clone()
	t := &Turn{
		Turn: rulekit.Begin(seed, s.Turn, len(s.Realms)), Board: realm.Board{Position: p.With(s), Me: s.Realm(s.Next)},
		sheet: sh, fresh: map[*realm.Unit]bool{}, moved: map[*realm.Unit]bool{}, attacked: map[*realm.Unit]bool{},
		building: map[*realm.Unit]bool{},
	}
	t.ForReceipt, t.Quiet = l != fight.Fair, l != fight.Fair
	t.fights = fight.New(t.Board, &t.Turn, l)
	return t
}

// tellAll records an event and tells it to all realms.
func (t *Turn) tellAll(what phrase.Phrase) { t.fights.Tell(what) }

// refuse notes that an order is not possible. In a receipt it is a problem. What a receipt refuses is not in the turn,
// so in the turn itself dice have made the order idle, and its player is told.
func (t *Turn) refuse(at orders.Position, what phrase.Phrase) {
	if t.ForReceipt {
		t.Refuse(t.Me.Number, at, what)
		return
	}
	t.Tell(phrase.P("lapsed", phrase.Num("line", at.Line)), t.Me.Number)
	t.Tell(what, t.Me.Number)
}

// ordersOf calls do with each order of the type, in the order of the file.
func ordersOf[T orders.Order](t *Turn, do func(at orders.Position, o T)) {
	rulekit.Each(t.sheet.Lines, do)
}

// own finds the unit that an order names. If the realm has no such unit, the order is refused.
func (t *Turn) own(at orders.Position, n order.Name) *realm.Unit {
	u := named(t.Board, n)
	switch {
	case u == nil:
		names := rulekit.Map(t.State.Of(t.Me.Number), t.Called)
		t.refuse(at, orders.Guessed("no-such-unit", orders.Nearest(n.String(), names), phrase.Str("unit", n.String())))
	case u.Realm != t.Me.Number:
		t.refuse(at, phrase.P("not-your-unit", realm.UnitArg("unit", u), phrase.Num("realm", u.Realm)))
		return nil
	}
	return u
}

// named finds a unit of any realm on the board, or returns nil if none has that name.
func named(board realm.Board, n order.Name) *realm.Unit {
	if !n.Settler {
		return board.State.Unit(n.Number)
	}
	if n.Realm == 0 {
		n.Realm = board.Me.Number
	}
	return board.State.Settler(n.Realm, n.Number)
}

// spend takes treasure dice for an order, which go back to the bank. If there are not enough, the order is refused.
func (t *Turn) spend(at orders.Position, dice int64) bool {
	if t.Me.Treasure < dice {
		t.refuse(at, phrase.P("no-treasure", phrase.Num("cost", dice), phrase.Num("have", t.Me.Treasure)))
		return false
	}
	t.Me.Treasure -= dice
	t.State.Bank += dice
	t.spent += dice
	t.bills = append(t.bills, entry("order", at.Line, -dice, !t.fights.Thrown))
	return true
}
