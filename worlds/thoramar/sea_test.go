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
