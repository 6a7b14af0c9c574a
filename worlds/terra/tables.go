package terra

import (
	"bytes"
	_ "embed"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
)

//go:embed tables.toml
var defaultTables []byte

//go:embed ranges.toml
var rangesText string

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
func (r TerrainRow) code() string { return r.Code }
func (r CommandRow) code() string { return r.Code }
func (r BonusRow) code() string   { return r.Code }

// overlay is a table file whose rows are not decoded yet.
type overlay struct {
	Terrain []toml.Primitive `toml:"terrain"`
	Command []toml.Primitive `toml:"command"`
	Bonus   []toml.Primitive `toml:"bonus"`
	Rules   *toml.Primitive  `toml:"rules"`
}

// standardTables reads the embedded tables.
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

// with gives the tables with a TOML text laid over them: rows are found by
// their code, what is not named stays. Unknown keys and numbers out of range are
// errors naming them.
func (t *Tables) with(own []byte) (*Tables, error) {
	out := t.clone()
	var o overlay
	md, err := toml.Decode(string(own), &o)
	if err != nil {
		return nil, err
	}
	for _, err := range []error{
		lay(md, "terrain", o.Terrain, out.Terrain), lay(md, "command", o.Command, out.Command), lay(md, "bonus", o.Bonus, out.Bonus),
	} {
		if err != nil {
			return nil, err
		}
	}
	if o.Rules != nil {
		if err := md.PrimitiveDecode(*o.Rules, &out.Rules); err != nil {
			return nil, fmt.Errorf("rules: %w", err)
		}
	}
	if unknown := md.Undecoded(); len(unknown) > 0 {
		return nil, fmt.Errorf("unknown key in the tables: %s", unknown[0])
	}
	return out, out.check()
}

// lay decodes each row over the one of the same code.
func lay[R interface{ code() string }](md toml.MetaData, table string, from []toml.Primitive, rows []R) error {
	for _, p := range from {
		var named R
		if err := md.PrimitiveDecode(p, &named); err != nil {
			return fmt.Errorf("%s: %w", table, err)
		}
		at := -1
		for i := range rows {
			if rows[i].code() == named.code() {
				at = i
			}
		}
		if at < 0 {
			return fmt.Errorf("%s: there is no %q", table, named.code())
		}
		if err := md.PrimitiveDecode(p, &rows[at]); err != nil {
			return fmt.Errorf("%s %s: %w", table, named.code(), err)
		}
	}
	return nil
}

// clone shares no rows.
func (t *Tables) clone() *Tables {
	out := *t
	out.Terrain = append([]TerrainRow(nil), t.Terrain...)
	out.Command = append([]CommandRow(nil), t.Command...)
	out.Bonus = append([]BonusRow(nil), t.Bonus...)
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

// ranges are what the numbers may be: table, key, and the least and the
// greatest, each a number or the key of a number of the same row.
type ranges map[string]map[string][2]string

func readRanges() ranges {
	var r ranges
	if _, err := toml.Decode(rangesText, &r); err != nil {
		panic(fmt.Sprintf("embedded ranges: %v", err))
	}
	return r
}

// check holds every number against its range, and what no range can say.
func (t *Tables) check() error {
	if len(t.Terrain) != int(terrains) || len(t.Command) != int(commands) {
		return fmt.Errorf("%d terrains and %d commands", len(t.Terrain), len(t.Command))
	}
	r := readRanges()
	share := int64(0)
	for i := range t.Terrain {
		row := &t.Terrain[i]
		if err := r.check("terrain", row.Code, reflect.ValueOf(*row)); err != nil {
			return err
		}
		share += row.Share
	}
	if share != 100 {
		return fmt.Errorf("terrain: the shares make %d percent, want 100", share)
	}
	for i := range t.Command {
		row := &t.Command[i]
		if err := r.check("command", row.Code, reflect.ValueOf(*row)); err != nil {
			return err
		}
		if row.Moves > 0 && row.Delay >= day/row.Moves {
			return fmt.Errorf("command %s: delay = %d, want less than %d, or its last step could never be done", row.Code, row.Delay, day/row.Moves)
		}
	}
	for i := range t.Bonus {
		if err := r.check("bonus", t.Bonus[i].Code, reflect.ValueOf(t.Bonus[i])); err != nil {
			return err
		}
		if i > 0 && t.Bonus[i].Ratio <= t.Bonus[i-1].Ratio {
			return fmt.Errorf("bonus %s: ratio = %d, want more than %s has", t.Bonus[i].Code, t.Bonus[i].Ratio, t.Bonus[i-1].Code)
		}
	}
	if n := &t.Rules; n.Release != manual && n.Release != automatic {
		return fmt.Errorf("rules: release = %q, want %s or %s", n.Release, manual, automatic)
	}
	return r.check("rules", "", reflect.ValueOf(t.Rules))
}

// check holds the numbers of one row against their ranges.
func (r ranges) check(table, row string, v reflect.Value) error {
	values := map[string]int64{}
	for i := range v.NumField() {
		if v.Field(i).CanInt() {
			values[v.Type().Field(i).Tag.Get("toml")] = v.Field(i).Int()
		}
	}
	bound := func(s string) int64 {
		if n, err := strconv.ParseInt(s, 10, 64); err == nil {
			return n
		}
		return values[s]
	}
	for i := range v.NumField() {
		if !v.Field(i).CanInt() {
			continue
		}
		key := v.Type().Field(i).Tag.Get("toml")
		limits, known := r[table][key]
		if !known {
			return fmt.Errorf("%s: %s has no range", table, key)
		}
		low, high := bound(limits[0]), bound(limits[1])
		if n := values[key]; n < low || n > high {
			return fmt.Errorf("%s: %s = %d, want %d to %d", strings.TrimSpace(table+" "+row), key, n, low, high)
		}
	}
	return nil
}
