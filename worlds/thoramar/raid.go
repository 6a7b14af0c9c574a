package thoramar

import "weltentor/orders/phrase"

// loot gives the winners what traders among the beaten lost (manual, "Die
// Handelskarawane"; decision 7): so much for each man and ship that did not come
// out of the fight. Each realm takes its share by strength, rounded down; realm
// 0 has no treasury.
func (t *Turn) loot(b *battle, won int) {
	goods := t.goodsLost(b.side[1-won])
	if goods == 0 {
		return
	}
	var all int64
	realms := make([]int, 0, len(b.side[won]))
	for _, f := range b.side[won] {
		all += f.raw
		realms = append(realms, f.army.Realm)
	}
	for _, realm := range sortedRealms(realms) {
		share := goods * b.strengthOf(won, realm) / max(all, 1)
		if share == 0 {
			continue
		}
		t.earn(realm, "raid", share)
		t.tell(phrase.P("raided", phrase.At("field", b.at), phrase.Num("gold", share)), realm)
	}
}

// goodsLost is the worth of what the traders of a side lost in a fight.
func (t *Turn) goodsLost(side []*fighter) (gold int64) {
	for _, f := range side {
		lost := f.before
		if !f.end.fatal() {
			lost -= f.army.Men
		}
		gold += lost * t.row(f.army).Loot
	}
	return gold
}

// strengthOf is what a realm brings to a side, as it was held against the foe.
func (b *battle) strengthOf(side, realm int) (sum int64) {
	for _, f := range b.side[side] {
		if f.army.Realm == realm {
			sum += f.raw
		}
	}
	return sum
}
