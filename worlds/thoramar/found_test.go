package thoramar

import (
	"bytes"
	"flag"
	"os"
	"slices"
	"strconv"
	"testing"

	"weltentor/worlds/game"
)

var mapFile = flag.String("map", "", "write a text map of a fresh world to this file, to be looked at")

func freshState(t testing.TB, seed string, w, h int) *State {
	t.Helper()
	s, err := game.ParseSeed(seed)
	if err != nil {
		t.Fatal(err)
	}
	state, err := found(standardTables(), game.Founding{Seed: s, Width: w, Height: h})
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// glyph draws a terrain as one letter: upper case for mountains.
func glyph(code string) byte {
	switch code {
	case "ubk":
		return '#'
	case "was":
		return '.'
	case "tse":
		return ' '
	case "str":
		return '@'
	case "rif":
		return ','
	case "vul":
		return '!'
	case "eis":
		return '*'
	}
	g := map[string]byte{"la": 'a', "wa": 'f', "ds": 'j', "su": 'u', "st": 's', "ws": 'd', "ew": 'i'}[code[1:]]
	if code[0] == 'b' {
		g -= 32
	}
	return g
}

func TestMap(t *testing.T) {
	if *mapFile == "" {
		return // a picture for looking at, made with -map FILE
	}
	tables := standardTables()
	var out bytes.Buffer
	for _, seed := range []string{"1", "2"} {
		s := freshState(t, seed, 0, 0)
		for y := s.Grid.Height - 1; y >= 0; y-- {
			for x := 0; x < s.Grid.Width; x++ {
				out.WriteByte(glyph(tables.Terrain[s.Fields[y*s.Grid.Width+x].Terrain].Code))
			}
			out.WriteByte('\n')
		}
		count := map[uint8]int{}
		rivers := 0
		for i := range s.Fields {
			count[s.Fields[i].Terrain]++
			if s.Fields[i].Rivers != 0 {
				rivers++
			}
		}
		for i := range tables.Terrain {
			out.WriteString(tables.Terrain[i].Code + " ")
			out.WriteString(itoa(count[uint8(i)]) + "\n")
		}
		out.WriteString("fields at rivers " + itoa(rivers) + "\n")
	}
	if err := os.WriteFile(*mapFile, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// No border of a belt of climate is a straight line: going around the world it
// leaves a band of five rows, and never keeps to one row for a fifth of the way.
func TestClimateHasNoStraightLines(t *testing.T) {
	for _, seed := range []string{"1", "2", "3", "4"} {
		drawn, err := game.ParseSeed(seed)
		if err != nil {
			t.Fatal(err)
		}
		c := &chart{grid: game.Grid{Width: 200, Height: 114, WrapX: true}, seed: drawn, tables: standardTables()}
		c.raise()
		c.measure()
		for p := range c.height { // an even world: only the air makes its climate
			c.height[p], c.coast[p] = 0, 1
		}
		c.weather()
		for name, of := range map[string][]int64{"warmth": c.warm, "latitude": c.lat} {
			limits := []int64{iceWarm, 330, 540, 720}
			if name == "latitude" { // the desert belts and the rains of the equator go by it
				limits = []int64{desertLat - desertDry, desertLat, 2 * tropicWet, desertLat + desertDry}
			}
			for _, limit := range limits {
				low, high, longest := border(c.grid, of, limit)
				if high-low < 5 || longest > 40 {
					t.Errorf("seed %s: the border of %s %d lies in rows %d to %d, %d fields in one of them", seed, name, limit, low, high, longest)
				}
			}
		}
	}
}

// border looks, column by column from the south, where values first reach a limit.
func border(g game.Grid, of []int64, limit int64) (low, high, longest int) {
	low = g.Height
	last, run := -1, 0
	for x := range g.Width {
		y := 0
		for y < g.Height-1 && of[y*g.Width+x] < limit == (of[x] < limit) {
			y++
		}
		if run++; y != last {
			last, run = y, 1
		}
		low, high, longest = min(low, y), max(high, y), max(longest, run)
	}
	return low, high, longest
}

// Every world has rivers, the smallest too.
func TestEveryWorldHasRivers(t *testing.T) {
	for seed := range 100 {
		s := freshState(t, strconv.Itoa(seed), 20, 16)
		if !slices.ContainsFunc(s.Fields, func(f Field) bool { return f.Rivers != 0 }) {
			t.Errorf("seed %d: no river", seed)
		}
	}
}

func itoa(n int) string { return strconv.Itoa(n) }

// A world looks like an earth: its share of land is the tables', every terrain
// of T07 is there, its ends are ubk, edges agree on both sides.
func TestFound(t *testing.T) {
	tables := standardTables()
	s := freshState(t, "7", 0, 0)
	if !bytes.Equal(encode(s), encode(freshState(t, "7", 0, 0))) {
		t.Error("the same seed made another world")
	}
	if bytes.Equal(encode(s), encode(freshState(t, "8", 0, 0))) {
		t.Error("another seed made the same world")
	}
	count := map[string]int{}
	land := 0
	for p := range s.Fields {
		row := &tables.Terrain[s.Fields[p].Terrain]
		count[row.Code]++
		if row.Height > 0 && row.Code != "eis" {
			land++
		}
	}
	for i := range tables.Terrain {
		if count[tables.Terrain[i].Code] == 0 {
			t.Errorf("no %s in the world", tables.Terrain[i].Code)
		}
	}
	if count["ubk"] != 400 {
		t.Errorf("%d fields of ubk, want the two rows of 200", count["ubk"])
	}
	if share := land * 100 / s.Grid.Size(); share < 30 || share > 45 {
		t.Errorf("%d%% of the world is land", share)
	}
	if list := broken(tables, s); len(list) > 0 {
		t.Errorf("broken: %q", list[:min(len(list), 5)])
	}
}

// Of every 80 land fields one has a mine, a third of them working; of every
// 400 one a gate, half of them ruined, each with its own number (decision 1).
func TestFinds(t *testing.T) {
	tables := standardTables()
	for _, size := range [][2]int{{0, 0}, {60, 40}, {20, 16}} {
		s := freshState(t, "finds", size[0], size[1])
		var land, mines, working, gates, ruined int
		seen := map[int]bool{}
		for p := range s.Fields {
			f := &s.Fields[p]
			if !tables.Terrain[f.Terrain].NoBuild {
				land++
			}
			switch b := f.Building; {
			case b == nil:
			case b.Kind == "MIN":
				mines++
				if b.Damage == Intact && b.Mine >= 10000 && b.Mine <= 40000 {
					working++
				}
			case b.Kind == "WTO":
				gates++
				if b.Damage == Ruin {
					ruined++
				}
				seen[b.Gate] = true
			}
		}
		if mines != land/80 || working != mines*333/1000 {
			t.Errorf("%v: %d mines, %d working, on %d land fields", size, mines, working, land)
		}
		if gates != max(land/400, 4) || ruined != gates/2 || len(seen) != gates {
			t.Errorf("%v: %d gates, %d ruined, %d numbers, on %d land fields", size, gates, ruined, len(seen), land)
		}
	}
}

// A world is enough for a realm per 180 land fields, rounded: 12 on 100x57, 4 on 60x34.
func TestLandForRealms(t *testing.T) {
	tables := standardTables()
	for _, c := range []struct{ width, height, least, most int }{{200, 114, 46, 50}, {100, 57, 11, 13}, {60, 34, 4, 4}, {20, 16, 1, 1}} {
		s := freshState(t, "land", c.width, c.height)
		land := 0
		for p := range s.Fields {
			if code := tables.Terrain[s.Fields[p].Terrain].Code; !slices.Contains([]string{"ubk", "was", "tse", "str", "rif", "eis", "vul"}, code) {
				land++
			}
		}
		got := (&World{tables: tables, state: s}).Suits()
		t.Logf("%dx%d, %d land fields: for %d realms", c.width, c.height, land, got)
		if got != max((land+90)/180, 1) || got < c.least || got > c.most {
			t.Errorf("%dx%d, %d land fields: for %d realms", c.width, c.height, land, got)
		}
	}
}

func TestSizes(t *testing.T) {
	for _, size := range [][2]int{{19, 16}, {20, 15}, {100000, 100000}} {
		_, err := found(standardTables(), game.Founding{Width: size[0], Height: size[1]})
		if err == nil {
			t.Errorf("%v: no error", size)
		}
	}
}

// Rivers go downhill to water: from every river's edge the edges of rivers lead
// to a corner that water touches.
func TestRiversReachWater(t *testing.T) {
	tables := standardTables()
	drawn, err := game.ParseSeed("rivers")
	if err != nil {
		t.Fatal(err)
	}
	s, err := found(tables, game.Founding{Seed: drawn, Width: 80, Height: 60})
	if err != nil {
		t.Fatal(err)
	}
	c := &chart{grid: s.Grid, tables: tables}
	for p := range s.Fields {
		row := &tables.Terrain[s.Fields[p].Terrain]
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
		for _, w := range c.ways(k) {
			if s.Fields[w.field].Rivers.Has(w.dir) && !reached[w.to] {
				reached[w.to] = true
				open = append(open, w.to)
			}
		}
	}
	for k := range reached {
		for _, w := range c.ways(k) {
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
