package thoramar

// Tables are the numbers of a world: the manual's T01–T07 and the decisions
// that go with them. The defaults are embedded (tables.toml); a world may lay
// its own over them.
type Tables struct {
	Terrain  []Terrain     `toml:"terrain"`  // T07; Field.Terrain counts in this order
	Unit     []UnitRow     `toml:"unit"`     // T01–T04 and class strength
	Building []BuildingRow `toml:"building"` // T05
	Convert  []Convert     `toml:"convert"`  // T06, upper half
	Repair   []Repair      `toml:"repair"`   // T06, lower half
	Culture  []Culture     `toml:"culture"`
	Rules    Numbers       `toml:"rules"`
}

// Terrain is a row of T07.
type Terrain struct {
	Code    string `toml:"code"` // tla
	Name    string `toml:"name"` // key of the sentence that names it
	Loss    bool   `toml:"loss"`
	Points  int    `toml:"points"`
	Height  int    `toml:"height"` // 0 sea level to 3; −1 ubk
	Income  int64  `toml:"income"` // gold a year
	Horse   bool   `toml:"horse"`  // cavalry leaving it pays one point more (manual "Bewegung": mountains, jungle, swamp)
	Rough   bool   `toml:"rough"`  // cavalry fights at ×0.75 (decision 7: wood, jungle, swamp, mountains)
	NoBuild bool   `toml:"nobuild"`
	LossMin int64  `toml:"loss_min"` // permille
	LossMax int64  `toml:"loss_max"`
}

// Water tells whether ships belong there.
func (t Terrain) Water() bool { return t.Height == 0 }

// UnitRow is what the tables say of one unit.
type UnitRow struct {
	Unit       string   `toml:"unit"`        // "K.M"
	Move       int      `toml:"move"`        // T01
	Size       int64    `toml:"size"`        // T02: room a man takes aboard; 0 cannot be carried
	SizeFixed  int64    `toml:"size_fixed"`  // T02: room beside the men (F: 200)
	SizeFlat   bool     `toml:"size_flat"`   // T02: Size is for the whole army (Z)
	Hold       int64    `toml:"hold"`        // T02: room a ship offers
	RecruitMin int64    `toml:"recruit_min"` // T03
	Min        int64    `toml:"min"`
	Conquer    int64    `toml:"conquer"` // 0 cannot
	Plunder    int64    `toml:"plunder"`
	Destroy    int64    `toml:"destroy"`
	Spy        int64    `toml:"spy"`
	Upkeep     int64    `toml:"upkeep"` // T04, gold a man and year
	Cost       int64    `toml:"cost"`   // gold a man; 0 cannot be recruited
	CostFixed  int64    `toml:"cost_fixed"`
	At         []string `toml:"at"`        // buildings that recruit it
	Reinforce  []string `toml:"reinforce"` // buildings that only reinforce it
	Strength   int64    `toml:"strength"`  // class strength in tenths (H.K 0.2 is 2, K.L 1 is 10)
	Max        int64    `toml:"max"`       // greatest army; 0 none
	Tame       int64    `toml:"tame"`      // taming points in tenths a head; 0 cannot be tamed
}

// BuildingRow is a row of T05; Buildings that are edges (S B W) are here too.
type BuildingRow struct {
	Code     string `toml:"code"`
	Name     string `toml:"name"`
	Cost     int64  `toml:"cost"`
	Time     int    `toml:"time"`
	Capacity int64  `toml:"capacity"`
	Income   int64  `toml:"income"`
	Upkeep   int64  `toml:"upkeep"` // temple cities: not scaled by damage
	Found    bool   `toml:"found"`  // cannot be built anew (MIN WTO)
	Edge     bool   `toml:"edge"`
	Temple   bool   `toml:"temple"`  // a temple city
	Defence  int64  `toml:"defence"` // bonus part in permille (HST 750)
	Trade    bool   `toml:"trade"`   // a caravan may trade here
}

// Convert is a cell of T06: From is built up to To.
type Convert struct {
	From string `toml:"from"`
	To   string `toml:"to"`
	Cost int64  `toml:"cost"`
	Time int    `toml:"time"`
}

// Repair is a cell of T06: mending a degree of damage.
type Repair struct {
	Code   string `toml:"code"`
	Damage string `toml:"damage"` // light heavy ruin exhausted
	Cost   int64  `toml:"cost"`
	Time   int    `toml:"time"`
}

// Culture is a preset: strengths in percent and spared terrains.
type Culture struct {
	Name     string           `toml:"name"`
	Strength map[string]int64 `toml:"strength"` // by unit; missing is 100; 0 cannot be raised
	Spared   []string         `toml:"spared"`   // terrain codes
}
