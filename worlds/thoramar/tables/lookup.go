package tables

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
)

// The greatest numbers that armies (decision 3), world gates (decision 1) and realms may have. They are what the order
// file has room for.
const (
	MaxID    = 999
	MaxGate  = 999
	MaxRealm = 999
)

// CapacityOf is how much gold a building's recruiting may cost in a year, by its damage.
func (t *Tables) CapacityOf(owner int, kind string, damage Damage) int64 {
	return t.BuildingOf(owner, kind).Capacity * t.Rules.StateShare[damage] / 1000
}

// FullYield is the yield of a field that was not plundered, in percent.
const FullYield = 100

// UnitCode numbers the pairs of letters.
func UnitCode(u Unit) int { return int(u.Type-'A')*26 + int(u.Class-'A') }

// Letters returns the two letters of a row.
func (r *UnitRow) Letters() Unit { return Unit{r.Unit[0], r.Unit[2]} }

// UnitIndex returns the row's index, or −1 for a unit that the tables do not know.
func (t *Tables) UnitIndex(u Unit) int {
	if !upper(u.Type) || !upper(u.Class) {
		return -1
	}
	return int(t.lookup.units[UnitCode(u)]) - 1
}

// UnitNamed returns the index of a unit by its name, "K.M", or −1 for one that the tables do not know.
func (t *Tables) UnitNamed(s string) int {
	if len(s) != 3 || s[1] != '.' {
		return -1
	}
	return t.UnitIndex(Unit{s[0], s[2]})
}

// FindUnit returns the row of a unit, or nil if the tables do not know it.
func (t *Tables) FindUnit(u Unit) *UnitRow {
	i := t.UnitIndex(u)
	if i < 0 {
		return nil
	}
	return &t.Unit[i]
}

// FindTerrain returns the index of a terrain's code.
func (t *Tables) FindTerrain(code string) (uint8, bool) {
	i, ok := t.lookup.terrains[code]
	return i, ok
}

// FindBuilding returns the row of T05, or nil for an unknown code.
func (t *Tables) FindBuilding(code string) *BuildingRow {
	i, ok := t.lookup.buildings[code]
	if !ok {
		return nil
	}
	return &t.Building[i]
}

// FindCulture returns a preset by name, or nil if there is none.
func (t *Tables) FindCulture(name string) *Culture {
	return rulekit.Where(t.Culture, func(c *Culture) bool { return c.Name == name })
}

// Unit is a kind of army as orders and reports write it: type and class, "K.M".
// Both letters are upper case.
type Unit struct {
	Type  byte `json:"-"` // K R F S P Z D H V M
	Class byte `json:"-"` // L M S K H B E N
}

// String returns the unit as it is written: "K.M".
func (u Unit) String() string { return string([]byte{u.Type, '.', u.Class}) }

// HoldOf is the room that a fleet of this many ships offers, as SizeOf counts it (T02).
func (r *UnitRow) HoldOf(ships int64) int64 { return ships * r.Hold }

// SizeOf is the room that this many men take aboard (T02: +200 for ranged weapons; a sorcerer takes 1, whatever the
// points).
func (r *UnitRow) SizeOf(men int64) int64 {
	if r.SizeFlat {
		return r.SizeFixed + r.Size
	}
	return r.SizeFixed + r.Size*men
}

// Fitting is how many of an army's men have room in a hold.
func (r *UnitRow) Fitting(men, room int64) int64 {
	switch {
	case r.SizeOf(men) <= room:
		return men
	case r.SizeFlat || room <= r.SizeFixed:
		return 0
	}
	return (room - r.SizeFixed) / r.Size
}

// LimitOf is how many armies of the unit a realm of the kind may have; 0: any number.
func (r *UnitRow) LimitOf(kind string) int64 {
	switch {
	case kind == "nomad" && r.LimitNomad > 0:
		return r.LimitNomad
	case kind == "pirate" && r.LimitPirate > 0:
		return r.LimitPirate
	}
	return r.Limit
}

// Traders is how many armies of the unit a realm of the kind may have, as an argument.
func (t *Tables) Traders(name string, u Unit, kind string) phrase.Arg {
	row := t.FindUnit(u)
	if row == nil || row.LimitOf(kind) == 0 {
		return phrase.Key(name, "kind-any")
	}
	return phrase.Num(name, row.LimitOf(kind))
}
