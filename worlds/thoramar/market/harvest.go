// Package market is the money of a realm: transfers, trade, harvest, upkeep and mines. Each amount that comes or goes
// is booked by its source or purpose in the turn, so that the ledger over all phases balances (law 9). Orders that cost
// something take it by Pay, which refuses them if the treasury is empty. Begin with Harvest, whose comment has the
// order of the autumn.
package market

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// Harvest settles the year in autumn (decision 5), in this order: income from the land, the buildings and the mines,
// then upkeep. Then yields recover as far as the tables say, and recruiting capacity is full again. Income is rounded
// down field by field.
func Harvest(t *realm.Turn) {
	if !realm.Autumn(t.State.Turn) {
		return
	}
	year := make([]YearOf, len(t.State.Realms))
	for i := range t.State.Fields {
		f := &t.State.Fields[i]
		AddYear(t, &year[f.Owner], f)
	}
	for r := range t.State.Realms {
		y := &year[r]
		if r == 0 || y.Land == 0 && y.Buildings == 0 {
			continue
		}
		t.Earn(r, "land", y.Land)
		t.Earn(r, "buildings", y.Buildings)
		t.Tell(phrase.P("harvest", phrase.Num("land", y.Land), phrase.Num("buildings", y.Buildings)), r)
	}
	mining(t)
	for r := 1; r < len(year); r++ {
		for _, a := range t.State.Armies[r] {
			year[r].Upkeep += ArmyUpkeep(t, a, a.Men)
		}
		upkeep(t, r, year[r].Upkeep)
	}
	for i := range t.State.Fields {
		f := &t.State.Fields[i]
		f.Yield = min(tables.FullYield, f.Yield+int16(t.Tables.Rules.PlunderBack))
		if f.Building != nil {
			f.Building.Used = 0
		}
	}
}

// YearOf is the income from a realm's land and its cost in autumn.
type YearOf struct {
	Land, Buildings int64
	Upkeep          int64 // of buildings, and of armies where they are added
}

// AddYear adds the yearly income and cost of a field.
func AddYear(t *realm.Turn, y *YearOf, f *realm.Field) {
	land := t.Tables.TerrainOf(int(f.Owner), f.Terrain).Income * int64(f.Yield) / tables.FullYield
	if f.Blessed > 0 {
		land *= t.Tables.Rules.BlessedFactor
	}
	gold, upkeep := buildingIncome(t, int(f.Owner), f.Building)
	y.Land += land
	y.Buildings += gold
	y.Upkeep += upkeep
}

// buildingIncome is the yearly income and upkeep of a building for its owner. The income depends on its state, and
// there is none during construction or conversion. A temple city costs its full upkeep, a ruined one nothing.
func buildingIncome(t *realm.Turn, owner int, b *realm.Building) (gold, upkeep int64) {
	if !b.Stands() {
		return 0, 0
	}
	row := t.Tables.BuildingOf(owner, b.Kind)
	if b.Damage != tables.Ruin {
		upkeep = row.Upkeep
	}
	if b.Into == "" {
		gold = row.Income * t.Tables.Rules.StateShare[b.Damage] / 1000
	}
	return gold, upkeep
}

// ArmyUpkeep is what an army of this many men costs a year: an amount for each man, and one for the army. A formation
// costs one amount in all.
func ArmyUpkeep(t *realm.Turn, a *realm.Army, men int64) int64 {
	switch row := t.Row(a); {
	case a.Formation():
		return row.Upkeep
	case row.Upkeep > 0:
		return men*row.Upkeep + t.Tables.Rules.UnitUpkeep
	}
	return 0
}

// upkeep pays for buildings and armies. If it cannot pay everything, every army loses a quarter of the unpaid share of
// its men, rounded down. Below minimum strength it disbands.
func upkeep(t *realm.Turn, number int, due int64) {
	if due == 0 {
		return
	}
	paid := min(due, t.State.Realms[number].Gold)
	t.Spend(number, "upkeep", paid)
	t.Tell(phrase.P("upkeep", phrase.Num("gold", paid)), number)
	unpaid := due - paid
	if unpaid == 0 {
		return
	}
	t.Tell(phrase.P("upkeep-unpaid", phrase.Num("gold", unpaid)), number)
	share := unpaid * 1000000 / due            // millionths, rounded down
	for _, a := range t.State.Armies[number] { // an army that went down with its fleet has no men left
		desert(t, a, a.Men*share*t.Tables.Rules.UnpaidShrink/1000000000)
	}
}

func desert(t *realm.Turn, a *realm.Army, men int64) {
	if men == 0 || a.Formation() {
		return
	}
	field := phrase.At("field", a.At)
	if left := a.Men - men; left >= t.Row(a).Min && left > 0 {
		a.Men = left
		t.TellArmy(a, "army-shrinks", field, phrase.Num("men", men), realm.Kind(a.Name.Unit, men),
			phrase.Num("left", left))
		t.Trim(a)
		return
	}
	t.TellArmy(a, "army-disbands", field)
	t.RemoveArmy(a)
}
