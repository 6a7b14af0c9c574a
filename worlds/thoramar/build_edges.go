package thoramar

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// edgeWork is a line of $B for roads, walls or bridges being carried out.
type edgeWork struct {
	realm int
	at    orders.Position
	edge  Edge
	row   *BuildingRow
	dirs  []byte // digits that were built
	paid  int64
}

// buildEdges builds at once what each digit asks for: for roads a path, each
// digit stepping on; for walls and bridges a set of edges of the field
// (decision 3). What is there already is passed over.
func (t *turn) buildEdges(realm int, at orders.Position, o EdgeOrder) {
	p := t.place(realm, o.At)
	if p == game.Nowhere {
		t.refuse(realm, at, phrase.P("no-field", phrase.XY("field", o.At.X, o.At.Y)))
		return
	}
	w := edgeWork{realm: realm, at: at, edge: o.Edge, row: t.tables.building(string(rune(o.Edge)))}
	from := p
	for _, d := range o.Dirs {
		q := t.grid.Step(p, d)
		if !t.buildEdge(&w, p, q, d) && o.Edge == Road {
			break // the path ends here
		}
		if o.Edge == Road {
			p = q
		}
	}
	if len(w.dirs) > 0 {
		t.did(realm, at, phrase.P("edges-built", phrase.Key("edge", w.row.key()), phrase.At("field", from),
			phrase.Str("dirs", string(w.dirs)), phrase.Num("gold", w.paid)))
	}
}

// buildEdge builds one edge between p and q, or refuses it; true if it stands.
func (t *turn) buildEdge(w *edgeWork, p, q game.Place, d game.Direction) bool {
	where := []phrase.Arg{phrase.Key("edge", w.row.key()), phrase.At("field", p), phrase.Num("dir", d)}
	if why := t.edgeFault(w, p, q, d); why != "" {
		t.refuse(w.realm, w.at, phrase.P(why, where...))
		return false
	}
	if t.field(p).edge(w.edge).Has(d) {
		t.caveat(w.realm, w.at, phrase.P("edge-there", where...))
		return true
	}
	if !t.pay(w.realm, w.at, w.row.Cost) {
		return false
	}
	for _, side := range []game.Place{p, q} {
		if int(t.field(side).Owner) == w.realm {
			t.doubtStranger(w.realm, w.at, side)
		}
	}
	if !t.clear(p) || !t.clear(q) {
		t.caveat(w.realm, w.at, phrase.P("edge-unsure", where...))
	}
	t.state.setEdge(p, d, w.edge, true)
	w.dirs = append(w.dirs, '0'+byte(d))
	w.paid += w.row.Cost
	return true
}

// edgeFault is why an edge cannot be built: one side must be own land, for a
// wall the side it protects; the other own, a partner's or free; no foe in
// sight on the own side; a bridge needs a river; no road into water, ice or fire.
func (t *turn) edgeFault(w *edgeWork, p, q game.Place, d game.Direction) string {
	if q == game.Nowhere {
		return "edge-beyond"
	}
	mine := p
	if int(t.field(p).Owner) != w.realm && w.edge != Wall {
		mine = q
	}
	if int(t.field(mine).Owner) != w.realm {
		return "edge-not-own"
	}
	other := p + q - mine
	if t.clear(other) {
		if owner := int(t.field(other).Owner); owner != 0 && t.state.treaty(w.realm, owner) != Partner {
			return "edge-foreign"
		}
	}
	if t.foeAt(w.realm, mine) {
		return "edge-foe"
	}
	if w.edge == Bridge && !t.field(p).Rivers.Has(d) {
		return "edge-no-river"
	}
	if t.terrainAt(mine).NoBuild || w.edge != Wall && t.known(other) && t.terrainAt(other).NoBuild {
		return "edge-no-ground"
	}
	return ""
}
