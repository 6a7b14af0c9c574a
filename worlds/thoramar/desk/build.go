package desk

import (
	"slices"
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
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
			Gives: d.gives(row), Symbol: row.Symbol(), Action: game.Action{Code: "build", Name: d.book.T("desk.build"),
				Draft: game.Draft{Letter: "B", Form: buildHouse, Values: []string{row.Code, "", ""}}}}
		if row.Edge {
			work.Action.Draft.Form = buildEdge
			work.Sites = d.edgesAt(own, row)
		} else {
			work.Sites = d.builtAt(own, row)
		}
		out = append(out, work)
	}
	return out
}

// gives says in a sentence what a building is good for, and "" if T05 says nothing.
func (d *desk) gives(row *tables.BuildingRow) string {
	if row.Capacity == 0 && row.Income == row.Upkeep && row.Defence == 0 {
		return ""
	}
	return d.book.Say(phrase.P("desk.gives", phrase.Num("income", row.Income-row.Upkeep),
		phrase.Num("capacity", row.Capacity), phrase.Num("defence", row.Defence/10)))
}

// builtAt lists the fields of the realm where work on the building can begin: where nothing stands, where it is to be
// repaired, where another is converted. A field whose building has nothing to do with it is left out.
func (d *desk) builtAt(own []game.Place, row *tables.BuildingRow) (out []game.Site) {
	var told []string
	for _, p := range own {
		price, _, why := d.Build(order.BuildOrder{Building: row.Code, At: d.xy(p)})
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
	return frame.Sites(out)
}

// edgesAt lists the borders of the realm's fields where an edge can be built or only a passing reason prevents it.
// Where it is already, or no river runs, is nothing to build.
func (d *desk) edgesAt(own []game.Place, row *tables.BuildingRow) (out []game.Site) {
	edge := realm.Edge(row.Code[0])
	for _, p := range own {
		for dir := game.Direction(1); dir <= 6; dir++ {
			if d.Field(p).Edge(edge).Has(dir) {
				continue
			}
			_, why := d.Edge(order.EdgeOrder{Edge: edge, At: d.xy(p), Dirs: []game.Direction{dir}})
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
	return frame.Sites(out)
}
