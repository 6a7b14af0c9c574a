package thoramar

import (
	"fmt"

	"weltentor/worlds/tables"
)

// prepare checks the tables against themselves and makes their lookups.
func (t *Tables) prepare() error {
	if t.ranges == nil {
		t.ranges = tables.ReadRanges(rangeText)
	}
	t.lookup = lookups{terrains: map[string]uint8{}, buildings: map[string]int{}}
	if len(t.Terrain) == 0 || t.Terrain[0].Code != "ubk" {
		return fmt.Errorf("terrain: the first row must be ubk")
	}
	for i := range t.Terrain {
		t.lookup.terrains[t.Terrain[i].Code] = uint8(i)
	}
	if err := tables.HoldRows(t.ranges, "terrain", t.Terrain, (*Terrain).code); err != nil {
		return err
	}
	for i := range t.Unit {
		r := &t.Unit[i]
		if err := t.checkUnit(r); err != nil {
			return err
		}
		t.lookup.units[unitCode(r.unit())] = int8(i + 1)
	}
	for i := range t.Building {
		t.lookup.buildings[t.Building[i].Code] = i
	}
	if err := tables.HoldRows(t.ranges, "building", t.Building, (*BuildingRow).code); err != nil {
		return err
	}
	if err := t.checkMonsters(); err != nil {
		return err
	}
	if err := t.checkWorks(); err != nil {
		return err
	}
	for i := range t.Culture {
		if err := t.prepareCulture(&t.Culture[i]); err != nil {
			return err
		}
	}
	if err := t.prepareRealms(); err != nil {
		return err
	}
	if t.Battle != byStrength && t.Battle != inRows {
		return fmt.Errorf("battle = %q: want %q or %q", t.Battle, byStrength, inRows)
	}
	return t.Rules.check(t.ranges)
}

// checkUnit finds numbers of T01–T04 that nobody could play with.
func (t *Tables) checkUnit(r *UnitRow) error {
	if len(r.Unit) != 3 || r.Unit[1] != '.' || !upper(r.Unit[0]) || !upper(r.Unit[2]) {
		return fmt.Errorf("unit %q: want a type, a dot and a class, such as K.M", r.Unit)
	}
	return tables.HoldRow(t.ranges, "unit", r, (*UnitRow).code)
}

func upper(b byte) bool { return 'A' <= b && b <= 'Z' }

// checkWorks holds T06 and the places of T04 against T05.
func (t *Tables) checkWorks() error {
	if err := firstError(t.checkConverts(t.Convert), t.checkRepair(t.Repair), t.checkRepairs()); err != nil {
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
		if t.building(r.From) == nil || t.building(r.To) == nil {
			return fmt.Errorf("convert %s: an unknown building", r.code())
		}
		if err := tables.HoldRow(t.ranges, "convert", r, (*Convert).code); err != nil {
			return err
		}
	}
	return nil
}

func (t *Tables) checkRepair(list []Repair) error {
	for i := range list {
		r := &list[i]
		if t.building(r.Code) == nil {
			return fmt.Errorf("repair %s: an unknown building", r.Code)
		}
		if err := tables.HoldRow(t.ranges, "repair", r, (*Repair).code); err != nil {
			return err
		}
		switch r.Damage {
		case "light", "heavy", "ruin", "exhausted":
		default:
			return fmt.Errorf("repair %s: damage %q is none of light, heavy, ruin, exhausted", r.Code, r.Damage)
		}
	}
	return nil
}

// checkRepairs: whatever stands in a field can be mended, whatever its damage.
func (t *Tables) checkRepairs() error {
	for i := range t.Building {
		b := &t.Building[i]
		for _, damage := range []string{"light", "heavy", "ruin", "exhausted"} {
			if !b.Edge && (b.Mine || damage != "exhausted") && repairIn(t.Repair, b.Code, damage) == nil {
				return fmt.Errorf("repair %s: no row for damage %q", b.Code, damage)
			}
		}
	}
	return nil
}

// checkPlaces holds the places of T04 against T05.
func (t *Tables) checkPlaces(r *UnitRow) error {
	for _, list := range [][]string{r.At, r.Reinforce} {
		for _, c := range list {
			if t.building(c) == nil {
				return fmt.Errorf("unit %s: unknown building %q", r.Unit, c)
			}
		}
	}
	return nil
}

func (t *Tables) prepareCulture(c *Culture) error {
	c.strength = make([]int64, len(t.Unit))
	c.spared = make([]bool, len(t.Terrain))
	for i := range c.strength {
		c.strength[i] = 100
	}
	for u, percent := range c.Strength {
		i := t.unitNamed(u)
		if i < 0 || percent < 0 || percent > 1000 {
			return fmt.Errorf("culture %s: strength %s = %d", c.Name, u, percent)
		}
		c.strength[i] = percent
	}
	for _, code := range c.Spared {
		i, ok := t.lookup.terrains[code]
		if !ok {
			return fmt.Errorf("culture %s: unknown terrain %q", c.Name, code)
		}
		c.spared[i] = true
	}
	return nil
}
