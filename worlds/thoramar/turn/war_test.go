package turn_test

import (
	"fmt"
	"runtime"
	"slices"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/founding"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// melee is an arena full of war: broken ground, rivers, walls and roads, land
// of four realms with all kinds of treaties, 30 armies each with random orders.
func melee(test *testing.T, seed byte) *gametest.Arena {
	a := gametest.NewArena(test)
	a.Seed = game.Seed{seed}
	a.Tables.Rules.DrawMin, a.Tables.Rules.DrawMax = 900, 1100
	d := game.Seed{seed}.Throw(0, 0, "melee")
	kinds := []string{"tla", "tla", "twa", "tds", "tws", "hla", "hwa", "bla", "was"}
	for p := range a.State.Fields {
		f := &a.State.Fields[p]
		f.Terrain, _ = a.Tables.FindTerrain(kinds[d.N(int64(len(kinds)))])
		f.Owner = int16(d.N(5))
		if d.N(8) == 0 && !a.Tables.Terrain[f.Terrain].Water() && f.Owner != 0 {
			f.Building = &realm.Building{Kind: []string{"BRG", "STD", "FES", "TPL"}[d.N(4)],
				Damage: tables.Damage(d.N(4))}
		}
		for dir := game.Direction(1); dir <= 6; dir++ {
			if e := []realm.Edge{realm.Road, realm.Wall, realm.River, realm.Bridge, 0, 0, 0}[d.N(7)]; e != 0 {
				if e == realm.Bridge {
					a.State.SetEdge(game.Place(p), dir, realm.River, a.Grid.Step(game.Place(p), dir) != game.Nowhere)
				}
				a.State.SetEdge(game.Place(p), dir, e, a.Grid.Step(game.Place(p), dir) != game.Nowhere)
			}
		}
	}
	a.State.SetTreaty(1, 2, realm.Partner)
	a.State.SetTreaty(2, 3, realm.Pact)
	units := []string{"K.L", "K.M", "K.S", "R.L", "R.M", "R.S", "F.L", "F.M"}
	for number := 1; number <= 4; number++ {
		for i := 1; i <= 30; i++ {
			p := game.Place(d.N(int64(a.Grid.Size())))
			if a.TerrainAt(p).Water() {
				continue
			}
			n := fmt.Sprint(units[d.N(8)], " ", i)
			x, y := a.Grid.Relative(gametest.Middle, p)
			a.Army(number, n, d.Between(100, 3000), x, y)
			plan := make([]byte, realm.Weeks)
			for w := range plan {
				plan[w] = byte('0' + d.N(7))
			}
			command := []string{"V-", "V+", "A", "A-", "E+", "P+"}[d.N(6)]
			if n[0] == 'F' {
				command = []string{"V+", "A"}[d.N(2)]
			}
			a.Order(number, n, string(plan), command)
		}
	}
	return a
}

func men(a *gametest.Arena, realm int) int64 {
	var n int64
	for _, army := range a.State.Armies[realm] {
		n += army.Men
	}
	return n
}

// losses adds up the men a realm was told it lost.
func losses(a *gametest.Arena, realm int) int64 {
	var n int64
	arg := func(p phrase.Phrase, name string) (phrase.Arg, bool) {
		i := slices.IndexFunc(p.Args, func(g phrase.Arg) bool { return g.Name == name })
		if i < 0 {
			return phrase.Arg{}, false
		}
		return p.Args[i], true
	}
	for _, e := range a.Events() {
		if !e.For(realm) {
			continue
		}
		men, _ := arg(e.Phrase, "men")
		switch e.Code {
		case "march-losses", "march-lost":
			n += men.N
		case "battle-attacker", "battle-defender":
			if army, _ := arg(e.Phrase, "army"); len(army.S) > 1 && army.S[1] == '.' && army.S[0] >= 'A' {
				left, _ := arg(e.Phrase, "left")
				n += men.N - left.N
			}
		}
	}
	return n
}

// Law 9: men before are men after and those told lost; points stay within T01;
// every army stands in exactly one place; after each phase nothing is broken.
// Likewise where armies fight in rows.
func TestMenAreConserved(t *testing.T) {
	for _, how := range []string{tables.ByStrength, tables.InRows} {
		told := map[string]int{}
		for seed := byte(1); seed <= 12; seed++ {
			a := melee(t, seed)
			a.Tables.Battle = how
			conserve(a, fmt.Sprint(how, ", seed ", seed))
			for _, e := range a.Events() {
				told[e.Code]++
			}
		}
		if told["battle"] < 100 || told["battle-attackers-won"] < 10 || told["battle-defenders-won"] < 10 ||
			told["battle-even"] < 5 {
			t.Errorf("%s: the test fights too little: %v", how, told)
		}
		if rounds := told["battle-rounds"]; (rounds > 0) != (how == tables.InRows) {
			t.Errorf("%s: %d battles are told round by round", how, rounds)
		}
	}
}

// conserve plays the weeks and what follows, and counts the men.
func conserve(a *gametest.Arena, when string) {
	a.Test.Helper()
	a.Phases("plans", "specials")
	var before [5]int64
	for r := range before {
		before[r] = men(a, r)
	}
	for a.Week = 1; a.Week <= realm.Weeks; a.Week++ {
		for _, p := range turn.Weekly {
			a.Turn.Run([]turn.Phase{p})
			checkPlaces(a, fmt.Sprintf("%s, week %d %s", when, a.Week, p.Name))
		}
	}
	a.Week = realm.Weeks + 1
	a.Phases("conquest", "destruction", "refill")
	checkPlaces(a, "after")
	for r := 1; r <= 4; r++ {
		if after, lost := men(a, r), losses(a, r); before[r] != after+lost {
			a.Test.Errorf("%s, realm %d: %d men before, %d after, %d told lost", when, r, before[r], after, lost)
		}
	}
}

func checkPlaces(a *gametest.Arena, when string) {
	a.Test.Helper()
	here := 0
	for p, list := range a.At {
		for _, army := range list {
			here++
			if army.At != game.Place(p) || army.Gone() || a.State.Army(army.Realm, army.Name) != army {
				a.Test.Errorf("%s: %d.%v in the wrong place or gone", when, army.Realm, army.Name)
			}
		}
	}
	n := 0
	for _, list := range a.State.Armies {
		n += len(list)
		for _, army := range list {
			row := a.Tables.FindUnit(army.Name.Unit)
			if army.Points > row.Move || army.Men < row.Min || army.KK > a.Tables.Rules.KKMax {
				a.Test.Errorf("%s: %+v", when, *army)
			}
			if a.TerrainAt(army.At).Water() {
				a.Test.Errorf("%s: %v is in the water", when, army.Name)
			}
		}
	}
	if n != here {
		a.Test.Errorf("%s: %d armies, %d in places", when, n, here)
	}
	for _, wrong := range realm.Broken(a.Tables, a.State) {
		a.Test.Errorf("%s: %s", when, wrong)
	}
}

// Laws 2 and 3: the same melee gives the same events and the same world, on any
// number of cores, and whatever the order of the lines in the files.
func TestWarIsDeterministic(t *testing.T) {
	var first string
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for i := range 20 {
		runtime.GOMAXPROCS(1 + i%2)
		a := melee(t, 9)
		if i%4 == 3 {
			for r := range a.Sheets {
				slices.Reverse(a.Sheets[r].Lines)
			}
		}
		a.War()
		got := fmt.Sprint(a.Events(), realm.Encode(a.State))
		if first == "" {
			first = got
		}
		if got != first {
			t.Fatalf("run %d differs", i)
		}
	}
}

// allClear is a receipt that knows all the ground.
func allClear(a *gametest.Arena) *realm.Receipt {
	k := &realm.Receipt{}
	for p := range a.State.Fields {
		k.Clear.Add(game.Place(p))
		k.Seen.Add(game.Place(p))
	}
	return k
}

// Law 8: on ground that is known and empty, the forecast is what happens.
func TestForecastComesTrue(t *testing.T) {
	walked := 0
	for seed := byte(1); seed <= 20; seed++ {
		for _, plan := range []string{"1234561234561", "2222222222222", "0302010605040", "1111100000333"} {
			a := melee(t, seed)
			for r := range a.State.Armies {
				a.Sheets[r].Lines = nil
				for _, army := range a.State.Armies[r] {
					a.RemoveArmy(army)
				}
			}
			a.Receipt = allClear(a)
			k := a.Army(1, "R.L 1", 100000, 0, 0)
			if a.TerrainAt(k.At).Water() {
				continue
			}
			a.Order(1, "R.L 1", plan, "A+")
			a.Phases("plans", "specials")
			at, points, bare := k.At, k.Points, 0
			for _, d := range k.March.Plan {
				if d == 0 {
					continue
				}
				to, cost, stop := turn.Foresee(a.Turn.Turn, k, at, d, points, &bare)
				if stop != "" {
					break
				}
				at, points = to, points-cost
				walked++
			}
			for a.Week = 1; a.Week <= realm.Weeks; a.Week++ {
				a.Turn.Run(turn.Weekly)
			}
			if k.At != at || k.Points != points {
				t.Errorf("seed %d, %s: foreseen %d with %d points, came to %d with %d", seed, plan, at, points, k.At,
					k.Points)
			}
		}
	}
	if walked < 50 {
		t.Errorf("only %d steps walked", walked)
	}
}

// The words of a forecast, and where it stops: what was never seen, points, armies in the way. No edge is known here.
func TestForecast(t *testing.T) {
	a := gametest.NewArena(t)
	a.Receipt = allClear(a)
	a.Land(1, 2, "ubk")
	a.Receipt.Seen = realm.Places{} // so 1/2 is ubk for not having been seen
	a.Army(1, "K.M 1", 1000, 0, 0)  // 4 points on tla: two steps
	a.Army(1, "K.M 2", 1000, 0, 2)
	a.Army(1, "K.M 3", 1000, 0, -2)
	a.Army(1, "K.M 4", 1000, 0, -4)
	a.Army(1, "K.M 5", 1000, -4, 0)
	a.Army(1, "K.M 6", 1000, -4, 2)
	a.Army(2, "K.M 1", 1000, 2, -2)
	dim := a.Receipt.Clear
	dim[a.XY(-3, 0)>>6] &^= 1 << (a.XY(-3, 0) & 63) // seen once, not now
	a.Receipt.Masked.Add(a.XY(-3, 2))
	a.Order(1, "K.M 1", "2052", "V+")
	a.Order(1, "K.M 2", "2", "E+")
	a.Order(1, "K.M 3", "22", "A+")
	a.Order(1, "K.M 4", "", "V+")
	a.Order(1, "K.M 5", "2", "V+")
	a.Order(1, "K.M 6", "2", "V+")
	a.Phases("plans", "specials")
	book := founding.Rules().Words("de")
	var got []string
	for _, f := range turn.Forecasts(a.Turn.Turn, 1) {
		got = append(got, fmt.Sprint(f.Line, " ",
			string(book.Append(nil, f.What, game.View{Grid: a.Grid, Origin: gametest.Middle}))))
	}
	a.Want(got,
		"1 K.M 1 soll verteidigen. Woche, Feld (Punkte danach): W1 1/0 (2), W3 0/0 (0); dann sind die "+
			"Bewegungspunkte verbraucht.",
		"1 Dieser Weg von K.M 1 gilt, soweit Ihr das Land kennt; Straßen, Wälle und Besitzer außer Sicht können ihn "+
			"ändern.",
		"2 K.M 2 soll erobern und kommt nicht fort; Ihr wisst nicht, was dahinter liegt; der Plan führt weiter "+
			"nach 1/2.",
		"3 K.M 3 soll angreifen. Woche, Feld (Punkte danach): W1 1/-2 (2); trifft in Woche 2 in 2/-2 auf 2.K.M 1 "+
			"und greift an.",
		"3 Nach dem, was Ihr seht, gewinnt K.M 3 0 von 100 solchen Kämpfen (100 enden unentschieden) und behält im "+
			"Mittel 75 % der Stärke.",
		"3 Dieser Weg von K.M 3 gilt, soweit Ihr das Land kennt; Straßen, Wälle und Besitzer außer Sicht können ihn "+
			"ändern.",
		"4 K.M 4 soll verteidigen und bleibt auf 0/-4.",
		"5 K.M 5 soll verteidigen. Woche, Feld (Punkte danach): W1 -3/0 (2); soweit Ihr das Land kennt; Straßen, "+
			"Wälle und Besitzer außer Sicht können es ändern.",
		"6 K.M 6 soll verteidigen und kommt nicht fort; in -3/2 steht eine Armee, deren Reich Ihr nicht kennt.")
}

// A line a kind of army cannot carry out counts for nothing.
func TestCommandsByTable(t *testing.T) {
	a := gametest.NewArena(t)
	k := a.Army(1, "K.M 1", 5000, 0, 0)
	for i := range a.Tables.Unit {
		a.Tables.Unit[i].Conquer = 0
	}
	a.Order(1, "K.M 1", "2", "E-")
	a.War()
	a.Want(a.Refusals(1), "cannot-command K.M 1 E")
	a.StandsAt(k, 0, 0, 5000, 4)
	if k.Flag != realm.Shown {
		t.Error("an army without a line that counts shows its sign")
	}
}

// Both languages say the same with the same arguments.
func TestWarInBothLanguages(t *testing.T) {
	de, en := founding.Rules().Words("de"), founding.Rules().Words("en")
	for _, code := range de.Codes() {
		if !en.Has(code) || !slices.Equal(de.Names(code), en.Names(code)) {
			t.Errorf("%s: arguments %v in German, %v in English", code, de.Names(code), en.Names(code))
		}
	}
	for _, code := range en.Codes() {
		if !de.Has(code) {
			t.Errorf("%s: only in English", code)
		}
	}
	a := melee(t, 5)
	a.War()
	for _, e := range a.Events() {
		if said := de.Say(e.Phrase); len(said) == 0 || said[0] == '`' || slices.Contains([]byte(said), '{') {
			t.Errorf("no German for %+v: %s", e.Phrase, said)
		}
	}
}
