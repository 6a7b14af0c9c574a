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

// A map that is higher than the terminal is shown around the reader's land: as many rows above it as below.
func TestMapIsShownAroundOwnLand(t *testing.T) {
	t.Parallel()
	c := game.Chart{Realm: 1, Terrains: []game.ChartTerrain{{Code: "plain", Name: "plain"}}}
	for y := 20; y >= -20; y-- {
		c.Cells = append(c.Cells, game.ChartCell{Y: y, Label: fmt.Sprintf("0/%d", y), Own: y == 0})
	}
	var shown strings.Builder
	screen := terminal.On(&shown, func(string) string { return "" })
	draw(screen, c, worlds.Rulebooks()[0].Words(phrase.En), 9)
	for label, want := range map[string]bool{"0/4": true, "0/0": true, "0/-4": true, "0/5": false, "0/-5": false} {
		if got := strings.Contains(shown.String(), label+" "); got != want {
			t.Errorf("%s is shown: %v\n%s", label, got, shown.String())
		}
	}
}
