package thoramar

import (
	"cmp"

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
	runs  []edgeRun
	broke bool // the treasury was told of as too small: once is enough
	notes []edgeNote

	hinge   string // on what a fault hangs that a receipt cannot be sure of
	certain bool   // there is a fault it is sure of
}

// edgeRun is what was built in one go: directions of one field, for roads a path
// from there to another.
type edgeRun struct {
	from, to game.Place
	dirs     []game.Direction
}

// edgeNote is one thing to say of several edges of a field: a line is told of it
// once, with all its directions.
type edgeNote struct {
	code  string
	field game.Place
	dirs  []game.Direction
	fault bool
}

// buildEdges builds at once what each digit asks for: for roads a path, each
// digit stepping on; for walls and bridges a set of edges of the field
// (decision 3). What is there already is passed over.
func (t *Turn) buildEdges(realm int, at orders.Position, o EdgeOrder) {
	p := t.place(realm, o.At)
	if p == game.Nowhere {
		t.refuse(realm, at, phrase.P("no-field", phrase.XY("field", o.At.X, o.At.Y)))
		return
	}
	w := edgeWork{realm: realm, at: at, edge: o.Edge, row: t.tables.buildingOf(realm, string(rune(o.Edge)))}
	for _, d := range o.Dirs {
		q := t.grid.Step(p, d)
		if built := t.buildEdge(&w, p, q, d); !built && (w.broke || o.Edge == Road) {
			break // the path ends here
		}
		if o.Edge == Road {
			p = q
		}
	}
	t.tellEdges(&w)
}

// tellEdges says what was built, a sentence for each stretch, and why the rest
// was not.
func (t *Turn) tellEdges(w *edgeWork) {
	hangs := w.hinge != "" && !w.certain && len(w.runs) == 0 // else the line is bad for sure, or counts in part
	for _, n := range w.notes {
		what := phrase.P(n.code, append(edgeArgs(w.row, n.dirs), phrase.At("field", n.field))...)
		if n.fault && !hangs {
			t.refuse(w.realm, w.at, what)
		} else {
			t.caveat(w.realm, w.at, what)
		}
	}
	if hangs {
		t.caveat(w.realm, w.at, phrase.P(w.hinge))
	}
	for _, run := range w.runs {
		gold := phrase.Num("gold", int64(len(run.dirs))*w.row.Cost)
		if w.edge == Road {
			path := make([]byte, 0, len(run.dirs))
			for _, d := range run.dirs {
				path = append(path, '0'+byte(d))
			}
			t.did(w.realm, w.at, phrase.P("road-built", phrase.At("field", run.from), phrase.At("to", run.to), phrase.Str("path", string(path)), gold))
			continue
		}
		t.did(w.realm, w.at, phrase.P("edges-built", append(edgeArgs(w.row, run.dirs), phrase.At("field", run.from), gold)...))
	}
}

// edgeArgs name edges and their directions: "Wall … Richtung 5", "Wälle …
// Richtungen 5 und 6".
func edgeArgs(row *BuildingRow, dirs []game.Direction) []phrase.Arg {
	n := len(dirs)
	edge := phrase.Key("edge", row.key())
	if n > 1 {
		edge = phrase.Key("edge", "edges."+row.Code)
	}
	args := []phrase.Arg{edge, phrase.Num("n", n), phrase.Key("dirs", "dirs."+string(rune('0'+n)))}
	for i, d := range dirs {
		args = append(args, phrase.Num("dir-"+string(rune('1'+i)), d))
	}
	return args
}

// note adds a direction to what is said of a field's edges.
func (w *edgeWork) note(code string, p game.Place, d game.Direction, fault bool) {
	for i := range w.notes {
		if n := &w.notes[i]; n.code == code && n.field == p {
			n.dirs = append(n.dirs, d)
			return
		}
	}
	w.notes = append(w.notes, edgeNote{code, p, []game.Direction{d}, fault})
}

// built adds an edge to the stretch that ends where it begins.
func (w *edgeWork) built(p, q game.Place, d game.Direction) {
	if n := len(w.runs); n > 0 && (w.edge != Road || w.runs[n-1].to == p) {
		w.runs[n-1].to = q
		w.runs[n-1].dirs = append(w.runs[n-1].dirs, d)
		return
	}
	w.runs = append(w.runs, edgeRun{p, q, []game.Direction{d}})
}

// buildEdge builds one edge between p and q, or refuses it; true if it stands.
func (t *Turn) buildEdge(w *edgeWork, p, q game.Place, d game.Direction) bool {
	if why := t.edgeFault(w, p, q, d); why != "" {
		if w.note(why, p, d, true); t.edgeHinge(w, why, p, q) == "" {
			w.certain = true
		}
		w.hinge = cmp.Or(w.hinge, t.edgeHinge(w, why, p, q))
		return false
	}
	if t.field(p).edge(w.edge).Has(d) {
		w.note("edge-there", p, d, false)
		return true
	}
	if !t.pay(w.realm, w.at, "build", w.row.Cost) {
		w.broke = true
		return false
	}
	for _, side := range []game.Place{p, q} {
		if int(t.field(side).Owner) == w.realm && (side == p || w.edge != Wall) {
			t.doubtStranger(w.realm, w.at, side)
		}
	}
	t.state.setEdge(p, d, w.edge, true)
	w.built(p, q, d)
	return true
}

// edgeHinge is on what a fault hangs that a receipt cannot know: whether land is given
// this turn, or a treaty made. "": it stands however the turn goes.
func (t *Turn) edgeHinge(w *edgeWork, why string, p, q game.Place) string {
	mine := p
	if int(t.field(p).Owner) != w.realm && w.edge != Wall {
		mine = q
	}
	switch {
	case why == "edge-not-own" && (t.cedable(w.realm, p) || w.edge != Wall && t.cedable(w.realm, q)):
		return "only-if-ceded"
	case why == "edge-foreign" && t.cedable(w.realm, p+q-mine):
		return "only-if-ceded"
	case why == "edge-foe" && t.reconcilable(w.realm, mine):
		return "only-if-treaty"
	}
	return ""
}

// edgeFault is why an edge cannot be built. One side must be own land, for a wall the
// side it protects, and no foes may lock it; what lies behind a wall does not matter. For
// roads and bridges the ground behind must be known, and, where the realm sees it, be its
// own, a partner's or free; a bridge needs a river, no road leads into water, ice or fire.
func (t *Turn) edgeFault(w *edgeWork, p, q game.Place, d game.Direction) string {
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
	switch owner := int(t.field(other).Owner); {
	case w.edge == Wall:
	case !t.knows(w.realm, other):
		return "edge-unknown"
	case t.sees(w.realm, other) && owner != 0 && t.state.treaty(w.realm, owner) != Partner:
		return "edge-foreign"
	}
	switch {
	case t.locked(w.realm, mine):
		return "edge-foe"
	case w.edge == Bridge && !t.field(p).Rivers.Has(d):
		return "edge-no-river"
	case t.terrainAt(mine).NoBuild || w.edge != Wall && t.terrainAt(other).NoBuild:
		return "edge-no-ground"
	}
	return ""
}
