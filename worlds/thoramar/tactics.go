package thoramar

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/rows"
)

// The ways in which armies fight, a choice of the world (Tables.Battle).
const (
	byStrength = "strength"
	inRows     = "terra-magica"
)

// tactics gives armies their row and tactic (rules §28.2): for this turn, as $A
// gives them their plan. Of two lines for one army the later counts.
func tactics(t *turn) {
	for realm := range t.sheets {
		ordersOf(t, realm, func(at orders.Position, o TacticOrder) { t.rank(realm, at, o) })
	}
}

// rank carries out one line of $T.
func (t *turn) rank(realm int, at orders.Position, o TacticOrder) {
	army := phrase.Str("army", o.Army.String())
	a := t.state.army(realm, o.Army)
	switch deep := t.tables.Rules.RowsDeep; {
	case t.tables.Battle != inRows:
		t.refuse(realm, at, phrase.P("no-rows", army))
	case a == nil:
		t.refuse(realm, at, phrase.P("no-such-army", army))
	case a.formation():
		t.refuse(realm, at, phrase.P("formation-in-rows", army))
	case a.Name.gifted() || a.Name.Type == 'D':
		t.refuse(realm, at, phrase.P("never-in-rows", army))
	case o.Row > deep:
		t.refuse(realm, at, phrase.P("row-too-deep", army, phrase.Num("row", o.Row), phrase.Num("deep", deep)))
	default:
		a.march.ranks = &o
		t.accept(realm, at, phrase.P("takes-row", army, phrase.Num("row", o.Row), phrase.Key("tactic", o.Tactic.Key())))
	}
}

// ranks gives the row and tactic of an army: those of its line or, without one,
// the foremost row, ranged weapons theirs; a charge with an attacking order, that
// of its formation where it is in one, else it holds.
func (t *turn) ranks(f *fighter) (row int, tactic rows.Tactic) {
	if m := f.army.march; m != nil && m.ranks != nil {
		return m.ranks.Row, m.ranks.Tactic
	}
	row, tactic = t.tables.Rules.RowsFront, rows.Hold
	if f.army.ranged() {
		row = t.tables.Rules.RowsRanged
	}
	if f.body.attacks() {
		tactic = rows.Charge
	}
	return row, tactic
}
