package thoramar

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/turn"
)

// Realms that sail, board, land, fight, split and merge at random for many
// turns never break what is aboard: `watched` looks after every phase, and what
// a turn refuses its receipt refused (law 8).
func TestSeaAtRandom(t *testing.T) {
	happened := map[string]int{}
	for seed := uint64(1); seed <= 12; seed++ {
		c := newCase(t, "")
		scatterFleets(c.world, game.Seed{byte(seed)})
		for run := 0; run < 6; run++ {
			roll := game.Seed{byte(seed), 1}.Throw(run, 0, "sheets")
			var sheets []game.Sheet
			for realm := 1; realm <= 3; realm++ {
				sheets = append(sheets, game.Sheet{Realm: realm, Turn: c.world.at.State.Turn,
					Text: seaSheet(roll, c.world.at.State, realm)})
			}
			played := turn.Begin(c.world.at, sheets, game.Seed{byte(seed), 2})
			gametest.Watched(t, played)
			c.foretold(played, sheets)
			for _, e := range played.Events() {
				happened[e.Code]++
			}
			c.world.at.State = played.State
		}
	}
	for _, code := range []string{"boarded", "landed", "embark-waits", "embark-taken", "cargo-shrinks", "cargo-lost",
		"merged", "split", "retreat"} {
		if happened[code] == 0 {
			t.Errorf("%s never happened: %v", code, happened)
		}
	}
}

// scatterFleets makes stripes of land and water, with loss terrain, and puts
// fleets and armies of three realms on them.
func scatterFleets(w *World, seed game.Seed) {
	s := w.at.State
	roll := seed.Throw(0, 0, "stripes")
	codes := [2][]string{{"was", "was", "tse", "rif"}, {"tla", "tla", "tsu", "hla"}}
	for p := range s.Fields {
		kind := codes[p/gametest.ArenaSize/2%2]
		s.Fields[p].Terrain, _ = w.at.Tables.FindTerrain(kind[roll.N(int64(len(kind)))])
	}
	for number := 1; number <= 3; number++ {
		s.Realms[number].Gold, s.Realms[number].Fallen = 30000, false
		for _, unit := range []string{"K.L 1", "K.M 2", "R.S 3", "F.L 4", "K.L 5", "K.L 6", "S.L 1", "S.L 2", "S.M 3",
			"S.S 4", "S.L 5", "S.S 6"} {
			n := gametest.ArmyName(unit)
			a := &realm.Army{Realm: number, Name: n, Men: 400 + roll.N(1000), Points: w.at.Tables.FindUnit(n.Unit).Move,
				Fit: -1, Since: 1, Start: game.Nowhere}
			if n.Ship() {
				a.Men = 8 + roll.N(20)
			}
			for a.At = game.Place(roll.N(int64(len(
				s.Fields)))); w.at.Tables.Terrain[s.Fields[a.At].Terrain].Water() == a.Land(); {
				a.At = game.Place(roll.N(int64(len(s.Fields))))
			}
			list := s.Armies[number]
			at := realm.ArmyPlace(list, n)
			s.Armies[number] = append(list[:at:at], append([]*realm.Army{a}, list[at:]...)...)
		}
		for cargo, fleet := range map[string]string{"K.L 5": "S.M 3", "K.L 6": "S.L 5", "R.S 3": "S.S 6"} {
			a, f := s.Army(number, gametest.ArmyName(cargo)), s.Army(number, gametest.ArmyName(fleet))
			a.Aboard, a.At = f.Name, f.At
			f.Men = (w.at.Tables.FindUnit(a.Name.Unit).SizeOf(a.Men) + 299) / 100
		}
	}
}

// seaSheet gives every army a plan, and many of them a fleet beside them to
// board, an army to take in or to make.
func seaSheet(roll *game.Dice, s *realm.State, number int) string {
	list := s.Armies[number]
	var b strings.Builder
	b.WriteString("$A\n")
	for _, a := range list {
		first, special := roll.N(7), ""
		other := list[roll.N(int64(len(list)))]
		if d, f := fleetBeside(s, a); f != nil {
			first, special = int64(d), f.Name.String()
		} else if a.Name.Unit == other.Name.Unit && a != other || realm.Boards(a.Name, other.Name) {
			special = other.Name.String()
		} else if roll.N(3) == 0 {
			special = fmt.Sprintf("%v %d", realm.ArmyName{Unit: a.Name.Unit, ID: 20 + int32(roll.N(900))}, 1+a.Men/3)
		}
		fmt.Fprintf(&b, "%v %d", a.Name, first)
		for range realm.Weeks - 1 {
			b.WriteByte('0' + byte(max(0, roll.N(12)-5)))
		}
		fmt.Fprintf(&b, " %s %s\n", []string{"V+", "A+", "A"}[roll.N(3)], special)
	}
	return b.String()
}

// fleetBeside finds an own fleet beside an army that may go aboard it.
func fleetBeside(s *realm.State, a *realm.Army) (game.Direction, *realm.Army) {
	for d := game.Direction(1); d <= 6 && !a.Cargo(); d++ {
		for _, f := range s.Armies[a.Realm] {
			if realm.Boards(a.Name, f.Name) && s.Grid.Step(a.At, d) == f.At {
				return d, f
			}
		}
	}
	return 0, nil
}

// TestCargoIsSecret: what a fleet carries changes nothing in the reports of
// others, not even when it drowns (decision 6, law 6).
func TestCargoIsSecret(t *testing.T) {
	sea := func(cargo int64) *outcome {
		return stage(t, func(a *gametest.Arena) {
			a.Land(0, 0, "was")
			a.Land(1, 0, "was")
			a.Land(2, 0, "was")
			a.Army(1, "S.S 1", 20, 1, 0)
			a.Army(2, "S.L 1", 20, 2, 0)
			if cargo > 0 {
				c := a.Army(2, "K.L 1", cargo, 2, 0)
				a.Leave(c)
				c.Aboard = gametest.ArmyName("S.L 1")
			}
			a.Order(1, "S.S 1", "2", "A+")
			a.PlansOnly()
			a.Week, a.Phase = 1, "move"
			a.Phases("move")
		})
	}
	empty := text(sea(0), 1)
	for _, cargo := range []int64{100, 2000} {
		o := sea(cargo)
		if text(o, 1) != empty {
			t.Errorf("%d men aboard show in another realm's report", cargo)
		}
		if !strings.Contains(text(o, 2), "K.L 1 an Bord von S.L 1") {
			t.Error("the owner was told nothing: the fight did not sink the cargo")
		}
	}
	if !strings.Contains(empty, "2.S.L 1") {
		t.Error("no fight was told at all")
	}
}

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

// TestBrokenCargo: what cannot be aboard is found.
func TestBrokenCargo(t *testing.T) {
	for what, spoil := range map[string]func(a *gametest.Arena, f, c *realm.Army){
		"the fleet is gone":      func(a *gametest.Arena, f, c *realm.Army) { c.Aboard.ID = 9 },
		"elsewhere":              func(a *gametest.Arena, f, c *realm.Army) { c.At = a.XY(1, 0) },
		"too many men":           func(a *gametest.Arena, f, c *realm.Army) { c.Men = 1001 },
		"two armies aboard":      func(a *gametest.Arena, f, c *realm.Army) { a.TakeAboard(a.Army(1, "K.L 2", 100, 1, 0), f) },
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
