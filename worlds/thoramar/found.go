package thoramar

import (
	"fmt"
	"sort"

	"weltentor/worlds/game"
)

// found makes a fresh world without realms: its land from noise, what is to be
// found in it, and realm 0 (decision 1). The same Founding gives the same bytes.
func found(t *Tables, f game.Founding) (*State, error) {
	n := &t.Rules
	if f.Width == 0 {
		f.Width = n.Width
	}
	if f.Height == 0 {
		f.Height = n.Height
	}
	if f.Width < n.MinWidth || f.Height < n.MinHeight {
		return nil, fmt.Errorf("a world of %dx%d is too small: the smallest is %dx%d", f.Width, f.Height, n.MinWidth, n.MinHeight)
	}
	if f.Width > n.MaxFields/f.Height {
		return nil, fmt.Errorf("a world of %dx%d is too big: at most %d fields", f.Width, f.Height, n.MaxFields)
	}
	s := &State{
		Schema: Schema, Turn: 1,
		Grid:   game.Grid{Width: f.Width, Height: f.Height, WrapX: true},
		Realms: []Realm{{}},
		Armies: make([][]*Army, 1),
	}
	s.Realms[0].Origin = game.Nowhere
	if err := shape(s, t, f.Seed.Sub("world")); err != nil {
		return nil, err
	}
	hide(s, t, f.Seed.Sub("finds"))
	settle(s, t, f.Seed.Sub("herds"))
	return s, nil
}

// shape gives the fields their terrain and rivers.
func shape(s *State, t *Tables, seed game.Seed) error {
	c := &chart{grid: s.Grid, seed: seed, tables: t}
	c.raise()
	c.measure()
	c.weather()
	c.name()
	s.Fields = make([]Field, s.Grid.Size())
	for p := range s.Fields {
		i, ok := t.terrain(c.code[p])
		if !ok {
			return fmt.Errorf("the tables have no terrain %s", c.code[p])
		}
		s.Fields[p].Terrain = i
		s.Fields[p].Yield = fullYield
	}
	c.rivers(s)
	return nil
}

// fullYield is the yield of a field that nobody plundered, in percent.
const fullYield = 100

// hide puts mines and world gates on the land, to be found.
func hide(s *State, t *Tables, seed game.Seed) {
	n := &t.Rules
	order := shuffledLand(s, t, seed)
	gates := min(max(len(order)/n.GateEvery, n.GateLeast), maxGate, len(order))
	mines := min(len(order)/n.MineEvery, len(order)-gates)
	ruined := int(int64(gates) * n.GateRuined / 1000)
	numbers := gateNumbers(gates, seed)
	for i, p := range order[:gates] {
		b := &Building{Kind: gateKind(t), Gate: numbers[i]}
		if i < ruined {
			b.Damage = Ruin
		}
		s.Fields[p].Building = b
	}
	working := int(int64(mines) * n.MineWorking / 1000)
	for i, p := range order[gates : gates+mines] {
		dice := seed.Throw(0, 0, "mine", int64(p))
		b := &Building{Kind: mineKind(t)}
		switch {
		case i < working:
			b.Mine, b.Decline = drawMine(n, dice)
		case dice.Chance(n.MineRuined):
			b.Damage = Ruin
		}
		s.Fields[p].Building = b
	}
}

// drawMine draws what a vein yields this year, and how fast it falls.
func drawMine(n *Numbers, dice *game.Dice) (gold, decline int64) {
	return dice.Between(n.MineYieldMin, n.MineYieldMax), dice.Between(0, n.MineDeclineMax)
}

func gateKind(t *Tables) string {
	return kindOf(t, func(b *BuildingRow) bool { return b.Gate })
}

// mineKind is the code of the building that is a mine.
func mineKind(t *Tables) string {
	return kindOf(t, func(b *BuildingRow) bool { return b.Mine })
}

// capitalKind is the code of the building that is a capital.
func capitalKind(t *Tables) string {
	return kindOf(t, func(b *BuildingRow) bool { return b.Capital })
}

func kindOf(t *Tables, is func(*BuildingRow) bool) string {
	for i := range t.Building {
		if is(&t.Building[i]) {
			return t.Building[i].Code
		}
	}
	return ""
}

// shuffledLand lists the land fields that could be built on, in an order drawn
// by the seed.
func shuffledLand(s *State, t *Tables, seed game.Seed) []game.Place {
	type lot struct {
		draw int64
		p    game.Place
	}
	var lots []lot
	for p := range s.Fields {
		if !t.Terrain[s.Fields[p].Terrain].NoBuild {
			lots = append(lots, lot{seed.Throw(0, 0, "lot", int64(p)).N(1 << 60), game.Place(p)})
		}
	}
	sort.Slice(lots, func(i, j int) bool {
		if lots[i].draw != lots[j].draw {
			return lots[i].draw < lots[j].draw
		}
		return lots[i].p < lots[j].p
	})
	out := make([]game.Place, len(lots))
	for i := range lots {
		out[i] = lots[i].p
	}
	return out
}

// gateNumbers draws n different numbers from 1 to maxGate.
func gateNumbers(n int, seed game.Seed) []int {
	dice := seed.Throw(0, 0, "gates")
	taken := map[int]bool{}
	var out []int
	for len(out) < n {
		k := int(dice.Between(1, maxGate))
		if !taken[k] {
			taken[k] = true
			out = append(out, k)
		}
	}
	return out
}
