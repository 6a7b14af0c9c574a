package turn_test

import (
	"testing"

	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
)

// TestFleetChangesRealm: who takes over a fleet takes over what it carries, and
// both get free numbers.
func TestFleetChangesRealm(t *testing.T) {
	a := gametest.NewArena(t)
	a.Land(0, 0, "was")
	f := a.Army(0, "S.L 7", 10, 0, 0)
	c := a.Army(0, "K.L 3", 500, 0, 0)
	a.TakeAboard(c, f)
	a.Army(1, "K.L 1", 500, 1, 0)
	if !a.ChangeRealm(f, 1) {
		t.Fatal("the fleet stayed")
	}
	if f.Realm != 1 || f.Name != gametest.ArmyName("S.L 1") ||
		c.Realm != 1 || c.Name != gametest.ArmyName("K.L 2") || c.Aboard != f.Name {
		t.Errorf("%d.%v with %d.%v aboard %v", f.Realm, f.Name, c.Realm, c.Name, c.Aboard)
	}
	a.Want(realm.Broken(a.Tables, a.State))
}
