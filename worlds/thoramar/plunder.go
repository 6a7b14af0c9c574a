package thoramar

import "weltentor/orders/phrase"

// plunder lets armies with order P take from the field they spend the week in
// (manual, "Plündern"; decision 9): each time it costs points and yield. It
// goes by initiative, since the last of a field's yield goes to one of them.
func plunder(t *Turn) {
	var list []*Army
	for _, armies := range t.state.Armies {
		for _, a := range armies {
			if t.canPlunder(a) {
				list = append(list, a)
			}
		}
	}
	t.byInitiative(list)
	for _, a := range list {
		t.pillage(a)
	}
}

// canPlunder tells whether the army spends the week plundering: order P, no
// step, no fight, points and men enough, on land that is neither its own nor a
// treaty partner's. Of that its realm is told once a turn.
func (t *Turn) canPlunder(a *Army) bool {
	m := a.march
	if m.command != Plunder || m.week != waited || m.due() != 0 || a.Points <= 0 || a.cargo() {
		return false
	}
	if a.Realm == 0 && t.field(a.At).Owner == 0 {
		return false // wild armies spare the free land, and nobody is to be told
	}
	why := ""
	switch least := t.row(a).Plunder; {
	case a.Men < least:
		why = "plunder-weak"
	case t.state.treaty(a.Realm, int(t.field(a.At).Owner)) != NoTreaty:
		why = "plunder-treaty"
	default:
		return true
	}
	if !m.spared {
		m.spared = true
		t.tell(phrase.P(why, phrase.Str("army", a.Name.String()), phrase.At("field", a.At)), a.Realm)
	}
	return false
}

// pillage is one week's plundering of one field. Booty is a share of the land's
// income by T07, rounded down, and never more than the men can carry.
func (t *Turn) pillage(a *Army) {
	f, n := t.field(a.At), &t.tables.Rules
	if f.Yield <= 0 {
		return
	}
	share := n.PlunderBooty
	if f.Owner == 0 {
		share = n.PlunderFree
	}
	booty := min(t.terrainFor(int(f.Owner), a.At).Income*share/1000, n.PlunderAMan*a.Men)
	f.Yield = max(0, f.Yield-int16(n.PlunderYield))
	a.Points -= n.PlunderPoints
	t.earn(a.Realm, "plunder", booty)
	field, yield := phrase.At("field", a.At), phrase.Num("yield", f.Yield)
	t.tell(phrase.P("plundered", phrase.Str("army", a.Name.String()), field, phrase.Num("gold", booty), yield), a.Realm)
	if owner := int(f.Owner); owner != 0 {
		t.tell(phrase.P("was-plundered", phrase.Str("army", t.nameFor(owner, a)), field, yield), owner)
	}
}
