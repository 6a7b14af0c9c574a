package thoramar

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// harvest settles the year in autumn (decision 5), in this order: the land's
// income, the buildings', the mines', then upkeep; then yields are whole and recruiting
// capacity is full again. Income rounds down field by field.
func harvest(t *turn) {
	if !autumn(t.state.Turn) {
		return
	}
	land := make([]int64, len(t.state.Realms))
	buildings := make([]int64, len(t.state.Realms))
	due := make([]int64, len(t.state.Realms))
	for i := range t.state.Fields {
		f := &t.state.Fields[i]
		land[f.Owner] += t.landIncome(f)
		gold, upkeep := t.buildingIncome(f.Building)
		buildings[f.Owner] += gold
		due[f.Owner] += upkeep
	}
	for r := range t.state.Realms {
		if r == 0 || land[r] == 0 && buildings[r] == 0 {
			continue
		}
		t.earn(r, "land", land[r])
		t.earn(r, "buildings", buildings[r])
		t.tell(phrase.P("harvest", phrase.Num("land", land[r]), phrase.Num("buildings", buildings[r])), r)
	}
	t.mining()
	for r := range t.state.Realms {
		if r != 0 {
			t.upkeep(r, due[r])
		}
	}
	t.renew()
}

// landIncome is what a field yields this year.
func (t *turn) landIncome(f *Field) int64 {
	gold := t.tables.Terrain[f.Terrain].Income * int64(f.Yield) / fullYield
	if f.Blessed > 0 {
		gold *= t.tables.Rules.BlessedFactor
	}
	return gold
}

// buildingIncome is what a building brings and costs a year: its income by its
// state, none while being built or converted; a temple city's upkeep in full,
// a ruined one's not at all.
func (t *turn) buildingIncome(b *Building) (gold, upkeep int64) {
	if !b.ready() {
		return 0, 0
	}
	row := t.tables.building(b.Kind)
	if b.Damage != Ruin {
		upkeep = row.Upkeep
	}
	if b.Into == "" {
		gold = row.Income * t.tables.Rules.StateShare[b.Damage] / 1000
	}
	return gold, upkeep
}

// upkeep pays buildings and armies (T04). What cannot be paid costs every army
// a quarter of the unpaid share of its men, rounded down; under minimum
// strength it disbands.
func (t *turn) upkeep(realm int, due int64) {
	for _, a := range t.state.Armies[realm] {
		if row := t.row(a); a.formation() {
			due += row.Upkeep // in all
		} else if row.Upkeep > 0 {
			due += a.Men*row.Upkeep + t.tables.Rules.UnitUpkeep
		}
	}
	if due == 0 {
		return
	}
	paid := min(due, t.state.Realms[realm].Gold)
	t.spend(realm, "upkeep", paid)
	t.tell(phrase.P("upkeep", phrase.Num("gold", paid)), realm)
	unpaid := due - paid
	if unpaid == 0 {
		return
	}
	t.tell(phrase.P("upkeep-unpaid", phrase.Num("gold", unpaid)), realm)
	share := unpaid * 1000000 / due           // millionths, rounded down
	for _, a := range t.state.Armies[realm] { // one that went down with its fleet has no men left
		t.desert(a, a.Men*share*t.tables.Rules.UnpaidShrink/1000000000)
	}
}

func (t *turn) desert(a *Army, men int64) {
	if men == 0 || a.formation() {
		return
	}
	army, field := phrase.Str("army", a.Name.String()), phrase.At("field", a.At)
	if left := a.Men - men; left >= t.row(a).Min && left > 0 {
		a.Men = left
		t.tell(phrase.P("army-shrinks", army, field, phrase.Num("men", men), a.Name.kind(men), phrase.Num("left", left)), a.Realm)
		t.trim(a)
		return
	}
	t.tell(phrase.P("army-disbands", army, field), a.Realm)
	t.removeArmy(a)
}

// renew makes yields whole and capacities full.
func (t *turn) renew() {
	for i := range t.state.Fields {
		f := &t.state.Fields[i]
		f.Yield = fullYield
		if f.Building.ready() {
			f.Building.Capacity = t.capacity(f.Building)
		}
	}
}

// fallen finds the realms with neither field nor army: they get a last report
// (decision 10). Their treaties end.
func fallen(t *turn) {
	alive := make([]bool, len(t.state.Realms))
	for i := range t.state.Fields {
		alive[t.state.Fields[i].Owner] = true
	}
	for i := range t.state.Realms {
		r := &t.state.Realms[i]
		if i == 0 || r.Fallen || alive[i] || len(t.state.Armies[i]) > 0 {
			continue
		}
		t.tell(phrase.P("realm-fallen", phrase.Num("realm", i), phrase.Str("name", r.Name)), t.everybody()...)
		r.Fallen = true
		for _, with := range r.Treaties {
			t.state.setTreaty(i, with.Realm, NoTreaty)
			t.tell(phrase.P("treaty-ended", phrase.Num("realm", i), phrase.Num("other", with.Realm), with.Treaty.arg()), i, with.Realm)
		}
	}
}

// clear tells whether the field is known as it is now: always in a turn, in a
// receipt only where the realm looks.
func (t *turn) clear(p game.Place) bool { return t.receipt == nil || t.receipt.clear.Has(p) }

// known tells whether the field's terrain is known.
func (t *turn) known(p game.Place) bool { return t.receipt == nil || t.receipt.seen.Has(p) }
