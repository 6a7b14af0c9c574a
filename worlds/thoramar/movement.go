package thoramar

import (
	"cmp"
	"slices"
	"strings"

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
	strand    hurdle = "step-land"    // land, by ship
	hallowed  hurdle = "step-blessed" // blessed land, for a common demon
)

// step tells where a step leads, what it costs and whether it is possible at all
// (manual, "Die Bewegung"; decision 6). It looks at the map and the treaties
// only: receipts and the turn both ask it.
func (t *Turn) step(realm int, u Unit, from game.Place, d game.Direction) (to game.Place, points int, why hurdle) {
	to = t.grid.Step(from, d)
	if to == game.Nowhere {
		return to, 0, worldsEnd
	}
	here, there := t.terrainAt(from), t.terrainAt(to)
	climb := there.Height - here.Height
	switch n := &t.tables.Rules; {
	case there.Height < 0:
		return to, 0, worldsEnd
	case u.ship() && !there.Water():
		return to, 0, strand
	case u.ship(): // on one level, and nobody's: by the field it leaves alone
		return to, t.terrainFor(realm, from).Points, ""
	case there.Water():
		return to, 0, shore
	case climb > n.MaxClimb, -climb > n.MaxClimb:
		return to, 0, steep
	case u == commonDemon && t.field(to).Blessed > 0:
		return to, 0, hallowed
	}
	return to, t.cost(realm, u, from, to, d), ""
}

// cost is the points of a possible step: by the field it leaves, or by the
// road; then each hindrance more.
func (t *Turn) cost(realm int, u Unit, from, to game.Place, d game.Direction) int {
	n, f := &t.tables.Rules, t.field(from)
	here := t.tables.terrainOf(realm, f.Terrain)
	road := f.Roads.Has(d)
	points := here.Points
	if road {
		points = n.RoadPoints
	}
	if there := t.terrainAt(to); here.Height != there.Height && !there.Water() {
		points += n.ClimbPoints // roads do not remove it; going aboard is no climb
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
func (t *Turn) ford(from game.Place, d game.Direction) bool {
	f := t.field(from)
	return f.Rivers.Has(d) && !f.Bridges.Has(d)
}

// foreignWall tells whether a step in direction d onto the field crosses a wall
// that is neither the realm's own nor a partner's. A wall is the field owner's.
func (t *Turn) foreignWall(realm int, to game.Place, d game.Direction) bool {
	f := t.field(to)
	return f.Walls.Has(d.Opposite()) && t.state.treaty(realm, int(f.Owner)) != Partner
}

// move lets every army take the step that is due, by initiative; then, when the
// fleets lie where they will lie, those between land and sea have their try.
func move(t *Turn) {
	var list, shores []*Army
	for _, armies := range t.state.Armies {
		for _, a := range armies {
			switch {
			case a.march.due() == 0 || !a.march.free():
			case a.cargo():
				shores = append(shores, a)
			default:
				list = append(list, a)
			}
		}
	}
	t.byInitiative(list)
	for _, a := range list {
		if a.gone() || !a.march.free() || a.march.broken {
			continue
		}
		if t.advance(a); a.march.late {
			shores = append(shores, a)
		}
	}
	t.shores(shores)
}

// byInitiative sorts armies: the faster of T01 first, equals by this week's lot.
func (t *Turn) byInitiative(list []*Army) {
	turns := t.turns[:0]
	for _, a := range list {
		a.march.lot = t.dice(a.subject()...).N(1 << 62)
		turns = append(turns, initiative{a, t.speed(a), a.march.lot})
	}
	slices.SortFunc(turns, func(a, b initiative) int {
		if a.speed != b.speed {
			return b.speed - a.speed
		}
		return cmp.Or(cmp.Compare(a.lot, b.lot), cmp.Compare(a.army.Realm, b.army.Realm))
	})
	for i := range turns {
		list[i] = turns[i].army
	}
	t.turns = turns
}

// initiative is when an army's turn comes in a week: sorted side by side, so that
// no comparison has to look armies up.
type initiative struct {
	army  *Army
	speed int // T01
	lot   int64
}

// speed is T01 of an army; of a formation that of its slowest member, slowed.
func (t *Turn) speed(a *Army) int {
	if a.formation() {
		return t.pace(a)
	}
	return t.row(a).Move
}

// subject is what an army's dice are keyed by.
func (a *Army) subject(more ...int64) []int64 {
	return append([]int64{int64(a.Realm), int64(a.Name.Type), int64(a.Name.Class), int64(a.Name.ID)}, more...)
}

// advance tries the step that is due.
func (t *Turn) advance(a *Army) {
	m := a.march
	d := m.due()
	if a.Points <= 0 {
		m.broken = true
		t.tell(phrase.P("out-of-points", phrase.Str("army", a.Name.String()), phrase.At("field", a.At)), a.Realm)
		return
	}
	to, points, why := t.step(a.Realm, t.gait(a), a.At, d)
	if why == shore && m.kind == Embark {
		t.embark(a, to, d)
		return
	}
	if why != "" {
		t.halt(a, why, d)
		return
	}
	if t.meet(a, to, d) {
		t.enterField(a, to, d, points)
	}
}

// halt ends the plan of an army whose next step is impossible.
func (t *Turn) halt(a *Army, why hurdle, d game.Direction) {
	a.march.broken = true
	t.tell(phrase.P(string(why), phrase.Str("army", a.Name.String()),
		phrase.At("field", a.At), phrase.Num("dir", d)), a.Realm)
}

// enterField makes the step: its losses, its cost, the new field.
func (t *Turn) enterField(a *Army, to game.Place, d game.Direction, points int) {
	switch {
	case a.formation():
		if !t.leaveTogether(a, d, points) {
			return
		}
	case t.leaveGround(a, d):
		a.Points -= points
	default:
		return
	}
	t.moveArmy(a, to)
	t.arrive(a)
	t.consecrated(a)
}

// arrive notes that the army came to where it is.
func (t *Turn) arrive(a *Army) {
	a.Since = t.state.Turn
	a.march.arrived = int8(t.week)
}

// suffers tells whether such armies lose men to terrain and rivers: warriors,
// riders, ranged weapons, merchants and ships (decision 6).
func (u Unit) suffers() bool { return strings.IndexByte("KRFSH", u.Type) >= 0 }

// leaveGround takes the losses of a step from the army: of the terrain it
// leaves, of a river. It tells false if the army is lost.
func (t *Turn) leaveGround(a *Army, d game.Direction) bool {
	f := t.field(a.At)
	a.march.week, a.march.moved = stepped, true
	if !a.Name.suffers() {
		return true
	}
	if ground := t.terrainFor(a.Realm, a.At); t.takesMen(a, f.Terrain) {
		share := t.dice(a.subject(groundShare)...).Between(ground.LossMin, ground.LossMax)
		if !t.shrink(a, share, groundRest, t.groundCause(f.Terrain)) {
			return false
		}
	}
	if t.ford(a.At, d) {
		share := t.dice(a.subject(riverShare)...).Between(0, t.tables.Rules.RiverLossMax)
		return t.shrink(a, share, riverRest, phrase.Key("cause", "cause-river"))
	}
	return true
}

// groundCause names terrain as what took the men or ships.
func (t *Turn) groundCause(terrain uint8) phrase.Arg {
	return phrase.Key("cause", "in."+t.tables.Terrain[terrain].Code)
}

// drawsLosses tells whether of a share of the army's men the part below one is drawn, not
// rounded: of ships, and where there are few. Else ten small fleets would lose less, or
// more, than one big one.
func (t *Turn) drawsLosses(a *Army) bool { return a.Name.ship() || a.Men < t.tables.Rules.SmallArmy }

// The dice of an army's march in a week.
const (
	groundShare int64 = iota // how much the terrain takes
	riverShare               // how much the river takes
	groundRest               // whether the part below one of what the terrain takes is taken too
	riverRest
	wallRest
)

// shrink takes a share (permille) from an army on its march: to the nearest man, or the
// whole part and one by a die for the rest. Under the least strength of T03 the army is
// lost: it tells false.
func (t *Turn) shrink(a *Army, share, rest int64, cause phrase.Arg) bool {
	lost := nearest(a.Men*share, 1000)
	if t.drawsLosses(a) {
		lost = (a.Men*share + t.dice(a.subject(rest)...).N(1000)) / 1000
	}
	if lost == 0 {
		return true
	}
	army, field := phrase.Str("army", a.Name.String()), phrase.At("field", a.At)
	code, end := "march-losses", "march-lost"
	if a.Name.ship() {
		code, end = "sea-losses", "sea-lost"
	}
	if left := a.Men - lost; left >= t.row(a).Min {
		a.Men = left
		t.tell(phrase.P(code, army, field, phrase.Num("men", lost), phrase.Num("left", left), cause), a.Realm)
		t.trim(a)
		return true
	}
	t.tell(phrase.P(end, army, field, phrase.Num("men", a.Men), cause), a.Realm)
	t.removeArmy(a)
	return false
}

// nearest divides and rounds to the nearest whole number, halves up; both are
// not negative.
func nearest(a, b int64) int64 { return (a + b/2) / b }

// refill gives every army its points for the next turn: never more than T01,
// less what was borrowed (manual, "Die Bewegung").
func refill(t *Turn) {
	for _, armies := range t.state.Armies {
		for _, a := range armies {
			most := t.speed(a)
			a.Points = min(most, a.Points+most)
			a.march = nil
		}
	}
}
