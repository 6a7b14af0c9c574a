package kolonien

import (
	"fmt"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
	"weltentor/worlds/kolonien/turn"
)

// anySide draws a side of a combat.
func anySide(t *tables.Tables, d *game.Dice, which int) fight.Side {
	s := fight.Side{Nature: fight.Nature(d.N(4)), Charge: d.Chance(500), Siege: d.Chance(500), Guns: int(d.N(80)),
		Port: d.Chance(300)}
	room := int(d.N(3)) * 5
	s.Refuge = func([]int) int { return room }
	if which == fight.Attacker && s.Nature == fight.Lair {
		s.Nature = fight.Raider
	}
	s.Withdraw = realm.Withdrawal{When: realm.When(d.N(4)), N: int(d.Between(1, 100))}
	if s.Nature == fight.European {
		s.Fort = int(d.N(5))
	}
	from, to := fight.Kinds(s.Nature)
	for i := range d.Between(1, 2) {
		f := fight.Force{Realm: int(i) + 1,
			Losses: fight.LossesOf(t, []tables.Kind{tables.Kind(d.N(int64(tables.Kinds)))})}
		for range d.Between(1, 3) {
			h := fight.Host{Name: "X", Leader: int(d.N(4)), Medic: d.Chance(200)}
			for range d.N(7) {
				h.Troops[d.Between(int64(from), int64(to))]++
			}
			f.Hosts = append(f.Hosts, h)
		}
		s.Forces = append(s.Forces, f)
	}
	s.Forces[0].Hosts[0].Troops[from]++
	return s
}

// Whatever meets: a combat ends, nobody gains a unit, each unit lost is told once,
// who has won has a unit left or was the defender, and who fled has his refuge or nothing.
func TestCombatsEnd(t *testing.T) {
	numbers := tables.StandardTables()
	for i := range int64(3000) {
		d := game.Seed{9}.Throw(0, 0, "combats", i)
		told := map[string]int{}
		c := fight.Combat{Tables: numbers, Period: int(d.Between(1, 4)), Dice: d}
		c.Sides = [2]fight.Side{anySide(numbers, d, fight.Attacker), anySide(numbers, d, fight.Defender)}
		before := [2]int{c.Sides[0].Units(), c.Sides[1].Units()}
		was := [2]fight.Side{c.Sides[0].Clone(), c.Sides[1].Clone()}
		c.Tell = func(p phrase.Phrase) { told[p.Code]++ }
		end := c.Fight()
		for s := range c.Sides {
			if n := c.Sides[s].Units(); n < 0 || n > before[s] {
				t.Fatalf("combat %d: side %d had %d units, has %d", i, s, before[s], n)
			}
			for f := range was[s].Forces {
				for h := range was[s].Forces[f].Hosts {
					for k, n := range c.Sides[s].Forces[f].Hosts[h].Troops {
						if n < 0 || n > was[s].Forces[f].Hosts[h].Troops[k] {
							t.Fatalf("combat %d: %d %s of %d", i, n, tables.Kind(k).Code(),
								was[s].Forces[f].Hosts[h].Troops[k])
						}
					}
				}
			}
			if c.Sides[s].Wounded != 0 {
				t.Fatalf("combat %d: a hit is carried out of it", i)
			}
		}
		switch {
		case end.Winner != fight.Attacker && end.Winner != fight.Defender, end.Rounds < 1,
			end.Rounds > c.Tables.Rules.Longest, told["combat.won"] != 1, told["combat.round"] != end.Rounds:
			t.Fatalf("combat %d ends %+v, told %v", i, end, told)
		case end.Winner == fight.Attacker && c.Sides[fight.Attacker].Units() == 0:
			t.Fatalf("combat %d: won by nobody", i)
		case end.Fled == end.Winner:
			t.Fatalf("combat %d: the winner fled", i)
		}
		if loser := &c.Sides[1-end.Winner]; loser.Units() > 0 && (end.Fled != 1-end.Winner || !loser.Sheltered()) {
			t.Fatalf("combat %d: %d beaten units stay", i, loser.Units())
		}
	}
}

// Fewer enemies, a better wall or more guns never make it worse: of many
// combats with the same dice at least as many are won, within what chance may do.
func TestCombatsFavourTheStronger(t *testing.T) {
	won := func(text string) (n int) {
		b, problems := Rules().ReadBattle(text)
		if b == nil {
			t.Fatal(problems)
		}
		for i := range 2000 {
			if b.Fight(game.Seed{byte(i), byte(i >> 8)}).Winner().Code == "battle.attacker-won" {
				n++
			}
		}
		return n
	}
	const us = "$Angreifer\nAnfuehrer Cortez 2\nINF 5\nrueckzug nie\n"
	even := won(us + "$Verteidiger\nAnfuehrer Drake 2\nINF 5\nrueckzug nie\n")
	for name, text := range map[string]string{
		"a fort":         us + "$Verteidiger\nAnfuehrer Drake 2\nINF 5\nFort\nrueckzug nie\n",
		"two units more": us + "$Verteidiger\nGarnison INF 2\nAnfuehrer Drake 2\nINF 5\nrueckzug nie\n",
		"a medic":        us + "$Verteidiger\nAnfuehrer Drake 2\nArzt\nINF 5\nrueckzug nie\n",
		"line infantry":  us + "$Verteidiger\nAnfuehrer Drake 2\nLIN 5\nrueckzug nie\n",
		"guns":           us + "$Verteidiger\nAnfuehrer Drake 2\nINF 5\nSchiffe LIN_S 3\nrueckzug nie\n",
	} {
		if n := won(text); n+100 > even {
			t.Errorf("against %s %d are won, without %d", name, n, even)
		}
	}
}

// After every phase of every year nothing is broken, and no ducat comes or goes
// without an event that tells its realm so.
func TestYearsKeepTheBooks(t *testing.T) {
	for seed := range byte(4) {
		w := startedWorld(t, seed)
		for !w.at.State.Over {
			var sheets []game.Sheet
			for _, r := range w.at.State.Realms {
				d := game.Seed{seed}.Throw(w.at.State.Turn, 0, "sheet", int64(r.Number))
				sheets = append(sheets,
					game.Sheet{Realm: r.Number, Turn: w.at.State.Turn, Text: sensible(w, r.Number, d)})
			}
			run := turn.Begin(w.at, w.at.State.Clone(), sheets, game.Seed{seed, byte(w.at.State.Turn)})
			for _, list := range [][]turn.Phase{turn.Planned, turn.Driven} {
				for _, p := range list {
					run.Run([]turn.Phase{p})
					for _, b := range w.with(run.State).Broken() {
						t.Fatalf("seed %d, year %d, after %s: %s", seed, w.at.State.Turn, p.Name, b)
					}
				}
			}
			for i := range run.State.Realms {
				r := &run.State.Realms[i]
				for _, f := range r.Fleets {
					if r.Cargo(f.Number) > w.at.Tables.Hold(&f.Ships) {
						t.Errorf("seed %d, year %d: fleet %d of realm %d carries %d units", seed, w.at.State.Turn,
							f.Number, i+1, r.Cargo(f.Number))
					}
				}
				sum := w.at.State.Realms[i].Ducats + ledger(run, i+1)
				if got := run.State.Realms[i].Ducats; got != sum {
					t.Fatalf("seed %d, year %d: realm %d has %d ducats, told %d", seed, w.at.State.Turn, i+1, got, sum)
				}
			}
			w = w.Resolve(sheets, game.Seed{seed, byte(w.at.State.Turn)}).Next().(*World)
		}
	}
}

// ledger sums up what the events of a turn tell one realm of ducats.
func ledger(t *turn.Turn, realm int) int64 {
	var sum int64
	for _, e := range t.Events() {
		if !e.For(realm) {
			continue
		}
		arg := func(name string) int64 {
			for _, a := range e.Args {
				if a.Name == name {
					return a.N
				}
			}
			return 0
		}
		switch e.Code {
		case "income":
			sum += arg("ducats")
		case "raided":
			sum -= arg("ducats")
		case "raised", "launched", "appointed", "engaged":
			sum -= arg("cost")
		case "built", "founded":
			if arg("realm") == int64(realm) {
				sum -= int64(t.Tables.Rules.StepCost)
			}
		}
	}
	return sum
}

// startedWorld is a small world with three realms.
func startedWorld(t *testing.T, seed byte) *World {
	t.Helper()
	first, err := Rules().Found(game.Founding{Seed: game.Seed{seed}, Width: 8, Height: 6,
		Tables: []byte("[rules]\nfleet_steps = 5\n")})
	if err != nil {
		t.Fatal(err)
	}
	for i, j := range joinings {
		next, _, err := first.Join(j, game.Seed{byte(i)})
		if err != nil {
			t.Fatal(err)
		}
		first = next
	}
	return first.(*World)
}

// Many sizes and seeds found a map: one sea, land and sea in both, every home
// at the eastern edge.
func TestMaps(t *testing.T) {
	for seed := range byte(30) {
		width, height := 6+int(seed), 5+int(seed)/2
		g, err := Rules().Found(game.Founding{Seed: game.Seed{seed}, Width: width, Height: height})
		if err != nil {
			t.Fatal(err)
		}
		s := g.(*World).at.State
		seas, land := 0, 0
		reached := map[int]bool{width: true}
		for queue := []int{width}; len(queue) > 0; queue = queue[1:] {
			for _, b := range s.Areas[queue[0]-1].Beside {
				if s.Areas[b-1].Ground == realm.Sea && !reached[b] {
					reached[b] = true
					queue = append(queue, b)
				}
			}
		}
		for i := range s.Areas {
			if s.Areas[i].Ground == realm.Sea {
				seas++
			} else {
				land++
			}
		}
		if seas != len(reached) || land == 0 || len(g.Broken()) > 0 {
			t.Errorf("%s: %d seas, %d reached, %d land, %v", fmt.Sprint(width, "x", height), seas, len(reached), land,
				g.Broken())
		}
	}
	for _, wrong := range []game.Founding{{Width: 5, Height: 9}, {Width: 9, Height: 61}, {Width: 9}} {
		if _, err := Rules().Found(wrong); err == nil {
			t.Errorf("%d by %d was founded", wrong.Width, wrong.Height)
		}
	}
}
