package turn_test

import (
	"testing"

	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// A realm that missed twelve turns in a row is no more: its land and soldiers
// are realm 0's, tamed monsters are wild again where they can live, the rest is
// gone. Three turns before its player is warned; one sheet ends the count.
func TestDesertedRealm(t *testing.T) {
	a := gametest.NewArena(t)
	r := &a.State.Realms[1]
	r.Missed = 11
	a.Tables.Rules.DesertedAfter = 12
	a.State.Realms[2].Missed, a.State.Realms[3].Missed, a.State.Realms[4].Missed = 8, 7, 20
	a.Sheets[4].Came = true
	for x, code := range []string{"HST", "STD", "BRG"} {
		f := a.Field(a.XY(x, 0))
		f.Owner, f.Building = 1, &realm.Building{Kind: code, Name: code}
	}
	a.Field(a.XY(2, 0)).Building.New, a.Field(a.XY(2, 0)).Building.Ready = true, 9
	for number := 2; number <= 4; number++ {
		a.Field(a.XY(number, 2)).Owner = int16(number)
	}
	a.Land(0, 2, "was")
	a.Army(0, "K.M 1", 500, 1, 0)
	a.Army(1, "K.M 1", 800, 1, 0)
	a.Army(1, "F.L 3", 900, 0, 0)
	a.Army(1, "M.E 1", 200, 1, 0) // 150 live together
	a.Army(1, "M.B 1", 100, 1, 0) // not in lowland
	a.Army(1, "Z.M 1", 90, 1, 0)
	a.Army(1, "S.L 1", 20, 0, 2)
	a.Army(1, "R.L 1", 300, 1, 0).Aboard = gametest.ArmyName("V.L 1")
	a.State.Army(1, gametest.ArmyName("K.M 1")).Aboard = gametest.ArmyName("V.L 1")
	v := a.Army(1, "V.L 1", 1100, 1, 0)
	v.Points = 3 // 4 of K.M less 1
	a.Formations = append(a.Formations, v)
	for _, n := range []string{"R.L 1", "K.M 1"} {
		a.At[a.XY(1, 0)] = realm.Without(a.At[a.XY(1, 0)], a.State.Army(1, gametest.ArmyName(n)))
	}
	aboard := a.Army(1, "K.L 1", 1000, 0, 0)
	a.Leave(aboard)
	aboard.Aboard, aboard.At = gametest.ArmyName("S.L 1"), a.XY(0, 2)

	a.Week = realm.Weeks + 1
	a.Phases("deserted", "fallen")
	got := []string{}
	for _, list := range a.State.Armies {
		for _, m := range list {
			if n := sight.NameFor(a.Turn.Turn, 4, m); m.Name.ID > 1 {
				got = append(got, n[:len("0.K.M")]) // its number is drawn
			} else {
				got = append(got, n)
			}
		}
	}
	a.Want(got, "0.F.L", "0.K.M 1", "0.K.M", "0.M.E", "0.R.L")
	if n := len(a.ArmiesAt(a.XY(1, 0))); n != 4 {
		t.Errorf("%d armies in the town, want both K.M, M.E and R.L", n)
	}
	if herds := a.State.OfUnit(0, tables.Unit{Type: 'M', Class: 'E'}); len(herds) != 1 || herds[0].Men != 150 {
		t.Errorf("%+v", herds)
	}
	if b := a.Field(a.XY(0, 0)).Building; b.Kind != "FES" || turn.CapacityLeft(a.Turn.Turn, a.Field(a.XY(0, 0))) != 60000 {
		t.Errorf("the capital is now %+v", b)
	}
	if a.Field(a.XY(1, 0)).Building == nil || a.Field(a.XY(2, 0)).Building != nil {
		t.Error("the town stays, the castle under construction does not")
	}
	a.Want(a.Told(2), "W14 realm-deserted 1 R1", "W14 desertion-near 3", "W14 realm-fallen 1 R1")
	a.Want(a.Told(3), "W14 realm-deserted 1 R1", "W14 realm-fallen 1 R1")
	if list := realm.Broken(a.Tables, a.State); len(list) > 0 || !r.Fallen {
		t.Errorf("fallen: %v, broken: %q", r.Fallen, list)
	}
}

// A realm with neither field nor army has fallen: its treaties end, others' stay,
// all are told, and it gets no further turn. One with a field or an army goes on.
func TestRealmsFall(t *testing.T) {
	a := gametest.NewArena(t)
	a.Field(a.XY(0, 0)).Owner = 2
	a.Army(3, "K.L 1", 100, 1, 0)
	a.State.Realms[4].Fallen = true
	a.State.SetTreaty(1, 2, realm.Partner)
	a.State.SetTreaty(1, 3, realm.Pact)
	a.State.SetTreaty(2, 3, realm.Pact)
	a.Week = realm.Weeks + 1
	a.Phases("fallen")
	for number, want := range []bool{false, true, false, false, true} {
		if a.State.Realms[number].Fallen != want {
			t.Errorf("realm %d has fallen: %v, want %v", number, !want, want)
		}
	}
	if a.State.Treaty(1, 2) != realm.NoTreaty || a.State.Treaty(3, 1) != realm.NoTreaty ||
		a.State.Treaty(2, 3) != realm.Pact || len(a.State.Realms[1].Treaties) > 0 {
		t.Errorf("treaties %v", []any{a.State.Realms[1].Treaties, a.State.Realms[2].Treaties,
			a.State.Realms[3].Treaties})
	}
	a.Want(a.Told(2), "W14 realm-fallen 1 R1", "W14 treaty-ended 1 2 treaty.P")
	a.Want(a.Told(3), "W14 realm-fallen 1 R1", "W14 treaty-ended 1 3 treaty.A")
	a.Want(a.Told(4))
	a.Annals.Clear()
	a.Phases("fallen")
	a.Want(a.Told(2)) // nobody falls twice
}
