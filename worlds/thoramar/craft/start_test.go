package craft_test

import (
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
)

// A gate makes its arrival the new start, of traders only (decision 10).
func TestNewStart(t *testing.T) {
	a := gametest.NewArena(t)
	k, h := a.Army(1, "K.M 1", 1000, 2, 0), a.Army(1, "H.K 1", 500, 2, 0)
	h.Start, h.Gain = a.XY(-2, 0), 300
	a.NewStart(k)
	a.NewStart(h)
	if k.Start != game.Nowhere || h.Start != a.XY(2, 0) || h.Gain != 300 {
		t.Errorf("starts %d and %d, gain %d", k.Start, h.Start, h.Gain)
	}
}
