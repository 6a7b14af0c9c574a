// Package tables has the numbers of Terra Magica, with shares in permille. A world's own rows are found by their code:
// what its text does not name stays, and a key that the game lacks is an error that names it. All numbers are held to
// their ranges.
package tables

import (
	"cmp"
	_ "embed"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/battlelines"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/tables"
)

//go:embed tables.toml
var defaultTables []byte

// Tables are the numbers of a world. The defaults are embedded (tables.toml); a world can replace some of them.
type Tables struct {
	Unit   []UnitRow         `toml:"unit"`
	Wall   []WallRow         `toml:"wall"` // from the weakest to the strongest
	Avatar AvatarRow         `toml:"avatar"`
	Battle battlelines.Rules `toml:"battle"`
	Rules  Numbers           `toml:"rules"`
}

// UnitRow has the numbers of a unit (Appendix A).
type UnitRow struct {
	Unit    string   `toml:"unit"`
	Words   []string `toml:"words"` // the words for it in orders
	A       int64    `toml:"a"`
	V       int64    `toml:"v"`
	Damage  int64    `toml:"damage"`
	HP      int64    `toml:"hp"`
	Speed   int64    `toml:"speed"`
	Range   int64    `toml:"range"`
	Bow     bool     `toml:"bow"`   // fights worse in mêlée
	Walls   int64    `toml:"walls"` // permille of damage against walls
	Moves   string   `toml:"moves"` // foot horse machine air sea
	Cost    int64    `toml:"cost"`
	Weight  int64    `toml:"weight"`
	Carries int64    `toml:"carries"`
	Row     int64    `toml:"row"`
}

// Key is the key of the unit's name.
func (u *UnitRow) Key() string { return "unit." + u.Unit }

// Men is the argument that counts the men of a unit. A sentence shows it as {men}, by its argument "number".
func Men(unit string) phrase.Arg { return phrase.Key("men", "men."+unit) }

// WallRow is a kind of fortification.
type WallRow struct {
	Wall  string   `toml:"wall"`
	Words []string `toml:"words"`
	HP    int64    `toml:"hp"`
	Cost  int64    `toml:"cost"`
}

// Key is the key of the fortification's name.
func (w *WallRow) Key() string { return "wall." + w.Wall }

// AvatarRow is the avatar that appears when a realm fights in its home province.
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

// Numbers are the single numbers of the rules, with shares in permille unless they say otherwise.
type Numbers struct {
	// The making of a world (§2).
	Width        int    `toml:"width"`
	Height       int    `toml:"height"`
	Smallest     int    `toml:"smallest"` // least width and height
	Largest      int    `toml:"largest"`  // greatest width and height
	SeaShare     int64  `toml:"sea_share"`
	HardShare    int64  `toml:"hard_share"`
	PeopleMin    int64  `toml:"people_min"`
	PeopleMax    int64  `toml:"people_max"`
	Growth       int64  `toml:"growth"`      // of the people, each week
	PeopleMost   int64  `toml:"people_most"` // of the people at the founding
	Tax          int64  `toml:"tax"`         // people for one gold
	Production   int64  `toml:"production"`  // people for one point
	Guard        string `toml:"guard"`       // the unit that guards free provinces
	GuardMin     int64  `toml:"guard_min"`
	GuardMax     int64  `toml:"guard_max"`
	HomePeople   int64  `toml:"home_people"`
	HomeDistance int    `toml:"home_distance"` // provinces between homes, if there is room
	Homes        int    `toml:"homes"`         // how many equal homes the founding prepares

	// A realm (§1.2, §11).
	StartGold  int64  `toml:"start_gold"`
	StartMana  int64  `toml:"start_mana"`
	ManaWeek   int64  `toml:"mana_week"`
	HomeMana   int64  `toml:"home_mana"` // price of a new home province
	ManaMost   int64  `toml:"mana_most"` // the most points an army may get for a week's battles, each worth a percent of A
	FirstUnit  string `toml:"first_unit"`
	FirstMen   int64  `toml:"first_men"`
	SecondUnit string `toml:"second_unit"`
	SecondMen  int64  `toml:"second_men"`

	// Money, plunder, experience.
	Upkeep         int64 `toml:"upkeep"`          // an army costs this fraction of its price each week: one in so many
	DesertMost     int64 `toml:"desert_most"`     // the most that a draw lets desert if nothing is paid
	PlunderGold    int64 `toml:"plunder_gold"`    // people for one gold of booty
	PlunderPeople  int64 `toml:"plunder_people"`  // the share of the people that is lost
	ExperienceGain int64 `toml:"experience_gain"` // percent for each battle survived
	ExperienceMost int64 `toml:"experience_most"`
	// the least share of an army's hit points that its enemies must have to teach it
	ExperienceFoe int64 `toml:"experience_foe"`

	// The end and the frame.
	Turns         int   `toml:"turns"`
	MostProvinces int64 `toml:"most_provinces"` // the share of all provinces for owners that is enough to win
	MissedNotice  int   `toml:"missed_notice"`  // missed turns in a row after which the game master is told
	ArmyName      int   `toml:"army_name"`      // the most letters of a name
	Armies        int   `toml:"armies"`         // the most armies of a realm
	Men           int64 `toml:"men"`            // the most men of one unit in an army
}

// StandardTables reads the embedded tables.
func StandardTables() *Tables { return tables.Embedded(defaultTables, (*Tables).check) }

// With returns the tables with the numbers of a TOML text in place of their own. Rows are found by their code, and
// what the text does not name stays. Unknown rows and keys, and numbers out of range, are errors that name them.
func (t *Tables) With(text []byte) (*Tables, error) {
	out := t.clone()
	o := tables.Read(text)
	tables.Rows(o, "unit", &out.Unit, false, (*UnitRow).code)
	tables.Rows(o, "wall", &out.Wall, false, (*WallRow).code)
	tables.One(o, "avatar", &out.Avatar)
	tables.One(o, "battle", &out.Battle)
	tables.One(o, "rules", &out.Rules)
	return tables.Laid(o, out, func() error { return cmp.Or(out.words(t), out.check()) })
}

// The codes by which rows are found.
func (u *UnitRow) code() string { return u.Unit }
func (w *WallRow) code() string { return w.Wall }

// words checks that a world has the rulebook's words for units and walls. The order language is the same in all
// worlds.
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
func (t *Tables) UnitOf(code string) *UnitRow { return rulekit.Row(t.Unit, (*UnitRow).code, code) }

// Rank is the place of a unit in the tables.
func (t *Tables) Rank(code string) int {
	return slices.IndexFunc(t.Unit, func(u UnitRow) bool { return u.Unit == code })
}

// WallRank is the place of a fortification in the tables.
func (t *Tables) WallRank(code string) int {
	return slices.IndexFunc(t.Wall, func(w WallRow) bool { return w.Wall == code })
}

// WallOf returns the row of a fortification, or nil if there is none.
func (t *Tables) WallOf(code string) *WallRow { return rulekit.Row(t.Wall, (*WallRow).code, code) }
