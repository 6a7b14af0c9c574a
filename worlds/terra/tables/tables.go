// Package tables holds the numbers of Terra: embedded tables and a world's own go in, rows
// of terrains, commands and bonuses come out.
package tables

import (
	_ "embed"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/tables"
)

//go:embed tables.toml
var defaultTables []byte

//go:embed ranges.toml
var rangeText string

// Tables are the numbers of a world. The rows are fixed, their numbers are not.
type Tables struct {
	Terrain []TerrainRow `toml:"terrain"` // by Terrain
	Command []CommandRow `toml:"command"` // by Command
	Bonus   []BonusRow   `toml:"bonus"`   // by Bonus, from 1, their ratios rising
	Rules   Numbers      `toml:"rules"`
}

// TerrainRow is what the tables say of a terrain.
type TerrainRow struct {
	Code     string `toml:"code"`
	Income   int64  `toml:"income"`
	Garrison int64  `toml:"garrison"` // the greatest
	Enter    int    `toml:"enter"`    // points
	Defence  int64  `toml:"defence"`  // permille
	Share    int64  `toml:"share"`    // percent of the wild land

	Characters int64 `toml:"characters"` // permille of an army that a garrison may have in characters
	Mounted    int64 `toml:"mounted"`    // the same of what rides, flies or drives
}

// CommandRow is what the tables say of a command.
type CommandRow struct {
	Code     string `toml:"code"`
	Delay    int    `toml:"delay"`
	Moves    int    `toml:"moves"`
	Foreign  bool   `toml:"foreign"`
	Strength int64  `toml:"strength"`  // permille
	UnderWay int64  `toml:"under_way"` // permille, of one not where it wants to be
}

// BonusRow is an advantage at the table.
type BonusRow struct {
	Code  string `toml:"code"`
	Ratio int64  `toml:"ratio"` // permille, from which it is given
}

// The codes by which rows are found.
func (r *TerrainRow) code() string { return r.Code }

func (r *CommandRow) code() string { return r.Code }

func (r *BonusRow) code() string { return r.Code }

// StandardTables reads the embedded tables.
func StandardTables() *Tables { return tables.Embedded(defaultTables, (*Tables).check) }

// With returns the tables with a TOML text laid over them: rows are found by their code, what is not named stays.
// Unknown keys and numbers out of range are errors naming them.
func (t *Tables) With(own []byte) (*Tables, error) {
	out := t.clone()
	o := tables.Read(own)
	tables.Rows(o, "terrain", &out.Terrain, false, (*TerrainRow).code)
	tables.Rows(o, "command", &out.Command, false, (*CommandRow).code)
	tables.Rows(o, "bonus", &out.Bonus, false, (*BonusRow).code)
	tables.One(o, "rules", &out.Rules)
	return tables.Laid(o, out, out.check)
}

// clone shares no rows.
func (t *Tables) clone() *Tables {
	out := *t
	out.Terrain = append([]TerrainRow(nil), t.Terrain...)
	out.Command = append([]CommandRow(nil), t.Command...)
	out.Bonus = append([]BonusRow(nil), t.Bonus...)
	return &out
}

// Text is the canonical TOML of the tables.
func (t *Tables) Text() []byte { return tables.Text(t) }

// check holds every number against its range, and what no range can say.
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
	for i := range t.Terrain {
		share += t.Terrain[i].Share
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
