package thoramar

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// harvest settles the year in autumn (decision 5), in this order: the land's
// income, the buildings', the mines', then upkeep; then yields recover and recruiting
// capacity is full again. Income rounds down field by field.
func harvest(t *Turn) {
	if !autumn(t.state.Turn) {
		return
	}
	year := t.years()
	for r := range t.state.Realms {
		y := &year[r]
		if r == 0 || y.land == 0 && y.buildings == 0 {
			continue
		}
		t.earn(r, "land", y.land)
		t.earn(r, "buildings", y.buildings)
		t.tell(phrase.P("harvest", phrase.Num("land", y.land), phrase.Num("buildings", y.buildings)), r)
	}
	t.mining()
	for r := range t.state.Realms {
		if r != 0 {
			t.upkeep(r, year[r].upkeep+t.armiesUpkeep(r))
		}
	}
	t.renew()
}

// yearOf is what a realm's land brings and costs in autumn.
type yearOf struct {
	land, buildings int64
	upkeep          int64 // of buildings
}

// years sums up what all fields bring and cost, by the realm that owns them.
func (t *Turn) years() []yearOf {
	out := make([]yearOf, len(t.state.Realms))
	for i := range t.state.Fields {
		f := &t.state.Fields[i]
		t.addYear(&out[f.Owner], f)
	}
	return out
}

// addYear adds what a field brings and costs a year.
func (t *Turn) addYear(y *yearOf, f *Field) {
	gold, upkeep := t.buildingIncome(int(f.Owner), f.Building)
	y.land += t.landIncome(f)
	y.buildings += gold
	y.upkeep += upkeep
}

// landIncome is what a field yields this year.
func (t *Turn) landIncome(f *Field) int64 {
	gold := t.tables.terrainOf(int(f.Owner), f.Terrain).Income * int64(f.Yield) / fullYield
	if f.Blessed > 0 {
		gold *= t.tables.Rules.BlessedFactor
	}
	return gold
}

// buildingIncome is what a building brings and costs its owner a year: its income by its
// state, none while being built or converted; a temple city's upkeep in full,
// a ruined one's not at all.
func (t *Turn) buildingIncome(owner int, b *Building) (gold, upkeep int64) {
	if !b.ready() {
		return 0, 0
	}
	row := t.tables.buildingOf(owner, b.Kind)
	if b.Damage != Ruin {
		upkeep = row.Upkeep
	}
	if b.Into == "" {
		gold = row.Income * t.tables.Rules.StateShare[b.Damage] / 1000
	}
	return gold, upkeep
}

// armiesUpkeep is what a realm's armies cost a year (T04).
func (t *Turn) armiesUpkeep(realm int) (gold int64) {
	for _, a := range t.state.Armies[realm] {
		gold += t.armyUpkeep(a, a.Men)
	}
	return gold
}

// armyUpkeep is what an army of so many men costs a year: by the man, and so much
// for the army; a formation so much in all.
func (t *Turn) armyUpkeep(a *Army, men int64) int64 {
	switch row := t.row(a); {
	case a.formation():
		return row.Upkeep
	case row.Upkeep > 0:
		return men*row.Upkeep + t.tables.Rules.UnitUpkeep
	}
	return 0
}

// upkeep pays what buildings and armies cost. What cannot be paid costs every army
// a quarter of the unpaid share of its men, rounded down; under minimum
// strength it disbands.
func (t *Turn) upkeep(realm int, due int64) {
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

func (t *Turn) desert(a *Army, men int64) {
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

// renew gives each field as much of its lost yield back as the tables have it, by
// default all, and makes capacities full.
func (t *Turn) renew() {
	back := int16(t.tables.Rules.PlunderBack)
	for i := range t.state.Fields {
		f := &t.state.Fields[i]
		f.Yield = min(fullYield, f.Yield+back)
		if f.Building != nil {
			f.Building.Used = 0
		}
	}
}

// fallen finds the realms with neither field nor army: they get a last report
// (decision 10). Their treaties end.
func fallen(t *Turn) {
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
func (t *Turn) clear(p game.Place) bool { return t.receipt == nil || t.receipt.clear.Has(p) }

// known tells whether the field's terrain is known.
func (t *Turn) known(p game.Place) bool { return t.receipt == nil || t.receipt.seen.Has(p) }
