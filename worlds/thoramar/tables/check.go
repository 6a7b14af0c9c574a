package tables

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"weltentor/orders/lazy"
	"weltentor/orders/phrase"
	"weltentor/worlds/tables"
)

// damages are the words of T06.
var damages = []string{"light", "heavy", "ruin", "exhausted"}

// badChoice is the error for a word that is not one of the choices.
func badChoice(where, key, value string, choices ...string) error {
	return tables.Bad(where, "choice", phrase.Str("key", key), phrase.Str("value", value),
		phrase.Str("choices", strings.Join(choices, ", ")))
}

// badName is the error for the code of something that does not exist.
func badName(where, key, value string) error {
	return tables.Bad(where, "not-there", phrase.Str("key", key), phrase.Str("value", value))
}

// ranges are read once for all tables of the program, since reading TOML is slow in a player's page.
var ranges = lazy.Value(func() tables.Ranges { return tables.ReadRanges(rangeText) })

// Prepare checks whether the tables are consistent, and makes their lookups.
func (t *Tables) Prepare() error {
	if t.ranges == nil {
		t.ranges = ranges()
	}
	t.lookup = lookups{terrains: map[string]uint8{}, buildings: map[string]int{}}
	if len(t.Terrain) == 0 || t.Terrain[0].Code != "ubk" {
		return tables.Bad("terrain", "first-row", phrase.Str("code", "ubk"))
	}
	for i := range t.Terrain {
		t.lookup.terrains[t.Terrain[i].Code] = uint8(i)
	}
	if err := tables.HoldRows(t.ranges, "terrain", t.Terrain, (*Terrain).RowCode); err != nil {
		return err
	}
	for i := range t.Unit {
		r := &t.Unit[i]
		if err := t.checkUnit(r); err != nil {
			return err
		}
		t.lookup.units[UnitCode(r.Letters())] = int8(i + 1)
	}
	for i := range t.Building {
		t.lookup.buildings[t.Building[i].Code] = i
	}
	if err := tables.HoldRows(t.ranges, "building", t.Building, (*BuildingRow).RowCode); err != nil {
		return err
	}
	if err := t.checkMonsters(); err != nil {
		return err
	}
	if err := t.checkWorks(); err != nil {
		return err
	}
	for i := range t.Culture {
		if err := t.PrepareCulture(&t.Culture[i]); err != nil {
			return err
		}
	}
	if err := t.prepareRealms(); err != nil {
		return err
	}
	if t.Battle != ByStrength && t.Battle != InRows {
		return badChoice("", "battle", t.Battle, ByStrength, InRows)
	}
	return t.Rules.check(t.ranges)
}

// checkUnit finds numbers of T01–T04 with which nobody could play.
func (t *Tables) checkUnit(r *UnitRow) error {
	if len(r.Unit) != 3 || r.Unit[1] != '.' || !upper(r.Unit[0]) || !upper(r.Unit[2]) {
		return tables.Bad(fmt.Sprintf("unit %q", r.Unit), "unit-form")
	}
	return tables.HoldRow(t.ranges, "unit", r, (*UnitRow).RowCode)
}

func upper(b byte) bool { return 'A' <= b && b <= 'Z' }

// checkWorks compares T06 and the places of T04 with T05.
func (t *Tables) checkWorks() error {
	if err := cmp.Or(t.checkConverts(t.Convert), t.checkRepair(t.Repair), t.checkRepairs()); err != nil {
		return err
	}
	for i := range t.Unit {
		if err := t.checkPlaces(&t.Unit[i]); err != nil {
			return err
		}
	}
	return nil
}

func (t *Tables) checkConverts(list []Convert) error {
	for i := range list {
		r := &list[i]
		if t.FindBuilding(r.From) == nil || t.FindBuilding(r.To) == nil {
			return badName("convert "+r.RowCode(), "building", r.RowCode())
		}
		if err := tables.HoldRow(t.ranges, "convert", r, (*Convert).RowCode); err != nil {
			return err
		}
	}
	return nil
}

func (t *Tables) checkRepair(list []Repair) error {
	for i := range list {
		r := &list[i]
		if t.FindBuilding(r.Code) == nil {
			return badName("repair "+r.Code, "building", r.Code)
		}
		if err := tables.HoldRow(t.ranges, "repair", r, (*Repair).RowCode); err != nil {
			return err
		}
		if !slices.Contains(damages, r.Damage) {
			return badChoice("repair "+r.Code, "damage", r.Damage, damages...)
		}
	}
	return nil
}

// checkRepairs checks that whatever is in a field can be repaired, whatever its damage.
func (t *Tables) checkRepairs() error {
	for i := range t.Building {
		b := &t.Building[i]
		for _, damage := range damages {
			if !b.Edge && (b.Mine || damage != "exhausted") && t.RepairOf(0, b.Code, damage) == nil {
				where := fmt.Sprintf("repair %s (edge = %t, mine = %t)", b.Code, b.Edge, b.Mine)
				return tables.Bad(where, "missing", phrase.Str("key", "damage"), phrase.Str("value", damage))
			}
		}
	}
	return nil
}

// checkPlaces compares the places of T04 with T05.
func (t *Tables) checkPlaces(r *UnitRow) error {
	for _, list := range [][]string{r.At, r.Reinforce} {
		for _, c := range list {
			if t.FindBuilding(c) == nil {
				return badName("unit "+r.Unit, "building", c)
			}
		}
	}
	return nil
}

// PrepareCulture reads what the culture's codes mean.
func (t *Tables) PrepareCulture(c *Culture) error {
	c.strength = make([]int64, len(t.Unit))
	c.spared = make([]bool, len(t.Terrain))
	for i := range c.strength {
		c.strength[i] = 100
	}
	for u, percent := range c.Strength {
		i := t.UnitNamed(u)
		if i < 0 || percent < 0 || percent > 1000 {
			return tables.Bad("culture "+c.Name, "number", phrase.Str("key", "strength "+u), phrase.Num("n", percent),
				phrase.Num("low", 0), phrase.Num("high", 1000))
		}
		c.strength[i] = percent
	}
	for _, code := range c.Spared {
		i, ok := t.lookup.terrains[code]
		if !ok {
			return badName("culture "+c.Name, "terrain", code)
		}
		c.spared[i] = true
	}
	return nil
}
