package thoramar

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// summon calls demons into the sorcerer's field (manual, "Dämonen beschwören").
// Who has not the points for it is destroyed, and no demon appears (decision
// 10). A mighty arch-demon may break free at once.
func (t *Turn) summon(z *Army) {
	m := z.march
	name, men := m.special.Army, m.special.Count
	army, other := phrase.Str("army", z.Name.String()), phrase.Str("other", name.String())
	cost := t.summonCost(name.Unit, men)
	switch {
	case z.cargo():
		t.refuse(z.Realm, m.at, phrase.P("summon-aboard", army))
		t.inVain(z.Realm, name)
		return
	case t.state.army(z.Realm, name) != nil:
		t.refuse(z.Realm, m.at, phrase.P("summon-taken", army, other))
		return
	case name.Unit == commonDemon && t.field(z.At).Blessed > 0:
		t.refuse(z.Realm, m.at, phrase.P("summon-blessed", army, phrase.At("field", z.At)))
		t.inVain(z.Realm, name)
		return
	case cost > z.Men:
		t.inVain(z.Realm, name)
		t.shatter(z, cost)
		return
	}
	if t.tooManyArmies(z.Realm, m.at) {
		t.inVain(z.Realm, name)
		return
	}
	z.Men -= cost
	d := t.addArmy(Army{
		Realm: z.Realm, Name: name, Men: men, At: z.At, Points: t.tables.rowOf(z.Realm, name.Unit).Move, Fit: -1,
		Since: t.state.Turn, Start: game.Nowhere, Master: z.Name, Command: Defend, Flag: Shown,
	})
	d.march = &march{command: Defend, fresh: true, called: true}
	t.did(z.Realm, m.at, phrase.P("summoned", army, other, phrase.Num("men", men), m.special.Army.kind(men), phrase.Num("cost", cost), phrase.Num("left", z.Men)))
	if t.consecrated(d) {
		t.breakFree(d)
	}
}

// shatter destroys a sorcerer that summoned beyond its points. A receipt warns
// and leaves it alive.
func (t *Turn) shatter(z *Army, cost int64) {
	p := phrase.P("summon-shatters", phrase.Str("army", z.Name.String()), phrase.Num("needed", cost), phrase.Num("points", z.Men))
	if t.receipt != nil {
		t.caveat(z.Realm, z.march.at, p)
		return
	}
	t.tell(p, z.Realm)
	t.removeArmy(z)
}

// breakFree lets a mighty arch-demon try to shake off its sorcerer: the greater
// the likelier. A sorcerer in its field it kills. Receipts warn only.
func (t *Turn) breakFree(d *Army) {
	n := &t.tables.Rules
	z := t.state.army(d.Realm, d.Master)
	if d.Name.Unit != archDemon || d.Men < n.BreakFrom || z == nil {
		return
	}
	chance := t.breakChance(d.Men)
	army, other := phrase.Str("army", d.Name.String()), phrase.Str("other", z.Name.String())
	if t.receipt != nil {
		t.caveat(z.Realm, z.march.at, phrase.P("may-break-free", army, phrase.Num("percent", chance/10)))
		return
	}
	if !t.dice(d.subject()...).Chance(chance) {
		return
	}
	t.tell(phrase.P("breaks-free", army, phrase.At("field", d.At)), z.Realm)
	t.setFree(d)
	if z.At == d.At {
		t.tell(phrase.P("kills-master", army, other), z.Realm)
		t.removeArmy(z)
	}
}

// freeDemons breaks the hold of other realms' sorcerers on the demons in a field
// (manual, "Dämonen befreien"): half of what summoning them costs, rounded up,
// the cheapest first while the points last. The own and the partners' are left
// alone; a mere pact protects nobody's.
func (t *Turn) freeDemons(z *Army) {
	p, ok := t.aim(z, t.tables.Rules.SpellReach)
	if !ok {
		return
	}
	army, field := phrase.Str("army", z.Name.String()), phrase.At("field", p)
	var prey []price
	for _, d := range t.armiesAt(p) {
		if d.Realm != 0 && d.Name.Type == 'D' && t.state.treaty(z.Realm, d.Realm) != Partner {
			prey = append(prey, price{d, upBy(t.summonCost(d.Name.Unit, d.Men)*t.tables.Rules.FreeShare, 1000)})
		}
	}
	sortPrices(prey)
	t.castOn(z, p, prey, "free-tries", "free-nobody", func(c price) bool {
		z.Men -= c.points
		t.tell(phrase.P("freed", army, phrase.Str("other", t.nameFor(z.Realm, c.army)), field, phrase.Num("cost", c.points)), z.Realm)
		t.tell(phrase.P("was-freed", phrase.Str("army", c.army.Name.String()), field), c.army.Realm)
		t.setFree(c.army)
		return true
	})
}

// upBy divides and rounds up; both are not negative.
func upBy(a, b int64) int64 { return (a + b - 1) / b }
