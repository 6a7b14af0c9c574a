package report

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/thoramar/tables"
)

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
