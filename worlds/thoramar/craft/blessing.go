package craft

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/realm"
)

// Bless lets a priest of the home bless its own or a neighbouring field of its realm (manual, "Der Priester der
// Heimat"; decision 10): double yield, no common demon, weakened arch-demons, peaceful monsters, calmer people.
func Bless(t *realm.Turn, a *realm.Army) {
	n, m := &t.Tables.Rules, a.March
	p, ok := spell(t, a, n.BlessReach)
	if !ok {
		return
	}
	field := phrase.At("field", p)
	if p == game.Nowhere || int(t.Field(p).Owner) != a.Realm {
		t.RefuseArmy(a, "bless-foreign", phrase.XY("field", m.Special.At.X, m.Special.At.Y))
		return
	}
	if !affords(t, a, n.BlessPoints) {
		return
	}
	a.Men -= n.BlessPoints
	t.Field(p).Blessed = uint8(n.BlessTurns)
	t.DidArmy(a, "blessed", field, phrase.Num("turns", n.BlessTurns), phrase.Num("left", a.Men))
	for _, d := range t.ArmiesAt(p) {
		fight.Consecrated(t, d)
	}
}

// Blessings lets blessings run down, after the harvest (decision 4.9).
func Blessings(t *realm.Turn) {
	for i := range t.State.Fields {
		if f := &t.State.Fields[i]; f.Blessed > 0 {
			f.Blessed--
		}
	}
}
