package land_test

import (
	"bytes"
	"flag"
	"os"
	"slices"
	"strconv"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/land"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

var mapFile = flag.String("map", "", "write a text map of a fresh world to this file, to be looked at")

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

// found makes a world with the usual tables; 0 is their own width and height.
func found(t *testing.T, seed string, width, height int) *realm.State {
	t.Helper()
	drawn, err := game.ParseSeed(seed)
	if err != nil {
		t.Fatal(err)
	}
	s, err := land.Found(tables.StandardTables(), game.Founding{Seed: drawn, Width: width, Height: height})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestMap(t *testing.T) {
	if *mapFile == "" {
		return // a picture for looking at, made with -map FILE
	}
	numbers := tables.StandardTables()
	var out bytes.Buffer
	for _, seed := range []string{"1", "2"} {
		s := found(t, seed, 0, 0)
		for y := s.Grid.Height - 1; y >= 0; y-- {
			for x := 0; x < s.Grid.Width; x++ {
				out.WriteByte(glyph(numbers.Terrain[s.Fields[y*s.Grid.Width+x].Terrain].Code))
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
		for i := range numbers.Terrain {
			out.WriteString(numbers.Terrain[i].Code + " ")
			out.WriteString(itoa(count[uint8(i)]) + "\n")
		}
		out.WriteString("fields at rivers " + itoa(rivers) + "\n")
	}
	if err := os.WriteFile(*mapFile, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Every world has rivers, the smallest too.
func TestEveryWorldHasRivers(t *testing.T) {
	for seed := range 100 {
		s := found(t, strconv.Itoa(seed), 20, 16)
		if !slices.ContainsFunc(s.Fields, func(f realm.Field) bool { return f.Rivers != 0 }) {
			t.Errorf("seed %d: no river", seed)
		}
	}
}

func itoa(n int) string { return strconv.Itoa(n) }

// A world looks like an earth: its share of land is the tables', every terrain
// of T07 is there, its ends are ubk, edges agree on both sides.
func TestFound(t *testing.T) {
	numbers := tables.StandardTables()
	s := found(t, "7", 0, 0)
	if !bytes.Equal(realm.Encode(s), realm.Encode(found(t, "7", 0, 0))) {
		t.Error("the same seed made another world")
	}
	if bytes.Equal(realm.Encode(s), realm.Encode(found(t, "8", 0, 0))) {
		t.Error("another seed made the same world")
	}
	count := map[string]int{}
	land := 0
	for p := range s.Fields {
		row := &numbers.Terrain[s.Fields[p].Terrain]
		count[row.Code]++
		if row.Height > 0 && row.Code != "eis" {
			land++
		}
	}
	for i := range numbers.Terrain {
		if count[numbers.Terrain[i].Code] == 0 {
			t.Errorf("no %s in the world", numbers.Terrain[i].Code)
		}
	}
	if count["ubk"] != 400 {
		t.Errorf("%d fields of ubk, want the two rows of 200", count["ubk"])
	}
	if share := land * 100 / s.Grid.Size(); share < 30 || share > 45 {
		t.Errorf("%d%% of the world is land", share)
	}
	if list := realm.Broken(numbers, s); len(list) > 0 {
		t.Errorf("broken: %q", list[:min(len(list), 5)])
	}
}

// Of every 80 land fields one has a mine, a third of them working; of every
// 400 one a gate, half of them ruined, each with its own number (decision 1).
func TestFinds(t *testing.T) {
	numbers := tables.StandardTables()
	for _, size := range [][2]int{{0, 0}, {60, 40}, {20, 16}} {
		s := found(t, "finds", size[0], size[1])
		var land, mines, working, gates, ruined int
		seen := map[int]bool{}
		for p := range s.Fields {
			f := &s.Fields[p]
			if !numbers.Terrain[f.Terrain].NoBuild {
				land++
			}
			switch b := f.Building; {
			case b == nil:
			case b.Kind == "MIN":
				mines++
				if b.Damage == tables.Intact && b.Mine >= 10000 && b.Mine <= 40000 {
					working++
				}
			case b.Kind == "WTO":
				gates++
				if b.Damage == tables.Ruin {
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

func TestSizes(t *testing.T) {
	for _, size := range [][2]int{{19, 16}, {20, 15}, {100000, 100000}} {
		_, err := land.Found(tables.StandardTables(), game.Founding{Width: size[0], Height: size[1]})
		if err == nil {
			t.Errorf("%v: no error", size)
		}
	}
}
