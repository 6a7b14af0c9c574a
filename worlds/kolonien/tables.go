package kolonien

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
	Unit          []UnitRow     `toml:"unit"`          // by Kind
	Ship          []ShipRow     `toml:"ship"`          // by Class
	Fortification []LevelRow    `toml:"fortification"` // by level, from 1
	Location      []LocationRow `toml:"location"`      // by location, from 1
	Rules         Numbers       `toml:"rules"`
}

// UnitRow is what the tables say of a kind of land unit.
type UnitRow struct {
	Code    string `toml:"code"`
	Attack  int    `toml:"attack"`
	Defence int    `toml:"defence"`
	Hits    int    `toml:"hits"` // to eliminate one: 1 or 2
	Cost    int    `toml:"cost"` // ducats
}

// ShipRow is what the tables say of a class of ships.
type ShipRow struct {
	Code    string `toml:"code"`
	Attack  int    `toml:"attack"`
	Defence int    `toml:"defence"`
	Hold    int    `toml:"hold"` // units carried; a leader counts as one
	Cost    int    `toml:"cost"` // ducats
}

// LevelRow is a level of fortification.
type LevelRow struct {
	Code  string `toml:"code"`
	Bonus int    `toml:"bonus"` // to the final roll of the side that owns the colony
}

// LocationRow is a kind of native location.
type LocationRow struct {
	Code    string `toml:"code"`
	Bonus   int    `toml:"bonus"`   // to the final roll of natives who fight there
	Leader  int    `toml:"leader"`  // combat factor of their leader, 0 none
	Regular int    `toml:"regular"` // of ten units, those that are I-INF and I-CAV
	Lots    int    `toml:"lots"`    // weight when a location is drawn
}

// The codes by which rows are found.
func (r UnitRow) code() string     { return r.Code }
func (r ShipRow) code() string     { return r.Code }
func (r LevelRow) code() string    { return r.Code }
func (r LocationRow) code() string { return r.Code }

// overlay is a table file whose rows are not decoded yet.
type overlay struct {
	Unit          []toml.Primitive `toml:"unit"`
	Ship          []toml.Primitive `toml:"ship"`
	Fortification []toml.Primitive `toml:"fortification"`
	Location      []toml.Primitive `toml:"location"`
	Rules         *toml.Primitive  `toml:"rules"`
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
		lay(md, "unit", o.Unit, out.Unit), lay(md, "ship", o.Ship, out.Ship),
		lay(md, "fortification", o.Fortification, out.Fortification), lay(md, "location", o.Location, out.Location),
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
	out.Unit = append([]UnitRow(nil), t.Unit...)
	out.Ship = append([]ShipRow(nil), t.Ship...)
	out.Fortification = append([]LevelRow(nil), t.Fortification...)
	out.Location = append([]LocationRow(nil), t.Location...)
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

// check holds every number against its range.
func (t *Tables) check() error {
	if len(t.Unit) != int(kinds) || len(t.Ship) != int(classes) {
		return fmt.Errorf("%d kinds of units and %d classes of ships", len(t.Unit), len(t.Ship))
	}
	r := readRanges()
	for i := range t.Unit {
		if err := r.check("unit", t.Unit[i].Code, reflect.ValueOf(t.Unit[i])); err != nil {
			return err
		}
	}
	for i := range t.Ship {
		if err := r.check("ship", t.Ship[i].Code, reflect.ValueOf(t.Ship[i])); err != nil {
			return err
		}
	}
	for i := range t.Fortification {
		if err := r.check("fortification", t.Fortification[i].Code, reflect.ValueOf(t.Fortification[i])); err != nil {
			return err
		}
	}
	lots := 0
	for i := range t.Location {
		lots += t.Location[i].Lots
		if err := r.check("location", t.Location[i].Code, reflect.ValueOf(t.Location[i])); err != nil {
			return err
		}
	}
	if lots == 0 {
		return fmt.Errorf("location: no lots at all, so none can be drawn")
	}
	n := &t.Rules
	if units := n.StartInf + n.StartCav + n.StartArt; units > n.ArmyMost {
		return fmt.Errorf("rules: an army begins with %d units, army_most is %d", units, n.ArmyMost)
	}
	return r.check("rules", "", reflect.ValueOf(*n))
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

// period is the number of the period a turn is in, from 1: the seed's PN.
func (n *Numbers) period(turn int) int { return min(n.Periods, (turn-1)/n.PeriodYears+1) }

// hold is what ships carry, in units.
func (t *Tables) hold(s *Ships) int {
	n := 0
	for c, count := range s {
		n += count * t.Ship[c].Hold
	}
	return n
}

// force is the combat factor of ships.
func (t *Tables) force(s *Ships, attack bool) int {
	n := 0
	for c, count := range s {
		if attack {
			n += count * t.Ship[c].Attack
		} else {
			n += count * t.Ship[c].Defence
		}
	}
	return n
}

// fortified is the bonus of a level of fortification, 0 for none.
func (t *Tables) fortified(level int) int {
	if level == 0 {
		return 0
	}
	return t.Fortification[level-1].Bonus
}
