package tables

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/tables"
)

// RealmRow is what is different for one realm (manual, "Tabellenteil": values may differ from realm to realm): its
// people's strengths and spared terrains, and rows of T01–T07. What land and buildings are is the same for all. What
// they yield and shelter depends on who owns them, what work costs on who orders it, and what marches cost on whose
// army it is.
type RealmRow struct {
	Number   int              `toml:"number"`
	Strength map[string]int64 `toml:"strength,omitempty"` // in place of its culture's, by unit; 0 cannot be raised
	Spared   *[]string        `toml:"spared"`             // in place of its culture's, if named
	Unit     []UnitRow        `toml:"unit"`               // these and the following: in place of the world's
	Terrain  []Terrain        `toml:"terrain"`
	Building []BuildingRow    `toml:"building"`
	Convert  []Convert        `toml:"convert"`
	Repair   []Repair         `toml:"repair"`

	units    []int16 // by index of the world's unit: index of the own row + 1; 0: none
	terrains []int16 // by index of the world's terrain: the same
}

// overlayRealms reads the rows of single realms, in place of the world's, which were read before. A realm has one row.
func (t *Tables) overlayRealms(o *tables.Overlay) {
	seen := map[int]bool{}
	for _, own := range o.Each("realm") {
		var row RealmRow
		tables.One(own, "number", &row.Number)
		own.Call(fmt.Sprintf("realm %d", row.Number))
		switch {
		case row.Number < 1 || row.Number > MaxRealm:
			own.Wrong(tables.Bad("", "number", phrase.Str("key", "number"), phrase.Num("n", row.Number),
				phrase.Num("low", 1), phrase.Num("high", MaxRealm)))
		case seen[row.Number]:
			own.Wrong(tables.Bad("", "twice"))
		}
		seen[row.Number] = true
		tables.One(own, "strength", &row.Strength)
		tables.One(own, "spared", &row.Spared)
		ownRows(own, "unit", cloneUnits(t.Unit), &row.Unit, false, (*UnitRow).RowCode)
		ownRows(own, "terrain", t.Terrain, &row.Terrain, false, (*Terrain).RowCode)
		ownRows(own, "building", t.Building, &row.Building, false, (*BuildingRow).RowCode)
		ownRows(own, "convert", t.Convert, &row.Convert, true, (*Convert).RowCode)
		ownRows(own, "repair", t.Repair, &row.Repair, false, (*Repair).RowCode)
		t.Realm = append(slices.DeleteFunc(t.Realm, func(p RealmRow) bool { return p.Number == row.Number }), row)
	}
	slices.SortFunc(t.Realm, func(a, b RealmRow) int { return a.Number - b.Number })
}

// ownRows returns the rows that a realm's text names, complete: the world's row with the realm's numbers.
func ownRows[T TableRow](o *tables.Overlay, table string, world []T, own *[]T, fresh bool, code func(*T) string) {
	all := slices.Clone(world)
	named := tables.Rows(o, table, &all, fresh, code)
	for i := range all {
		if slices.Contains(named, code(&all[i])) {
			*own = append(*own, all[i])
		}
	}
}

// prepareRealms checks the rows of single realms and makes their lookups.
func (t *Tables) prepareRealms() error {
	t.lookup.realms = nil
	for i := range t.Realm {
		r := &t.Realm[i]
		if err := t.prepareRealm(r); err != nil {
			return tables.Within(fmt.Sprintf("realm %d", r.Number), err)
		}
		for len(t.lookup.realms) <= r.Number {
			t.lookup.realms = append(t.lookup.realms, nil)
		}
		t.lookup.realms[r.Number] = r
		people := r.Over(&Culture{Name: "of its own"})
		if err := t.PrepareCulture(people); err != nil {
			return tables.Within(fmt.Sprintf("realm %d", r.Number), err)
		}
	}
	return nil
}

// prepareRealm checks a realm's rows and finds their index in the world's.
func (t *Tables) prepareRealm(r *RealmRow) error {
	r.units, r.terrains = make([]int16, len(t.Unit)), make([]int16, len(t.Terrain))
	for i := range r.Unit {
		row := &r.Unit[i]
		if err := cmp.Or(t.checkUnit(row), t.checkPlaces(row)); err != nil {
			return err
		}
		r.units[t.UnitNamed(row.Unit)] = int16(i + 1)
	}
	for i := range r.Terrain {
		row, at := &r.Terrain[i], t.lookup.terrains[r.Terrain[i].Code]
		if row.nature() != t.Terrain[at].nature() {
			return tables.Bad("terrain "+row.Code, "same-terrain",
				phrase.Str("keys", "points, income, loss_min, loss_max"))
		}
		if err := tables.HoldRow(t.ranges, "terrain", row, (*Terrain).RowCode); err != nil {
			return err
		}
		r.terrains[at] = int16(i + 1)
	}
	for i := range r.Building {
		row := &r.Building[i]
		if row.nature() != t.FindBuilding(row.Code).nature() {
			return tables.Bad("building "+row.Code, "same-building",
				phrase.Str("keys", "cost, time, capacity, income, upkeep, defence"))
		}
		if err := tables.HoldRow(t.ranges, "building", row, (*BuildingRow).RowCode); err != nil {
			return err
		}
	}
	return cmp.Or(t.checkConverts(r.Convert), t.checkRepair(r.Repair))
}

// nature is the terrain without its numbers.
func (t Terrain) nature() Terrain {
	t.Points, t.Income, t.LossMin, t.LossMax = 0, 0, 0, 0
	return t
}

// nature is the building without its numbers.
func (b BuildingRow) nature() BuildingRow {
	b.Cost, b.Time, b.Capacity, b.Income, b.Upkeep, b.Defence = 0, 0, 0, 0, 0, 0
	return b
}

// OfRealm returns what is different for a realm, or nil if nothing is.
func (t *Tables) OfRealm(realm int) *RealmRow {
	if realm >= len(t.lookup.realms) {
		return nil
	}
	return t.lookup.realms[realm]
}

// RowOf returns the row of a unit as it is for a realm.
func (t *Tables) RowOf(realm int, u Unit) *UnitRow {
	if own := t.OfRealm(realm); own != nil {
		if i := t.UnitIndex(u); i >= 0 && own.units[i] > 0 {
			return &own.Unit[own.units[i]-1]
		}
	}
	return t.FindUnit(u)
}

// TerrainOf returns the row of a terrain as it is for a realm: its land, its armies.
func (t *Tables) TerrainOf(realm int, terrain uint8) *Terrain {
	if own := t.OfRealm(realm); own != nil && own.terrains[terrain] > 0 {
		return &own.Terrain[own.terrains[terrain]-1]
	}
	return &t.Terrain[terrain]
}

// own is what is different for a realm, which may be nothing.
func (t *Tables) own(realm int) *RealmRow { return cmp.Or(t.OfRealm(realm), &alike) }

// alike has nothing that differs from the world's.
var alike RealmRow

// BuildingOf returns the row of a building as it is for a realm: what it owns, what it builds.
func (t *Tables) BuildingOf(realm int, code string) *BuildingRow {
	own := rulekit.Where(t.own(realm).Building, func(b *BuildingRow) bool { return b.Code == code })
	return cmp.Or(own, t.FindBuilding(code))
}

// ConversionOf returns the cell of T06 for a realm that orders it, or nil if the work is not possible.
func (t *Tables) ConversionOf(realm int, from, to string) *Convert {
	is := func(c *Convert) bool { return c.From == from && c.To == to }
	return cmp.Or(rulekit.Where(t.own(realm).Convert, is), rulekit.Where(t.Convert, is))
}

// RepairOf returns the cell of T06 for a realm that orders it. damage is light, heavy, ruin or exhausted.
func (t *Tables) RepairOf(realm int, code, damage string) *Repair {
	is := func(r *Repair) bool { return r.Code == code && r.Damage == damage }
	return cmp.Or(rulekit.Where(t.own(realm).Repair, is), rulekit.Where(t.Repair, is))
}

// Over puts the realm's own strengths and spared terrains in place of its culture's.
func (r *RealmRow) Over(c *Culture) *Culture {
	out := &Culture{Name: c.Name, Strength: map[string]int64{}, Spared: c.Spared}
	maps.Copy(out.Strength, c.Strength)
	maps.Copy(out.Strength, r.Strength)
	if r.Spared != nil {
		out.Spared = *r.Spared
	}
	return out
}
