// Package tables holds the numbers of Terra Magica: embedded tables and a world's own go in, rows of units and
// fortifications come out. All other rooms ask it.
package tables

import (
	_ "embed"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/rows"
	"weltentor/worlds/tables"
)

//go:embed tables.toml
var defaultTables []byte

// Tables are the numbers of a world. The defaults are embedded (tables.toml); a
// world may lay its own over them.
type Tables struct {
	Unit   []UnitRow  `toml:"unit"`
	Wall   []WallRow  `toml:"wall"` // from the weakest to the strongest
	Avatar AvatarRow  `toml:"avatar"`
	Battle rows.Rules `toml:"battle"`
	Rules  Numbers    `toml:"rules"`
}

// UnitRow is what the tables say of one unit (Appendix A).
type UnitRow struct {
	Unit    string   `toml:"unit"`
	Words   []string `toml:"words"` // how orders may call it
	A       int64    `toml:"a"`
	V       int64    `toml:"v"`
	Damage  int64    `toml:"damage"`
	HP      int64    `toml:"hp"`
	Speed   int64    `toml:"speed"`
	Range   int64    `toml:"range"`
	Bow     bool     `toml:"bow"`   // suffers in mêlée
	Walls   int64    `toml:"walls"` // permille of damage against walls
	Moves   string   `toml:"moves"` // foot horse machine air sea
	Cost    int64    `toml:"cost"`
	Weight  int64    `toml:"weight"`
	Carries int64    `toml:"carries"`
	Row     int64    `toml:"row"`
}

// Key names the sentence that names the unit.
func (u *UnitRow) Key() string { return "unit." + u.Unit }

// Men is the argument that counts the men of a unit: a sentence shows it as {men},
// by its argument "number".
func Men(unit string) phrase.Arg { return phrase.Key("men", "men."+unit) }

// WallRow is a kind of fortification.
type WallRow struct {
	Wall  string   `toml:"wall"`
	Words []string `toml:"words"`
	HP    int64    `toml:"hp"`
	Cost  int64    `toml:"cost"`
}

// Key names the sentence that names the fortification.
func (w *WallRow) Key() string { return "wall." + w.Wall }

// AvatarRow is what appears where a realm fights in its home province.
type AvatarRow struct {
	A      int64 `toml:"a"`
	V      int64 `toml:"v"`
	Damage int64 `toml:"damage"`
	HP     int64 `toml:"hp"`
	Speed  int64 `toml:"speed"`
	Range  int64 `toml:"range"`
	Row    int64 `toml:"row"`
	Walls  int64 `toml:"walls"`
}

// Numbers are the single numbers of the rules: shares in permille unless said
// otherwise.
type Numbers struct {
	// The making of a world (§2).
	Width        int    `toml:"width"`
	Height       int    `toml:"height"`
	Smallest     int    `toml:"smallest"` // width and height at least
	Largest      int    `toml:"largest"`  // and at most
	SeaShare     int64  `toml:"sea_share"`
	HardShare    int64  `toml:"hard_share"`
	PeopleMin    int64  `toml:"people_min"`
	PeopleMax    int64  `toml:"people_max"`
	Growth       int64  `toml:"growth"`      // of the people, a week
	PeopleMost   int64  `toml:"people_most"` // of the people at the founding
	Tax          int64  `toml:"tax"`         // people for one gold
	Production   int64  `toml:"production"`  // people for one point
	Guard        string `toml:"guard"`       // the unit that guards free provinces
	GuardMin     int64  `toml:"guard_min"`
	GuardMax     int64  `toml:"guard_max"`
	HomePeople   int64  `toml:"home_people"`
	HomeDistance int    `toml:"home_distance"` // provinces between homes, where there is room
	Homes        int    `toml:"homes"`         // for so many realms the founding fixes homes that are alike

	// A realm (§1.2, §11).
	StartGold  int64  `toml:"start_gold"`
	StartMana  int64  `toml:"start_mana"`
	ManaWeek   int64  `toml:"mana_week"`
	HomeMana   int64  `toml:"home_mana"` // price of a new home province
	ManaMost   int64  `toml:"mana_most"` // points an army may be given for a week's battles, each a percent of A
	FirstUnit  string `toml:"first_unit"`
	FirstMen   int64  `toml:"first_men"`
	SecondUnit string `toml:"second_unit"`
	SecondMen  int64  `toml:"second_men"`

	// Money, plunder, experience.
	Upkeep         int64 `toml:"upkeep"`          // of the cost of an army one in so many, a week
	DesertMost     int64 `toml:"desert_most"`     // the most a draw lets desert where nothing is paid
	PlunderGold    int64 `toml:"plunder_gold"`    // people for one gold of booty
	PlunderPeople  int64 `toml:"plunder_people"`  // of the people that are lost
	ExperienceGain int64 `toml:"experience_gain"` // percent a battle survived
	ExperienceMost int64 `toml:"experience_most"`
	// of an army's hit points, what its enemies must have at least to teach it
	ExperienceFoe int64 `toml:"experience_foe"`

	// The end and the frame.
	Turns         int   `toml:"turns"`
	MostProvinces int64 `toml:"most_provinces"` // of all that can be owned: enough to win
	MissedNotice  int   `toml:"missed_notice"`  // missed turns in a row after which the game master is told
	ArmyName      int   `toml:"army_name"`      // letters of a name at most
	Armies        int   `toml:"armies"`         // armies of a realm at most
	Men           int64 `toml:"men"`            // of one unit in an army at most
}

// StandardTables reads the embedded tables.
func StandardTables() *Tables { return tables.Embedded(defaultTables, (*Tables).check) }

// With returns the tables with a TOML text laid over them: rows are found by their code, what is not named stays.
// Unknown rows and keys, and numbers out of range, are errors naming them.
func (t *Tables) With(text []byte) (*Tables, error) {
	out := t.clone()
	o := tables.Read(text)
	tables.Rows(o, "unit", &out.Unit, false, (*UnitRow).code)
	tables.Rows(o, "wall", &out.Wall, false, (*WallRow).code)
	tables.One(o, "avatar", &out.Avatar)
	tables.One(o, "battle", &out.Battle)
	tables.One(o, "rules", &out.Rules)
	if err := o.Err(); err != nil {
		return nil, err
	}
	if err := out.words(t); err != nil {
		return nil, err
	}
	if err := out.check(); err != nil {
		return nil, err
	}
	return out, nil
}

// The codes by which rows are found.
func (u *UnitRow) code() string { return u.Unit }
func (w *WallRow) code() string { return w.Wall }

// words holds that a world calls its units and walls as the rulebook does: the
// order language is the same in all worlds.
func (t *Tables) words(standard *Tables) error {
	for i := range t.Unit {
		if !slices.Equal(t.Unit[i].Words, standard.Unit[i].Words) {
			return tables.Bad("unit "+t.Unit[i].Unit, "same-words")
		}
	}
	for i := range t.Wall {
		if !slices.Equal(t.Wall[i].Words, standard.Wall[i].Words) {
			return tables.Bad("wall "+t.Wall[i].Wall, "same-words")
		}
	}
	return nil
}

func (t *Tables) clone() *Tables {
	out := *t
	out.Unit = slices.Clone(t.Unit)
	for i := range out.Unit {
		out.Unit[i].Words = slices.Clone(t.Unit[i].Words)
	}
	out.Wall = slices.Clone(t.Wall)
	for i := range out.Wall {
		out.Wall[i].Words = slices.Clone(t.Wall[i].Words)
	}
	return &out
}

// Text is the canonical TOML of the tables.
func (t *Tables) Text() []byte { return tables.Text(t) }

// UnitOf returns the row of a unit, or nil if there is none.
func (t *Tables) UnitOf(code string) *UnitRow {
	for i := range t.Unit {
		if t.Unit[i].Unit == code {
			return &t.Unit[i]
		}
	}
	return nil
}

// Rank is where a unit stands in the tables.
func (t *Tables) Rank(code string) int {
	return slices.IndexFunc(t.Unit, func(u UnitRow) bool { return u.Unit == code })
}

// WallOf returns the row of a fortification, or nil if there is none.
func (t *Tables) WallOf(code string) *WallRow {
	for i := range t.Wall {
		if t.Wall[i].Wall == code {
			return &t.Wall[i]
		}
	}
	return nil
}
