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
func tactics(t *Turn) {
	for realm := range t.sheets {
		ordersOf(t, realm, func(at orders.Position, o TacticOrder) { t.rank(realm, at, o) })
	}
}

// rank carries out one line of $T.
func (t *Turn) rank(realm int, at orders.Position, o TacticOrder) {
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
		t.accept(realm, at, t.foreseeContact(o))
	}
}

// foreseeContact tells the round in which an army, in its row and by its tactic,
// first strikes a foe who holds, one in the foremost row and one in the last:
// where the foe will stand nobody knows before (rules §28.10).
func (t *Turn) foreseeContact(o TacticOrder) phrase.Phrase {
	n := &t.tables.Rules
	own := rows.Stack{Row: o.Row, Tactic: o.Tactic}
	own.Unit.Speed, own.Unit.Range = n.limbs(o.Army.Unit)
	contact := func(row int) int {
		return rows.FirstContact([]rows.Stack{own}, []rows.Stack{{Row: row, Tactic: rows.Hold}}, n.rows())
	}
	near, far := contact(1), contact(n.RowsDeep)
	args := []phrase.Arg{phrase.Str("army", o.Army.String()), phrase.Num("near", near), phrase.Num("far", far), phrase.Num("row", n.RowsDeep)}
	switch {
	case o.Tactic == rows.Flee:
		return phrase.P("contact-flight", args...)
	case near == 0:
		return phrase.P("contact-never", args...)
	case far == 0:
		return phrase.P("contact-near", args...)
	}
	return phrase.P("contact", args...)
}

// ranks gives the row and tactic of an army: those of its line or, without one,
// the foremost row, ranged weapons theirs; a charge with an attacking order, that
// of its formation where it is in one, else it holds.
func (t *Turn) ranks(f *fighter) (row int, tactic rows.Tactic) {
	if m := f.army.march; m != nil && m.ranks != nil {
		return m.ranks.Row, m.ranks.Tactic
	}
	tactic = rows.Hold
	if f.body.attacks() {
		tactic = rows.Charge
	}
	return t.tables.Rules.usualRow(f.army), tactic
}

// usualRow is the row of an army without a line.
func (n *Numbers) usualRow(a *Army) int {
	if a.ranged() {
		return n.RowsRanged
	}
	return n.RowsFront
}

// inNoRow tells whether an army never stands in a row: formations, whose members
// do, and those who have no place in one.
func (a *Army) inNoRow() bool { return a.formation() || a.Name.gifted() || a.Name.Type == 'D' }
