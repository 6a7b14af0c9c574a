package report

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// treatyRow is the row of a treaty in force.
func treatyRow(a *account, t realm.TreatyWith) phrase.Phrase {
	return phrase.P("report.treaty-with", phrase.Num("realm", t.Realm), t.Treaty.Arg(),
		phrase.Str("name", a.t.State.Realms[t.Realm].Name))
}

// stateRow is a building's state. Work that changes what it is comes before damage.
func stateRow(b *realm.Building) phrase.Phrase {
	code := "report.state." + turn.DamageWord(b.Damage)
	switch {
	case b.New:
		code = "report.state.building"
	case b.Into != "":
		code = "report.state.conversion"
	}
	return phrase.P(code, phrase.Num("turn", b.Ready))
}

// accountRows are about the player's account, and none in a world without fees.
func accountRows(book *phrase.Book, a *account) (out []phrase.Phrase) {
	rules := &a.t.Tables.Rules
	if rules.Fee == 0 && a.r.Account == 0 {
		return nil
	}
	out = append(out, phrase.P("report.account", phrase.Str("balance", coins(book, a.r.Account)),
		phrase.Str("fee", coins(book, rules.Fee)), phrase.Str("currency", rules.Currency)))
	if a.r.Account < 0 {
		out = append(out, phrase.P("report.account-short"))
	}
	return out
}

// coins writes an amount of the world's currency as the manual does: `15,--`.
func coins(book *phrase.Book, n int64) string {
	var b []byte
	if n < 0 {
		b, n = append(b, '-'), -n
	}
	b = rulekit.AppendRight(b, n/100, 0)
	b = append(b, book.T("report.decimals")...)
	if n%100 == 0 {
		return string(append(b, book.T("report.whole")...))
	}
	return string(b) + realm.TwoDigits(int(n%100))
}

// source is a source of a treasury's income, or a purpose of its outlay.
type source struct {
	name string
	gold int64
}

// sumsOf lists sums of money by their names.
func sumsOf(sums map[string]int64) []source {
	out := make([]source, 0, len(sums))
	for name, gold := range sums {
		out = append(out, source{name, gold})
	}
	slices.SortFunc(out, func(a, b source) int { return strings.Compare(a.name, b.name) })
	return out
}

// specialRows adds the last column of the army table: the fleet or formation it is in, a demon's sorcerer, a caravan's
// trade, the points of priests and sorcerers.
func specialRows(parts []phrase.Phrase, of *account, a *realm.Army) []phrase.Phrase {
	if a.Aboard.ID != 0 {
		code := "report.aboard"
		if a.Aboard.Type == 'V' {
			code = "report.member"
		}
		parts = append(parts, phrase.P(code, phrase.Str("army", a.Aboard.String())))
	}
	if a.Formation() {
		if factor := of.t.Mixed(a); factor > 1000 {
			parts = append(parts, phrase.P("formation-mixed", phrase.Num("percent", (factor-1000)/10)))
		}
	}
	if a.Master.ID != 0 {
		parts = append(parts, phrase.P("report.demon-of", phrase.Str("army", a.Master.String())))
	}
	if a.Name.Type == 'H' && a.Start >= 0 {
		parts = append(parts, phrase.P("report.trade", phrase.At("field", a.Start), phrase.Num("gold", a.Gain)))
	}
	if a.Name.Type == 'P' || a.Name.Type == 'Z' {
		parts = append(parts, phrase.P("report.points", phrase.Num("n", a.Men)))
	}
	return parts
}

// sparedRow names the terrains in which the realm's men are spared.
func sparedRow(a *account) phrase.Phrase {
	var spared []string
	for i := range a.t.Tables.Terrain {
		if a.t.Spared(a.realm, uint8(i)) {
			spared = append(spared, a.t.Tables.Terrain[i].Code)
		}
	}
	if len(spared) == 0 {
		return phrase.P("report.spared-none")
	}
	return phrase.P("report.spared", phrase.Str("list", strings.Join(spared, ", ")))
}

// ownValue is a number of a table that a realm is told if it has a different one.
type ownValue[T tables.TableRow] struct {
	key string
	of  func(*T) int64
}

var ownUnitValues = []ownValue[tables.UnitRow]{
	{"own.move", func(r *tables.UnitRow) int64 { return int64(r.Move) }},
	{"own.size", func(r *tables.UnitRow) int64 { return r.Size }},
	{"own.hold", func(r *tables.UnitRow) int64 { return r.Hold }},
	{"own.recruit-min", func(r *tables.UnitRow) int64 { return r.RecruitMin }},
	{"own.min", func(r *tables.UnitRow) int64 { return r.Min }},
	{"own.max", func(r *tables.UnitRow) int64 { return r.Max }},
	{"own.conquer", func(r *tables.UnitRow) int64 { return r.Conquer }},
	{"own.plunder", func(r *tables.UnitRow) int64 { return r.Plunder }},
	{"own.destroy", func(r *tables.UnitRow) int64 { return r.Destroy }},
	{"own.spy", func(r *tables.UnitRow) int64 { return r.Spy }},
	{"own.upkeep", func(r *tables.UnitRow) int64 { return r.Upkeep }},
	{"own.cost", func(r *tables.UnitRow) int64 { return r.Cost }},
	{"own.cost-fixed", func(r *tables.UnitRow) int64 { return r.CostFixed }},
}

var ownTerrainValues = []ownValue[tables.Terrain]{
	{"own.points", func(r *tables.Terrain) int64 { return int64(r.Points) }},
	{"own.income", func(r *tables.Terrain) int64 { return r.Income }},
	{"own.loss-min", func(r *tables.Terrain) int64 { return r.LossMin }},
	{"own.loss-max", func(r *tables.Terrain) int64 { return r.LossMax }},
}

var ownBuildingValues = []ownValue[tables.BuildingRow]{
	{"own.cost", func(r *tables.BuildingRow) int64 { return r.Cost }},
	{"own.time", func(r *tables.BuildingRow) int64 { return int64(r.Time) }},
	{"own.capacity", func(r *tables.BuildingRow) int64 { return r.Capacity }},
	{"own.income", func(r *tables.BuildingRow) int64 { return r.Income }},
	{"own.upkeep", func(r *tables.BuildingRow) int64 { return r.Upkeep }},
	{"own.defence", func(r *tables.BuildingRow) int64 { return r.Defence }},
}

var ownConvertValues = []ownValue[tables.Convert]{
	{"own.cost", func(r *tables.Convert) int64 { return r.Cost }},
	{"own.time", func(r *tables.Convert) int64 { return int64(r.Time) }},
}

var ownRepairValues = []ownValue[tables.Repair]{
	{"own.cost", func(r *tables.Repair) int64 { return r.Cost }},
	{"own.time", func(r *tables.Repair) int64 { return int64(r.Time) }},
}

// ownRows say where a realm's numbers differ from the world's. No other realm's are shown.
func ownRows(book *phrase.Book, a *account) (out []phrase.Phrase) {
	own := a.t.Tables.OfRealm(a.realm)
	if own == nil {
		return nil
	}
	t := a.t.Tables
	out = differing(out, own.Unit, t.Unit, ownUnitValues, (*tables.UnitRow).RowCode)
	out = differing(out, own.Terrain, t.Terrain, ownTerrainValues, (*tables.Terrain).RowCode)
	out = differing(out, own.Building, t.Building, ownBuildingValues, (*tables.BuildingRow).RowCode)
	out = differing(out, own.Convert, t.Convert, ownConvertValues,
		func(r *tables.Convert) string { return r.From + " > " + r.To })
	out = differing(out, own.Repair, t.Repair, ownRepairValues, func(r *tables.Repair) string {
		return r.Code + " " + book.T("own.damage."+r.Damage)
	})
	return out
}

// differing adds the rows of one table.
func differing[T tables.TableRow](out []phrase.Phrase, own, world []T, values []ownValue[T],
	name func(*T) string) []phrase.Phrase {
	for i := range own {
		mine := &own[i]
		var theirs *T
		for k := range world {
			if name(&world[k]) == name(mine) {
				theirs = &world[k]
			}
		}
		for _, v := range values {
			args := []phrase.Arg{phrase.Str("row", name(mine)), phrase.Key("value", v.key), phrase.Num("n", v.of(mine))}
			switch {
			case theirs == nil:
				out = append(out, phrase.P("report.own-new", args...))
			case v.of(mine) != v.of(theirs):
				out = append(out, phrase.P("report.own-value", append(args, phrase.Num("world", v.of(theirs)))...))
			}
		}
	}
	return out
}
