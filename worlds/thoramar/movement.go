package thoramar

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// hurdle is why no army of the kind can make a step, whatever its points: the
// code of the sentence that says so. "" is none.
type hurdle string

const (
	worldsEnd hurdle = "step-unknown" // beyond the map, or ubk
	steep     hurdle = "step-steep"   // more than one height apart
	shore     hurdle = "step-water"   // water, by land
)

// step tells where a step of a land army leads, what it costs and whether it is
// possible at all (manual, "Die Bewegung"; decision 6). It looks at the map and
// the treaties only: receipts and the turn both ask it.
func (t *turn) step(realm int, u Unit, from game.Place, d game.Direction) (to game.Place, points int, why hurdle) {
	to = t.grid.Step(from, d)
	if to == game.Nowhere {
		return to, 0, worldsEnd
	}
	here, there := t.terrainAt(from), t.terrainAt(to)
	climb := there.Height - here.Height
	switch n := &t.tables.Rules; {
	case there.Height < 0:
		return to, 0, worldsEnd
	case there.Water():
		return to, 0, shore
	case climb > n.MaxClimb, -climb > n.MaxClimb:
		return to, 0, steep
	}
	return to, t.cost(realm, u, from, to, d), ""
}

// cost is the points of a possible step: by the field it leaves, or by the
// road; then each hindrance more.
func (t *turn) cost(realm int, u Unit, from, to game.Place, d game.Direction) int {
	n, f := &t.tables.Rules, t.field(from)
	here := &t.tables.Terrain[f.Terrain]
	road := f.Roads.Has(d)
	points := here.Points
	if road {
		points = n.RoadPoints
	}
	if here.Height != t.terrainAt(to).Height {
		points += n.ClimbPoints // roads do not remove it
	}
	if t.ford(from, d) {
		points += n.RiverPoints
	}
	if t.foreignWall(realm, to, d) {
		points += n.WallPoints
	}
	if u.Type == 'R' && here.Horse && !road {
		points += n.HorsePoints
	}
	if owner := int(f.Owner); owner != 0 && t.state.treaty(realm, owner) != Partner {
		points += n.ForeignPoints
	}
	return points
}

// ford tells whether the step crosses a river without a bridge.
func (t *turn) ford(from game.Place, d game.Direction) bool {
	f := t.field(from)
	return f.Rivers.Has(d) && !f.Bridges.Has(d)
}

// foreignWall tells whether a step in direction d onto the field crosses a wall
// that is neither the realm's own nor a partner's. A wall is the field owner's.
func (t *turn) foreignWall(realm int, to game.Place, d game.Direction) bool {
	f := t.field(to)
	return f.Walls.Has(d.Opposite()) && t.state.treaty(realm, int(f.Owner)) != Partner
}

// move lets every army take the step that is due, by initiative.
func move(t *turn) {
	var list []*Army
	for _, armies := range t.state.Armies {
		for _, a := range armies {
			if a.march.due() != 0 && a.march.week == waited {
				list = append(list, a)
			}
		}
	}
	t.byInitiative(list)
	for _, a := range list {
		if !a.gone() && a.march.week == waited && !a.march.broken {
			t.advance(a)
		}
	}
}

// byInitiative sorts armies: the faster of T01 first, equals by this week's lot.
func (t *turn) byInitiative(list []*Army) {
	for _, a := range list {
		a.march.speed, a.march.lot = t.speed(a), t.dice(a.subject()...).N(1<<62)
	}
	slices.SortFunc(list, func(a, b *Army) int {
		return cmp.Or(
			cmp.Compare(b.march.speed, a.march.speed),
			cmp.Compare(a.march.lot, b.march.lot),
			cmp.Compare(a.Realm, b.Realm))
	})
}

func (t *turn) speed(a *Army) int { return t.tables.unit(a.Name.Unit).Move }

// subject is what an army's dice are keyed by.
func (a *Army) subject(more ...int64) []int64 {
	return append([]int64{int64(a.Realm), int64(a.Name.Type), int64(a.Name.Class), int64(a.Name.ID)}, more...)
}

// advance tries the step that is due.
func (t *turn) advance(a *Army) {
	m := a.march
	d := m.due()
	if a.Points <= 0 {
		m.broken = true
		t.tell(phrase.P("out-of-points", phrase.Str("army", a.Name.String()), phrase.At("field", a.At)), a.Realm)
		return
	}
	to, points, why := t.step(a.Realm, a.Name.Unit, a.At, d)
	if why != "" {
		m.broken = true
		t.tell(phrase.P(string(why), phrase.Str("army", a.Name.String()),
			phrase.At("field", a.At), phrase.Num("dir", d)), a.Realm)
		return
	}
	if t.meet(a, to, d) {
		t.enterField(a, to, d, points)
	}
}

// enterField makes the step: its losses, its cost, the new field.
func (t *turn) enterField(a *Army, to game.Place, d game.Direction, points int) {
	from := a.At
	f := t.field(from)
	m := a.march
	m.week, m.moved = stepped, true
	if ground := &t.tables.Terrain[f.Terrain]; ground.Loss && int(a.Fit) != int(f.Terrain) && !t.spared(a.Realm, f.Terrain) {
		share := t.dice(a.subject(0)...).Between(ground.LossMin, ground.LossMax)
		if !t.shrink(a, share, phrase.Key("cause", "cause-terrain")) {
			return
		}
	}
	if t.ford(from, d) {
		share := t.dice(a.subject(1)...).Between(0, t.tables.Rules.RiverLossMax)
		if !t.shrink(a, share, phrase.Key("cause", "cause-river")) {
			return
		}
	}
	a.Points -= points
	t.moveArmy(a, to)
	a.Since = t.state.Turn
	m.arrived = t.week
}

// shrink takes a share (permille, to the nearest man) from an army on its
// march. Under the least strength of T03 the army is lost: it tells false.
func (t *turn) shrink(a *Army, share int64, cause phrase.Arg) bool {
	lost := nearest(a.Men*share, 1000)
	if lost == 0 {
		return true
	}
	army, field := phrase.Str("army", a.Name.String()), phrase.At("field", a.At)
	if left := a.Men - lost; left >= t.tables.unit(a.Name.Unit).Min {
		a.Men = left
		t.tell(phrase.P("march-losses", army, field, phrase.Num("men", lost), phrase.Num("left", left), cause), a.Realm)
		return true
	}
	t.tell(phrase.P("march-lost", army, field, phrase.Num("men", a.Men), cause), a.Realm)
	t.removeArmy(a)
	return false
}

// nearest divides and rounds to the nearest whole number, halves up; both are
// not negative.
func nearest(a, b int64) int64 { return (a + b/2) / b }

// refill gives every army its points for the next turn: never more than T01,
// less what was borrowed (manual, "Die Bewegung").
func refill(t *turn) {
	for _, armies := range t.state.Armies {
		for _, a := range armies {
			most := t.speed(a)
			a.Points = min(most, a.Points+most)
			a.march = nil
		}
	}
}
