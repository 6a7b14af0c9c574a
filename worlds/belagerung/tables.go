package belagerung

import (
	"bytes"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

//go:embed tables.toml
var defaultTables []byte

// Tables are the numbers of a world. The defaults are embedded (tables.toml); a
// world may lay its own over them.
type Tables struct {
	Card     []CardRow     `toml:"card"`
	Terrain  []TerrainRow  `toml:"terrain"`
	Building []BuildingRow `toml:"building"`
	Tile     []TileRow     `toml:"tile"`
	Point    []PointRow    `toml:"point"`
	Rules    Numbers       `toml:"rules"`
}

// CardRow is what a unit of one training can, or a settler (decision 1).
type CardRow struct {
	Card  string `toml:"card"`
	Speed int64  `toml:"speed"`
	Range int64  `toml:"range"`
	Power int64  `toml:"power"`
	Cost  int64  `toml:"cost"`
}

// TerrainRow is what the ground does.
type TerrainRow struct {
	Terrain Terrain `toml:"terrain"`
	Defence int64   `toml:"defence"`
	Steps   int64   `toml:"steps"`
	Share   int64   `toml:"share"` // permille of a drawn board
}

// BuildingRow is what the tables say of one kind of building or engine.
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

// TileRow is a kind of tile of the stock.
type TileRow struct {
	Tile   string `toml:"tile"`
	Sides  []Kind `toml:"sides"`
	Number int64  `toml:"number"` // for each begun pair of players
}

// PointRow is a place of the example battlefield that can be conquered.
type PointRow struct {
	Point    string `toml:"point"`
	Building Kind   `toml:"building"`
	X        int64  `toml:"column"`
	Y        int64  `toml:"row"`
}

// Numbers are the single numbers of the rules.
type Numbers struct {
	// The board.
	Board          string `toml:"board"` // drawn, or example: the battlefield of the seed
	Width          int    `toml:"width"`
	Height         int    `toml:"height"`
	Smallest       int    `toml:"smallest"`        // width and height at least
	Largest        int    `toml:"largest"`         // width at most: a board must fit a page
	Highest        int    `toml:"highest"`         // height at most
	CastleDistance int    `toml:"castle_distance"` // between castles at least

	// Castles, units, treasure.
	CastleHits     int64 `toml:"castle_hits"`
	WallHits       int64 `toml:"wall_hits"`
	WallDefence    int64 `toml:"wall_defence"`
	TrainingPoints int64 `toml:"training_points"`
	TrainingCost   int64 `toml:"training_cost"`
	Units          int   `toml:"units"`    // of a realm at most, without settlers
	Settlers       int   `toml:"settlers"` // of a realm at most
	CastleIncome   int64 `toml:"castle_income"`
	OutpostIncome  int64 `toml:"outpost_income"`
	StartTreasure  int64 `toml:"start_treasure"`
	Bank           int64 `toml:"bank"`      // dice in it beside one a player
	Weakening      int64 `toml:"weakening"` // dice for each begun pair of players
	Shots          int64 `toml:"shots"`     // weakening dice of an engine's attack
	Die            int64 `toml:"die"`       // sides of a die of battle
	Counter        int64 `toml:"counter"`   // pips at which a counter is a treasure die
	Looter         int64 `toml:"looter"`    // enemies killed for a treasure die

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

// standardTables reads the embedded tables: a mistake in them is ours.
func standardTables() *Tables {
	t := &Tables{}
	if _, err := toml.Decode(string(defaultTables), t); err != nil {
		panic(fmt.Sprintf("embedded tables: %v", err))
	}
	if err := t.check(); err != nil {
		panic(fmt.Sprintf("embedded tables: %v", err))
	}
	return t
}

// overlay is a table file whose rows are not decoded yet.
type overlay struct {
	Card     []toml.Primitive `toml:"card"`
	Terrain  []toml.Primitive `toml:"terrain"`
	Building []toml.Primitive `toml:"building"`
	Tile     []toml.Primitive `toml:"tile"`
	Point    []toml.Primitive `toml:"point"`
	Rules    *toml.Primitive  `toml:"rules"`
}

// with gives the tables with a TOML text laid over them: rows are found by their
// code, what is not named stays. Unknown rows and keys, and numbers out of range,
// are errors naming them.
func (t *Tables) with(text []byte) (*Tables, error) {
	out := t.clone()
	var o overlay
	md, err := toml.Decode(string(text), &o)
	if err != nil {
		return nil, err
	}
	if err := overlayRows(md, o.Card, "card", out.Card, func(c *CardRow) string { return c.Card }); err != nil {
		return nil, err
	}
	if err := overlayRows(md, o.Terrain, "terrain", out.Terrain, func(r *TerrainRow) string { return string(r.Terrain) }); err != nil {
		return nil, err
	}
	if err := overlayRows(md, o.Building, "building", out.Building, func(b *BuildingRow) string { return string(b.Building) }); err != nil {
		return nil, err
	}
	if err := overlayRows(md, o.Tile, "tile", out.Tile, func(r *TileRow) string { return r.Tile }); err != nil {
		return nil, err
	}
	if err := overlayRows(md, o.Point, "point", out.Point, func(r *PointRow) string { return r.Point }); err != nil {
		return nil, err
	}
	if o.Rules != nil {
		if err := md.PrimitiveDecode(*o.Rules, &out.Rules); err != nil {
			return nil, fmt.Errorf("rules: %w", err)
		}
	}
	if unknown := md.Undecoded(); len(unknown) > 0 {
		names := make([]string, len(unknown))
		for i, k := range unknown {
			names[i] = k.String()
		}
		return nil, fmt.Errorf("unknown keys in the tables: %s", strings.Join(names, ", "))
	}
	if err := out.check(); err != nil {
		return nil, err
	}
	return out, nil
}

// overlayRows lays rows over those of the same codes.
func overlayRows[T CardRow | TerrainRow | BuildingRow | TileRow | PointRow](md toml.MetaData, over []toml.Primitive, table string, list []T, code func(*T) string) error {
	for _, p := range over {
		var row T
		if err := md.PrimitiveDecode(p, &row); err != nil {
			return fmt.Errorf("%s: %w", table, err)
		}
		i := slices.IndexFunc(list, func(have T) bool { return code(&have) == code(&row) })
		if i < 0 {
			return fmt.Errorf("%s: there is no %q", table, code(&row))
		}
		if err := md.PrimitiveDecode(p, &list[i]); err != nil {
			return fmt.Errorf("%s: %w", table, err)
		}
	}
	return nil
}

func (t *Tables) clone() *Tables {
	out := *t
	out.Card, out.Terrain = slices.Clone(t.Card), slices.Clone(t.Terrain)
	out.Building, out.Tile, out.Point = slices.Clone(t.Building), slices.Clone(t.Tile), slices.Clone(t.Point)
	for i := range out.Tile {
		out.Tile[i].Sides = slices.Clone(t.Tile[i].Sides)
	}
	return &out
}

// text is the canonical TOML of the tables.
func (t *Tables) text() []byte {
	var b bytes.Buffer
	e := toml.NewEncoder(&b)
	e.Indent = ""
	if err := e.Encode(t); err != nil {
		panic(fmt.Sprintf("tables as TOML: %v", err))
	}
	return b.Bytes()
}

// building gives the row of a kind; a kind without one is our mistake.
func (t *Tables) building(k Kind) *BuildingRow {
	for i := range t.Building {
		if t.Building[i].Building == k {
			return &t.Building[i]
		}
	}
	panic("a building of no row: " + string(k))
}

// ground gives the row of a terrain; a terrain without one is our mistake.
func (t *Tables) ground(terrain Terrain) *TerrainRow {
	for i := range t.Terrain {
		if t.Terrain[i].Terrain == terrain {
			return &t.Terrain[i]
		}
	}
	panic("ground of no row: " + string(terrain))
}

// tileOf is the first tile that has a kind of building on a side, "" if none has.
func (t *Tables) tileOf(k Kind) string {
	for i := range t.Tile {
		if slices.Contains(t.Tile[i].Sides, k) {
			return t.Tile[i].Tile
		}
	}
	return ""
}
