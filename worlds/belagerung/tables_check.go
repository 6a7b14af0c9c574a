package belagerung

import (
	"fmt"
	"slices"
	"strings"

	"weltentor/worlds/tables"
)

// boards are what a world may be founded on.
var boards = []string{"drawn", "example"}

// crews are what a building may ask of who mans it.
var crews = []string{"", "simple", string(Sword), string(Bow), string(Shoe)}

// check holds every number against its range, and what no range can say.
func (t *Tables) check() error {
	r := tables.ReadRanges(rangeText)
	for _, err := range []error{
		tables.HoldRows(r, "card", t.Card, (*CardRow).code), tables.HoldRows(r, "terrain", t.Terrain, (*TerrainRow).code),
		tables.HoldRows(r, "building", t.Building, (*BuildingRow).code), tables.HoldRows(r, "tile", t.Tile, (*TileRow).code),
		tables.HoldRows(r, "point", t.Point, (*PointRow).code), tables.Hold(r, "rules", &t.Rules),
		t.checkGround(), t.checkBuildings(), t.checkTiles(),
	} {
		if err != nil {
			return err
		}
	}
	n := &t.Rules
	switch {
	case !slices.Contains(boards, n.Board):
		return fmt.Errorf("rules: board = %q: want %s", n.Board, strings.Join(boards, " or "))
	case n.FortressPower+n.FortressRange > n.FortressPoints:
		return fmt.Errorf("rules: fortress_power + fortress_range = %d: want at most fortress_points = %d", n.FortressPower+n.FortressRange, n.FortressPoints)
	}
	return nil
}

// checkGround: what is drawn fits the board, and nothing else is plain.
func (t *Tables) checkGround() error {
	share := int64(0)
	for i := range t.Terrain {
		share += t.Terrain[i].Share
	}
	if share > 1000 {
		return fmt.Errorf("terrain: the shares are %d permille together: want at most 1000", share)
	}
	return nil
}

func (t *Tables) checkBuildings() error {
	for i := range t.Building {
		b := &t.Building[i]
		if !slices.Contains(crews, b.Crew) {
			return fmt.Errorf("building %s: crew = %q: want simple, sword, bow, shoe or nothing", b.Building, b.Crew)
		}
		if b.Near != "" && !slices.ContainsFunc(t.Terrain, func(r TerrainRow) bool { return string(r.Terrain) == b.Near }) {
			return fmt.Errorf("building %s: near = %q: there is no such terrain", b.Building, b.Near)
		}
	}
	return nil
}

// checkTiles: tiles show buildings, and the points of the battlefield have tiles.
func (t *Tables) checkTiles() error {
	for i := range t.Tile {
		for _, k := range t.Tile[i].Sides {
			if !slices.ContainsFunc(t.Building, func(b BuildingRow) bool { return b.Building == k }) {
				return fmt.Errorf("tile %s: there is no building %q", t.Tile[i].Tile, k)
			}
		}
		if len(t.Tile[i].Sides) == 0 {
			return fmt.Errorf("tile %s: it has no side", t.Tile[i].Tile)
		}
	}
	for i := range t.Point {
		if b := t.Point[i].Building; t.tileOf(b) == "" {
			return fmt.Errorf("point %s: there is no tile with a building %q", t.Point[i].Point, b)
		}
	}
	return nil
}
