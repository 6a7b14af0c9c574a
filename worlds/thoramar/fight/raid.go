package fight

import (
	"maps"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/thoramar/realm"
)

// loot gives the winners what traders among the beaten lost (manual, "Die Handelskarawane"; decision 7): an amount for
// each man and ship that did not survive the fight. Each realm gets its share by strength, rounded down. Realm 0 has
// no treasury.
func loot(t *realm.Turn, b *Battle, won int) {
	goods := goodsLost(t, b.Side[1-won])
	if goods == 0 {
		return
	}
	var all int64
	strength := map[int]int64{} // of each realm on the side, weighed against the foe
	for _, f := range b.Side[won] {
		all += f.raw
		strength[f.Army.Realm] += f.raw
	}
	for _, number := range slices.Sorted(maps.Keys(strength)) {
		share := goods * strength[number] / max(all, 1)
		if share == 0 || number == 0 {
			continue
		}
		t.Earn(number, "raid", share)
		t.Tell(phrase.P("raided", phrase.At("field", b.At), phrase.Num("gold", share)), number)
	}
}

// goodsLost is the value of what the traders of a side lost in a fight.
func goodsLost(t *realm.Turn, side []*Fighter) (gold int64) {
	for _, f := range side {
		lost := f.before
		if !f.end.fatal() {
			lost -= f.Army.Men
		}
		gold += lost * t.Row(f.Army).Loot
	}
	return gold
}
