package conformance

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"weltentor/worlds/conformance/duel"
	"weltentor/worlds/game"
)

// A game cannot lose a thing unseen: what it lacks, its example says. What it has for some worlds or realms it has for
// all, and for nobody else.
func TestLackingLawsCatch(t *testing.T) {
	const lacks, shown, draws, changes, sizes = "the example says what the game lacks", "who is not there is shown nothing",
		"charts explain themselves", "what the game master changes is lawful and told", "maps are for as many as were asked for"
	example := smallExample(6, "$A\nhoch 4\n")
	example.Lacks = []string{"map", "common map", "goal", "legend", "first letter", "adjustments", "short reports", "verbs",
		"counts", "fights", "news", "bot", "desk"}
	without := func(what string) Example {
		ex := example
		ex.Lacks = slices.DeleteFunc(slices.Clone(ex.Lacks), func(l string) bool { return l == what })
		return ex
	}
	more := func(what string) Example {
		ex := example
		ex.Lacks = append(slices.Clone(ex.Lacks), what)
		return ex
	}
	byHand := example
	byHand.Edits = func(game.World, *game.Dice) []string { return nil }
	board := func(_ game.World, realm int) *game.Chart {
		return &game.Chart{Realm: realm, Terrains: []game.ChartTerrain{{Code: "t", Name: "Land"}},
			Cells: []game.ChartCell{{Label: "1"}}}
	}
	drawn := func(when func(w game.World, realm int) bool) faults {
		return faults{chart: func(w game.World, realm int) *game.Chart {
			if !when(w, realm) {
				return nil
			}
			return board(w, max(realm, 0))
		}}
	}
	for _, c := range []struct {
		law, told string
		f         faults
		ex        Example
	}{
		{lacks, "", faults{}, example},
		{lacks, "the game has no map, and", faults{}, without("map")},
		{lacks, "the game has no common map", drawn(func(_ game.World, realm int) bool { return realm >= 0 }), without("common map")},
		{lacks, `lacks "goal", and it has that`, faults{guide: func(int) game.Guide { return game.Guide{Goal: "To win."} }}, example},
		{lacks, `lacks "standings", and it has that`, faults{}, more("standings")},
		{lacks, `lacks "data", and it has that`, faults{}, more(data)},
		{lacks, `lacks "reports in its own words", and it has that`, faults{}, more(ownReports)},
		{lacks, `lacks "receipts in its own words", and it has that`, faults{}, more(ownReceipts)},
		{lacks, `lacks "crown", which no game has`, faults{}, more("crown")},
		{shown, "", faults{}, example},
		{shown, "realm 3 is not there, and gets the guide",
			faults{guide: func(int) game.Guide { return game.Guide{Goal: "To win."} }}, example},
		{shown, "realm 3 is not there, and gets the chart", faults{chart: board}, example},
		{draws, "", faults{}, example},
		{draws, "", drawn(func(_ game.World, realm int) bool { return realm <= 2 }), example},
		{draws, "a fresh world", drawn(func(w game.World, realm int) bool { return realm >= 0 || len(w.Realms()) == 0 }), example},
		{draws, "turn 1: the map of realm 2 is drawn: false", drawn(func(_ game.World, realm int) bool { return realm == 0 || realm == 1 }), example},
		{draws, "turn 1: the map of realm 1 is drawn: true", drawn(func(_ game.World, realm int) bool { return realm == 1 }), example},
		{draws, "turn 2: what all realms see is drawn: false", drawn(func(w game.World, realm int) bool { return w.Asked().Turn < 2 || realm >= 0 }), example},
		{changes, "", faults{}, example},
		{changes, "the worlds allow none", faults{}, byHand},
		{sizes, "no map suits 1 realms, and it has 9 × 9 fields", faults{sizes: func(int) (int, int, bool) { return 9, 9, false }}, example},
	} {
		said := verdict(lawNamed(t, c.law), faultyRules{duel.Rules(), c.f}, c.ex)
		if (c.told == "") != (said == "") || !strings.Contains(said, c.told) {
			t.Errorf("%s: want %q, said %q", c.law, c.told, said)
		}
	}
}

// What all realms see shows no more than any of them sees.
func TestWithin(t *testing.T) {
	own := game.Chart{Realm: 1, Terrains: []game.ChartTerrain{{Name: "Land"}}, Cells: []game.ChartCell{{Label: "1"}}}
	for told, change := range map[string]func(*game.Chart){
		"":                                  func(*game.Chart) {},
		"field 2, and realm 1 does not see": func(c *game.Chart) { c.Cells[0].Label = "2" },
		"field 1, and realm 1 does not see": func(c *game.Chart) { c.Terrains = []game.ChartTerrain{{Name: "Sea"}} },
		"Owner:2":                           func(c *game.Chart) { c.Cells[0].Owner = 2 },
		"Building:mine":                     func(c *game.Chart) { c.Cells[0].Building = "mine" },
		"Others:true":                       func(c *game.Chart) { c.Cells[0].Others = true },
	} {
		shared, said := own, ""
		shared.Cells = slices.Clone(own.Cells)
		change(&shared)
		within(&shared, &own, func(format string, args ...any) { said += fmt.Sprintf(format, args...) })
		if (told == "") != (said == "") || !strings.Contains(said, told) {
			t.Errorf("want %q, said %q", told, said)
		}
	}
}
