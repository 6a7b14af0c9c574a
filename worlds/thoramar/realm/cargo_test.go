package realm_test

import (
	"testing"

	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
)

// TestBrokenCargo: what cannot be aboard is found.
func TestBrokenCargo(t *testing.T) {
	for what, spoil := range map[string]func(a *gametest.Arena, f, c *realm.Army){
		"the fleet is gone": func(a *gametest.Arena, f, c *realm.Army) { c.Aboard.ID = 9 },
		"elsewhere":         func(a *gametest.Arena, f, c *realm.Army) { c.At = a.XY(1, 0) },
		"too many men":      func(a *gametest.Arena, f, c *realm.Army) { c.Men = 1001 },
		"two armies aboard": func(a *gametest.Arena, f, c *realm.Army) {
			a.TakeAboard(a.Army(1, "K.L 2", 100, 1, 0), f)
		},
		"a fleet aboard a fleet": func(a *gametest.Arena, f, c *realm.Army) { a.TakeAboard(a.Army(1, "S.L 2", 1, 0, 0), f) },
		"a fleet ashore":         func(a *gametest.Arena, f, c *realm.Army) { a.MoveArmy(f, a.XY(1, 0)) },
	} {
		a := gametest.NewArena(t)
		a.Land(0, 0, "was")
		f, c := a.Army(1, "S.L 1", 10, 0, 0), a.Army(1, "K.L 1", 1000, 0, 0)
		a.TakeAboard(c, f)
		if found := realm.Broken(a.Tables, a.State); len(found) > 0 {
			t.Fatal(found)
		}
		spoil(a, f, c)
		if len(realm.Broken(a.Tables, a.State)) == 0 {
			t.Errorf("%s: not found", what)
		}
	}
}
