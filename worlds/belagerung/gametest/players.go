package gametest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
)

// SensibleSheet writes orders a player might give: most of them can be done.
func SensibleSheet(p realm.Position, d *game.Dice) string {
	s, me := p.State, p.State.Next
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("$S\nFestung Kraft %d Reichweite %d", d.Between(6, 10), d.Between(3, 7))
	line("$A")
	for _, u := range s.Of(me) {
		way := d.Between(1, 6)*10 + d.Between(1, 6)
		if d.Chance(300) {
			way /= 10
		}
		line("%s %d%s", u.Name(), way, []string{"", "", " Balliste"}[d.N(3)])
	}
	line("$R\n%s", []string{"Schwert", "Bogen", "Schuh", "Siedler"}[d.N(4)])
	for _, u := range s.Of(me) {
		line("%s %s", u.Name(), []string{"Schwert", "Bogen", "Schuh"}[d.N(3)])
	}
	line("$B")
	for n := 1; n <= 2; n++ {
		line("S%d %s", n, []string{"Steinbruch", "Holzfaeller", "Schmiede", "Vorposten", "Ausbildung"}[d.N(5)])
	}
	line("$K")
	for _, u := range s.Of(me) {
		for range 2 {
			line("%s > %d/%d%s", u.Name(), d.Between(1, int64(s.Grid.Width)), d.Between(1, int64(s.Grid.Height)),
				[]string{"", " Gebaeude"}[d.N(2)])
		}
	}
	line("$N\n#%d\nMein Gruß zum Zug %d.\n#E", 1+me%len(s.Realms), s.Turn)
	return b.String()
}

// StormySheet sends everybody at the nearest enemies: without it random orders
// seldom find one.
func StormySheet(p realm.Position, d *game.Dice) string {
	s := p.State
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("$A")
	for _, u := range s.Of(s.Next) {
		if foe := nearest(s, u); foe != nil && d.Chance(700) {
			for dir := game.Direction(1); dir <= 6; dir++ {
				if q := s.Grid.Step(u.At, dir); q != game.Nowhere &&
					s.Grid.Distance(q, foe.At) < s.Grid.Distance(u.At, foe.At) {
					line("%s %d", u.Name(), dir)
				}
			}
		}
	}
	line("$K")
	for _, u := range s.Of(s.Next) {
		if foe := nearest(s, u); foe != nil && !u.Settler {
			x, y := realm.Column(s.Grid, foe.At)
			aim := []string{"", "", " Gebaeude", " schwaechen " + foe.Name()}[d.N(4)]
			line("%s > %d/%d%s", u.Name(), x, y, aim)
		}
	}
	return b.String()
}

// nearest is the enemy nearest to a unit.
func nearest(s *realm.State, u *realm.Unit) *realm.Unit {
	var foe *realm.Unit
	for _, v := range s.Units {
		if v.Realm != u.Realm && (foe == nil || s.Grid.Distance(u.At, v.At) < s.Grid.Distance(u.At, foe.At)) {
			foe = v
		}
	}
	return foe
}

// A captain is a player who knows how castles fall: outposts first, then everybody
// to the nearest foreign castle, its walls broken, and onto them.
type captain struct {
	at    realm.Position
	foe   *realm.Realm
	taken map[game.Place]bool // where its units will stand
	b     strings.Builder
}

func (c *captain) line(format string, args ...any) { fmt.Fprintf(&c.b, format+"\n", args...) }

// CaptainSheet is a captain's orders for the turn that is asked for.
func CaptainSheet(p realm.Position) string {
	s := p.State
	c := &captain{at: p, taken: map[game.Place]bool{}}
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
	s, t := c.at.State, c.at.Tables
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
	wall, b := c.at.State.Wall(c.at.Tables, p), c.at.State.Building(p)
	on := c.at.State.On(p)
	return wall != nil && wall.Number != u.Realm || b != nil && b.Owner != 0 && b.Owner != u.Realm || len(on) > 0 &&
		on[0].Realm != u.Realm
}

// targets are what a unit will find within its range: the castle from its wall, then
// units, then walls, the most damaged first.
func (c *captain) targets(u *realm.Unit, from game.Place) []string {
	s := c.at.State
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
		if v.Realm != u.Realm && int64(s.Grid.Distance(from, v.At)) <= s.Reach(c.at.Tables, u) {
			add(v.At)
		}
	}
	walls := []game.Direction{1, 2, 3, 4, 5, 6}
	slices.SortStableFunc(walls,
		func(a, b game.Direction) int { return cmp.Compare(c.foe.Walls[b-1], c.foe.Walls[a-1]) })
	for _, d := range walls {
		if p := s.Grid.Step(c.foe.Castle, d); realm.WallStands(c.at.Tables, c.foe, d) &&
			int64(s.Grid.Distance(from, p)) <= s.Reach(c.at.Tables, u) {
			add(p)
		}
	}
	return out
}
