package market

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// mining pays what the realms' mines yield in autumn, by their state, rounded down mine by mine. Then their veins thin
// out (manual, "Die Mine"; decision 5). A mine that falls below Rules.MineExhausted is exhausted. Unowned mines and
// ruins do not change.
func mining(t *realm.Turn) {
	n := &t.Tables.Rules
	for i := range t.State.Fields {
		f := &t.State.Fields[i]
		b := f.Building
		if b != nil {
			b.Told = 0
		}
		if f.Owner == 0 || !b.Stands() || b.Mine == 0 || b.Damage == tables.Ruin {
			continue
		}
		owner, field := int(f.Owner), phrase.At("field", i)
		if gold := MineIncome(t, b); gold > 0 {
			t.Earn(owner, "mines", gold)
			t.Tell(phrase.P("mine-yields", field, phrase.Num("gold", gold)), owner)
			b.Told = gold
		}
		if b.Mine = b.Mine * (1000 - b.Decline) / 1000; b.Mine < n.MineExhausted {
			b.Mine = 0
			t.Tell(phrase.P("mine-exhausted", field), owner)
		}
	}
}

// MineIncome is what a building's mine yields this year.
func MineIncome(t *realm.Turn, b *realm.Building) int64 {
	if !b.Stands() || b.Damage == tables.Ruin {
		return 0
	}
	return b.Mine * t.Tables.Rules.StateShare[b.Damage] / 1000
}

// Exhausted reports whether an intact mine has nothing left.
func Exhausted(row *tables.BuildingRow, b *realm.Building) bool {
	return row.Mine && b.Mine == 0 && b.Damage == tables.Intact
}

// Inspect tells a field's owner what nobody sees from outside: the number of a working gate, or what a mine still has
// (decision 10). It is called when a field changes hands and when such a building is opened again.
func Inspect(t *realm.Turn, p game.Place) {
	f := t.Field(p)
	b := f.Building
	if f.Owner == 0 || !b.Stands() || b.Damage == tables.Ruin {
		return
	}
	field := phrase.At("field", p)
	switch row := t.Tables.FindBuilding(b.Kind); {
	case row.Gate:
		t.Tell(phrase.P("gate-number", field, phrase.Num("code", b.Gate)), int(f.Owner))
	case row.Mine && b.Mine == 0:
		t.Tell(phrase.P("mine-empty", field), int(f.Owner))
	case row.Mine:
		t.Tell(phrase.P("mine-holds", field, phrase.Num("gold", b.Mine)), int(f.Owner))
	}
}

// DropWork ends building work on a field that changes hands. A new building is gone, and a conversion or repair is
// lost.
func DropWork(t *realm.Turn, at game.Place, told ...int) {
	f := t.Field(at)
	b := f.Building
	if b == nil || b.Ready == 0 {
		return
	}
	t.Tell(phrase.P("work-lost", phrase.At("field", at), b.Arg()),
		told...)
	if b.New {
		f.Building = nil
		return
	}
	b.Into, b.Ready = "", 0
}
