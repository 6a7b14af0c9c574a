package belagerung

import (
	_ "embed"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
)

//go:embed ranges.toml
var rangeText string

// ranges says what the numbers of each table may be, by table and key.
type ranges map[string]map[string]string

// boards are what a world may be founded on.
var boards = []string{"drawn", "example"}

// crews are what a building may ask of who mans it.
var crews = []string{"", "simple", string(Sword), string(Bow), string(Shoe)}

// check finds tables no world could be played by.
func (t *Tables) check() error {
	var r ranges
	if _, err := toml.Decode(rangeText, &r); err != nil {
		panic(fmt.Sprintf("embedded ranges: %v", err))
	}
	for i := range t.Card {
		if err := inRange(r, "card", "card "+t.Card[i].Card, &t.Card[i]); err != nil {
			return err
		}
	}
	share := int64(0)
	for i := range t.Terrain {
		if err := inRange(r, "terrain", "terrain "+string(t.Terrain[i].Terrain), &t.Terrain[i]); err != nil {
			return err
		}
		share += t.Terrain[i].Share
	}
	if share > 1000 {
		return fmt.Errorf("terrain: the shares are %d permille together: want at most 1000", share)
	}
	for i := range t.Building {
		b := &t.Building[i]
		if err := inRange(r, "building", "building "+string(b.Building), b); err != nil {
			return err
		}
		if !slices.Contains(crews, b.Crew) {
			return fmt.Errorf("building %s: crew = %q: want simple, sword, bow, shoe or nothing", b.Building, b.Crew)
		}
		if b.Near != "" && !slices.ContainsFunc(t.Terrain, func(r TerrainRow) bool { return string(r.Terrain) == b.Near }) {
			return fmt.Errorf("building %s: near = %q: there is no such terrain", b.Building, b.Near)
		}
	}
	for i := range t.Tile {
		if err := inRange(r, "tile", "tile "+t.Tile[i].Tile, &t.Tile[i]); err != nil {
			return err
		}
		for _, k := range t.Tile[i].Sides {
			if !slices.ContainsFunc(t.Building, func(b BuildingRow) bool { return b.Building == k }) {
				return fmt.Errorf("tile %s: there is no building %q", t.Tile[i].Tile, k)
			}
		}
	}
	for i := range t.Point {
		if err := inRange(r, "point", "point "+t.Point[i].Point, &t.Point[i]); err != nil {
			return err
		}
		if b := t.Point[i].Building; t.tileOf(b) == "" {
			return fmt.Errorf("point %s: there is no tile with a building %q", t.Point[i].Point, b)
		}
	}
	if err := inRange(r, "rules", "rules", &t.Rules); err != nil {
		return err
	}
	return t.checkRules()
}

func (t *Tables) checkRules() error {
	n := &t.Rules
	if !slices.Contains(boards, n.Board) {
		return fmt.Errorf("rules: board = %q: want %s", n.Board, strings.Join(boards, " or "))
	}
	for _, pair := range []struct {
		low, high string
		l, h      int64
	}{
		{"smallest", "width", int64(n.Smallest), int64(n.Width)}, {"width", "largest", int64(n.Width), int64(n.Largest)},
		{"smallest", "height", int64(n.Smallest), int64(n.Height)},
		{"height", "highest", int64(n.Height), int64(n.Highest)},
		{"fortress_range", "fortress_range_most", n.FortressRange, n.FortressRangeMost},
		{"fortress_power + fortress_range", "fortress_points", n.FortressPower + n.FortressRange, n.FortressPoints},
	} {
		if pair.l > pair.h {
			return fmt.Errorf("rules: %s = %d: want at most %s = %d", pair.low, pair.l, pair.high, pair.h)
		}
	}
	return nil
}

// inRange names the first number of a row that is out of its range.
func inRange[T CardRow | TerrainRow | BuildingRow | TileRow | PointRow | Numbers](r ranges, table, row string, of *T) error {
	v := reflect.ValueOf(of).Elem()
	for i := range v.NumField() {
		f := v.Field(i)
		if !f.CanInt() {
			continue
		}
		key := v.Type().Field(i).Tag.Get("toml")
		lo, hi := readSpan(r[table][key])
		if n := f.Int(); n < lo || n > hi {
			return fmt.Errorf("%s: %s = %d: want %d to %d", row, key, n, lo, hi)
		}
	}
	return nil
}

// readSpan reads "1 10_000": what it cannot read is our mistake.
func readSpan(s string) (lo, hi int64) {
	from, to, _ := strings.Cut(s, " ")
	lo, err := strconv.ParseInt(from, 0, 64)
	if err == nil {
		hi, err = strconv.ParseInt(to, 0, 64)
	}
	if err != nil {
		panic(fmt.Sprintf("embedded ranges: %q: %v", s, err))
	}
	return lo, hi
}
