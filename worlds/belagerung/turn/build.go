package turn

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
)

// build is the fourth phase: settlers begin to build in their fields.
func build(t *Turn) {
	ordersOf(t, func(at orders.Position, o order.BuildOrder) { buildHere(t, at, o) })
}

// buildHere puts a site under a settler. It is finished in the realm's next preparation, if the settler lives (§8.1).
func buildHere(t *Turn, at orders.Position, o order.BuildOrder) {
	u := t.own(at, o.Settler)
	if u == nil {
		return
	}
	row := t.Tables.BuildingOf(o.Kind)
	tile, left := t.State.TileFor(t.Tables, o.Kind)
	args := []phrase.Arg{phrase.Str("unit", t.Called(u)), phrase.Key("building", o.Kind.Key()),
		t.State.PlaceArg("place", u.At)}
	no := noGround(t.Board, u.At)
	switch {
	case !u.Settler:
		t.refuse(at, phrase.P("not-a-settler", args...))
	case t.fresh[u]:
		t.refuse(at, phrase.P("fresh-recruit", args...))
	case no != "":
		t.refuse(at, phrase.P(no, args...))
	case row.Near != "" && t.State.Touching(u.At, tables.Terrain(row.Near)) == 0:
		t.refuse(at, phrase.P("nothing-near", append(args, phrase.Key("terrain", tables.Terrain(row.Near).Key()))...))
	case !left:
		t.refuse(at, phrase.P("no-tile", args...))
	case t.spend(at, row.Cost):
		site(t, u, o.Kind, tile)
		t.Accept(at, phrase.P("will-build", append(args, phrase.Num("cost", row.Cost))...))
		t.tellAll(phrase.P("builds", realm.UnitArg("unit", u), phrase.Key("building", o.Kind.Key()),
			t.State.PlaceArg("place", u.At)))
	}
}

// site begins a building in a settler's field.
func site(t *Turn, u *realm.Unit, k tables.Kind, tile string) {
	t.State.Raise(&realm.Building{Kind: k, At: u.At, Site: u.Realm, Tile: tile})
	for _, v := range t.State.On(u.At) {
		t.building[v] = true
	}
}

// noGround says why nothing can be built in a place, or "" if something can. Castles, walls, rivers and fields with a
// building are excluded (§8.4).
func noGround(board realm.Board, p game.Place) string {
	s := board.State
	wall, _ := s.WallAt(p)
	switch b := s.Building(p); {
	case b != nil && b.Site != 0:
		return "builds-already"
	case b != nil:
		return "built-already"
	case s.CastleAt(p) != nil || wall != nil:
		return "not-on-walls"
	case s.Terrain[p] == tables.River:
		return "not-in-rivers"
	}
	return ""
}
