package play

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/terminal"
	"weltentor/orders/phrase"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// A map that is higher than the terminal is shown around the reader's land, which is not in its middle: as many rows above
// it as below. At the rim of the map it fills the rows that there are.
func TestMapIsShownAroundOwnLand(t *testing.T) {
	t.Parallel()
	for own, want := range map[int][2]int{10: {14, 6}, -8: {-4, -12}, 19: {20, 12}, -19: {-12, -20}} {
		c := game.Chart{Realm: 1, Terrains: []game.ChartTerrain{{Code: "plain", Name: "plain"}}}
		for y := 20; y >= -20; y-- {
			c.Cells = append(c.Cells, game.ChartCell{Y: y, Label: fmt.Sprintf("0/%d", y), Own: y == own})
		}
		var shown strings.Builder
		screen := terminal.On(&shown, func(string) string { return "" })
		draw(screen, c, worlds.Rulebooks()[0].Words(phrase.En), 9)
		for y := -20; y <= 20; y++ {
			is, wanted := strings.Contains(shown.String(), fmt.Sprintf(" 0/%d ", y)), y <= want[0] && y >= want[1]
			if is != wanted {
				t.Errorf("land at 0/%d: 0/%d is shown: %v\n%s", own, y, is, shown.String())
			}
		}
	}
}

// Several terrains may share a sign. The legend names each that is drawn, and none that is not.
func TestLegendNamesAllOfASign(t *testing.T) {
	t.Parallel()
	c := game.Chart{Realm: 1, Terrains: []game.ChartTerrain{{Code: "tst", Name: "lowland steppe", Ground: "steppe"},
		{Code: "hst", Name: "highland steppe", Ground: "steppe", Height: 1}, {Code: "bst", Name: "mountain steppe", Ground: "steppe", Height: 2},
		{Code: "was", Name: "water", Ground: "sea"}}}
	for h, terrain := range []int{0, 3, 1, 0} {
		c.Cells = append(c.Cells, game.ChartCell{H: 2 * h, Label: fmt.Sprintf("%d/0", h), Terrain: terrain, Own: h == 0})
	}
	var shown strings.Builder
	draw(terminal.On(&shown, func(string) string { return "" }), c, worlds.Rulebooks()[0].Words(phrase.En), 9)
	if !strings.Contains(shown.String(), "' lowland steppe, highland steppe · ≈ water · ") {
		t.Error(shown.String())
	}
}
