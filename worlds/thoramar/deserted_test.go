package thoramar

import "testing"

// A realm that missed twelve turns in a row is no more: its land and soldiers
// are realm 0's, tamed monsters are wild again where they can live, the rest is
// gone. Three turns before its player is warned; one sheet ends the count.
func TestDesertedRealm(t *testing.T) {
	a := newArena(t)
	r := &a.state.Realms[1]
	r.Missed = 11
	a.tables.Rules.DesertedAfter = 12
	a.state.Realms[2].Missed, a.state.Realms[3].Missed, a.state.Realms[4].Missed = 8, 7, 20
	a.sheets[4].came = true
	for x, code := range []string{"HST", "STD", "BRG"} {
		f := a.field(a.pt(x, 0))
		f.Owner, f.Building = 1, &Building{Kind: code, Name: code}
	}
	a.field(a.pt(2, 0)).Building.New, a.field(a.pt(2, 0)).Building.Ready = true, 9
	for realm := 2; realm <= 4; realm++ {
		a.field(a.pt(realm, 2)).Owner = int16(realm)
	}
	a.land(0, 2, "was")
	a.army(0, "K.M 1", 500, 1, 0)
	a.army(1, "K.M 1", 800, 1, 0)
	a.army(1, "F.L 3", 900, 0, 0)
	a.army(1, "M.E 1", 200, 1, 0) // 150 live together
	a.army(1, "M.B 1", 100, 1, 0) // not in lowland
	a.army(1, "Z.M 1", 90, 1, 0)
	a.army(1, "S.L 1", 20, 0, 2)
	a.army(1, "R.L 1", 300, 1, 0).Aboard = name("V.L 1")
	a.state.army(1, name("K.M 1")).Aboard = name("V.L 1")
	v := a.army(1, "V.L 1", 1100, 1, 0)
	v.Points = 3 // 4 of K.M less 1
	a.formations = append(a.formations, v)
	for _, n := range []string{"R.L 1", "K.M 1"} {
		a.at[a.pt(1, 0)] = without(a.at[a.pt(1, 0)], a.state.army(1, name(n)))
	}
	aboard := a.army(1, "K.L 1", 1000, 0, 0)
	a.leave(aboard)
	aboard.Aboard, aboard.At = name("S.L 1"), a.pt(0, 2)

	a.week = Weeks + 1
	a.turn.run([]phase{{"deserted", alone(desertions)}, {"fallen", alone(fallen)}})
	got := []string{}
	for _, list := range a.state.Armies {
		for _, m := range list {
			if n := a.nameFor(4, m); m.Name.ID > 1 {
				got = append(got, n[:len("0.K.M")]) // its number is drawn
			} else {
				got = append(got, n)
			}
		}
	}
	a.want(got, "0.F.L", "0.K.M 1", "0.K.M", "0.M.E", "0.R.L")
	if n := len(a.armiesAt(a.pt(1, 0))); n != 4 {
		t.Errorf("%d armies in the town, want both K.M, M.E and R.L", n)
	}
	if herds := a.state.ofUnit(0, Unit{'M', 'E'}); len(herds) != 1 || herds[0].Men != 150 {
		t.Errorf("%+v", herds)
	}
	if b := a.field(a.pt(0, 0)).Building; b.Kind != "FES" || a.capacityLeft(a.field(a.pt(0, 0))) != 60000 {
		t.Errorf("the capital is now %+v", b)
	}
	if a.field(a.pt(1, 0)).Building == nil || a.field(a.pt(2, 0)).Building != nil {
		t.Error("the town stays, the castle under construction does not")
	}
	a.want(a.told(2), "W14 realm-deserted 1 R1", "W14 desertion-near 3", "W14 realm-fallen 1 R1")
	a.want(a.told(3), "W14 realm-deserted 1 R1", "W14 realm-fallen 1 R1")
	if list := broken(a.tables, a.state); len(list) > 0 || !r.Fallen {
		t.Errorf("fallen: %v, broken: %q", r.Fallen, list)
	}
}
