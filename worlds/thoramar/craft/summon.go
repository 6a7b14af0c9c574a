package craft

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
)

// BreakChance is how likely an arch-demon of this strength breaks free, in permille.
func BreakChance(t *realm.Turn, men int64) int64 {
	n := &t.Tables.Rules
	return min(n.BreakMax, n.BreakChance+n.BreakMore*(men-n.BreakFrom))
}

// inVain refuses the lines of a demon that did not come.
func inVain(t *realm.Turn, number int, name realm.ArmyName) {
	rulekit.Each(t.Sheets[number].Lines, func(at orders.Position, o order.ArmyOrder) {
		if o.Army == name {
			t.Refuse(number, at, phrase.P("no-such-army", phrase.Str("army", name.String())))
		}
	})
}

// Summon calls demons into the sorcerer's field (manual, "Dämonen beschwören"). A sorcerer without enough points is
// destroyed, and no demon appears (decision 10). A mighty arch-demon may break free at once.
func Summon(t *realm.Turn, z *realm.Army) {
	m := z.March
	name, men := m.Special.Army, m.Special.Count
	other := phrase.Str("other", name.String())
	cost := SummonCost(t, name.Unit, men)
	switch {
	case z.Cargo():
		t.RefuseArmy(z, "summon-aboard")
		inVain(t, z.Realm, name)
	case t.State.Army(z.Realm, name) != nil:
		t.RefuseArmy(z, "summon-taken", other)
	case name.Unit == tables.CommonDemon && t.Field(z.At).Blessed > 0:
		t.RefuseArmy(z, "summon-blessed", phrase.At("field", z.At))
		inVain(t, z.Realm, name)
	case cost > z.Men:
		inVain(t, z.Realm, name)
		shatter(t, z, cost)
	case t.TooManyArmies(z.Realm, m.At):
		inVain(t, z.Realm, name)
	default:
		z.Men -= cost
		d := t.AddArmy(realm.Army{
			Realm: z.Realm, Name: name, Men: men, At: z.At, Points: t.Tables.RowOf(z.Realm, name.Unit).Move, Fit: -1,
			Since: t.State.Turn, Start: game.Nowhere, Master: z.Name, Command: realm.Defend, Flag: realm.Shown,
		})
		d.March = &realm.March{Command: realm.Defend, Fresh: true, Called: true}
		t.DidArmy(z, "summoned", other, phrase.Num("men", men), realm.Kind(m.Special.Army.Unit, men),
			phrase.Num("cost", cost), phrase.Num("left", z.Men))
		if fight.Consecrated(t, d) {
			BreakFree(t, d)
		}
	}
}

// shatter destroys a sorcerer that summoned beyond its points. A receipt warns, and knows no march of it.
func shatter(t *realm.Turn, z *realm.Army, cost int64) {
	p := phrase.P("summon-shatters", phrase.Str("army", z.Name.String()), phrase.Num("needed", cost),
		phrase.Num("points", z.Men))
	if t.Receipt != nil {
		t.Caveat(z.Realm, z.March.At, p)
		z.March.Beyond = true
		return
	}
	t.Tell(p, z.Realm)
	t.RemoveArmy(z)
}

// BreakFree lets a mighty arch-demon try to shake off its sorcerer; the greater it is, the likelier it succeeds. It
// kills a sorcerer in its field. A receipt only warns.
func BreakFree(t *realm.Turn, d *realm.Army) {
	n := &t.Tables.Rules
	z := t.State.Army(d.Realm, d.Master)
	if d.Name.Unit != tables.ArchDemon || d.Men < n.BreakFrom || z == nil {
		return
	}
	chance := BreakChance(t, d.Men)
	army, other := phrase.Str("army", d.Name.String()), phrase.Str("other", z.Name.String())
	if t.Receipt != nil {
		t.Caveat(z.Realm, z.March.At, phrase.P("may-break-free", army, phrase.Num("percent", chance/10)))
		return
	}
	if !t.Dice(d.Subject()...).Chance(chance) {
		return
	}
	t.Tell(phrase.P("breaks-free", army, phrase.At("field", d.At)), z.Realm)
	realm.SetFree(t, d)
	if z.At == d.At {
		t.Tell(phrase.P("kills-master", army, other), z.Realm)
		t.RemoveArmy(z)
	}
}

// FreeDemons breaks the hold of other realms' sorcerers on the demons in a field (manual, "Dämonen befreien"). It
// costs half of what summoning them costs, rounded up, and takes the cheapest first as long as the points last. It
// spares own demons and those of partners, but a pact alone does not protect any.
func FreeDemons(t *realm.Turn, z *realm.Army) {
	p, ok := aim(t, z, t.Tables.Rules.SpellReach)
	if !ok {
		return
	}
	field := phrase.At("field", p)
	var prey []price
	for _, d := range t.ArmiesAt(p) {
		if d.Realm != 0 && d.Name.Type == 'D' && t.State.Treaty(z.Realm, d.Realm) != realm.Partner {
			prey = append(prey, price{d, realm.UpBy(SummonCost(t, d.Name.Unit, d.Men)*t.Tables.Rules.FreeShare, 1000)})
		}
	}
	sortPrices(prey)
	tries := attempt{by: z, at: p, prey: prey, tries: "free-tries", nobody: "free-nobody"}
	tries.cast(t, func(c price) bool {
		z.Men -= c.points
		t.TellArmy(z, "freed", phrase.Str("other", sight.NameFor(t, z.Realm, c.army)), field,
			phrase.Num("cost", c.points))
		t.Tell(phrase.P("was-freed", phrase.Str("army", c.army.Name.String()), field), c.army.Realm)
		realm.SetFree(t, c.army)
		return true
	})
}
