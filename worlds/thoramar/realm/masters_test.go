package realm_test

import (
	"testing"

	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
)

// Broken finds demons that obey nobody, a stranger, a Z.S, or share a Z.M.
func TestFalseMastersAreFound(t *testing.T) {
	for what, spoil := range map[string]func(a *gametest.Arena, d *realm.Army){
		"nobody":       func(a *gametest.Arena, d *realm.Army) { d.Master = realm.ArmyName{} },
		"not there":    func(a *gametest.Arena, d *realm.Army) { d.Master = gametest.ArmyName("Z.B 7") },
		"Z.M with D.E": func(a *gametest.Arena, d *realm.Army) { d.Master = a.Army(1, "Z.M 1", 50, 0, 0).Name },
		"Z.M with two": func(a *gametest.Arena, d *realm.Army) {
			z := a.Army(1, "Z.M 1", 50, 0, 0)
			a.Army(1, "D.N 1", 5, 0, 0).Master = z.Name
			a.Army(1, "D.N 2", 5, 0, 0).Master = z.Name
		},
		"a soldier's": func(a *gametest.Arena, d *realm.Army) { a.Army(1, "K.L 1", 500, 0, 0).Master = d.Master },
		"realm 0's":   func(a *gametest.Arena, d *realm.Army) { a.Army(0, "D.N 1", 5, 0, 0).Master = d.Master },
		"no points":   func(a *gametest.Arena, d *realm.Army) { a.Army(1, "Z.S 1", 4, 0, 0) },
	} {
		a := gametest.NewArena(t)
		z := a.Army(1, "Z.B 1", 50, 0, 0)
		d := a.Army(1, "D.E 1", 5, 0, 0)
		d.Master = z.Name
		if wrong := brokenMagic(a); len(wrong) > 0 {
			t.Fatal(wrong)
		}
		spoil(a, d)
		if len(brokenMagic(a)) == 0 {
			t.Errorf("%s: not found", what)
		}
	}
}

func brokenMagic(a *gametest.Arena) []string {
	for i := range a.State.Realms {
		a.State.Realms[i].Number, a.State.Realms[i].Kind = i, "normal"
	}
	return realm.Broken(a.Tables, a.State)
}
