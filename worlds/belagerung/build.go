package belagerung

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// build is the fourth phase: settlers begin to build where they stand.
func build(t *turn) { ordersOf(t, t.buildHere) }

// buildHere puts a site under a settler: what it will be is finished in his realm's
// next preparation, if he lives (§8.1).
func (t *turn) buildHere(at orders.Position, o BuildOrder) {
	u := t.own(at, o.Settler)
	if u == nil {
		return
	}
	row := t.tables.building(o.Kind)
	tile, left := t.state.tileFor(t.tables, o.Kind)
	args := []phrase.Arg{phrase.Str("unit", t.called(u)), phrase.Key("building", o.Kind.key()),
		t.state.placeArg("place", u.At)}
	no := t.noGround(u.At)
	switch {
	case !u.Settler:
		t.refuse(at, phrase.P("not-a-settler", args...))
	case t.fresh[u]:
		t.refuse(at, phrase.P("fresh-recruit", args...))
	case no != "":
		t.refuse(at, phrase.P(no, args...))
	case row.Near != "" && t.state.touching(u.At, Terrain(row.Near)) == 0:
		t.refuse(at, phrase.P("nothing-near", append(args, phrase.Key("terrain", Terrain(row.Near).key()))...))
	case !left:
		t.refuse(at, phrase.P("no-tile", args...))
	case !t.spend(row.Cost):
		t.refuse(at, phrase.P("no-treasure", phrase.Num("cost", row.Cost), phrase.Num("have", t.me.Treasure)))
	default:
		t.site(u, o.Kind, tile)
		t.Accept(at, phrase.P("will-build", append(args, phrase.Num("cost", row.Cost))...))
		t.tell(phrase.P("builds", unitArg("unit", u), phrase.Key("building", o.Kind.key()),
			t.state.placeArg("place", u.At)))
	}
}

// site begins a building where a settler stands.
func (t *turn) site(u *Unit, k Kind, tile string) {
	t.state.raise(&Building{Kind: k, At: u.At, Site: u.Realm, Tile: tile})
	for _, v := range t.state.on(u.At) {
		t.building[v] = true
	}
}

// noGround says why nothing can be built in a place, "" if something can: not on
// castles and walls, not in rivers, not where something lies (§8.4).
func (t *board) noGround(p game.Place) string {
	s := t.state
	wall, _ := s.wallAt(p)
	switch b := s.building(p); {
	case b != nil && b.Site != 0:
		return "builds-already"
	case b != nil:
		return "built-already"
	case s.castleAt(p) != nil || wall != nil:
		return "not-on-walls"
	case s.Terrain[p] == River:
		return "not-in-rivers"
	}
	return ""
}
