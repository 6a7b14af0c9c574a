package march

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
)

// Plunder lets armies with order P plunder the field in which they spend the week (manual, "Plündern"; decision 9).
// Each time costs points and yield. It goes by initiative, since only one of them gets the last of a field's yield.
func Plunder(t *realm.Turn) {
	var list []*realm.Army
	for _, a := range realm.Chosen(t, func(a *realm.Army) bool { return a.March.Command == realm.Plunder }) {
		if canPlunder(t, a) {
			list = append(list, a)
		}
	}
	t.ByInitiative(list)
	for _, a := range list {
		pillage(t, a)
	}
}

// canPlunder reports whether an army with order P spends the week plundering: without a step or a fight, with enough
// points and men, on land that is neither its own nor a treaty partner's. On such land its realm is told so, once a
// turn.
func canPlunder(t *realm.Turn, a *realm.Army) bool {
	m := a.March
	if m.Week != realm.Waited || m.Due() != 0 || a.Points <= 0 || a.Cargo() {
		return false
	}
	if a.Realm == 0 && t.Field(a.At).Owner == 0 {
		return false // wild armies spare the free land, and there is nobody to tell
	}
	why := ""
	switch least := t.Row(a).Plunder; {
	case a.Men < least:
		why = "plunder-weak"
	case t.State.Treaty(a.Realm, int(t.Field(a.At).Owner)) != realm.NoTreaty:
		why = "plunder-treaty"
	default:
		return true
	}
	if !m.Spared {
		m.Spared = true
		t.TellArmy(a, why, phrase.At("field", a.At))
	}
	return false
}

// pillage is one week's plundering of one field. The booty is a share of the land's income by T07, rounded down, and
// never more than the men can carry.
func pillage(t *realm.Turn, a *realm.Army) {
	f, n := t.Field(a.At), &t.Tables.Rules
	if f.Yield <= 0 {
		return
	}
	share := n.PlunderBooty
	if f.Owner == 0 {
		share = n.PlunderFree
	}
	booty := min(t.TerrainFor(int(f.Owner), a.At).Income*share/1000, n.PlunderAMan*a.Men)
	f.Yield = max(0, f.Yield-int16(n.PlunderYield))
	a.Points -= n.PlunderPoints
	t.Earn(a.Realm, "plunder", booty)
	field, yield := phrase.At("field", a.At), phrase.Num("yield", f.Yield)
	t.TellArmy(a, "plundered", field, phrase.Num("gold", booty), yield)
	if owner := int(f.Owner); owner != 0 {
		t.Tell(phrase.P("was-plundered", phrase.Str("army", sight.NameFor(t, owner, a)), field, yield), owner)
	}
}
