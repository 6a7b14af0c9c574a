package belagerung

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
)

// build is the fourth phase: settlers begin to build where they stand.
func build(t *turn) { ordersOf(t, t.buildHere) }

// buildHere puts a site under a settler: what it will be is finished in his realm's
// next preparation, if he lives (§8.1).
func (t *turn) buildHere(at orders.Position, o order.BuildOrder) {
	u := t.own(at, o.Settler)
	if u == nil {
		return
	}
	row := t.tables.BuildingOf(o.Kind)
	tile, left := t.state.TileFor(t.tables, o.Kind)
	args := []phrase.Arg{phrase.Str("unit", t.called(u)), phrase.Key("building", o.Kind.Key()),
		t.state.PlaceArg("place", u.At)}
	no := t.noGround(u.At)
	switch {
	case !u.Settler:
		t.refuse(at, phrase.P("not-a-settler", args...))
	case t.fresh[u]:
		t.refuse(at, phrase.P("fresh-recruit", args...))
	case no != "":
		t.refuse(at, phrase.P(no, args...))
	case row.Near != "" && t.state.Touching(u.At, tables.Terrain(row.Near)) == 0:
		t.refuse(at, phrase.P("nothing-near", append(args, phrase.Key("terrain", tables.Terrain(row.Near).Key()))...))
	case !left:
		t.refuse(at, phrase.P("no-tile", args...))
	case !t.spend(row.Cost):
		t.refuse(at, phrase.P("no-treasure", phrase.Num("cost", row.Cost), phrase.Num("have", t.me.Treasure)))
	default:
		t.site(u, o.Kind, tile)
		t.Accept(at, phrase.P("will-build", append(args, phrase.Num("cost", row.Cost))...))
		t.tell(phrase.P("builds", realm.UnitArg("unit", u), phrase.Key("building", o.Kind.Key()),
			t.state.PlaceArg("place", u.At)))
	}
}

// site begins a building where a settler stands.
func (t *turn) site(u *realm.Unit, k tables.Kind, tile string) {
	t.state.Raise(&realm.Building{Kind: k, At: u.At, Site: u.Realm, Tile: tile})
	for _, v := range t.state.On(u.At) {
		t.building[v] = true
	}
}

// noGround says why nothing can be built in a place, "" if something can: not on
// castles and walls, not in rivers, not where something lies (§8.4).
func (t *board) noGround(p game.Place) string {
	s := t.state
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
