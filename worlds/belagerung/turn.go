package belagerung

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// turn is one player's turn being resolved. Phases change state in place, one
// after the other, and tell what they did as events. A receipt plays the same turn
// with dice that fall as well, and as badly, as they can.
type turn struct {
	frame.Turn
	board

	rules *Rulebook
	sheet frame.Sheet
	luck  luck

	fresh    map[*realm.Unit]bool // recruited this turn
	moved    map[*realm.Unit]bool
	attacked map[*realm.Unit]bool
	building map[*realm.Unit]bool // has begun to build this turn
	fell     []string             // who has fallen this turn, by name
	laid     layout               // the weakening dice when the attack phase began
	income   int64                // treasure dice that came in before the orders
	spent    int64

	thrown bool // a die has fallen: what follows rests on chance
}

// board is the battlefield as it lies, and whose turn it is.
type board struct {
	tables *tables.Tables
	state  *realm.State
	me     *realm.Realm
}

// luck is how the dice fall. In a receipt they fall as it foresees them.
type luck uint8

const (
	fair  luck = iota
	best       // for the one whose turn it is
	worst      // against him
	still      // against whoever strikes: all hold
	mixed      // now for him, now against him, by the seed
)

// phase is one step of a turn.
type phase frame.Phase[*turn]

// phases of a turn, in order: the five of the rules between what belongs to the mail.
// A turn that was missed has the same ones, without orders.
var phases = []phase{
	{"settings", settings}, // first, so that refusals speak the right language
	{"preparation", prepare},
	{"movement", move},
	{"recruiting", recruit},
	{"building", build},
	{"attack", attack},
	{"ending", ending},
	{"messages", messages},
	{"missed", missed},
	{"next", next}, // last: the turn is the next one's
}

func (t *turn) play() { frame.Play(&t.Turn, t, phases) }

// newTurn makes a turn that plays on a copy of the world.
func (w *World) newTurn(sh frame.Sheet, seed game.Seed, l luck) *turn {
	t := &turn{
		board: board{tables: w.tables, state: w.state.Clone()},
		Turn:  frame.Begin(seed, w.state.Turn, len(w.state.Realms)), rules: w.rules, sheet: sh, luck: l,
		fresh: map[*realm.Unit]bool{}, moved: map[*realm.Unit]bool{}, attacked: map[*realm.Unit]bool{}, building: map[*realm.Unit]bool{},
	}
	t.ForReceipt, t.Quiet = l != fair, l != fair
	t.me = t.state.Realm(w.state.Next)
	return t
}

// roll throws one die of battle for the one whose turn it is, or against him, for
// who strikes or who is struck. The subject tells throws of a phase apart.
func (t *turn) roll(mine, strikes bool, subject ...int64) int64 {
	t.thrown = true
	good := mine
	switch t.luck {
	case fair:
		return t.Dice(subject...).Between(1, t.tables.Rules.Die)
	case worst:
		good = !mine
	case still:
		good = !strikes
	case mixed:
		good = t.Dice(subject...).Chance(500)
	}
	if good {
		return t.tables.Rules.Die
	}
	return 1
}

// tell records an event, which all realms are told: everything is visible.
func (t *turn) tell(what phrase.Phrase) { t.Tell(what, frame.All(len(t.state.Realms))...) }

// refuse: an order cannot be done. In a receipt it is a problem. What a receipt
// refuses never comes into the turn; so in the turn it was the dice that made the
// order idle, and its player is told.
func (t *turn) refuse(at orders.Position, what phrase.Phrase) {
	if t.ForReceipt {
		t.Refuse(t.me.Number, at, what)
		return
	}
	t.Tell(phrase.P("lapsed", phrase.Num("line", at.Line)), t.me.Number)
	t.Tell(what, t.me.Number)
}

// ordersOf calls do with each order of the type, in the order of the file.
func ordersOf[T orders.Order](t *turn, do func(at orders.Position, o T)) {
	frame.Each(t.sheet.Lines, do)
}

// own finds the unit an order names; where there is none of the realm's the order
// is refused.
func (t *turn) own(at orders.Position, n order.Name) *realm.Unit {
	u := t.named(n)
	switch {
	case u == nil:
		var names []string
		for _, v := range t.state.Of(t.me.Number) {
			names = append(names, t.called(v))
		}
		t.refuse(at, orders.Guessed("no-such-unit", orders.Nearest(n.String(), names), phrase.Str("unit", n.String())))
	case u.Realm != t.me.Number:
		t.refuse(at, phrase.P("not-your-unit", realm.UnitArg("unit", u), phrase.Num("realm", u.Realm)))
		return nil
	}
	return u
}

// named finds a unit on the board, of any realm; nil if none is so called.
func (t *board) named(n order.Name) *realm.Unit {
	if !n.Settler {
		return t.state.Unit(n.Number)
	}
	if n.Realm == 0 {
		n.Realm = t.me.Number
	}
	return t.state.Settler(n.Realm, n.Number)
}

// called is how the one whose turn it is calls a unit: his own settlers without
// their realm.
func (t *board) called(u *realm.Unit) string {
	if u.Settler && u.Realm == t.me.Number {
		return order.Name{Settler: true, Number: u.Number}.String()
	}
	return u.Name()
}

// spend takes treasure dice, which go back to the bank. It tells whether there
// were enough.
func (t *turn) spend(dice int64) bool {
	if t.me.Treasure < dice {
		return false
	}
	t.me.Treasure -= dice
	t.state.Bank += dice
	t.spent += dice
	return true
}

// earn gives a realm dice from the bank, while it lasts; it tells how many.
func (t *board) earn(r *realm.Realm, dice int64) int64 {
	dice = min(dice, t.state.Bank)
	t.state.Bank -= dice
	r.Treasure += dice
	return dice
}

// kill takes a unit off the board. What it was training for, or building, comes to
// nothing; an engine or a building it manned stays where it is.
func (t *turn) kill(u *realm.Unit) {
	t.state.Remove(u)
	if b := t.state.Building(u.At); b != nil && b.Site == u.Realm {
		t.state.Raze(b)
		t.tell(phrase.P("site-abandoned", phrase.Key("building", b.Kind.Key()), t.state.PlaceArg("place", b.At)))
	}
}
