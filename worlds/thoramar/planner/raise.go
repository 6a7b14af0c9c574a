package planner

import (
	"slices"
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// Parts of a line of $R, in the order of its form.
const (
	raiseFit   = 0
	raiseCount = 2
	raiseWater = 4
)

// units lists what T04 has a price for.
func (d *desk) units(own []game.Place) (out []game.Unit) {
	for i := range d.Tables.Unit {
		u := d.Tables.Unit[i].Letters()
		row := d.Tables.RowOf(d.number, u)
		if row.Cost == 0 {
			continue
		}
		name := realm.ArmyName{Unit: u, ID: d.free(u)}
		unit := game.Unit{Code: row.Unit, Name: d.name(row.Key()), Look: lookOf(u), Price: d.gold(row.Cost),
			Once: d.gold(row.CostFixed), Upkeep: d.gold(row.Upkeep), Figures: d.figures(u, row)}
		unit.Action = d.action("recruit", game.Draft{Letter: "R", Values: []string{"", name.String(), "", "", ""}},
			d.raised(u, row)...)
		unit.Sites = d.raisedAt(own, name, row)
		out = append(out, unit)
	}
	return out
}

// free is the lowest free number of a kind.
func (d *desk) free(u tables.Unit) int32 {
	if id := d.frees[u]; id != 0 {
		return id
	}
	id := int32(1)
	for d.State.Army(d.number, realm.ArmyName{Unit: u, ID: id}) != nil {
		id++
	}
	d.frees[u] = id
	return id
}

// raised are the limits of a line of $R.
func (d *desk) raised(u tables.Unit, row *tables.UnitRow) []game.Field {
	fields := []game.Field{{Part: raiseCount, Least: row.RecruitMin, Most: row.Max, Unit: d.counts(u)}}
	if u.Gifted() {
		return fields
	}
	return append(fields, game.Field{Part: raiseFit, Choices: []game.Option{{Value: "", Name: d.book.T("desk.plain")},
		{Value: "+", Name: d.book.Say(phrase.P("desk.fit", phrase.Num("percent", d.Tables.Rules.FitSurcharge/10)))}}})
}

// counts is what an army's number counts.
func (d *desk) counts(u tables.Unit) string { return d.book.T(realm.Kind(u, 2).S) }

// figures are what T01 to T03 say of a kind.
func (d *desk) figures(u tables.Unit, row *tables.UnitRow) (out []game.Amount) {
	yearly := d.Tables.Rules.UnitUpkeep // what an army costs besides its men
	if row.Upkeep == 0 {
		yearly = 0
	}
	for _, f := range []struct {
		code string
		n    int64
	}{
		{"move", int64(row.Move)}, {"strength", row.Strength}, {"people", d.Strength(d.number, u)}, {"least", row.Min},
		{"upkeep", yearly},
		{"conquer", row.Conquer}, {"plunder", row.Plunder}, {"destroy", row.Destroy}, {"spy", row.Spy},
		{"hold", row.Hold}, {"size", row.Size}, {"armies", row.LimitOf(d.r.Kind)},
	} {
		if f.n != 0 && (f.code != "people" || f.n != 100) {
			out = append(out, game.Amount{Code: f.code, Name: d.book.T("desk.figure." + f.code), Amount: f.n})
		}
	}
	return out
}

// raisedAt lists the buildings of the realm that recruit, and for fleets each of the waters beside them. The treasury
// is not asked: a page sees what it holds.
func (d *desk) raisedAt(own []game.Place, name realm.ArmyName, row *tables.UnitRow) (out []game.Site) {
	if d.Strength(d.number, name.Unit) == 0 {
		return []game.Site{{Why: d.why(phrase.P("culture-cannot", phrase.Key("unit", row.Key())))}}
	}
	for _, p := range own {
		b := d.Field(p).Building
		if b == nil || d.Tables.BuildingOf(d.number, b.Kind).Capacity == 0 {
			continue
		}
		dirs := []game.Direction{0}
		if name.Ship() {
			if dirs = d.waters(p); dirs == nil {
				dirs = []game.Direction{1} // the refusal says that there is none
			}
		}
		for _, dir := range dirs {
			out = append(out, d.raisedIn(p, dir, name, row))
		}
	}
	return rulekit.Sites(out)
}

// waters are the directions of a field in which water lies, as far as the realm knows.
func (d *desk) waters(p game.Place) (out []game.Direction) {
	for dir := game.Direction(1); dir <= 6; dir++ {
		if q := d.Grid.Step(p, dir); q != game.Nowhere && d.Known(q) && d.TerrainAt(q).Water() {
			out = append(out, dir)
		}
	}
	return out
}

// raisedIn is one of these places.
func (d *desk) raisedIn(p game.Place, dir game.Direction, name realm.ArmyName, row *tables.UnitRow) game.Site {
	site := game.Site{At: d.label(p), Edge: dir}
	o := order.RecruitOrder{Army: name, Count: max(row.RecruitMin, 1), At: d.xy(p), Dir: dir}
	if _, why := d.Raise(o); why.Code != "" {
		site.Why = d.why(why)
		return site
	}
	if site.Most = turn.CapacityLeft(d.Turn, d.Field(p)) / row.Cost; row.Max > 0 {
		site.Most = min(site.Most, row.Max)
	}
	values := []string{"", name.String(), "", d.label(p), ""}
	if dir != 0 {
		values[raiseWater] = strconv.Itoa(int(dir))
	}
	site.Draft = &game.Draft{Letter: "R", Values: values}
	return site
}

// reinforced is the order that adds men to an army, where its building can.
func (d *desk) reinforced(a *realm.Army) (game.Action, bool) {
	row := d.Row(a)
	o := order.RecruitOrder{Army: a.Name, Count: 1, At: d.xy(a.At), Fit: a.Fit >= 0}
	from := a.At
	if a.Name.Ship() {
		if from, o.Dir = d.harbour(a.At); from == game.Nowhere {
			return game.Action{}, false
		}
		o.At = d.xy(from)
	}
	b := d.Field(from).Building
	if row.Cost == 0 || int(d.Field(from).Owner) != d.number || b == nil || !b.Stands() ||
		!slices.Contains(row.At, b.Kind) && !slices.Contains(row.Reinforce, b.Kind) {
		return game.Action{}, false
	}
	action := d.action("reinforce", game.Draft{Letter: "R",
		Values: []string{"", a.Name.String(), "", d.label(from), ""}})
	price := row.Cost
	if o.Fit {
		action.Draft.Values[raiseFit] = "+"
		price = (price*(1000+d.Tables.Rules.FitSurcharge) + 999) / 1000
	}
	if o.Dir != 0 {
		action.Draft.Values[raiseWater] = strconv.Itoa(int(o.Dir))
	}
	_, why := d.Raise(o)
	action.Why = d.why(why)
	most := turn.CapacityLeft(d.Turn, d.Field(from)) / price
	if row.Max > 0 {
		most = min(most, row.Max-a.Men)
	}
	action.Fields = []game.Field{{Part: raiseCount, Least: 1, Most: max(most, 0), Unit: d.counts(a.Name.Unit)}}
	return action, true
}

// harbour is an own field beside a water, with a building, and the direction from there to the water.
func (d *desk) harbour(water game.Place) (game.Place, game.Direction) {
	for dir := game.Direction(1); dir <= 6; dir++ {
		p := d.Grid.Step(water, dir)
		if p != game.Nowhere && int(d.Field(p).Owner) == d.number && d.Field(p).Building != nil {
			return p, dir.Opposite()
		}
	}
	return game.Nowhere, 0
}
