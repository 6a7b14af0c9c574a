package conformance

import (
	"slices"
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// charts: a map has each field once, explains all its signs, and is the same in both languages except for its words.
// The game master's has all fields that any realm's has. A game draws the map of each realm in each of its worlds, or
// none, and so what all realms see.
func charts(tb *table, bad fail) {
	has, open := drawn(tb.start()), common(tb.start()) != nil
	if w := tb.found(); drawn(w) != has || (common(w) != nil) != open {
		bad("a fresh world is drawn, and no other is, or the other way round")
	}
	for turns := range min(tb.ex.Turns, 6) {
		w := tb.after(turns)
		shared := common(w)
		if (shared != nil) != open {
			bad("turn %d: what all realms see is drawn: %t, and before turn 1: %t", w.Asked().Turn, !open, open)
		}
		whole := 0
		if all := w.Chart(0, phrase.De); all != nil {
			whole = len(all.Cells)
		}
		for _, r := range append(w.Realms(), game.Realm{}) {
			c := w.Chart(r.Number, phrase.De)
			if (c != nil) != has {
				bad("turn %d: the map of realm %d is drawn: %t, and before turn 1: %t", w.Asked().Turn, r.Number, !has, has)
				return
			}
			if c == nil {
				continue
			}
			if r.Number == 0 && len(c.Cells) == 0 || len(c.Cells) > whole || c.Realm != r.Number {
				bad("turn %d: the chart of realm %d, %d, has %d fields of %d", w.Asked().Turn, r.Number, c.Realm,
					len(c.Cells), whole)
			}
			explained(c, bad)
			alikeButWords(c, w.Chart(r.Number, phrase.En), bad)
			if shared != nil && !r.Fallen {
				within(shared, w.Chart(r.Number, phrase.En), bad)
			}
		}
		if shared != nil {
			explained(shared, bad)
		}
		located(w, bad)
	}
}

// within: what all realms see shows no more than the map of one of them. Fields have the same labels for everybody.
func within(shared, own *game.Chart, bad fail) {
	cells := map[string]*game.ChartCell{}
	for i := range own.Cells {
		cells[own.Cells[i].Label] = &own.Cells[i]
	}
	for _, c := range shared.Cells {
		sees, is := cells[c.Label]
		switch {
		case !is, own.Terrains[sees.Terrain].Name != shared.Terrains[c.Terrain].Name:
			bad("all are shown field %s, and realm %d does not see it", c.Label, own.Realm)
		case c.Owner != 0 && c.Owner != sees.Owner, c.Sign != "" && c.Sign != sees.Sign, c.Name != "" && c.Name != sees.Name,
			c.Building != "" && c.Building != sees.Building, (c.Own || c.Others) && !sees.Own && !sees.Others:
			bad("all are shown %+v, and realm %d sees %+v", c, own.Realm, *sees)
		}
	}
}

// located: each field of a realm's map is found on the whole one, with the same ground.
func located(w game.World, bad fail) {
	of, is := w.(game.FieldLocator)
	if !is {
		return
	}
	type place struct{ h, y int }
	whole, ground := w.Chart(0, phrase.De), map[place]string{}
	for _, c := range whole.Cells {
		ground[place{c.H, c.Y}] = whole.Terrains[c.Terrain].Name
	}
	for _, r := range w.Realms() {
		own := w.Chart(r.Number, phrase.De)
		for _, c := range own.Cells {
			h, y, ok := of.Locate(r.Number, c.Label)
			if got := ground[place{h, y}]; !ok || got != own.Terrains[c.Terrain].Name {
				bad("field %s of realm %d is %s, and at %d %d of the whole map is %q", c.Label, r.Number,
					own.Terrains[c.Terrain].Name, h, y, got)
				return
			}
		}
	}
	if _, _, ok := of.Locate(len(w.Realms())+1, "0/0"); ok {
		bad("a realm that is not there counts fields")
	}
}

// explained checks a single chart.
func explained(c *game.Chart, bad fail) {
	type place struct{ h, y int }
	at, called := map[place]bool{}, map[string]bool{}
	tells := func(list []game.ChartSign, sign string) bool {
		return slices.ContainsFunc(list, func(s game.ChartSign) bool { return s.Sign == sign && s.Name != "" })
	}
	terrains := map[int]bool{}
	for _, t := range c.Terrains {
		if t.Ground != "" && !slices.Contains(game.Grounds, t.Ground) || t.Height < 0 || t.Height > 3 {
			bad("terrain %s is drawn as %q on height %d", t.Code, t.Ground, t.Height)
		}
	}
	for number, crest := range c.Crests {
		if crest != game.CrestOf(number) {
			bad("realm %d has the crest %v", number, crest)
		}
	}
	for i, cell := range c.Cells {
		switch {
		case (cell.H+cell.Y)&1 != 0:
			bad("field %s lies at %d %d, which are no doubled coordinates", cell.Label, cell.H, cell.Y)
		case at[place{cell.H, cell.Y}] || called[cell.Label] || cell.Label == "":
			bad("field %q at %d %d is there twice", cell.Label, cell.H, cell.Y)
		case cell.Terrain < 0 || cell.Terrain >= len(c.Terrains):
			bad("field %s has the terrain %d of %d", cell.Label, cell.Terrain, len(c.Terrains))
		case cell.Sign != "" && (!tells(c.Signs, cell.Sign) || len(cell.Sign) > 3):
			bad("nothing explains the sign %q of field %s", cell.Sign, cell.Label)
		case cell.Owner != 0 && !tells(c.Realms, strconv.Itoa(cell.Owner)):
			bad("nothing explains that field %s is realm %d's", cell.Label, cell.Owner)
		case cell.Building != "" && !slices.Contains(game.Buildings, cell.Building),
			!slices.Contains([]string{"", "building", "damaged", "ruined"}, cell.State):
			bad("field %s has a building %q, %q", cell.Label, cell.Building, cell.State)
		case cell.Owner != 0 && c.Crests[cell.Owner] == (game.Crest{}):
			bad("nobody sees whose field %s is: realm %d has no crest", cell.Label, cell.Owner)
		case c.Realm == 0 && cell.Age != 0:
			bad("the game master does not know field %s as it is", cell.Label)
		case i > 0 && (c.Cells[i-1].Y < cell.Y || c.Cells[i-1].Y == cell.Y && c.Cells[i-1].H > cell.H):
			bad("field %s stands behind one that lies behind it", cell.Label)
		}
		at[place{cell.H, cell.Y}], called[cell.Label], terrains[cell.Terrain] = true, true, true
	}
	if len(terrains) != len(c.Terrains) {
		bad("the chart explains %d terrains and has %d", len(c.Terrains), len(terrains))
	}
}

// alikeButWords compares a chart in one language with that in the other.
func alikeButWords(c, other *game.Chart, bad fail) {
	if !slices.Equal(c.Cells, other.Cells) || len(c.Terrains) != len(other.Terrains) ||
		len(c.Signs) != len(other.Signs) {
		bad("the charts of realm %d in two languages show different things", c.Realm)
	}
}
