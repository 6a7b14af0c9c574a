package land

import (
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/tables"
)

// Rivers go downhill to water: from every river's edge the edges of rivers lead
// to a corner that water touches.
func TestRiversReachWater(t *testing.T) {
	numbers := tables.StandardTables()
	drawn, err := game.ParseSeed("rivers")
	if err != nil {
		t.Fatal(err)
	}
	s, err := Found(numbers, game.Founding{Seed: drawn, Width: 80, Height: 60})
	if err != nil {
		t.Fatal(err)
	}
	c := &chart{grid: s.Grid, tables: numbers}
	for p := range s.Fields {
		row := &numbers.Terrain[s.Fields[p].Terrain]
		c.code = append(c.code, row.Code)
		h := int8(max(row.Height, 0))
		if row.Code == "eis" {
			h = 0 // pack ice; ice on land stays inland only where no river runs
		}
		c.height = append(c.height, h)
	}
	reached := make([]bool, 2*len(s.Fields))
	var open []int
	rivers := 0
	for k := range reached {
		if c.mouth(k) {
			reached[k] = true
			open = append(open, k)
		}
	}
	for len(open) > 0 {
		k := open[0]
		open = open[1:]
		for _, w := range c.ways(nil, k) {
			if s.Fields[w.field].Rivers.Has(w.dir) && !reached[w.to] {
				reached[w.to] = true
				open = append(open, w.to)
			}
		}
	}
	for k := range reached {
		for _, w := range c.ways(nil, k) {
			if s.Fields[w.field].Rivers.Has(w.dir) {
				rivers++
				if !reached[k] {
					t.Fatalf("a river at corner %d reaches no water", k)
				}
			}
		}
	}
	if rivers < 40 {
		t.Errorf("%d edges of rivers in a world of 80x60", rivers/2)
	}
}
