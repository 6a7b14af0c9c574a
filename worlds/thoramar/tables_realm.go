package thoramar

import (
	"fmt"
	"slices"

	"github.com/BurntSushi/toml"

	"weltentor/orders/phrase"
)

// RealmRow is what is different for one realm (manual, "Tabellenteil": values may
// differ from realm to realm): its people's strengths and spared terrains, and
// rows of T01–T04. The land and what stands on it is the same for all.
type RealmRow struct {
	Number   int              `toml:"number"`
	Strength map[string]int64 `toml:"strength,omitempty"` // over its culture's, by unit; 0 cannot be raised
	Spared   *[]string        `toml:"spared"`             // instead of its culture's, if named
	Unit     []UnitRow        `toml:"unit"`               // over the world's

	units []int16 // by index of the world's unit: of the own row + 1, 0 none
}

// realmOverlay is a RealmRow whose units are not decoded yet.
type realmOverlay struct {
	Number   int              `toml:"number"`
	Strength map[string]int64 `toml:"strength"`
	Spared   *[]string        `toml:"spared"`
	Unit     []toml.Primitive `toml:"unit"`
}

// overlayRealms lays the rows of single realms over the world's units, which
// were read before them. A realm has one row.
func (t *Tables) overlayRealms(md toml.MetaData, from []realmOverlay) error {
	for i := range from {
		o := &from[i]
		if err := inRange(fmt.Sprint("realm ", o.Number), []bound{{"number", int64(o.Number), 1, maxRealm}}); err != nil {
			return err
		}
		if slices.ContainsFunc(from[:i], func(p realmOverlay) bool { return p.Number == o.Number }) {
			return fmt.Errorf("realm %d: there are two rows for it", o.Number)
		}
		row := RealmRow{Number: o.Number, Strength: o.Strength, Spared: o.Spared}
		if err := row.overlayUnits(md, o.Unit, t.Unit); err != nil {
			return fmt.Errorf("realm %d: %w", o.Number, err)
		}
		t.Realm = append(slices.DeleteFunc(t.Realm, func(p RealmRow) bool { return p.Number == o.Number }), row)
	}
	slices.SortFunc(t.Realm, func(a, b RealmRow) int { return a.Number - b.Number })
	return nil
}

func (r *RealmRow) overlayUnits(md toml.MetaData, from []toml.Primitive, world []UnitRow) error {
	all := cloneUnits(world)
	named := make([]bool, len(all))
	for _, p := range from {
		var row UnitRow
		if err := md.PrimitiveDecode(p, &row); err != nil {
			return fmt.Errorf("unit: %w", err)
		}
		i := slices.IndexFunc(all, func(u UnitRow) bool { return u.Unit == row.Unit })
		if i < 0 {
			return fmt.Errorf("unit: there is no %q", row.Unit)
		}
		if err := md.PrimitiveDecode(p, &all[i]); err != nil {
			return fmt.Errorf("unit %s: %w", row.Unit, err)
		}
		named[i] = true
	}
	for i := range all {
		if named[i] {
			r.Unit = append(r.Unit, all[i])
		}
	}
	return nil
}

// prepareRealms checks the rows of single realms and makes their lookups.
func (t *Tables) prepareRealms() error {
	t.lookup.realms = nil
	for i := range t.Realm {
		r := &t.Realm[i]
		r.units = make([]int16, len(t.Unit))
		for k := range r.Unit {
			if err := firstError(t.checkUnit(&r.Unit[k]), t.checkPlaces(&r.Unit[k])); err != nil {
				return fmt.Errorf("realm %d: %w", r.Number, err)
			}
			r.units[t.unitNamed(r.Unit[k].Unit)] = int16(k + 1)
		}
		for len(t.lookup.realms) <= r.Number {
			t.lookup.realms = append(t.lookup.realms, nil)
		}
		t.lookup.realms[r.Number] = r
		people := r.over(&Culture{Name: "of its own"})
		if err := t.prepareCulture(people); err != nil {
			return fmt.Errorf("realm %d: %w", r.Number, err)
		}
	}
	return nil
}

// ofRealm gives what is different for a realm, nil if nothing is.
func (t *Tables) ofRealm(realm int) *RealmRow {
	if realm >= len(t.lookup.realms) {
		return nil
	}
	return t.lookup.realms[realm]
}

// rowOf gives the row of a unit as it is for a realm.
func (t *Tables) rowOf(realm int, u Unit) *UnitRow {
	if own := t.ofRealm(realm); own != nil {
		if i := t.unitIndex(u); i >= 0 && own.units[i] > 0 {
			return &own.Unit[own.units[i]-1]
		}
	}
	return t.unit(u)
}

// row gives the row of an army's unit as it is for its realm.
func (t *turn) row(a *Army) *UnitRow { return t.tables.rowOf(a.Realm, a.Name.Unit) }

// over lays the realm's own strengths and spared terrains over its culture's.
func (r *RealmRow) over(c *Culture) *Culture {
	out := &Culture{Name: c.Name, Strength: map[string]int64{}, Spared: c.Spared}
	for _, strength := range []map[string]int64{c.Strength, r.Strength} {
		for u, percent := range strength {
			out.Strength[u] = percent
		}
	}
	if r.Spared != nil {
		out.Spared = *r.Spared
	}
	return out
}

// people is a realm's culture with what is different for the realm; nil where
// the culture is not known.
func (t *Tables) people(r *Realm) *Culture {
	c, own := t.culture(r.Culture), t.ofRealm(r.Number)
	if c == nil || own == nil {
		return c
	}
	out := own.over(c)
	if err := t.prepareCulture(out); err != nil {
		panic(err) // both were checked when the tables were read
	}
	return out
}

// ownValues are the numbers of T01–T04 that a realm is told where they are
// different for it.
var ownValues = []struct {
	key string
	of  func(*UnitRow) int64
}{
	{"own.move", func(r *UnitRow) int64 { return int64(r.Move) }},
	{"own.size", func(r *UnitRow) int64 { return r.Size }},
	{"own.hold", func(r *UnitRow) int64 { return r.Hold }},
	{"own.recruit-min", func(r *UnitRow) int64 { return r.RecruitMin }},
	{"own.min", func(r *UnitRow) int64 { return r.Min }},
	{"own.max", func(r *UnitRow) int64 { return r.Max }},
	{"own.conquer", func(r *UnitRow) int64 { return r.Conquer }},
	{"own.plunder", func(r *UnitRow) int64 { return r.Plunder }},
	{"own.destroy", func(r *UnitRow) int64 { return r.Destroy }},
	{"own.spy", func(r *UnitRow) int64 { return r.Spy }},
	{"own.upkeep", func(r *UnitRow) int64 { return r.Upkeep }},
	{"own.cost", func(r *UnitRow) int64 { return r.Cost }},
	{"own.cost-fixed", func(r *UnitRow) int64 { return r.CostFixed }},
}

// ownUnits tells where a realm's numbers differ from the world's, a line for
// each: nobody else's are told.
func (p *page) ownUnits() {
	own := p.t.tables.ofRealm(p.realm)
	if own == nil {
		return
	}
	for i := range own.Unit {
		mine := &own.Unit[i]
		world := p.t.tables.unit(mine.unit())
		for _, v := range ownValues {
			if v.of(mine) != v.of(world) {
				p.sentence(phrase.P("report.own-value", phrase.Str("unit", mine.Unit), phrase.Key("value", v.key),
					phrase.Num("n", v.of(mine)), phrase.Num("world", v.of(world))))
			}
		}
	}
}
