package turn

import (
	"cmp"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/market"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
)

// edgeWork is a line of $B for roads, walls or bridges while it is carried out.
type edgeWork struct {
	realm int
	named realm.XY // the field of the line
	at    orders.Position
	edge  realm.Edge
	row   *tables.BuildingRow
	runs  []edgeRun
	broke bool // said once that the treasury is too small
	notes []edgeNote

	hinge   string // the condition of a fault that a receipt cannot be sure of
	certain bool   // there is a fault of which it is sure
	sure    bool   // an edge is built that hangs on no treaty
	hung    bool   // an edge hangs on one
}

// edgeRun is what was built in one stretch: directions of one field, for roads a path from there to another field.
type edgeRun struct {
	from, to game.Place
	dirs     []game.Direction
}

// edgeNote is one remark about several edges of a field. A line gets it once, with all its directions.
type edgeNote struct {
	code  string
	field game.Place
	dirs  []game.Direction
	fault bool
}

// buildEdges builds at once what each digit asks for (decision 3). Roads are a path, each digit a step on. Walls and
// bridges are a set of edges of the field. Those that exist already are skipped.
func buildEdges(t *realm.Turn, number int, at orders.Position, o order.EdgeOrder) {
	p := t.Place(number, o.At)
	w := edgeWork{realm: number, named: o.At, at: at, edge: o.Edge,
		row: t.Tables.BuildingOf(number, string(rune(o.Edge)))}
	for _, d := range o.Dirs {
		q := game.Nowhere
		if p != game.Nowhere {
			q = t.Grid.Step(p, d)
		}
		if built := buildEdge(t, &w, p, q, d); !built && (w.broke || o.Edge == realm.Road) {
			break // the path ends here
		}
		if o.Edge == realm.Road {
			p = q
		}
	}
	tellEdges(t, &w)
}

// tellEdges says what was built, one sentence for each stretch, and why the rest was not.
func tellEdges(t *realm.Turn, w *edgeWork) {
	hangs := w.hinge != "" && !w.certain && len(w.runs) == 0 // otherwise the line is certainly bad, or counts in part
	for _, n := range w.notes {
		field := phrase.At("field", n.field)
		if n.field == game.Nowhere {
			field = phrase.XY("field", w.named.X, w.named.Y)
		}
		what := phrase.P(n.code, append(EdgeArgs(w.row, n.dirs), field)...)
		if n.fault && !hangs {
			t.Refuse(w.realm, w.at, what)
		} else {
			t.Caveat(w.realm, w.at, what)
		}
	}
	if hangs {
		t.Caveat(w.realm, w.at, phrase.P(w.hinge))
		t.Accept(w.at, phrase.P(game.WillIf))
	}
	t.Hangs(w.realm, w.at, w.hung && !w.sure)
	for _, run := range w.runs {
		gold := phrase.Num("gold", int64(len(run.dirs))*w.row.Cost)
		if w.edge == realm.Road {
			path := make([]byte, 0, len(run.dirs))
			for _, d := range run.dirs {
				path = append(path, '0'+byte(d))
			}
			t.Did(w.realm, w.at, phrase.P("road-built", phrase.At("field", run.from), phrase.At("to", run.to),
				phrase.Str("path", string(path)), gold))
			continue
		}
		t.Did(w.realm, w.at, phrase.P("edges-built",
			append(EdgeArgs(w.row, run.dirs), phrase.At("field", run.from), gold)...))
	}
}

// EdgeArgs are arguments that name edges and their directions: "Wall … Richtung 5", "Wälle … Richtungen 5 und 6".
func EdgeArgs(row *tables.BuildingRow, dirs []game.Direction) []phrase.Arg {
	n := len(dirs)
	edge := phrase.Key("edge", row.Key())
	if n > 1 {
		edge = phrase.Key("edge", "edges."+row.Code)
	}
	args := []phrase.Arg{edge, phrase.Num("n", n), phrase.Key("dirs", "dirs."+string(rune('0'+n)))}
	for i, d := range dirs {
		args = append(args, phrase.Num("dir-"+string(rune('1'+i)), d))
	}
	return args
}

// note adds a direction to the remark about a field's edges.
func (w *edgeWork) note(code string, p game.Place, d game.Direction, fault bool) {
	for i := range w.notes {
		if n := &w.notes[i]; n.code == code && n.field == p {
			n.dirs = append(n.dirs, d)
			return
		}
	}
	w.notes = append(w.notes, edgeNote{code, p, []game.Direction{d}, fault})
}

// built adds an edge to the stretch that ends where the edge begins.
func (w *edgeWork) built(p, q game.Place, d game.Direction) {
	if n := len(w.runs); n > 0 && (w.edge != realm.Road || w.runs[n-1].to == p) {
		w.runs[n-1].to = q
		w.runs[n-1].dirs = append(w.runs[n-1].dirs, d)
		return
	}
	w.runs = append(w.runs, edgeRun{p, q, []game.Direction{d}})
}

// buildEdge builds one edge between p and q, or refuses it. It reports whether the edge exists now.
func buildEdge(t *realm.Turn, w *edgeWork, p, q game.Place, d game.Direction) bool {
	if why := edgeFault(t, w, p, q, d); why != "" {
		if w.note(why, p, d, true); edgeHinge(t, w, why, p, q) == "" {
			w.certain = true
		}
		w.hinge = cmp.Or(w.hinge, edgeHinge(t, w, why, p, q))
		return false
	}
	if t.Field(p).Edge(w.edge).Has(d) {
		w.note("edge-there", p, d, false)
		return true
	}
	if !market.Pay(t, w.realm, w.at, "build", w.row.Cost) {
		w.broke = true
		return false
	}
	mine := w.near(t, p, q)
	hangs := market.DoubtStranger(t, w.realm, w.at, mine)
	if w.edge != realm.Wall && market.DoubtPartner(t, w.realm, w.at, p+q-mine) ||
		w.edge == realm.Road && w.hung { // the path ended before
		hangs = true
	}
	w.hung, w.sure = w.hung || hangs, w.sure || !hangs
	t.State.SetEdge(p, d, w.edge, true)
	w.built(p, q, d)
	return true
}

// near is the side of an edge that must be own land: of a wall the field of the line, otherwise either.
func (w *edgeWork) near(t *realm.Turn, p, q game.Place) game.Place {
	if int(t.Field(p).Owner) != w.realm && w.edge != realm.Wall {
		return q
	}
	return p
}

// edgeHinge is the condition of a fault that a receipt cannot know: that land is given this turn, or a treaty made. It
// is "" if the fault is there however the turn goes.
func edgeHinge(t *realm.Turn, w *edgeWork, why string, p, q game.Place) string {
	mine := p
	if p != game.Nowhere && q != game.Nowhere {
		mine = w.near(t, p, q)
	}
	switch {
	case why == "edge-not-own" &&
		(market.Cedable(t, w.realm, p) || w.edge != realm.Wall && market.Cedable(t, w.realm, q)):
		return "only-if-ceded"
	case why == "edge-foreign" && market.Cedable(t, w.realm, p+q-mine):
		return "only-if-ceded"
	case why == "edge-foe" && market.Reconcilable(t, w.realm, mine):
		return "only-if-treaty"
	}
	return ""
}

// edgeFault is why an edge cannot be built, or "" if it can. One side must be own land (for a wall the side that it
// protects), and no foes may block it. What is behind a wall does not matter. For roads and bridges the ground behind
// must be known. If the realm sees it, it must be its own, a partner's or free. A bridge needs a river, and no road
// leads into water, ice or fire.
func edgeFault(t *realm.Turn, w *edgeWork, p, q game.Place, d game.Direction) string {
	switch {
	case p == game.Nowhere, q == game.Nowhere && int(t.Field(p).Owner) != w.realm:
		return "edge-not-own" // the realm may not know whether the world ends there
	case q == game.Nowhere:
		return "edge-beyond"
	}
	mine := w.near(t, p, q)
	if int(t.Field(mine).Owner) != w.realm {
		return "edge-not-own"
	}
	other := p + q - mine
	switch owner := int(t.Field(other).Owner); {
	case w.edge == realm.Wall:
	case !sight.Knows(t, w.realm, other):
		return "edge-unknown"
	case sight.Sees(t, w.realm, other) && owner != 0 && t.State.Treaty(w.realm, owner) != realm.Partner:
		return "edge-foreign"
	}
	switch {
	case fight.Locked(t, w.realm, mine):
		return "edge-foe"
	case w.edge == realm.Bridge && !t.Field(p).Rivers.Has(d):
		return "edge-no-river"
	case t.TerrainAt(mine).NoBuild || w.edge != realm.Wall && t.TerrainAt(other).NoBuild:
		return "edge-no-ground"
	}
	return ""
}
