// Package land makes a continent (Found): land, climate and rivers from whole-number noise, what can be found, and
// herds. It also finds the sites where realms may begin (Sites), which depend only on the land. Noise with floats would
// differ between processors, so there is none (law 2).
package land

import (
	"cmp"
	"fmt"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// Found makes a fresh world without realms: its land from noise, what can be found in it, and realm 0 (decision 1).
// The same Founding gives the same bytes.
func Found(t *tables.Tables, f game.Founding) (*realm.State, error) {
	n := &t.Rules
	if f.Width == 0 {
		f.Width = n.Width
	}
	if f.Height == 0 {
		f.Height = n.Height
	}
	if f.Width < n.MinWidth || f.Height < n.MinHeight {
		return nil, game.Refused("small", phrase.Num("width", f.Width), phrase.Num("height", f.Height),
			phrase.Num("low", n.MinWidth), phrase.Num("least", n.MinHeight))
	}
	if f.Width > n.MaxFields/f.Height {
		return nil, game.Refused("fields", phrase.Num("width", f.Width), phrase.Num("height", f.Height),
			phrase.Num("n", n.MaxFields))
	}
	s := &realm.State{
		Schema: realm.Schema, Turn: 1,
		Grid:   game.Grid{Width: f.Width, Height: f.Height, WrapX: true},
		Realms: []realm.Realm{{}},
		Armies: make([][]*realm.Army, 1),
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
func shape(s *realm.State, t *tables.Tables, seed game.Seed) error {
	c := &chart{grid: s.Grid, seed: seed, tables: t}
	c.raise()
	c.measure()
	c.weather()
	c.name()
	s.Fields = make([]realm.Field, s.Grid.Size())
	for p := range s.Fields {
		i, ok := t.FindTerrain(c.code[p])
		if !ok {
			return fmt.Errorf("the tables have no terrain %s", c.code[p])
		}
		s.Fields[p].Terrain = i
		s.Fields[p].Yield = tables.FullYield
	}
	c.rivers(s)
	return nil
}

// hide puts mines and world gates on the land, for players to find.
func hide(s *realm.State, t *tables.Tables, seed game.Seed) {
	n := &t.Rules
	lots := landLots(s, t, seed)
	gates := min(max(len(lots)/n.GateEvery, n.GateLeast), tables.MaxGate, len(lots))
	mines := min(len(lots)/n.MineEvery, len(lots)-gates)
	order := drawn(lots, gates+mines)
	ruined := int(int64(gates) * n.GateRuined / 1000)
	numbers, gate := gateNumbers(gates, seed), kindOf(t, func(b *tables.BuildingRow) bool { return b.Gate })
	for i, p := range order[:gates] {
		b := &realm.Building{Kind: gate, Gate: numbers[i]}
		if i < ruined {
			b.Damage = tables.Ruin
		}
		s.Fields[p].Building = b
	}
	working := int(int64(mines) * n.MineWorking / 1000)
	for i, p := range order[gates:] {
		dice := seed.Throw(0, 0, "mine", int64(p))
		b := &realm.Building{Kind: MineKind(t)}
		switch {
		case i < working:
			b.Mine, b.Decline = tables.DrawMine(n, dice)
		case dice.Chance(n.MineRuined):
			b.Damage = tables.Ruin
		}
		s.Fields[p].Building = b
	}
}

// MineKind is the code of the building that is a mine.
func MineKind(t *tables.Tables) string {
	return kindOf(t, func(b *tables.BuildingRow) bool { return b.Mine })
}

// CapitalKind is the code of the building that is a capital.
func CapitalKind(t *tables.Tables) string {
	return kindOf(t, func(b *tables.BuildingRow) bool { return b.Capital })
}

func kindOf(t *tables.Tables, is func(*tables.BuildingRow) bool) string {
	for i := range t.Building {
		if is(&t.Building[i]) {
			return t.Building[i].Code
		}
	}
	return ""
}

// landLots draws lots for the land fields on which something could be built.
func landLots(s *realm.State, t *tables.Tables, seed game.Seed) (lots []lot) {
	for i := range s.Fields {
		if p := game.Place(i); !t.Terrain[s.Fields[p].Terrain].NoBuild {
			lots = append(lots, lot{seed.Throw(0, 0, "lot", int64(p)).N(manyLots), p})
		}
	}
	return lots
}

// lot is what was drawn for a field, below manyLots.
type lot struct {
	draw  int64
	field game.Place
}

const manyLots = 1 << 60

// drawn returns the n fields with the lowest lots, in the order of their lots. Lots lie evenly below manyLots, so those
// fields are among the few below a bound, and nothing else must be sorted.
func drawn(lots []lot, n int) []game.Place {
	if most := 2*n + 16; most < len(lots) {
		bound := manyLots / int64(len(lots)) * int64(most)
		few := slices.DeleteFunc(slices.Clone(lots), func(l lot) bool { return l.draw >= bound })
		if len(few) >= n {
			lots = few
		}
	}
	slices.SortFunc(lots, func(a, b lot) int { return cmp.Or(cmp.Compare(a.draw, b.draw), cmp.Compare(a.field, b.field)) })
	out := make([]game.Place, n)
	for i, l := range lots[:n] {
		out[i] = l.field
	}
	return out
}

// gateNumbers draws n different numbers from 1 to tables.MaxGate.
func gateNumbers(n int, seed game.Seed) []int {
	dice := seed.Throw(0, 0, "gates")
	taken := map[int]bool{}
	var out []int
	for len(out) < n {
		k := int(dice.Between(1, tables.MaxGate))
		if !taken[k] {
			taken[k] = true
			out = append(out, k)
		}
	}
	return out
}
