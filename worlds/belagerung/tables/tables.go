// Package tables has the numbers of Die Kunst der Belagerung. A world's own numbers replace those of the embedded rows,
// each within its range. A limit that is lowered in a running game may leave units above it, and the game goes on.
// Before has the numbers of worlds that were founded before a number existed.
package tables

import (
	_ "embed"
	"slices"

	"weltentor/worlds/rulekit"
	"weltentor/worlds/tables"
)

//go:embed tables.toml
var defaultTables []byte

//go:embed ranges.toml
var rangeText string

// Tables are the numbers of a world. The defaults are embedded (tables.toml); a world can replace some of them.
type Tables struct {
	Card     []CardRow     `toml:"card"`
	Terrain  []TerrainRow  `toml:"terrain"`
	Building []BuildingRow `toml:"building"`
	Tile     []TileRow     `toml:"tile"`
	Point    []PointRow    `toml:"point"`
	Rules    Numbers       `toml:"rules"`
}

// CardRow has the values of a unit with one training, or of a settler (§4.1).
type CardRow struct {
	Card  string `toml:"card"`
	Speed int64  `toml:"speed"`
	Range int64  `toml:"range"`
	Power int64  `toml:"power"`
	Cost  int64  `toml:"cost"`
}

// TerrainRow has the numbers of a terrain.
type TerrainRow struct {
	Terrain Terrain `toml:"terrain"`
	Defence int64   `toml:"defence"`
	Steps   int64   `toml:"steps"`
	Share   int64   `toml:"share"` // permille of a drawn board
}

// BuildingRow has the numbers of a kind of building or engine.
type BuildingRow struct {
	Building Kind   `toml:"building"`
	Hits     int64  `toml:"hits"`
	Cost     int64  `toml:"cost"`
	Crew     string `toml:"crew"`
	Range    int64  `toml:"range"`
	Speed    int64  `toml:"speed"`
	Damage   int64  `toml:"damage"`
	Near     string `toml:"near"`
}

// TileRow is a kind of tile in the stock.
type TileRow struct {
	Tile   string `toml:"tile"`
	Sides  []Kind `toml:"sides"`
	Number int64  `toml:"number"` // for every two players, rounded up
}

// PointRow is a place on the example battlefield that can be conquered.
type PointRow struct {
	Point    string `toml:"point"`
	Building Kind   `toml:"building"`
	X        int64  `toml:"column"`
	Y        int64  `toml:"row"`
}

// Numbers are the single numbers of the rules.
type Numbers struct {
	// The board.
	Board          string `toml:"board"`      // drawn, or example for the battlefield of the rules
	FirstWall      string `toml:"first_wall"` // where units are placed first, see FirstWalls
	Width          int    `toml:"width"`
	Height         int    `toml:"height"`
	Smallest       int    `toml:"smallest"`        // least width and height
	Largest        int    `toml:"largest"`         // greatest width: a board must fit a page
	Highest        int    `toml:"highest"`         // greatest height
	CastleDistance int    `toml:"castle_distance"` // least distance between castles

	// Castles, units, treasure.
	CastleHits     int64 `toml:"castle_hits"`
	WallHits       int64 `toml:"wall_hits"`
	WallDefence    int64 `toml:"wall_defence"`
	TrainingPoints int64 `toml:"training_points"`
	TrainingCost   int64 `toml:"training_cost"`
	Units          int   `toml:"units"`    // the most in a realm, without settlers
	Settlers       int   `toml:"settlers"` // the most in a realm
	CastleIncome   int64 `toml:"castle_income"`
	OutpostIncome  int64 `toml:"outpost_income"`
	StartTreasure  int64 `toml:"start_treasure"`
	Bank           int64 `toml:"bank"`      // dice in it, besides one for each player
	Weakening      int64 `toml:"weakening"` // dice for every two players, rounded up
	Shots          int64 `toml:"shots"`     // weakening dice for an engine's attack
	Die            int64 `toml:"die"`       // sides of a die of battle
	Counter        int64 `toml:"counter"`   // pips at which a counter becomes a treasure die
	Looter         int64 `toml:"looter"`    // enemies killed to get a treasure die

	// Fortress and smithy.
	FortressPoints    int64 `toml:"fortress_points"`
	FortressRangeMost int64 `toml:"fortress_range_most"`
	FortressPower     int64 `toml:"fortress_power"`
	FortressRange     int64 `toml:"fortress_range"`
	WeaponRange       int64 `toml:"weapon_range"`
	ArmourPower       int64 `toml:"armour_power"`
	HoofSpeed         int64 `toml:"hoof_speed"`

	// The end and the frame.
	Rounds       int `toml:"rounds"`
	MissedNotice int `toml:"missed_notice"` // missed turns in a row after which the game master is told
}

// The codes by which rows are found.
func (r *CardRow) code() string     { return r.Card }
func (r *TerrainRow) code() string  { return string(r.Terrain) }
func (r *BuildingRow) code() string { return string(r.Building) }
func (r *TileRow) code() string     { return r.Tile }
func (r *PointRow) code() string    { return r.Point }

// StandardTables reads the embedded tables.
func StandardTables() *Tables { return tables.Embedded(defaultTables, (*Tables).check) }

// With returns the tables with the numbers of a TOML text in place of their own. Rows are found by their code, and
// what the text does not name stays. Unknown keys and numbers out of range are errors that name them.
func (t *Tables) With(own []byte) (*Tables, error) {
	out := t.clone()
	o := tables.Read(own)
	tables.Rows(o, "card", &out.Card, false, (*CardRow).code)
	tables.Rows(o, "terrain", &out.Terrain, false, (*TerrainRow).code)
	tables.Rows(o, "building", &out.Building, false, (*BuildingRow).code)
	tables.Rows(o, "tile", &out.Tile, false, (*TileRow).code)
	tables.Rows(o, "point", &out.Point, false, (*PointRow).code)
	tables.One(o, "rules", &out.Rules)
	return tables.Laid(o, out, out.check)
}

// Before are the tables of a world that was founded with such a text: before the first wall was a number, units were
// placed from direction 1 on. Only a whole text, as Text returned it, tells that it was none.
func Before(founding []byte, t *Tables) *Tables {
	if o := tables.Read(founding); o.Has("card") && !o.Has("rules", "first_wall") {
		t = t.clone()
		t.Rules.FirstWall = "north-east"
	}
	return t
}

// clone copies the tables with their rows.
func (t *Tables) clone() *Tables {
	out := *t
	out.Card, out.Terrain = slices.Clone(t.Card), slices.Clone(t.Terrain)
	out.Building, out.Tile, out.Point = slices.Clone(t.Building), slices.Clone(t.Tile), slices.Clone(t.Point)
	for i := range out.Tile {
		out.Tile[i].Sides = slices.Clone(t.Tile[i].Sides)
	}
	return &out
}

// Text is the canonical TOML of the tables.
func (t *Tables) Text() []byte { return tables.Text(t) }

// CardOf returns the row of a card. It panics if there is none, since that would be our mistake; so do the next ones.
func (t *Tables) CardOf(card string) *CardRow { return rowOf(t.Card, (*CardRow).code, card) }

// BuildingOf returns the row of a kind of building.
func (t *Tables) BuildingOf(k Kind) *BuildingRow {
	return rowOf(t.Building, (*BuildingRow).code, string(k))
}

// GroundOf returns the row of a terrain.
func (t *Tables) GroundOf(terrain Terrain) *TerrainRow {
	return rowOf(t.Terrain, (*TerrainRow).code, string(terrain))
}

func rowOf[R any](rows []R, code func(*R) string, want string) *R {
	if row := rulekit.Row(rows, code, want); row != nil {
		return row
	}
	panic("there is no row for " + want)
}

// TileOf is the first tile with a kind of building on a side, or "" if there is none.
func (t *Tables) TileOf(k Kind) string {
	for i := range t.Tile {
		if slices.Contains(t.Tile[i].Sides, k) {
			return t.Tile[i].Tile
		}
	}
	return ""
}
