// Package tables has the numbers of Terra, with shares in permille. A world can change the numbers of rows, within
// their ranges, but not add or remove rows: orders and sentences name their codes.
package tables

import (
	_ "embed"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/tables"
)

//go:embed tables.toml
var defaultTables []byte

//go:embed ranges.toml
var rangeText string

// Tables are the numbers of a world. A world can change the numbers of rows, but not add or remove rows.
type Tables struct {
	Terrain []TerrainRow `toml:"terrain"` // by Terrain
	Command []CommandRow `toml:"command"` // by Command
	Bonus   []BonusRow   `toml:"bonus"`   // by Bonus, from 1, with rising ratios
	Rules   Numbers      `toml:"rules"`
}

// TerrainRow has the numbers of a terrain.
type TerrainRow struct {
	Code     string `toml:"code"`
	Income   int64  `toml:"income"`
	Garrison int64  `toml:"garrison"` // at most
	Enter    int    `toml:"enter"`    // points
	Defence  int64  `toml:"defence"`  // permille
	Share    int64  `toml:"share"`    // percent of the unowned land

	Characters int64 `toml:"characters"` // the most characters that a garrison may have, in permille of an army
	Mounted    int64 `toml:"mounted"`    // the same for those that ride, fly or drive
}

// CommandRow has the numbers of a command.
type CommandRow struct {
	Code     string `toml:"code"`
	Delay    int    `toml:"delay"`
	Moves    int    `toml:"moves"`
	Foreign  bool   `toml:"foreign"`
	Strength int64  `toml:"strength"`  // permille
	UnderWay int64  `toml:"under_way"` // permille, for an army that is not yet where it wants to be
}

// BonusRow is an advantage at the table.
type BonusRow struct {
	Code  string `toml:"code"`
	Ratio int64  `toml:"ratio"` // permille, from which the bonus is given
}

// The codes by which rows are found.
func (r *TerrainRow) code() string { return r.Code }

func (r *CommandRow) code() string { return r.Code }

func (r *BonusRow) code() string { return r.Code }

// StandardTables reads the embedded tables.
func StandardTables() *Tables { return tables.Embedded(defaultTables, (*Tables).check) }

// With returns the tables with the numbers of a TOML text in place of their own. Rows are found by their code, and
// what the text does not name stays. Unknown keys and numbers out of range are errors that name them.
func (t *Tables) With(own []byte) (*Tables, error) {
	out := &Tables{slices.Clone(t.Terrain), slices.Clone(t.Command), slices.Clone(t.Bonus), t.Rules}
	o := tables.Read(own)
	tables.Rows(o, "terrain", &out.Terrain, false, (*TerrainRow).code)
	tables.Rows(o, "command", &out.Command, false, (*CommandRow).code)
	tables.Rows(o, "bonus", &out.Bonus, false, (*BonusRow).code)
	tables.One(o, "rules", &out.Rules)
	return tables.Laid(o, out, out.check)
}

// Text is the canonical TOML of the tables.
func (t *Tables) Text() []byte { return tables.Text(t) }

// check compares every number with its range, and checks what no range can express.
func (t *Tables) check() error {
	if len(t.Terrain) != int(Terrains) || len(t.Command) != int(Commands) {
		return tables.Bad("terrain, command", "rows", phrase.Num("n", len(t.Terrain)+len(t.Command)),
			phrase.Num("want", int(Terrains)+int(Commands)))
	}
	r := tables.ReadRanges(rangeText)
	for _, err := range []error{
		tables.HoldRows(r, "terrain", t.Terrain, (*TerrainRow).code),
		tables.HoldRows(r, "command", t.Command, (*CommandRow).code),
		tables.HoldRows(r, "bonus", t.Bonus, (*BonusRow).code), tables.Hold(r, "rules", &t.Rules),
	} {
		if err != nil {
			return err
		}
	}
	share := int64(0)
	for _, r := range t.Terrain {
		share += r.Share
	}
	if share != 100 {
		return tables.Bad("terrain", "shares", phrase.Num("n", share), phrase.Str("unit", "%"), phrase.Num("want", 100))
	}
	for i := range t.Command {
		if row := &t.Command[i]; row.Moves > 0 && row.Delay >= Day/row.Moves {
			return tables.Bad("command "+row.Code, "delay", phrase.Num("n", row.Delay),
				phrase.Num("most", Day/row.Moves))
		}
	}
	for i := 1; i < len(t.Bonus); i++ {
		if t.Bonus[i].Ratio <= t.Bonus[i-1].Ratio {
			return tables.Bad("bonus "+t.Bonus[i].Code, "more-than", phrase.Str("key", "ratio"),
				phrase.Num("n", t.Bonus[i].Ratio), phrase.Str("other", t.Bonus[i-1].Code))
		}
	}
	if r := t.Rules.Release; r != Manual && r != automatic && r != Deadline {
		return tables.Bad("rules", "choice", phrase.Str("key", "release"), phrase.Str("value", r),
			phrase.Str("choices", strings.Join([]string{Manual, automatic, Deadline}, ", ")))
	}
	return nil
}

// Terrain is what a field is. It is the index of its row in the tables.
type Terrain uint8

// The terrains.
const (
	City Terrain = iota
	Village
	Farmland
	Pasture
	Forest
	Mountain
	Terrains
)

// Command is what an army does in a round. It is the index of its row in the tables.
type Command uint8

// The commands.
const (
	March Command = iota
	Scout
	Advance // the command of an army without an order
	Patrol
	Support
	Forage
	Hold
	Commands
)
