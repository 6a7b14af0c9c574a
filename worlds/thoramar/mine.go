package thoramar

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// mining pays what the realms' mines bring in autumn, by their state, rounded
// down mine by mine; then their veins thin out (manual, "Die Mine"; decision 5).
// One that falls under Rules.MineExhausted is exhausted. Mines that nobody owns
// keep what they have, and so do ruins.
func (t *Turn) mining() {
	n := &t.tables.Rules
	for i := range t.state.Fields {
		f := &t.state.Fields[i]
		b := f.Building
		if f.Owner == 0 || !b.ready() || b.Mine == 0 || b.Damage == Ruin {
			continue
		}
		owner, field := int(f.Owner), phrase.At("field", i)
		if gold := t.mineIncome(b); gold > 0 {
			t.earn(owner, "mines", gold)
			t.tell(phrase.P("mine-yields", field, phrase.Num("gold", gold)), owner)
		}
		if b.Mine = b.Mine * (1000 - b.Decline) / 1000; b.Mine < n.MineExhausted {
			b.Mine = 0
			t.tell(phrase.P("mine-exhausted", field), owner)
		}
	}
}

// mineIncome is what a building's mine brings this year.
func (t *Turn) mineIncome(b *Building) int64 {
	if !b.ready() || b.Damage == Ruin {
		return 0
	}
	return b.Mine * t.tables.Rules.StateShare[b.Damage] / 1000
}

// exhausted tells whether a mine that stands has nothing left.
func exhausted(row *BuildingRow, b *Building) bool {
	return row.Mine && b.Mine == 0 && b.Damage == Intact
}

// reopen gives a mine that was a ruin or exhausted a new vein, drawn by the
// seed, and tells the owner what he has found, of a gate its number.
func (t *Turn) reopen(p game.Place) {
	b := t.field(p).Building
	if t.tables.building(b.Kind).Mine {
		b.Mine, b.Decline = drawMine(&t.tables.Rules, t.dice(int64(p)))
	}
	t.inspect(p)
}

// inspect tells a field's owner what nobody sees from outside: the number of a
// gate that works, what a mine still holds (decision 10). It is called when a
// field changes hands and when such a building is opened again.
func (t *Turn) inspect(p game.Place) {
	f := t.field(p)
	b := f.Building
	if f.Owner == 0 || !b.ready() || b.Damage == Ruin {
		return
	}
	field := phrase.At("field", p)
	switch row := t.tables.building(b.Kind); {
	case row.Gate:
		t.tell(phrase.P("gate-number", field, phrase.Num("code", b.Gate)), int(f.Owner))
	case row.Mine && b.Mine == 0:
		t.tell(phrase.P("mine-empty", field), int(f.Owner))
	case row.Mine:
		t.tell(phrase.P("mine-holds", field, phrase.Num("gold", b.Mine)), int(f.Owner))
	}
}
