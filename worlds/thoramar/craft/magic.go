// Package craft is what priests, sorcerers, demons and monsters do: blessings, summonings, spells, world gates, and the
// wild armies of realm 0. Each function is a phase of the list in package turn, or a special order of an army that a
// phase carries out. Where armies of several realms compete, their order is drawn (ByLot), so that no realm's number
// gives it an advantage. The order of a turn's spells is in Sorcery.
package craft

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
)

// SummonCost is how many points it takes to summon this many demons of a kind (manual, "Der Beschwörer").
func SummonCost(t *realm.Turn, u tables.Unit, men int64) int64 {
	if u == tables.ArchDemon {
		return men * t.Tables.Rules.SummonArch
	}
	return men * t.Tables.Rules.SummonCommon
}

// holdCost is how many points a turn it takes to hold an army of demons.
func holdCost(t *realm.Turn, u tables.Unit) int64 {
	if u == tables.ArchDemon {
		return t.Tables.Rules.HoldArch
	}
	return t.Tables.Rules.HoldCommon
}

// spell does what all spells on a field share: the field in the order must be in reach. A field that does not exist is
// refused like one where nobody has been; beyond the world's edge p is Nowhere.
func spell(t *realm.Turn, a *realm.Army, reach int) (p game.Place, ok bool) {
	at := a.March.Special.At
	p = t.Place(a.Realm, at)
	if p != game.Nowhere {
		return p, inReach(t, a, p, reach)
	}
	far := game.Stride(t.Apart(a.Realm, a.At, at))
	if far > reach {
		t.Refuse(a.Realm, a.March.At, tooFar(a, phrase.XY("field", at.X, at.Y), far, reach))
	}
	return p, far <= reach
}

// aim is spell for spells on the armies of others. The realm must have seen their field when the turn began. Otherwise
// the refusal is the same, whatever is there.
func aim(t *realm.Turn, a *realm.Army, reach int) (game.Place, bool) {
	p, ok := spell(t, a, reach)
	if at := a.March.Special.At; ok && (p == game.Nowhere || !sight.Sees(t, a.Realm, p)) {
		t.RefuseArmy(a, "spell-unseen", phrase.XY("field", at.X, at.Y))
		return p, false
	}
	return p, ok
}

func tooFar(a *realm.Army, field phrase.Arg, far, reach int) phrase.Phrase {
	return phrase.P("spell-far", phrase.Str("army", a.Name.String()), field, phrase.Num("far", far),
		phrase.Num("reach", reach))
}

// inReach refuses a spell on a field too far away. A receipt only doubts it if the realm sees the field and has not
// been round the world: the other way it may be nearer.
func inReach(t *realm.Turn, a *realm.Army, p game.Place, reach int) bool {
	if t.Grid.Distance(a.At, p) <= reach {
		return true
	}
	at, what := a.March.At, tooFar(a, phrase.At("field", p), sight.Far(t, a.Realm, a.At, p), reach)
	if h, y := t.Grid.Delta(a.At, p); !t.Clear(p) || sight.Least(t, a.Realm, h, y) > reach {
		t.Refuse(a.Realm, at, what)
		return false
	}
	t.Caveat(a.Realm, at, what)
	t.Caveat(a.Realm, at, phrase.P("only-if-round"))
	t.Accept(at, phrase.P(game.WillIf))
	return false
}

// affords refuses a spell that costs more points than there are. It does nothing and costs nothing (decision 10).
func affords(t *realm.Turn, a *realm.Army, points int64) bool {
	if a.Men < points {
		t.RefuseArmy(a, "spell-poor", phrase.Num("needed", points), phrase.Num("points", a.Men))
	}
	return a.Men >= points
}

// ByLot puts the armies of different realms in the order drawn for this turn, so that no realm's number gives it the
// first choice. A realm's own armies keep the order of its file.
func ByLot(t *realm.Turn, list []*realm.Army) {
	lots := make([]int64, len(t.State.Realms))
	for r := range lots {
		lots[r] = t.Dice(int64(r)).N(1 << 62)
	}
	slices.SortStableFunc(list, func(a, b *realm.Army) int {
		return cmp.Or(cmp.Compare(lots[a.Realm], lots[b.Realm]), cmp.Compare(a.Realm, b.Realm))
	})
}
