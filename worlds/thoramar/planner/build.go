package planner

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// The forms of $B.
const (
	buildHouse = iota
	buildEdge
)

// everywhere are refusals that are the same in all fields of the realm, and so told once.
var everywhere = []string{"second-capital", "second-temple-city", "needs-temple-city", "only-found"}

// works lists what T05 has, buildings before edges.
func (d *desk) works(own []game.Place) (out []game.Work) {
	for i := range d.Tables.Building {
		row := d.Tables.BuildingOf(d.number, d.Tables.Building[i].Code)
		work := game.Work{Code: row.Code, Name: d.name(row.Key()), Price: d.gold(row.Cost), Turns: row.Time,
			Gives: d.gives(row), Symbol: row.Symbol(), Action: d.action("build",
				game.Draft{Letter: "B", Form: buildHouse, Values: []string{row.Code, "", ""}})}
		var whys rulekit.Reasons
		if row.Edge {
			work.Action.Draft.Form = buildEdge
			work.Sites = d.edgesAt(own, row, &whys)
		} else {
			work.Sites = d.builtAt(own, row, &whys)
		}
		work.Action.Why = d.why(whys.Commonest())
		out = append(out, work)
	}
	return out
}

// gives says what a work is good for: what it brings, defends and raises, by T05; and "" if it says nothing.
func (d *desk) gives(row *tables.BuildingRow) string {
	var out []string
	n := &d.Tables.Rules
	say := func(code string, much int64, args ...phrase.Arg) {
		if much != 0 {
			out = append(out, d.book.Say(phrase.P("desk.gives-"+code, append(args, phrase.Num("much", much))...)))
		}
	}
	say("income", max(row.Income-row.Upkeep, 0))
	say("costs", max(row.Upkeep-row.Income, 0))
	if row.Mine {
		say("mine", n.MineYieldMax, phrase.Num("least", n.MineYieldMin))
	}
	say("defence", row.Defence/10)
	if kinds := d.kindsAt(row.Code, func(u *tables.UnitRow) []string { return u.At }); kinds != "" {
		say("troops", row.Capacity, phrase.Str("kinds", kinds))
	} else if kinds = d.kindsAt(row.Code, func(u *tables.UnitRow) []string { return u.Reinforce }); kinds != "" {
		say("more", row.Capacity, phrase.Str("kinds", kinds))
	}
	if row.Gate {
		say("gate", 1)
	}
	if row.Edge {
		points := map[string]int{"S": n.RoadPoints, "B": n.RiverPoints, "W": n.WallPoints}[row.Code]
		say(row.Code, int64(points), phrase.Num("percent", n.WallBonus/10))
	}
	return strings.Join(out, " · ")
}

// kindsAt lists the types of armies for which a building is named in a list of T04.
func (d *desk) kindsAt(building string, at func(*tables.UnitRow) []string) string {
	var out []string
	for i := range d.Tables.Unit {
		u := &d.Tables.Unit[i]
		kind := d.book.T("desk.type." + u.Unit[:1])
		if u.Cost > 0 && slices.Contains(at(u), building) && !slices.Contains(out, kind) {
			out = append(out, kind)
		}
	}
	return strings.Join(out, ", ")
}

// builtAt lists the fields of the realm where work on the building can begin: where nothing stands, where it is to be
// repaired, where another is converted. A field whose building has nothing to do with it is left out.
func (d *desk) builtAt(own []game.Place, row *tables.BuildingRow, whys *rulekit.Reasons) (out []game.Site) {
	var told []string
	for _, p := range own {
		price, _, why := d.Build(order.BuildOrder{Building: row.Code, At: d.xy(p)})
		whys.Add(why)
		switch site := (game.Site{At: d.label(p)}); {
		case why.Code == "already-built" || why.Code == "no-conversion":
		case slices.Contains(everywhere, why.Code):
			if !slices.Contains(told, why.Code) {
				told = append(told, why.Code)
				out = append(out, game.Site{Why: d.why(why)})
			}
		case why.Code != "":
			site.Why = d.why(why)
			out = append(out, site)
		default:
			if price != row.Cost {
				site.Price = d.gold(price)
			}
			site.Draft = &game.Draft{Letter: "B", Form: buildHouse, Values: []string{row.Code, d.label(p), ""}}
			out = append(out, site)
		}
	}
	return rulekit.Sites(out)
}

// edgesAt lists the borders of the realm's fields where an edge can be built or only a passing reason prevents it.
// Where it is already, or no river runs, is nothing to build.
func (d *desk) edgesAt(own []game.Place, row *tables.BuildingRow, whys *rulekit.Reasons) (out []game.Site) {
	edge := realm.Edge(row.Code[0])
	for _, p := range own {
		for dir := game.Direction(1); dir <= 6; dir++ {
			if d.Field(p).Edge(edge).Has(dir) {
				continue
			}
			_, why := d.Edge(order.EdgeOrder{Edge: edge, At: d.xy(p), Dirs: []game.Direction{dir}})
			whys.Add(why)
			if why.Code == "edge-no-river" || why.Code == "edge-beyond" {
				continue
			}
			site := game.Site{At: d.label(p), Edge: dir, Why: d.why(why)}
			if why.Code == "" {
				site.Draft = &game.Draft{Letter: "B", Form: buildEdge,
					Values: []string{row.Code, d.label(p), strconv.Itoa(int(dir))}}
			}
			out = append(out, site)
		}
	}
	return rulekit.Sites(out)
}
