// Package tables has the numbers of Kolonien, embedded and canonical. A world can change the numbers of rows, within
// their ranges, but not add or remove rows: orders and sentences name their codes.
package tables

import (
	_ "embed"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/tables"
)

//go:embed tables.toml
var defaultTables []byte

//go:embed ranges.toml
var rangeText string

// Tables are the numbers of a world. A world can change the numbers of rows, but not add or remove rows.
type Tables struct {
	Unit          []UnitRow     `toml:"unit"`          // by Kind
	Ship          []ShipRow     `toml:"ship"`          // by Class
	Fortification []LevelRow    `toml:"fortification"` // by level, from 1
	Location      []LocationRow `toml:"location"`      // by location, from 1
	Rules         Numbers       `toml:"rules"`
}

// UnitRow has the numbers of a kind of land unit.
type UnitRow struct {
	Code    string `toml:"code"`
	Attack  int    `toml:"attack"`
	Defence int    `toml:"defence"`
	Hits    int    `toml:"hits"` // to eliminate one: 1 or 2
	Cost    int    `toml:"cost"` // ducats
}

// ShipRow has the numbers of a class of ships.
type ShipRow struct {
	Code    string `toml:"code"`
	Attack  int    `toml:"attack"`
	Defence int    `toml:"defence"`
	Hits    int    `toml:"hits"` // to sink one: 1 or 2
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
	Leader  int    `toml:"leader"`  // combat factor of their leader; 0: none
	Regular int    `toml:"regular"` // how many of ten units are I-INF or I-CAV
	Lots    int    `toml:"lots"`    // weight when a location is drawn at random
}

// The codes by which rows are found.
func (r UnitRow) code() string { return r.Code }

func (r ShipRow) code() string { return r.Code }

func (r LevelRow) code() string { return r.Code }

func (r LocationRow) code() string { return r.Code }

// StandardTables reads the embedded tables.
func StandardTables() *Tables { return tables.Embedded(defaultTables, (*Tables).check) }

// With returns the tables with the numbers of a TOML text in place of their own. Rows are found by their code, and
// what the text does not name stays. Unknown keys and numbers out of range are errors that name them.
func (t *Tables) With(own []byte) (*Tables, error) {
	out := &Tables{slices.Clone(t.Unit), slices.Clone(t.Ship), slices.Clone(t.Fortification), slices.Clone(t.Location),
		t.Rules}
	o := tables.Read(own)
	tables.Rows(o, "unit", &out.Unit, false, (*UnitRow).code)
	tables.Rows(o, "ship", &out.Ship, false, (*ShipRow).code)
	tables.Rows(o, "fortification", &out.Fortification, false, (*LevelRow).code)
	tables.Rows(o, "location", &out.Location, false, (*LocationRow).code)
	tables.One(o, "rules", &out.Rules)
	return tables.Laid(o, out, out.check)
}

// Text is the canonical TOML of the tables.
func (t *Tables) Text() []byte { return tables.Text(t) }

// check compares every number with its range.
func (t *Tables) check() error {
	if len(t.Unit) != int(Kinds) || len(t.Ship) != int(Classes) {
		return tables.Bad("unit, ship", "rows", phrase.Num("n", len(t.Unit)+len(t.Ship)),
			phrase.Num("want", int(Kinds)+int(Classes)))
	}
	r := tables.ReadRanges(rangeText)
	for _, err := range []error{
		tables.HoldRows(r, "unit", t.Unit, (*UnitRow).code), tables.HoldRows(r, "ship", t.Ship, (*ShipRow).code),
		tables.HoldRows(r, "fortification", t.Fortification, (*LevelRow).code),
		tables.HoldRows(r, "location", t.Location, (*LocationRow).code),
	} {
		if err != nil {
			return err
		}
	}
	lots := 0
	for _, l := range t.Location {
		lots += l.Lots
	}
	if lots == 0 {
		return tables.Bad("location", "no-lots")
	}
	n := &t.Rules
	if units := n.StartInf + n.StartCav + n.StartArt; units > n.ArmyMost {
		return tables.Bad("rules", "army-most", phrase.Num("n", units), phrase.Num("most", n.ArmyMost))
	}
	return tables.Hold(r, "rules", n)
}

// Period is the number of the period in which a turn is, from 1. Dice use it as PN.
func (n *Numbers) Period(turn int) int { return min(n.Periods, (turn-1)/n.PeriodYears+1) }

// Hold is how many units ships carry.
func (t *Tables) Hold(s *Ships) int {
	n := 0
	for c, count := range s {
		n += count * t.Ship[c].Hold
	}
	return n
}

// Force is the combat factor of ships.
func (t *Tables) Force(s *Ships, attack bool) int {
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

// Fortified is the bonus of a level of fortification; level 0 has none.
func (t *Tables) Fortified(level int) int {
	if level == 0 {
		return 0
	}
	return t.Fortification[level-1].Bonus
}

// FortKey names the fortification of a level.
func (t *Tables) FortKey(level int) string {
	if level == 0 {
		return "fort.none"
	}
	return "fort." + t.Fortification[level-1].Code
}

// LocationKey names a kind of native location.
func (t *Tables) LocationKey(n int) string {
	if n == 0 {
		return "location.none"
	}
	return "location." + t.Location[n-1].Code
}

// NativeKind is the kind of a location's unit number i, from 0. Every NativesHorse-th unit rides, and the first
// Regular of each ten are regular.
func (t *Tables) NativeKind(location, i int) Kind {
	regular := location > 0 && i%10 < t.Location[location-1].Regular
	switch mounted := i%t.Rules.NativesHorse == t.Rules.NativesHorse-1; {
	case mounted && regular:
		return ICAV
	case mounted:
		return NCAV
	case regular:
		return IINF
	}
	return NINF
}
