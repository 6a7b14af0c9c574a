package belagerung

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
)

// A captain is a player who knows how castles fall: outposts first, then everybody
// to the nearest foreign castle, its walls broken, and onto them.
type captain struct {
	w     *World
	foe   *realm.Realm
	taken map[game.Place]bool // where its units will stand
	b     strings.Builder
}

func (c *captain) line(format string, args ...any) { fmt.Fprintf(&c.b, format+"\n", args...) }

// captainSheet is a captain's orders for the turn that is asked for.
func captainSheet(w *World) string {
	s := w.at.State
	c := &captain{w: w, taken: map[game.Place]bool{}}
	me := s.Realm(s.Next)
	for i := range s.Realms {
		r := &s.Realms[i]
		if r != me && (c.foe == nil ||
			s.Grid.Distance(me.Castle, r.Castle) < s.Grid.Distance(me.Castle, c.foe.Castle)) {
			c.foe = r
		}
	}
	stands := map[*realm.Unit]game.Place{}
	c.line("$A")
	for _, u := range s.Of(s.Next) {
		stands[u] = u.At
		if way, to := c.way(u); len(way) > 0 {
			c.line("%s %s", u.Name(), order.WayText(way))
			stands[u] = to
		}
		c.taken[stands[u]] = true
	}
	c.line("$R\n%s\nSiedler", []string{"Schwert", "Bogen", "Schuh"}[s.Turn/2%3])
	c.line("$B\nS1 Vorposten\nS2 Vorposten\n$K")
	for _, u := range s.Of(s.Next) {
		if targets := c.targets(u, stands[u]); !u.Settler && len(targets) > 0 {
			c.line("%s > %s", u.Name(), strings.Join(targets, " "))
		}
	}
	return c.b.String()
}

// way leads a unit as near to the foe's castle as it gets, a settler off his wall.
func (c *captain) way(u *realm.Unit) ([]game.Direction, game.Place) {
	s, t := c.w.at.State, c.w.at.Tables
	type step struct {
		at   game.Place
		cost int64
		way  []game.Direction
	}
	best, queue := step{at: u.At}, []step{{at: u.At}}
	aim := func(p game.Place) int {
		if u.Settler {
			wall, _ := s.WallAt(p)
			if wall == nil && s.Building(p) == nil && s.Terrain[p] != tables.River {
				return 0
			}
			return 1
		}
		return s.Grid.Distance(p, c.foe.Castle)
	}
	for len(queue) > 0 {
		now := queue[0]
		queue = queue[1:]
		if !c.taken[now.at] && (len(s.On(now.at)) == 0 || now.at == u.At) && s.Building(now.at) == nil &&
			aim(now.at) < aim(best.at) {
			best = now
		}
		for d := game.Direction(1); d <= 6; d++ {
			q := s.Grid.Step(now.at, d)
			if q == game.Nowhere || s.CastleAt(q) != nil || c.barred(u, q) {
				continue
			}
			if cost := now.cost + t.GroundOf(s.Terrain[q]).Steps; cost <= s.Steps(t, u) {
				queue = append(queue, step{q, cost, append(slices.Clone(now.way), d)})
			}
		}
	}
	return best.way, best.at
}

func (c *captain) barred(u *realm.Unit, p game.Place) bool {
	wall, b := c.w.at.State.Wall(c.w.at.Tables, p), c.w.at.State.Building(p)
	on := c.w.at.State.On(p)
	return wall != nil && wall.Number != u.Realm || b != nil && b.Owner != 0 && b.Owner != u.Realm || len(on) > 0 &&
		on[0].Realm != u.Realm
}

// targets are what a unit will find within its range: the castle from its wall, then
// units, then walls, the most damaged first.
func (c *captain) targets(u *realm.Unit, from game.Place) []string {
	s := c.w.at.State
	var out []string
	add := func(p game.Place) {
		x, y := realm.Column(s.Grid, p)
		if len(out) < order.MostTargets {
			out = append(out, fmt.Sprintf("%d/%d", x, y))
		}
	}
	if s.Grid.Toward(c.foe.Castle, from) != 0 {
		add(c.foe.Castle)
	}
	for _, v := range s.Units {
		if v.Realm != u.Realm && int64(s.Grid.Distance(from, v.At)) <= s.Reach(c.w.at.Tables, u) {
			add(v.At)
		}
	}
	walls := []game.Direction{1, 2, 3, 4, 5, 6}
	slices.SortStableFunc(walls,
		func(a, b game.Direction) int { return cmp.Compare(c.foe.Walls[b-1], c.foe.Walls[a-1]) })
	for _, d := range walls {
		if p := s.Grid.Step(c.foe.Castle, d); realm.WallStands(c.w.at.Tables, c.foe, d) &&
			int64(s.Grid.Distance(from, p)) <= s.Reach(c.w.at.Tables, u) {
			add(p)
		}
	}
	return out
}

// TestCastlesFall plays captains against each other: nothing is broken on the way.
// Most games end with a castle's fall, and those of two realms with a winner.
func TestCastlesFall(t *testing.T) {
	fallen, won := 0, 0
	for n := range byte(12) {
		seed := game.Seed{21, n}
		w := joined(t, game.Founding{Seed: seed, Tables: fmt.Appendf(nil, "[rules]\nboard = %q\n", tables.Boards[n%2])},
			2+int(n)%3)
		for !w.at.State.Over {
			sheet := game.Sheet{Realm: w.at.State.Next, Turn: w.at.State.Turn, Text: captainSheet(w)}
			out := w.Resolve([]game.Sheet{sheet}, seed, 1, nil)
			next := out.Next().(*World)
			for _, b := range next.Broken() {
				t.Fatalf("game %d, turn %d: %s\n%s", n, w.at.State.Turn, b, sheet.Text)
			}
			if was, is := treasures(w.at.State), treasures(next.at.State); was != is {
				t.Fatalf("game %d, turn %d: %d treasure dice were %d", n, w.at.State.Turn, is, was)
			}
			w = next
		}
		if w.at.State.Fallen() {
			fallen++
		}
		won += len(w.at.State.Winners)
		t.Logf("game %d: round %d, %d players, winners %v", n, w.at.State.Round, len(w.at.State.Realms),
			w.at.State.Winners)
	}
	if fallen < 8 || won < 4 {
		t.Errorf("of 12 games %d ended by a castle's fall, %d have a winner", fallen, won)
	}
}
