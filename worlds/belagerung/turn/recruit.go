package turn

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
)

// recruit is the third phase: new units on the walls, and training.
func recruit(t *Turn) {
	for _, l := range t.sheet.Lines {
		switch o := l.Order.(type) {
		case order.RecruitOrder:
			enlist(t, l.Position, o)
		case order.TrainOrder:
			train(t, l.Position, o)
		}
	}
}

// enlist puts a new unit on the first free wall (§7.1). It can act from the next turn on (§7.2).
func enlist(t *Turn, at orders.Position, o order.RecruitOrder) {
	u := &realm.Unit{Realm: t.Me.Number, Settler: o.Symbol == "", At: freeWall(t.Board)}
	have, most := 0, t.Tables.Rules.Units
	if u.Settler {
		most = t.Tables.Rules.Settlers
	} else {
		u.Symbols = []tables.Symbol{o.Symbol}
	}
	for _, v := range t.State.Of(t.Me.Number) {
		if v.Settler == u.Settler {
			have++
		}
	}
	cost := realm.CardOf(t.Tables, u).Cost
	switch {
	case have >= most && u.Settler:
		t.refuse(at, phrase.P("too-many-settlers", phrase.Num("most", most)))
	case have >= most:
		t.refuse(at, phrase.P("too-many-units", phrase.Num("most", most)))
	case u.At == game.Nowhere:
		t.refuse(at, phrase.P("no-wall-free"))
	case t.spend(at, cost):
		u.Number = newNumber(t.State, u)
		t.State.Add(u)
		t.fresh[u] = true
		args := []phrase.Arg{phrase.Key("card", realm.CardOf(t.Tables, u).Key()), t.State.PlaceArg("place", u.At),
			phrase.Num("cost", cost)}
		t.Accept(at, phrase.P("will-recruit", append(args, phrase.Str("unit", t.Called(u)))...))
		t.tellAll(phrase.P("recruited", append(args, realm.UnitArg("unit", u), phrase.Num("realm", t.Me.Number))...))
	}
}

// newNumber is the number of a new unit. For E it is the next on the board, never used before. For a settler it is the
// lowest that is free in the realm.
func newNumber(s *realm.State, u *realm.Unit) int {
	if !u.Settler {
		s.LastUnit++
		return s.LastUnit
	}
	n := 1
	for s.Settler(u.Realm, n) != nil {
		n++
	}
	return n
}

// freeWall is the first own wall that is unbroken and without a unit, or Nowhere if there is none.
func freeWall(board realm.Board) game.Place {
	for _, d := range board.Me.Muster() {
		p := board.State.Grid.Step(board.Me.Castle, d)
		if realm.WallStands(board.Tables, board.Me, d) && len(board.State.On(p)) == 0 {
			return p
		}
	}
	return game.Nowhere
}

// train begins a unit's training. It must be on an own training site, and has the symbol from the next preparation on
// (§7.4).
func train(t *Turn, at orders.Position, o order.TrainOrder) {
	u := t.own(at, o.Unit)
	if u == nil {
		return
	}
	b, cost := t.State.Building(u.At), t.Tables.Rules.TrainingCost
	args := []phrase.Arg{phrase.Str("unit", t.Called(u)), t.State.PlaceArg("place", u.At),
		phrase.Key("symbol", o.Symbol.Key())}
	switch {
	case u.Settler:
		t.refuse(at, phrase.P("settler-trains", args...))
	case u.Has(o.Symbol):
		t.refuse(at, phrase.P("has-symbol", args...))
	case b == nil || b.Kind != tables.Training || b.Owner != t.Me.Number:
		t.refuse(at, phrase.P("no-training-site", args...))
	case t.spend(at, cost):
		u.Learning = o.Symbol
		t.Accept(at, phrase.P("will-train", append(args, phrase.Num("cost", cost))...))
		t.tellAll(phrase.P("in-training", realm.UnitArg("unit", u), t.State.PlaceArg("place", u.At),
			phrase.Key("symbol", o.Symbol.Key())))
	}
}
