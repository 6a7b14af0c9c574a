package market

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// Quay is the field where recruits appear: the building's own or, for fleets, the water in the direction of the line
// (manual, "Das Rüsten"). A fleet is reinforced there too. It does not matter who else is in the water.
func Quay(t *realm.Turn, number int, at orders.Position, o order.RecruitOrder, from game.Place) (game.Place, bool) {
	if !o.Army.Ship() {
		return from, true
	}
	to := t.Grid.Step(from, o.Dir)
	army, field, dir := phrase.Str("army", o.Army.String()), phrase.At("field", from), phrase.Num("dir", o.Dir)
	switch {
	case to != game.Nowhere && !t.Known(to):
		t.Caveat(number, at, phrase.P("harbour-unsure", army, field, dir))
	case to == game.Nowhere || !t.TerrainAt(to).Water():
		t.Refuse(number, at, phrase.P("no-harbour", army, field, dir))
		return to, false
	}
	return to, true
}

// Fitness is the terrain for which a `+` makes recruits fit: that of the place, or the deep sea for ships (manual,
// "Das Rüsten"). It is −1 without a `+`.
func Fitness(t *realm.Turn, o order.RecruitOrder, at game.Place) int16 {
	if !o.Fit {
		return -1
	}
	if o.Army.Ship() {
		sea, _ := t.Tables.FindTerrain(tables.DeepSea)
		return int16(sea)
	}
	return int16(t.Field(at).Terrain)
}
