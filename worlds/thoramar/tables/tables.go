// Package tables has the numbers of Thoramar: the manual's T01–T07, the single numbers of the decisions, and what is
// different for single realms. The standard numbers are embedded; a world's own are laid over them and must stay within
// their ranges (law 4). Begin with Tables.
package tables

import (
	_ "embed"
	"maps"

	"weltentor/orders/lazy"
	"weltentor/worlds/tables"
)

//go:embed tables.toml
var defaultTables []byte

// Tables are the numbers of a world: the manual's T01–T07 and the decisions that go with them. The defaults are
// embedded (tables.toml); a world can replace some of them.
type Tables struct {
	Battle   string        `toml:"battle"`   // how armies fight: ByStrength or InRows
	Terrain  []Terrain     `toml:"terrain"`  // T07; Field.Terrain is an index of it; the first is ubk
	Unit     []UnitRow     `toml:"unit"`     // T01–T04 and class strength
	Monster  []Monster     `toml:"monster"`  // where wild monsters live and what they do
	Building []BuildingRow `toml:"building"` // T05
	Convert  []Convert     `toml:"convert"`  // T06, upper half
	Repair   []Repair      `toml:"repair"`   // T06, lower half
	Culture  []Culture     `toml:"culture"`
	Realm    []RealmRow    `toml:"realm"` // what is different for single realms, by number
	Rules    Numbers       `toml:"rules"`

	lookup lookups       // made when the tables are read
	ranges tables.Ranges // what the numbers may be, read once
}

// Terrain is a row of T07.
type Terrain struct {
	Code   string `toml:"code"` // tla
	Loss   bool   `toml:"loss"`
	Points int    `toml:"points"`
	Height int    `toml:"height"` // 0 sea level to 3; −1 ubk
	Income int64  `toml:"income"` // gold a year
	// cavalry leaving it pays one more point (manual "Bewegung": mountains, jungle, swamp)
	Horse   bool  `toml:"horse"`
	Rough   bool  `toml:"rough"` // cavalry fights at ×0.75 (decision 7: wood, jungle, swamp, mountains)
	NoBuild bool  `toml:"nobuild"`
	LossMin int64 `toml:"loss_min"` // permille
	LossMax int64 `toml:"loss_max"`
}

// Key is the key of the terrain's name.
func (t *Terrain) Key() string { return "terrain." + t.Code }

// Water reports whether ships belong there.
func (t Terrain) Water() bool { return t.Height == 0 }

// UnitRow has the numbers of a unit.
type UnitRow struct {
	Unit       string   `toml:"unit"`        // "K.M"
	Move       int      `toml:"move"`        // T01
	Size       int64    `toml:"size"`        // T02: room a man takes aboard; 0 cannot be carried
	SizeFixed  int64    `toml:"size_fixed"`  // T02: room besides the men (F: 200)
	SizeFlat   bool     `toml:"size_flat"`   // T02: Size is for the whole army (Z)
	Hold       int64    `toml:"hold"`        // T02: room a ship offers
	RecruitMin int64    `toml:"recruit_min"` // T03
	Min        int64    `toml:"min"`
	Conquer    int64    `toml:"conquer"` // 0: cannot
	Plunder    int64    `toml:"plunder"`
	Destroy    int64    `toml:"destroy"`
	Spy        int64    `toml:"spy"`
	Upkeep     int64    `toml:"upkeep"` // T04, gold a man and year
	Cost       int64    `toml:"cost"`   // gold a man; 0 cannot be recruited
	CostFixed  int64    `toml:"cost_fixed"`
	At         []string `toml:"at"`        // buildings that recruit it
	Reinforce  []string `toml:"reinforce"` // buildings that only reinforce it
	Strength   int64    `toml:"strength"`  // class strength in tenths (H.K 0.2 is 2, K.L 1 is 10)
	Max        int64    `toml:"max"`       // greatest army; 0: no limit
	Tame       int64    `toml:"tame"`      // taming points in tenths a head; 0 cannot be tamed
	Shot       int64    `toml:"shot"`      // price of a shot in tenths of gold a man; 0 does not shoot

	Limit       int64 `toml:"limit"` // armies of the unit that a realm may have; 0: any number
	LimitNomad  int64 `toml:"limit_nomad"`
	LimitPirate int64 `toml:"limit_pirate"`
	Gain        int64 `toml:"gain"`  // gold for each man and field of distance
	Sells       int64 `toml:"sells"` // permille of the men that stay where they trade
	Loot        int64 `toml:"loot"`  // gold that a raider gets for each man lost
}

// Key is the key of the unit's name.
func (r *UnitRow) Key() string { return "unit." + r.Unit }

// BuildingRow is a row of T05. Edges (S B W) are here too.
type BuildingRow struct {
	Code     string `toml:"code"`
	Cost     int64  `toml:"cost"`
	Time     int    `toml:"time"`
	Capacity int64  `toml:"capacity"`
	Income   int64  `toml:"income"`
	Upkeep   int64  `toml:"upkeep"` // temple cities; damage does not change it
	Found    bool   `toml:"found"`  // cannot be built anew (MIN WTO)
	Edge     bool   `toml:"edge"`
	Temple   bool   `toml:"temple"`  // a temple city
	Defence  int64  `toml:"defence"` // bonus part in permille (HST 750)
	Refuge   bool   `toml:"refuge"`  // an arch-demon drives nobody out of it
	Trade    bool   `toml:"trade"`   // a caravan may trade here
	Capital  bool   `toml:"capital"` // one in each realm; cannot be given away
	Shrine   bool   `toml:"shrine"`  // needs a temple city in the realm
	Mine     bool   `toml:"mine"`
	Gate     bool   `toml:"gate"`
}

// Key is the key of the building's name.
func (b *BuildingRow) Key() string { return "building." + b.Code }

// Convert is a cell of T06: From is converted to To.
type Convert struct {
	From string `toml:"from"`
	To   string `toml:"to"`
	Cost int64  `toml:"cost"`
	Time int    `toml:"time"`
}

// Repair is a cell of T06: the repair of a degree of damage.
type Repair struct {
	Code   string `toml:"code"`
	Damage string `toml:"damage"` // light heavy ruin exhausted
	Cost   int64  `toml:"cost"`
	Time   int    `toml:"time"`
}

// Culture is a preset: strengths in percent and spared terrains.
type Culture struct {
	Name     string           `toml:"name"`     // "culture." + Name names its sentence
	Strength map[string]int64 `toml:"strength"` // by unit; missing is 100; 0 cannot be raised
	Spared   []string         `toml:"spared"`   // terrain codes

	strength []int64 // by index of the unit
	spared   []bool  // by index of the terrain
}

// lookups find by code what the rows list.
type lookups struct {
	units     [26 * 26]int8 // index of the unit + 1, by its two letters
	monsters  [26]int8      // index of the monster + 1, by its class
	terrains  map[string]uint8
	buildings map[string]int
	realms    []*RealmRow // by number, as far as there are any
}

// StandardTables is a copy of the embedded tables, which are read once.
func StandardTables() *Tables { return embedded().Clone() }

var embedded = lazy.Value(func() *Tables { return tables.Embedded(defaultTables, (*Tables).Prepare) })

// With returns the tables with the numbers of a TOML text in place of their own. Rows are found by their code, and
// what the text does not name stays. Only conversions, cultures and rows of single realms may be new ones. The text may
// begin with the set of numbers that it changes. Unknown keys and numbers out of range are errors that name them.
func (t *Tables) With(text []byte) (*Tables, error) {
	out := t.Clone()
	o := tables.Read(text, "start_gold")
	out.laySet(o)
	return out.laid(o, false)
}

// Stored reads what Text returned. An older version's text may lack single numbers: they are as in the standard tables,
// which are read only then, since reading TOML is slow in a player's page. An empty text is theirs.
func Stored(standard func() *Tables, text []byte) (*Tables, error) {
	if len(text) == 0 {
		return standard(), nil
	}
	out, o := &Tables{}, tables.Read(text, "start_gold")
	if !o.Has("battle") || !tables.HasAll[Numbers](o, "rules") {
		s := standard().Clone()
		out.Battle, out.Rules = s.Battle, s.Rules
	}
	return out.laid(o, true)
}

// laid returns the tables with all that a text has for them.
func (t *Tables) laid(o *tables.Overlay, fresh bool) (*Tables, error) {
	t.lay(o, fresh)
	if err := o.Err(); err != nil {
		return nil, err
	}
	if err := t.Prepare(); err != nil {
		return nil, err
	}
	return t, nil
}

// lay takes all that a text has for the tables.
func (t *Tables) lay(o *tables.Overlay, fresh bool) {
	tables.Rows(o, "terrain", &t.Terrain, fresh, (*Terrain).RowCode)
	tables.Rows(o, "unit", &t.Unit, fresh, (*UnitRow).RowCode)
	tables.Rows(o, "monster", &t.Monster, fresh, (*Monster).RowCode)
	tables.Rows(o, "building", &t.Building, fresh, (*BuildingRow).RowCode)
	tables.Rows(o, "convert", &t.Convert, true, (*Convert).RowCode)
	tables.Rows(o, "repair", &t.Repair, fresh, (*Repair).RowCode)
	tables.Rows(o, "culture", &t.Culture, true, (*Culture).RowCode)
	t.overlayRealms(o)
	tables.One(o, "battle", &t.Battle)
	tables.One(o, "rules", &t.Rules)
}

// TableRow is a row of any table.
type TableRow interface {
	Terrain | UnitRow | Monster | BuildingRow | Convert | Repair | Culture
}

// RowCode is the code by which the row is found, as a world's own tables name it.
func (t *Terrain) RowCode() string { return t.Code }

// RowCode is the code by which the row is found.
func (r *UnitRow) RowCode() string { return r.Unit }

// RowCode is the code by which the row is found.
func (m *Monster) RowCode() string { return m.Unit }

// RowCode is the code by which the row is found.
func (b *BuildingRow) RowCode() string { return b.Code }

// RowCode is the code by which the row is found.
func (c *Convert) RowCode() string { return c.From + " to " + c.To }

// RowCode is the code by which the row is found.
func (r *Repair) RowCode() string { return r.Code + " " + r.Damage }

// RowCode is the code by which the row is found.
func (c *Culture) RowCode() string { return c.Name }

// Text is the canonical TOML of the tables.
func (t *Tables) Text() []byte { return tables.Text(t) }

// Clone shares no lists with the tables, since what is decoded into it would otherwise be written into theirs.
func (t *Tables) Clone() *Tables {
	out := *t
	out.Terrain = append([]Terrain(nil), t.Terrain...)
	out.Unit = cloneUnits(t.Unit)
	out.Monster = append([]Monster(nil), t.Monster...)
	for i := range out.Monster {
		out.Monster[i].Heights = append([]int(nil), t.Monster[i].Heights...)
	}
	out.Building = append([]BuildingRow(nil), t.Building...)
	out.Convert = append([]Convert(nil), t.Convert...)
	out.Repair = append([]Repair(nil), t.Repair...)
	out.Culture = append([]Culture(nil), t.Culture...)
	for i := range out.Culture {
		c := &out.Culture[i]
		c.Spared = append([]string(nil), c.Spared...)
		c.Strength = map[string]int64{} // never nil, for the canonical text
		maps.Copy(c.Strength, t.Culture[i].Strength)
	}
	out.Realm = append([]RealmRow(nil), t.Realm...)
	out.Rules.StateShare = append([]int64(nil), t.Rules.StateShare...)
	return &out
}

func cloneUnits(rows []UnitRow) []UnitRow {
	out := append([]UnitRow(nil), rows...)
	for i := range out {
		out[i].At = append([]string(nil), rows[i].At...)
		out[i].Reinforce = append([]string(nil), rows[i].Reinforce...)
	}
	return out
}
