package report

import (
	"fmt"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/sight"
	"weltentor/worlds/kolonien/tables"
	"weltentor/worlds/rulekit"
)

// mapCell is the width of an area on the map. Every other row is shifted by half of it.
const mapCell = 6

// mapColumns is how many of them a line has.
const mapColumns = (rulekit.Width - mapCell/2) / mapCell

// fortSigns are the map's letters for fortifications, by level.
const fortSigns = "-pfsz"

// writeMap writes the areas, with two lines a row. The first line has the numbers, and `~` at sea. The second has what
// everybody knows: a colony's owner, level and fortification, native locations, and havens. It also marks the reader's
// people and those in sight. A map too wide for a line is written in strips. A line in which nothing is said is left out,
// unless all are wanted.
func writeMap(t *rulekit.Text, a *account, all bool) {
	s := a.at.State
	for from := 0; from < s.Width; from += mapColumns {
		to := min(s.Width, from+mapColumns)
		for row := range s.Height {
			shift := ""
			if (s.Height-1-row)%2 == 1 {
				shift = strings.Repeat(" ", mapCell/2)
			}
			numbers, signs := shift, shift
			for col := from; col < to; col++ {
				at := row*s.Width + col + 1
				ground := ".."
				if s.Areas[at-1].Ground == realm.Sea {
					ground = "~~"
				}
				numbers += fmt.Sprintf("%3d%s ", at, ground)
				signs += fmt.Sprintf("%5s ", publicOf(a, at).signs()+presence(a, at))
			}
			t.Drawn(numbers)
			if all || strings.TrimSpace(signs) != "" {
				t.Drawn(signs)
			}
		}
		if to < s.Width {
			t.Blank()
		}
	}
}

// public is what the map shows everybody about an area.
type public struct {
	sea, home          bool
	owner, fort, level int // of a colony
	location           int // of natives; 0: none, or hidden by a colony
	haven              bool
}

func publicOf(of *account, at int) public {
	a := &of.at.State.Areas[at-1]
	out := public{sea: a.Ground == realm.Sea, home: a.Ground == realm.Home, haven: a.Haven != nil}
	switch {
	case a.Colony != nil:
		out.owner, out.fort, out.level = a.Colony.Owner, a.Colony.Fort, a.Colony.Level
	case a.Natives != nil:
		out.location = a.Natives.Location
	}
	return out
}

// signs are the signs of an area on the map, at most four characters.
func (a public) signs() (out string) {
	switch {
	case a.owner > 0:
		out = fmt.Sprintf("%d%c%d", a.owner, fortSigns[min(a.fort, len(fortSigns)-1)], a.level)
	case a.location > 0:
		out = fmt.Sprintf("U%d", a.location)
	}
	if a.haven {
		out += "!"
	}
	return out
}

// presence is `*` for the reader's leaders and fleets, `+` for others in sight, `&` for both.
func presence(a *account, at int) string {
	own, others := false, false
	s := a.at.State
	sees := sight.Sees(s, a.realm.Number, at)
	for _, r := range standing(s, at) {
		own, others = own || r == a.realm.Number, others || r != a.realm.Number && sees
	}
	switch {
	case own && others:
		return "&"
	case own:
		return "*"
	case others:
		return "+"
	}
	return ""
}

// grounds are sea, land and homes as a chart shows them. The game's rules name no colours.
var grounds = map[realm.Ground]game.ChartTerrain{
	realm.Sea:  {Code: "~~", Name: "chart.sea", Rim: "#87cefa", Fill: "#5aa0e6", Ground: "sea"},
	realm.Land: {Code: "..", Name: "chart.land", Rim: "#2f9a2f", Fill: "#a8e88c", Ground: "land", Height: 1},
	realm.Home: {Code: "H", Name: "chart.home", Rim: "#a0703c", Fill: "#e0c090", Ground: "land", Height: 1},
}

// Chart is the map as a nation knows it. Areas, colonies, native locations and havens are public. Leaders and fleets
// are known where the nation sees them; what everybody sees has none. Homes are in a row of their own, north of the new
// world, and are called as their nations.
func Chart(at realm.Position, nation int, lang phrase.Lang) *game.Chart {
	s := at.State
	switch {
	case nation == game.Everybody:
		c := Chart(at, 0, lang).Bare(true)
		return &c
	case nation != 0 && s.Realm(nation) == nil:
		return nil
	case nation != 0:
		s = sight.Known(at, nation).State
	}
	c := rulekit.NewChart(nation, at.Rules.Words(lang))
	for i := range s.Areas {
		cell := game.ChartCell{Label: strconv.Itoa(i + 1), Owner: s.Owner(i + 1)}
		cell.H, cell.Y = Spot(s, i+1)
		cell.Terrain = c.Ground(grounds[s.Areas[i].Ground])
		cell.Sign, cell.Building = chartSign(at.Tables, c, &s.Areas[i])
		for _, r := range standing(s, i+1) {
			c.Stands(&cell, r)
		}
		for n := range s.Realms {
			if s.Realms[n].Home == i+1 {
				cell.Owner, cell.Name = n+1, s.Realms[n].Name
			}
		}
		c.Field(cell)
	}
	return c.Done(rulekit.Realms(at.State.Realms))
}

// Spot is where a chart has an area. Homes are as far apart as the new world is wide.
func Spot(s *realm.State, area int) (h, y int) {
	i := area - 1
	if world := s.Width * s.Height; i >= world {
		y = s.Height + 1
		apart := min(3, max(1, s.Width/(len(s.Areas)-world))) // so that their names do not touch
		return 2*apart*(i-world) + y&1, y
	}
	y = s.Height - 1 - i/s.Width
	return 2*(i%s.Width) + y&1, y
}

// chartSign is the sign of an area on a chart, its pirates, fortification or natives, and the building that is drawn
// for it. The owner is shown separately.
func chartSign(t *tables.Tables, c *rulekit.Chart, a *realm.Area) (sign, building string) {
	switch {
	case a.Ground == realm.Home:
		return "", "capital"
	case a.Haven != nil:
		return c.Sign("!", c.Book.T("chart.haven")), "harbour"
	case a.Colony != nil && a.Colony.Fort > 0:
		fort := fortSigns[min(a.Colony.Fort, len(fortSigns)-1)]
		return c.Sign(string(fort), c.Book.T(t.FortKey(a.Colony.Fort))), FortBuilding(a.Colony.Fort)
	case a.Colony != nil:
		return "", "town"
	case a.Natives != nil && a.Natives.Location > 0:
		return c.Sign("U"+strconv.Itoa(a.Natives.Location), c.Book.T(t.LocationKey(a.Natives.Location))), "village"
	}
	return "", ""
}

// forts are the buildings that are drawn for fortifications, by their level from 1.
var forts = []string{"tower", "castle", "fort"}

// FortBuilding is the building that is drawn for a fortification of a level from 1.
func FortBuilding(level int) string { return forts[min(level, len(forts))-1] }

// standing are the nations with leaders or fleets in an area.
func standing(s *realm.State, area int) (nations []int) {
	for i := range s.Realms {
		if r := &s.Realms[i]; r.Lands(area) || r.Anchors(area) {
			nations = append(nations, i+1)
		}
	}
	return nations
}
