package turn

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/march"
	"weltentor/worlds/thoramar/market"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
)

// ordered lists a realm's armies that have a line, in the order of the file.
func ordered(t *realm.Turn, number int) []*realm.Army {
	var out []*realm.Army
	rulekit.Each(t.Sheets[number].Lines, func(at orders.Position, o order.ArmyOrder) {
		if a := t.State.Army(number, o.Army); a != nil && a.March.At == at {
			out = append(out, a)
		}
	})
	return out
}

// lateOrders reads the lines of armies that splitting has made, or those of formations once all have joined. If a line's
// army still does not exist, the line is refused.
func lateOrders(t *realm.Turn, number int, formations bool) {
	rulekit.Each(t.Sheets[number].Lines, func(at orders.Position, o order.ArmyOrder) {
		switch a := t.State.Army(number, o.Army); {
		case (o.Army.Type == 'V') != formations, a == nil && toCome(t, number, o.Army):
		case a == nil:
			t.Refuse(number, at, phrase.P("no-such-army", phrase.Str("army", o.Army.String())))
		case a.March.Fresh:
			march.Take(t, a, at, o)
		}
	})
}

// toCome reports whether a sorcerer of the realm is going to summon the demon.
func toCome(t *realm.Turn, number int, name realm.ArmyName) bool {
	return name.Type == 'D' && slices.ContainsFunc(t.State.OfType(number, 'Z'), func(z *realm.Army) bool {
		return z.March.Kind == realm.Summon && z.March.Special.Army == name
	})
}

// demonOrders reads the lines of demons that were just summoned.
func demonOrders(t *realm.Turn, number int) {
	rulekit.Each(t.Sheets[number].Lines, func(at orders.Position, o order.ArmyOrder) {
		if a := t.State.Army(number, o.Army); o.Army.Type == 'D' && a != nil && a.March.Called {
			march.Take(t, a, at, o)
			admit(t, a)
		}
	})
}

// split makes a new army of a part of an old one (manual, "Teilen"). Both must have the least strength of T03.
// Fitness, experience and points go along.
func split(t *realm.Turn, a *realm.Army) {
	m := a.March
	name, men := m.Special.Army, m.Special.Count
	least := t.Row(a).Min
	switch {
	case a.Cargo():
		t.RefuseArmy(a, "aboard-special", phrase.Str("fleet", a.Aboard.String()))
	case !t.CarriesOn(a, men):
		t.RefuseArmy(a, "split-cargo", phrase.Str("cargo", t.Load(a).Name.String()))
	case t.State.Army(a.Realm, name) != nil:
		t.RefuseArmy(a, "split-taken", phrase.Str("other", name.String()))
	case men < least, a.Men-men < least:
		t.RefuseArmy(a, "split-minimum", phrase.Num("men", a.Men), realm.Kind(a.Name.Unit, a.Men),
			phrase.Num("need", least))
	case market.TooManyTraders(t, a.Realm, m.At, a.Name.Unit), t.TooManyArmies(a.Realm, m.At):
	default:
		half := *a
		half.Name, half.Men, half.Flag, half.Gain = name, men, realm.Shown, 0
		half.March = &realm.March{Command: realm.Defend, Halved: true, Fresh: true}
		t.AddArmy(half)
		a.Men -= men
		m.Halved = true
		t.DidArmy(a, "split", phrase.Str("other", name.String()), phrase.Num("men", men), realm.Kind(a.Name.Unit, men))
	}
}

// merge takes another army of the same kind and field into this one (manual, "Vereinigen"). Both must be fit for the
// same terrain. The lower points and the later arrival count. Experience is averaged by men, rounded down.
func merge(t *realm.Turn, a *realm.Army) {
	m := a.March
	army, other := phrase.Str("army", a.Name.String()), phrase.Str("other", m.Special.Army.String())
	b := t.State.Army(a.Realm, m.Special.Army)
	switch {
	case b == nil:
		t.RefuseArmy(a, "merge-nobody", other)
	case b.March.Halved:
		t.Refuse(a.Realm, m.At, phrase.P("just-split", phrase.Str("army", b.Name.String())))
	case b.Cargo():
		t.RefuseArmy(a, "merge-aboard", other, phrase.Str("fleet", b.Aboard.String()))
	case b.At != a.At:
		t.RefuseArmy(a, "merge-apart", other, phrase.At("field", b.At))
	case b.Fit != a.Fit:
		t.RefuseArmy(a, "merge-fitness", other)
	case b.Start != a.Start:
		t.RefuseArmy(a, "merge-start", other)
	case t.Row(a).Max > 0 && a.Men+b.Men > t.Row(a).Max:
		t.RefuseArmy(a, "too-many", phrase.Num("most", t.Row(a).Max))
	case t.Load(a) != nil && t.Load(b) != nil:
		t.RefuseArmy(a, "merge-cargo", other)
	default:
		voidLine(t, b, phrase.P("line-void-merged", army, other))
		men := b.Men
		a.KK = int((int64(a.KK)*a.Men + int64(b.KK)*b.Men) / (a.Men + b.Men))
		a.Men += men
		a.Gain += b.Gain
		a.Points = min(a.Points, b.Points)
		a.Since = max(a.Since, b.Since)
		if c := t.Load(b); c != nil {
			c.Aboard = a.Name
		}
		t.RemoveArmy(b)
		m.Done = true
		t.DidArmy(a, "merged", other, phrase.Num("men", men), realm.With(a.Name.Unit, men), phrase.Num("all", a.Men))
	}
}

// voidLine notes that the line of a merged army does not count, if it asks for anything but to stay. If the line's own
// merge was carried out before, only the rest does not count.
func voidLine(t *realm.Turn, b *realm.Army, what phrase.Phrase) {
	m := b.March
	asks := m.Command != realm.Defend || m.Plan.Steps(0)
	switch {
	case m.At.Line == 0:
	case m.Done && asks:
		t.Caveat(b.Realm, m.At, what)
	case !m.Done && (asks || m.Special.Form != realm.NoSpecial):
		t.Refuse(b.Realm, m.At, what)
	}
}
