package turn

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/fight"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
)

// move is the second phase: units walk one after the other, in the order of the file.
func move(t *Turn) { ordersOf(t, func(at orders.Position, o order.MoveOrder) { walk(t, at, o) }) }

// walker is a unit on its way.
type walker struct {
	u      *realm.Unit
	engine *realm.Building // the engine it leads; nil: on foot
	from   game.Place
	last   bool // the step is the last of its way
}

// walk moves a unit. If it cannot walk the whole way, it does not begin (§6.1).
func walk(t *Turn, at orders.Position, o order.MoveOrder) {
	u := t.own(at, o.Unit)
	if u == nil {
		return
	}
	if b := t.State.Building(u.At); b != nil && b.Site == u.Realm {
		t.refuse(at, phrase.P("is-building", phrase.Str("unit", t.Called(u)), t.State.PlaceArg("place", u.At)))
		return
	}
	w := walker{u: u, from: u.At, engine: t.State.Leads(t.Tables, u)}
	speed, cost := t.State.Steps(t.Tables, u), int64(0)
	for i, d := range o.Way {
		to := t.State.Grid.Step(w.from, d)
		w.last = i == len(o.Way)-1
		if no := cannotStep(t.Board, w, to); no != "" {
			t.refuse(at, stepRefused(t.Board, no, w, to))
			return
		}
		if cost += stepCost(t.Board, to); cost > speed {
			t.refuse(at, phrase.P("too-far", phrase.Str("unit", t.Called(u)), phrase.Str("way", order.WayText(o.Way)),
				phrase.Num("have", speed)))
			return
		}
		if !w.last {
			w.from = to
			continue
		}
		arrive(t, at, o, w, to)
	}
}

// stepCost is what a step onto a place takes of a unit's speed.
func stepCost(board realm.Board, to game.Place) int64 {
	return board.Tables.GroundOf(board.State.Terrain[to]).Steps
}

// cannotStep says why a unit cannot take a step, or "" if it can. It looks at ground, walls and buildings first, then
// at units.
func cannotStep(board realm.Board, w walker, to game.Place) string {
	s := board.State
	if to == game.Nowhere {
		return "off-board"
	}
	b, wall := s.Building(to), s.Wall(board.Tables, to)
	switch {
	case w.last && to == w.u.At:
		return "way-round"
	case s.CastleAt(to) != nil:
		return "castle-there"
	case w.engine != nil && (b != nil && b != w.engine || wall != nil):
		return "engine-way"
	case wall != nil && wall.Number != w.u.Realm && !ladder(board, w):
		return "wall-there"
	case b != nil && b.Owner != 0 && b.Owner != w.u.Realm:
		return "foreign-building"
	}
	for _, v := range s.On(to) {
		if v == w.u {
			continue
		}
		if v.Realm == w.u.Realm {
			if w.last && (!w.u.Settler || !v.Simple()) {
				return "own-there" // a way may pass an own unit, but only a settler may end beside one, who is simple
			}
			continue
		}
		if !w.last || b == nil || !b.Neutral() {
			return "enemy-there"
		}
		return cannotConquer(board, w)
	}
	if w.last && b != nil && b.Site == 0 && !realm.Fits(board.Tables, b.Kind, w.u) {
		return "unfit"
	}
	return ""
}

// cannotConquer says why a unit cannot take a building by force. Settlers and units that lead an engine cannot, and a
// unit that fails must have a place in front of it (§6.4).
func cannotConquer(board realm.Board, w walker) string {
	switch {
	case w.u.Settler:
		return "settler-conquers"
	case w.engine != nil:
		return "engine-way"
	case w.from == w.u.At:
		return ""
	}
	for _, v := range board.State.On(w.from) {
		if v != w.u {
			return "no-place-before"
		}
	}
	if b := board.State.Building(w.from); b != nil && b.Site == 0 && !realm.Fits(board.Tables, b.Kind, w.u) {
		return "no-place-before"
	}
	return ""
}

// ladder reports whether a step onto a foreign wall is possible by help: from the hex of an own settler, while another
// mans a smithy (§6.6). Settlers and engines get no help, and the settler in the smithy gives none.
func ladder(board realm.Board, w walker) bool {
	if w.u.Settler || w.engine != nil || !board.State.Smithy(w.u.Realm, "") {
		return false
	}
	for _, v := range board.State.On(w.from) {
		b := board.State.Building(v.At)
		if v != w.u && v.Settler && v.Realm == w.u.Realm && (b == nil || b.Kind != tables.Smithy) {
			return true
		}
	}
	return false
}

// stepRefused puts into words why a step is not possible.
func stepRefused(board realm.Board, no string, w walker, to game.Place) phrase.Phrase {
	unit, from := phrase.Str("unit", board.Called(w.u)), board.State.PlaceArg("from", w.from)
	if to == game.Nowhere {
		return phrase.P(no, unit, from)
	}
	args := []phrase.Arg{unit, from, board.State.PlaceArg("place", to)}
	if on := board.State.On(to); len(on) > 0 {
		args = append(args, phrase.Str("who", board.Called(on[0])))
	}
	if b := board.State.Building(to); b != nil {
		args = append(args, phrase.Key("building", b.Kind.Key()))
	}
	return phrase.P(no, args...)
}

// arrive ends a walk: in the open, at a building, beside a unit to build with, or in a fight for a building.
func arrive(t *Turn, at orders.Position, o order.MoveOrder, w walker, to game.Place) {
	on := t.State.On(to)
	unit, where := phrase.Str("unit", t.Called(w.u)), t.State.PlaceArg("place", to)
	switch {
	case len(on) > 0 && on[0].Realm == w.u.Realm:
		join(t, at, o, w.u, on[0])
		return
	case o.Engine != "":
		t.refuse(at, phrase.P("engine-idle", unit, where))
		return
	case len(on) > 0:
		storm(t, at, w, on[0])
		return
	}
	step(t, w.u, to)
	b := t.State.Building(to)
	switch {
	case w.engine != nil:
		w.engine.At = to
		t.State.SortBuildings()
		t.Accept(at, phrase.P("will-lead", unit, where, phrase.Key("building", w.engine.Kind.Key())))
		t.tellAll(phrase.P("leads", realm.UnitArg("unit", w.u), where, phrase.Key("building", w.engine.Kind.Key())))
	case b != nil:
		t.Accept(at, phrase.P("will-man", unit, where, phrase.Key("building", b.Kind.Key())))
		t.tellAll(phrase.P("mans", realm.UnitArg("unit", w.u), where, phrase.Key("building", b.Kind.Key())))
	default:
		t.Accept(at, phrase.P("will-walk", unit, where))
		t.tellAll(phrase.P("walks", realm.UnitArg("unit", w.u), where))
	}
}

// step puts a unit in a place. It does not walk again in this turn.
func step(t *Turn, u *realm.Unit, to game.Place) {
	u.At, t.moved[u] = to, true
}

// join lets a settler and a simple unit begin to build what the unit's symbol is for (§6.5).
func join(t *Turn, at orders.Position, o order.MoveOrder, u, with *realm.Unit) {
	k := map[tables.Symbol]tables.Kind{tables.Bow: tables.Fortress, tables.Sword: tables.Trebuchet,
		tables.Shoe: o.Engine}[with.Symbols[0]]
	args := []phrase.Arg{phrase.Str("unit", t.Called(u)), phrase.Str("who", t.Called(with)),
		t.State.PlaceArg("place", with.At)}
	switch {
	case k == "":
		t.refuse(at, phrase.P("engine-unsaid", args...))
		return
	case o.Engine != "" && !with.Has(tables.Shoe):
		t.refuse(at, phrase.P("engine-idle", args...))
		return
	}
	args = append(args, phrase.Key("building", k.Key()))
	if no := noGround(t.Board, with.At); no != "" {
		t.refuse(at, phrase.P(no, args...))
		return
	}
	tile, left := t.State.TileFor(t.Tables, k)
	if !left {
		t.refuse(at, phrase.P("no-tile", args...))
		return
	}
	step(t, u, with.At)
	site(t, u, k, tile)
	t.Accept(at, phrase.P("will-build-with", args...))
	t.tellAll(phrase.P("builds-with", realm.UnitArg("unit", u), realm.UnitArg("who", with),
		phrase.Key("building", k.Key()),
		t.State.PlaceArg("place", u.At)))
}

// storm is a direct conquest: a fight without the ground. The winner gets the building; an attacker who fails stays in
// front of it (§10.2).
func storm(t *Turn, at orders.Position, w walker, foe *realm.Unit) {
	to, b := foe.At, t.State.Building(foe.At)
	args := []phrase.Arg{t.State.PlaceArg("place", to), phrase.Key("building", b.Kind.Key())}
	t.tellAll(phrase.P("storms", append(args, realm.UnitArg("unit", w.u), realm.UnitArg("who", foe))...))
	step(t, w.u, w.from)
	t.attacked[w.u] = true
	odds := fight.Weigh(t.Board, w.u, foe, true)
	hits, of := fight.OddsOf(t.Tables, odds.Power, odds.Against())
	t.Accept(at, phrase.P("will-storm",
		append(args, phrase.Str("unit", t.Called(w.u)), realm.UnitArg("who", foe), t.State.PlaceArg("from", w.from),
			phrase.Num("power", odds.Power), phrase.Num("against", odds.Against()), phrase.Num("hits", hits),
			phrase.Num("of", of))...))
	if !fight.Fight(t.fights, w.u, foe, fight.Bout{Bare: true}) {
		return
	}
	w.u.At = to
	code := "conquered"
	if !realm.Fits(t.Tables, b.Kind, w.u) {
		code = "conquered-idle"
	}
	t.tellAll(phrase.P(code, append(args, realm.UnitArg("unit", w.u))...))
}
