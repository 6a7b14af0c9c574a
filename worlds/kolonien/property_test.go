package kolonien

import (
	"fmt"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/turn"
)

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
			w = w.Resolve(sheets, game.Seed{seed, byte(w.at.State.Turn)}, 1, nil).Next().(*World)
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
