package tables

import (
	"cmp"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/tables"
)

// badChoice is the error for a word that is not one of the choices.
func badChoice(where, key, value string, choices []string) error {
	return tables.Bad(where, "choice", phrase.Str("key", key), phrase.Str("value", value),
		phrase.Str("choices", strings.Join(choices, ", ")))
}

// badName is the error for the code of something that does not exist.
func badName(where, key, value string) error {
	return tables.Bad(where, "not-there", phrase.Str("key", key), phrase.Str("value", value))
}

// Boards are the kinds of boards on which a world can be founded.
var Boards = []string{"drawn", "example"}

// FirstWalls are the walls on which units can be placed first: those that face the middle of the board, or the one in
// direction 1 of each castle.
var FirstWalls = []string{ToMiddle, "north-east"}

// ToMiddle is as far from the middle for all castles.
const ToMiddle = "middle"

// crews are the units that a building can ask for as its crew.
var crews = []string{"", "simple", string(Sword), string(Bow), string(Shoe)}

// check compares every number with its range, and checks what no range can express.
func (t *Tables) check() error {
	r := tables.ReadRanges(rangeText)
	return cmp.Or(tables.HoldRows(r, "card", t.Card, (*CardRow).code),
		tables.HoldRows(r, "terrain", t.Terrain, (*TerrainRow).code),
		tables.HoldRows(r, "building", t.Building, (*BuildingRow).code),
		tables.HoldRows(r, "tile", t.Tile, (*TileRow).code),
		tables.HoldRows(r, "point", t.Point, (*PointRow).code), tables.Hold(r, "rules", &t.Rules),
		t.checkGround(), t.checkBuildings(), t.checkTiles(), t.checkRules())
}

func (t *Tables) checkRules() error {
	n := &t.Rules
	switch {
	case !slices.Contains(Boards, n.Board):
		return badChoice("rules", "board", n.Board, Boards)
	case !slices.Contains(FirstWalls, n.FirstWall):
		return badChoice("rules", "first_wall", n.FirstWall, FirstWalls)
	case n.FortressPower+n.FortressRange > n.FortressPoints:
		return tables.Bad("rules", "at-most", phrase.Str("key", "fortress_power + fortress_range"),
			phrase.Num("n", n.FortressPower+n.FortressRange), phrase.Str("other", "fortress_points"),
			phrase.Num("most", n.FortressPoints))
	}
	return nil
}

// checkGround checks that what is drawn fits the board, and that only plain is left over.
func (t *Tables) checkGround() error {
	share := int64(0)
	for i := range t.Terrain {
		share += t.Terrain[i].Share
	}
	if share > 1000 {
		return tables.Bad("terrain", "shares-most", phrase.Num("n", share), phrase.Str("unit", "‰"),
			phrase.Num("want", 1000))
	}
	return nil
}

func (t *Tables) checkBuildings() error {
	for i := range t.Building {
		b := &t.Building[i]
		if !slices.Contains(crews, b.Crew) {
			return badChoice("building "+string(b.Building), "crew", b.Crew,
				append(crews[1:len(crews):len(crews)], `""`))
		}
		if b.Near != "" && !slices.ContainsFunc(t.Terrain,
			func(r TerrainRow) bool { return string(r.Terrain) == b.Near }) {
			return badName("building "+string(b.Building), "near", b.Near)
		}
	}
	return nil
}

// checkTiles checks that tiles show buildings, and that the points of the battlefield have tiles.
func (t *Tables) checkTiles() error {
	for i := range t.Tile {
		for _, k := range t.Tile[i].Sides {
			if !slices.ContainsFunc(t.Building, func(b BuildingRow) bool { return b.Building == k }) {
				return badName("tile "+t.Tile[i].Tile, "sides", string(k))
			}
		}
		if len(t.Tile[i].Sides) == 0 {
			return tables.Bad("tile "+t.Tile[i].Tile, "no-side")
		}
	}
	for i := range t.Point {
		if b := t.Point[i].Building; t.TileOf(b) == "" {
			return badName("point "+t.Point[i].Point, "building", string(b))
		}
	}
	return nil
}
