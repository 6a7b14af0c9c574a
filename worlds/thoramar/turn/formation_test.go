package turn_test

import (
	"strings"
	"testing"

	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
)

// troop puts a formation with members of so many men into the arena.
func troop(a *gametest.Arena, number int, x, y int, v string, members ...any) *realm.Army {
	f := a.Army(number, v, 0, x, y)
	for i := 0; i < len(members); i += 2 {
		m := a.Army(number, members[i].(string), int64(members[i+1].(int)), x, y)
		a.Leave(m)
		m.Aboard = f.Name
	}
	a.Formations = append(a.Formations, f)
	a.Recount(f)
	return f
}

// Manual, "Der Landverband": neither less than half nor more than one and a half
// times the other, both ways, is from 2 : 3 to 3 : 2 (decision 7).
func TestMixed(t *testing.T) {
	for _, c := range []struct {
		members []any
		want    int64
	}{
		{[]any{"R.L 1", 1000, "K.M 1", 1000}, 1200},
		{[]any{"R.L 1", 1000, "K.M 1", 1500}, 1200},
		{[]any{"R.L 1", 1000, "K.M 1", 1501}, 1000},
		{[]any{"R.L 1", 1500, "K.M 1", 1000}, 1200},
		{[]any{"R.L 1", 1501, "K.M 1", 1000}, 1000},
		{[]any{"R.L 1", 500, "R.S 2", 500, "K.L 1", 700, "K.S 2", 800}, 1200},
		{[]any{"R.L 1", 1000, "K.M 1", 1000, "P.K 1", 1}, 1250},
		{[]any{"R.L 1", 1000, "K.M 1", 1501, "P.K 1", 50}, 1000},
		{[]any{"R.L 1", 1000, "K.M 1", 1000, "P.H 1", 50}, 1200},
		{[]any{"R.L 1", 1000}, 1000},
		{[]any{"K.M 1", 1000, "F.L 1", 1000}, 1000},
		{[]any{"S.L 1", 20, "S.S 1", 30}, 1200},
		{[]any{"S.L 1", 20, "S.S 1", 31}, 1000},
		{[]any{"S.L 1", 20, "S.M 1", 20}, 1000},
	} {
		a := gametest.NewArena(t)
		name := "V.L 1"
		if strings.HasPrefix(c.members[0].(string), "S") {
			name = "V.S 1"
		}
		if got := a.Mixed(troop(a, 1, 0, 0, name, c.members...)); got != c.want {
			t.Errorf("%v: %d, want %d", c.members, got, c.want)
		}
	}
}

// A formation is sighted as one line, by its own realm and by others; its
// members are not (decision 10).
func TestFormationIsOneSighting(t *testing.T) {
	a := gametest.NewArena(t)
	v := troop(a, 1, 0, 0, "V.L 1", "R.L 1", 1000, "K.M 1", 1500)
	a.Army(2, "K.M 1", 1000, 1, 0)
	a.Order(1, "V.L 1", "5", "V+")
	a.WeeksOnly()
	for _, at := range []struct {
		week, x, y, want int
	}{{1, -1, 0, 1}, {1, 0, 0, 0}, {13, -1, 0, 1}} {
		w := &a.Weeks[at.week-1]
		from, to := w.At(a.XY(at.x, at.y))
		if int(to-from) != at.want {
			t.Fatalf("week %d: %d sightings on %d/%d, want %d", at.week, to-from, at.x, at.y, at.want)
		}
		for i := from; i < to; i++ {
			if s := w.Spots[i]; s.Name() != v.Name || s.Men != 2500 || s.Look != sight.Signed {
				t.Errorf("week %d: sighted %v with %d men", at.week, s.Name(), s.Men)
			}
		}
	}
}

// One with riders goes as cavalry does: out of a swamp that is 3 points and one
// more (decision 6).
func TestFormationGoesAsItsRiders(t *testing.T) {
	for _, c := range []struct {
		members []any
		points  int
	}{
		{[]any{"K.M 1", 1000}, 4 - 1 - 3},
		{[]any{"K.M 1", 1000, "R.L 1", 1000}, 4 - 1 - 4},
		{[]any{"P.K 1", 9, "R.L 1", 1000}, 8 - 1 - 4},
	} {
		a := gametest.NewArena(t)
		a.Land(0, 0, "tsu")
		a.Tables.Terrain[a.Field(a.XY(0, 0)).Terrain].Loss = false
		v := troop(a, 1, 0, 0, "V.L 1", c.members...)
		a.Order(1, "V.L 1", "2", "V+")
		a.WeeksOnly()
		a.StandsAt(v, 1, 0, v.Men, c.points)
	}
}
