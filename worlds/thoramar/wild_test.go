package thoramar

import (
	"bytes"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/craft"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// Decision 10: one herd for 60 fields of habitat, as many heads as the table
// says, each on a field where its kind lives.
func TestHerdsOfAFreshWorld(t *testing.T) {
	numbers := tables.StandardTables()
	for _, size := range [][2]int{{0, 0}, {60, 40}, {20, 16}} {
		s := gametest.Found(t, "herds", size[0], size[1]).State
		herds, heads := map[tables.Unit]int{}, map[tables.Unit]int64{}
		for _, a := range s.Armies[0] {
			herds[a.Name.Unit]++
			heads[a.Name.Unit] += a.Men
		}
		for _, want := range []struct {
			unit  tables.Unit
			heads int64
			lives func(height int, lat int64) bool
		}{
			{tables.Unit{Type: 'M', Class: 'L'}, 20, func(h int, _ int64) bool { return h == 0 }},
			{tables.Unit{Type: 'M', Class: 'S'}, 12, func(h int, lat int64) bool { return h == 0 && lat <= 739 }},
			{tables.Unit{Type: 'M', Class: 'K'}, 8, func(h int, _ int64) bool { return h == 0 }},
			{tables.Unit{Type: 'M', Class: 'M'}, 40,
				func(h int, lat int64) bool { return (h == 1 || h == 2) && lat >= 261 }},
			{tables.Unit{Type: 'M', Class: 'E'}, 40,
				func(h int, lat int64) bool { return (h == 1 || h == 2) && lat <= 261 }},
			{tables.Unit{Type: 'M', Class: 'N'}, 150,
				func(h int, lat int64) bool { return (h == 1 || h == 2) && lat <= 739 }},
			{tables.Unit{Type: 'M', Class: 'B'}, 100, func(h int, _ int64) bool { return h == 3 }},
			{tables.Unit{Type: 'M', Class: 'H'}, 300, func(h int, _ int64) bool { return h >= 2 }},
		} {
			fields := 0
			for p := range s.Fields {
				y := int64(p / s.Grid.Width)
				lat := realm.Abs64(2*y-int64(s.Grid.Height-1)) * 1000 / int64(s.Grid.Height-1)
				if want.lives(numbers.Terrain[s.Fields[p].Terrain].Height, lat) {
					fields++
				}
			}
			if n := fields / 60; herds[want.unit] != n || heads[want.unit] != int64(n)*want.heads {
				t.Errorf("%v: %d herds of %s with %d heads on %d fields", size, herds[want.unit], want.unit,
					heads[want.unit], fields)
			}
		}
		if list := realm.Broken(numbers, s); len(list) > 0 {
			t.Errorf("%v: broken: %q", size, list)
		}
	}
}

// Decision 1: no herd within 5 fields of a start site; the herds are not lost.
func TestNoHerdNearACapital(t *testing.T) {
	w := freshWorld(t, "fair", 0, 0, 0)
	before := len(w.at.State.Armies[0])
	w = freshWorld(t, "fair", 0, 0, 20)
	for i := range w.at.State.Realms[1:] {
		for _, a := range w.at.State.Armies[0] {
			if d := w.at.State.Grid.Distance(a.At, w.at.State.Realms[i+1].Origin); d <= 5 {
				t.Errorf("%s is %d fields from the capital of realm %d", a.Name, d, i+1)
			}
		}
	}
	if after := len(w.at.State.Armies[0]); after != before || before < 500 {
		t.Errorf("%d herds before 20 realms joined, %d after", before, after)
	}
	if list := w.Broken(); len(list) > 0 {
		t.Errorf("broken: %q", list)
	}
}

// Herds wander, stay where they live (Broken says so after every phase) and
// breed up to the cap; an unlucky one may fall, none comes from nowhere.
func TestHerdsRoamTheirHabitat(t *testing.T) {
	w := freshWorld(t, "roam", 60, 40, 3)
	start := map[realm.ArmyName]game.Place{}
	for _, a := range w.at.State.Armies[0] {
		start[a.Name] = a.At
	}
	for run := range 12 {
		play := turn.Begin(w.at, nil, game.Seed{byte(run)})
		gametest.Watched(t, play)
		w = w.with(play.State)
	}
	moved, herds, grown := 0, 0, 0
	for _, a := range w.at.State.Armies[0] {
		if a.Name.Type != 'M' {
			continue
		}
		at, ok := start[a.Name]
		if !ok {
			t.Errorf("%s was not there", a.Name)
		}
		herds++
		if a.At != at {
			moved++
		}
		if a.Men > w.at.Tables.FindMonster(a.Name.Unit).Herd {
			grown++
		}
	}
	if moved*2 < herds || grown*2 < herds || herds < 50 {
		t.Errorf("of %d herds %d moved and %d grew", herds, moved, grown)
	}
}

// Each turn has plans of its own, and one herd more changes nobody else's.
func TestPlansAreKeyed(t *testing.T) {
	plan := func(seed byte, run int, more bool) realm.Plan {
		a := gametest.NewArena(t)
		a.Tables.Rules.HerdRest = 500
		a.State.Turn, a.Number, a.Seed = run, run, game.Seed{seed}
		if more {
			a.Army(0, "M.E 1", 40, 0, 0)
		}
		b := a.Army(0, "M.E 2", 40, 0, 0)
		b.Points = 100
		a.PlansOnly()
		craft.Wild(a.Turn.Turn)
		return b.March.Plan
	}
	first := plan(1, 5, false)
	if first != plan(1, 5, true) || first == plan(2, 5, false) || first == plan(1, 6, false) ||
		first == (realm.Plan{}) {
		t.Errorf("plans %v, %v, %v, %v", first, plan(1, 5, true), plan(2, 5, false), plan(1, 6, false))
	}
}

// Decision 10: +10 % a turn, rounded up: 8 9 10 11 13 15 17 19 21 24, then the cap 25.
func TestKrakensBreed(t *testing.T) {
	a := gametest.NewArena(t)
	a.Land(0, 0, "was")
	k := a.Army(0, "M.K 1", 8, 0, 0)
	tame := a.Army(1, "M.K 1", 8, 0, 0)
	for _, want := range []int64{9, 10, 11, 13, 15, 17, 19, 21, 24, 25, 25} {
		if craft.Breed(a.Turn.Turn); k.Men != want {
			t.Fatalf("%d krakens, want %d", k.Men, want)
		}
	}
	if tame.Men != 8 {
		t.Errorf("%d tamed krakens: they breed no more", tame.Men)
	}
}

// A herd never flees out of its habitat: with no field of it free it falls.
func TestTrollsDoNotFleeToTheHills(t *testing.T) {
	for _, refuge := range []bool{false, true} {
		a := gametest.NewArena(t)
		a.Land(1, 0, "bla")
		for _, p := range [][2]int{{0, 0}, {2, 1}, {1, 1}, {2, -1}, {1, -1}} {
			a.Land(p[0], p[1], "hla")
		}
		a.Land(2, 0, "hla")
		if refuge {
			a.Land(2, 0, "bla")
		}
		trolls := a.Army(0, "M.B 1", 400, 1, 0)
		a.Army(1, "K.S 1", 1000, 0, 0)
		a.Order(1, "K.S 1", "2", "A+")
		a.WeeksOnly()
		if trolls.Gone() == refuge {
			t.Errorf("mountains to flee to: %v, and the trolls are gone: %v", refuge, trolls.Gone())
		}
	}
}

// Monsters and free demons have their tempers, on blessed land monsters are at
// peace; militia stays where it is.
func TestTempers(t *testing.T) {
	a := gametest.NewArena(t)
	a.Tables.Rules.HerdRest = 0
	lizards, elephants := a.Army(0, "M.N 1", 150, 0, 0), a.Army(0, "M.E 1", 40, 1, 0)
	calm, free := a.Army(0, "M.N 2", 150, 2, 0), a.Army(0, "D.N 1", 30, 3, 0)
	militia := a.Army(0, "K.L 1", 900, -1, 0)
	a.Field(a.XY(2, 0)).Blessed = 4
	a.PlansOnly()
	craft.Wild(a.Turn.Turn)
	for _, c := range []struct {
		army  *realm.Army
		want  realm.Command
		walks bool
	}{{lizards, realm.Plunder, true}, {elephants, realm.Defend, true}, {calm, realm.Defend, true},
		{free, realm.Plunder, true}, {militia, realm.Defend, false}} {
		if m := c.army.March; m.Command != c.want || m.Plan.Steps(0) != c.walks {
			t.Errorf("%s has order %c, steps: %v", c.army.Name, m.Command, m.Plan.Steps(0))
		}
	}
}

// A world of herds reads back as it was written.
func TestHerdsAreStored(t *testing.T) {
	s := gametest.Found(t, "stored", 40, 30).State
	b := realm.Encode(s)
	back, err := realm.Decode(b, tables.StandardTables())
	if err != nil || !bytes.Equal(realm.Encode(back), b) {
		t.Errorf("read back differs: %v", err)
	}
}

func TestMonsterTablesAreChecked(t *testing.T) {
	for _, bad := range []string{
		`unit = "M.X"`, `unit = "K.L"`, `unit = "M.E", command = "E"`, `unit = "M.E", heights = [0]`,
		`unit = "M.E", lat_min = 900, lat_max = 100`, `unit = "M.E", herd = 500`, `unit = "M.K", heights = [1]`,
	} {
		if _, err := tables.StandardTables().With([]byte("monster = [ { "+bad+" } ]"), true); err == nil {
			t.Errorf("%s was taken", bad)
		}
	}
	own, err := tables.StandardTables().With([]byte(`monster = [ { unit = "M.E", cap = 200 } ]`), false)
	if err != nil || own.FindMonster(tables.Unit{Type: 'M', Class: 'E'}).Cap != 200 ||
		own.FindMonster(tables.Unit{Type: 'M', Class: 'E'}).Herd != 40 {
		t.Errorf("an own cap: %v", err)
	}
}

// Herds out of sight may be more, fewer or elsewhere: no receipt changes (law 6).
func TestReceiptsKnowNoHiddenHerds(t *testing.T) {
	w, sheets := crowd(t, 60, 40, 4, 8)
	clear := sight.Clear(w.at.State, w.at.Tables, 1)
	say := func(w *World) string {
		got := w.Check(sheets[0])
		out := ""
		for _, p := range got.Problems {
			out += w.at.Rules.Words("de").Say(p.What) + "\n"
		}
		for _, f := range got.InForce {
			out += w.at.Rules.Words("de").Say(f.What) + "\n"
		}
		return out
	}
	want := say(w)
	s := w.at.State.Clone()
	changed := 0
	for _, a := range s.Armies[0] {
		if clear.Has(a.At) {
			continue
		}
		a.Men++
		for d := game.Direction(1); d <= 6; d++ {
			if to := s.Grid.Step(a.At, d); to != game.Nowhere && !clear.Has(to) &&
				realm.Habitat(w.at.Tables, a.Name.Unit, s, to) {
				a.At = to
				changed++
				break
			}
		}
	}
	if changed < 50 {
		t.Fatalf("only %d herds were moved", changed)
	}
	if got := say(w.with(s)); got != want {
		t.Errorf("the receipt was\n%s\nand is\n%s", want, got)
	}
}

// An aggressive herd attacks whom its plan leads it to, and those it meets are
// told who it was. 300 goblins against 200 light warriors: r = 1.5; of the warriors
// 0.25 × 1.5 = 37.5 % fall, 75; of the goblins 0.25 / 2.25 = 11.1 %, 33.
func TestGoblinsAttack(t *testing.T) {
	a := gametest.NewArena(t)
	a.Land(0, 0, "hla")
	a.Land(1, 0, "hla")
	goblins, guard := a.Army(0, "M.H 3", 300, 0, 0), a.Army(1, "K.L 1", 200, 1, 0)
	a.PlansOnly()
	craft.Wild(a.Turn.Turn)
	goblins.March.Plan[0] = 2
	a.Week = 1
	a.Turn.Run(turn.Weekly)
	if goblins.Men != 267 || guard.Men != 125 || goblins.KK != 2 {
		t.Errorf("%d goblins with %d %% experience, %d warriors", goblins.Men, goblins.KK, guard.Men)
	}
	told := a.Told(1)
	a.Want(told[:4], "W1 battle 1/0", "W1 battle-attacker 0.M.H 3 300 267", "W1 battle-defender K.L 1 200 125",
		"W1 battle-attackers-won 1/0")
}
