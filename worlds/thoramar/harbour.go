package thoramar

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// quay is the field where recruits appear: the building's own, for fleets the
// water in the direction of the line (manual, "Das Rüsten"). A fleet is
// reinforced there too. Who else lies in the water does not matter.
func (t *Turn) quay(realm int, at orders.Position, o RecruitOrder, from game.Place) (game.Place, bool) {
	if !o.Army.ship() {
		return from, true
	}
	to := t.grid.Step(from, o.Dir)
	army, field, dir := phrase.Str("army", o.Army.String()), phrase.At("field", from), phrase.Num("dir", o.Dir)
	switch {
	case to != game.Nowhere && !t.known(to):
		t.caveat(realm, at, phrase.P("harbour-unsure", army, field, dir))
	case to == game.Nowhere || !t.terrainAt(to).Water():
		t.refuse(realm, at, phrase.P("no-harbour", army, field, dir))
		return to, false
	}
	return to, true
}

// fitness is what a `+` makes recruits fit for: the terrain of the place, ships
// the deep sea (manual, "Das Rüsten"); −1 without one.
func (t *Turn) fitness(o RecruitOrder, at game.Place) int16 {
	if !o.Fit {
		return -1
	}
	if o.Army.ship() {
		sea, _ := t.tables.terrain(deepSea)
		return int16(sea)
	}
	return int16(t.field(at).Terrain)
}
