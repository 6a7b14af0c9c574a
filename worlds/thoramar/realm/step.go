package realm

import (
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/tables"
)

// Hurdle is why no army of the kind can make a step, whatever its points: the code of the sentence that says so. "" is
// none.
type Hurdle string

const (
	WorldsEnd Hurdle = "step-unknown" // beyond the map, or unknown land
	Steep     Hurdle = "step-steep"   // more than one height apart
	Shore     Hurdle = "step-water"   // to water, by land
	strand    Hurdle = "step-land"    // to land, by ship
	hallowed  Hurdle = "step-blessed" // to blessed land, for a common demon
	Roadless  Hurdle = "step-road"    // no road, for an F.M that has made its step without one
)

// Step says where a step leads, what it costs and whether it is possible at all (manual, "Die Bewegung"; decision 6).
// It looks only at the map and the treaties, and both receipts and turns ask it.
func (t *Turn) Step(realm int, u tables.Unit, from game.Place, d game.Direction) (to game.Place, points int,
	why Hurdle) {
	to = t.Grid.Step(from, d)
	if to == game.Nowhere {
		return to, 0, WorldsEnd
	}
	here, there := t.TerrainAt(from), t.TerrainAt(to)
	climb := there.Height - here.Height
	switch n := &t.Tables.Rules; {
	case there.Height < 0:
		return to, 0, WorldsEnd
	case u.Ship() && !there.Water():
		return to, 0, strand
	case u.Ship(): // on one level, and nobody's: by the field it leaves alone
		return to, t.TerrainFor(realm, from).Points, ""
	case there.Water():
		return to, 0, Shore
	case climb > n.MaxClimb, -climb > n.MaxClimb:
		return to, 0, Steep
	case u == tables.CommonDemon && t.Field(to).Blessed > 0:
		return to, 0, hallowed
	}
	return to, t.Cost(realm, u, from, to, d), ""
}

// Cost is the points of a possible step: by the field it leaves, or by the road; each hindrance adds to it.
func (t *Turn) Cost(realm int, u tables.Unit, from, to game.Place, d game.Direction) int {
	n, f := &t.Tables.Rules, t.Field(from)
	here := t.Tables.TerrainOf(realm, f.Terrain)
	road := f.Roads.Has(d)
	points := here.Points
	if road {
		points = n.RoadPoints
	}
	if there := t.TerrainAt(to); here.Height != there.Height && !there.Water() {
		points += n.ClimbPoints // roads do not remove it; going aboard is no climb
	}
	if t.Ford(from, d) {
		points += n.RiverPoints
	}
	if t.ForeignWall(realm, to, d) {
		points += n.WallPoints
	}
	if u.Type == 'R' && here.Horse && !road {
		points += n.HorsePoints
	}
	if owner := int(f.Owner); owner != 0 && t.State.Treaty(realm, owner) != Partner {
		points += n.ForeignPoints
	}
	return points
}

// Hauled reports whether an army may make only some steps a turn without a road: F.M, and a formation that has such a
// member.
func (t *Turn) Hauled(a *Army) bool {
	switch {
	case t.Tables.Rules.OffRoad == 0:
		return false
	case a.Name.Type == 'V':
		return slices.ContainsFunc(t.Crew(a), func(m *Army) bool { return m.Name.Unit == tables.MediumRanged })
	}
	return a.Name.Unit == tables.MediumRanged
}

// Bogged reports whether a step without a road would be one more than an army may make that has made this many.
func (t *Turn) Bogged(a *Army, from game.Place, d game.Direction, made int) bool {
	return made >= t.Tables.Rules.OffRoad && !t.Field(from).Roads.Has(d) && t.Hauled(a)
}

// Ford reports whether the step crosses a river without a bridge.
func (t *Turn) Ford(from game.Place, d game.Direction) bool {
	f := t.Field(from)
	return f.Rivers.Has(d) && !f.Bridges.Has(d)
}

// ForeignWall reports whether a step in direction d onto the field crosses a wall that is neither the realm's own nor
// a partner's. A wall belongs to the field's owner.
func (t *Turn) ForeignWall(realm int, to game.Place, d game.Direction) bool {
	f := t.Field(to)
	return f.Walls.Has(d.Opposite()) && t.State.Treaty(realm, int(f.Owner)) != Partner
}
