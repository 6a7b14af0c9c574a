package turn

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/market"
	"weltentor/worlds/thoramar/realm"
)

// regroup lets members go whose order is not to defend their field (manual, "Der Verband"). It is the first thing
// before week 1, so that they may have a special. A priest's blessing releases nobody.
func regroup(t *realm.Turn) {
	for _, v := range t.Formations {
		if v.Gone() {
			continue
		}
		for _, a := range t.State.Members(v) {
			if a.March.At.Line != 0 && !keeps(a.March, v.Name) {
				a.Aboard = realm.ArmyName{}
				t.Enter(a)
				t.DidArmy(a, "formation-left", phrase.Str("formation", v.Name.String()), phrase.At("field", a.At))
			}
		}
		t.Recount(v)
	}
}

// keeps reports whether an army with this order stays in the formation.
func keeps(m *realm.March, formation realm.ArmyName) bool {
	if m.Command != realm.Defend || m.Plan.Steps(0) {
		return false
	}
	return m.Kind == realm.NoMeaning || m.Kind == realm.Bless || m.Kind == realm.Join && m.Special.Army == formation
}

// joinFormation carries out `K.M 1 0000000000000 V+ V.L 1`. The formation must be in the army's field. If it does not
// exist yet, it is formed at the price of T04.
func joinFormation(t *realm.Turn, a *realm.Army) {
	m := a.March
	name := m.Special.Army
	if a.Aboard == name {
		return
	}
	field := phrase.At("field", a.At)
	formation := phrase.Str("formation", name.String())
	v := t.State.Army(a.Realm, name)
	switch price := t.Tables.RowOf(a.Realm, name.Unit).CostFixed; {
	case t.Load(a) != nil:
		t.RefuseArmy(a, "join-cargo", formation, phrase.Str("cargo", t.Load(a).Name.String()))
		return
	case v != nil && v.At != a.At:
		t.RefuseArmy(a, "join-apart", formation, phrase.At("field", v.At))
		return
	case v != nil:
		t.DidArmy(a, "formation-joined", formation, field)
	case t.TooManyArmies(a.Realm, m.At), !market.Pay(t, a.Realm, m.At, "formations", price):
		return
	default:
		v = t.AddArmy(realm.Army{
			Realm: a.Realm, Name: name, Men: a.Men, At: a.At, Fit: -1, Since: t.State.Turn,
			Start: game.Nowhere, Command: realm.Defend, Flag: realm.Shown,
		})
		v.March = &realm.March{Command: realm.Defend, Fresh: true}
		t.Formations = append(t.Formations, v)
		t.DidArmy(a, "formation-formed", formation, field, phrase.Num("gold", price))
	}
	t.Leave(a)
	a.Aboard = name
	t.Recount(v)
}
