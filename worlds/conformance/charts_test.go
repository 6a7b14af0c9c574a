package conformance

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/worlds/game"
)

// TestChartLawsCatch: the law finds each fault of a chart, and none in the chart as it is.
func TestChartLawsCatch(t *testing.T) {
	lawful := func() game.Chart {
		return game.Chart{Realm: 1, Terrains: []game.ChartTerrain{{Code: "t", Name: "Land"}},
			Signs: []game.ChartSign{{Sign: "B", Name: "Burg"}}, Realms: []game.ChartSign{{Sign: "2", Name: "Blau"}},
			Crests: map[int]game.Crest{2: game.CrestOf(2)},
			Cells: []game.ChartCell{{H: 1, Y: 1, Label: "1/1", Sign: "B"}, {H: 0, Y: 0, Label: "0/0", Owner: 2},
				{H: 2, Y: 0, Label: "1/0"}}}
	}
	for _, c := range []struct {
		told   string
		change func(*game.Chart)
	}{
		{"", func(*game.Chart) {}},
		{"no doubled coordinates", func(c *game.Chart) { c.Cells[1].H = 1 }},
		{"is there twice", func(c *game.Chart) { c.Cells[2].H = 0 }},
		{"is there twice", func(c *game.Chart) { c.Cells[2].Label = "0/0" }},
		{"the terrain 1 of 1", func(c *game.Chart) { c.Cells[2].Terrain = 1 }},
		{"nothing explains the sign", func(c *game.Chart) { c.Signs = nil }},
		{"is realm 2's", func(c *game.Chart) { c.Realms = nil }},
		{"realm 2 has no crest", func(c *game.Chart) { c.Crests = nil }},
		{"has the crest", func(c *game.Chart) { c.Crests[2] = game.CrestOf(3) }},
		{"is drawn as", func(c *game.Chart) { c.Terrains[0].Ground = "lava" }},
		{"has a building", func(c *game.Chart) { c.Cells[0].Building = "igloo" }},
		{"does not know field", func(c *game.Chart) { c.Realm, c.Cells[2].Age = 0, 1 }},
		{"lies behind it", func(c *game.Chart) { c.Cells[1], c.Cells[2] = c.Cells[2], c.Cells[1] }},
		{"explains 2 terrains", func(c *game.Chart) { c.Terrains = append(c.Terrains, game.ChartTerrain{}) }},
		{"in two languages", func(c *game.Chart) { c.Cells[0].Own = true }},
	} {
		chart, said := lawful(), ""
		c.change(&chart)
		bad := func(format string, args ...any) { said += fmt.Sprintf(format, args...) + "\n" }
		explained(&chart, bad)
		if c.told == "in two languages" || c.told == "" {
			other := lawful()
			alikeButWords(&other, &chart, bad)
		}
		if (c.told == "") != (said == "") || !strings.Contains(said, c.told) {
			t.Errorf("want %q, said %q", c.told, said)
		}
	}
}
