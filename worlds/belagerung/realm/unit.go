package realm

import (
	"slices"
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
)

// Has reports whether a unit carries a symbol.
func (u *Unit) Has(sym tables.Symbol) bool { return slices.Contains(u.Symbols, sym) }

// Simple reports whether a unit has exactly one training. A settler has none.
func (u *Unit) Simple() bool { return len(u.Symbols) == 1 }

// Name is how orders and reports call a unit: `E3`, or `2.S1` for the first settler of realm 2. Its own player may
// write `S1`.
func (u *Unit) Name() string {
	if u.Settler {
		return strconv.Itoa(u.Realm) + ".S" + strconv.Itoa(u.Number)
	}
	return "E" + strconv.Itoa(u.Number)
}

// ID tells units apart for the dice: positive for E, negative for settlers.
func (u *Unit) ID() int64 {
	if u.Settler {
		return -int64(10*u.Realm + u.Number)
	}
	return int64(u.Number)
}

// UnitArg is an argument that shows a unit in a sentence.
func UnitArg(name string, u *Unit) phrase.Arg { return phrase.Str(name, u.Name()) }

// PlaceArg is an argument that shows a place in a sentence: column and row, both from 1, rows from the south, the same
// for all.
func (s *State) PlaceArg(name string, p game.Place) phrase.Arg {
	x, y := Column(s.Grid, p)
	return phrase.XY(name, x, y)
}

// CardOf is the row of a unit's first training, or of the settler.
func CardOf(t *tables.Tables, u *Unit) *tables.CardRow {
	code := "settler"
	if !u.Settler {
		code = string(u.Symbols[0])
	}
	return t.CardOf(code)
}

// further is what a unit's trainings after the first add to the value that belongs to a symbol.
func further(t *tables.Tables, u *Unit, sym tables.Symbol) int64 {
	if len(u.Symbols) > 1 && slices.Contains(u.Symbols[1:], sym) {
		return t.Rules.TrainingPoints
	}
	return 0
}

// Smithy reports whether a realm has a finished smithy manned by a simple unit of the symbol; "" asks for a settler
// (§12.5).
func (s *State) Smithy(whose int, sym tables.Symbol) bool {
	for _, b := range s.Buildings {
		if b.Kind != tables.Smithy || b.Site != 0 {
			continue
		}
		u := s.Crew(b)
		switch {
		case u == nil || u.Realm != whose:
		case sym == "" && u.Settler, sym != "" && u.Simple() && u.Has(sym):
			return true
		}
	}
	return false
}

// forged is what a smithy of a unit's realm adds to the value that belongs to a symbol, if the unit has that symbol.
func (s *State) forged(t *tables.Tables, u *Unit, sym tables.Symbol, by int64) int64 {
	if u.Has(sym) && s.Smithy(u.Realm, sym) {
		return by
	}
	return 0
}

// Speed is a unit's own speed on foot: from its card, its further trainings and its realm's smithies. What it mans may
// have another.
func (s *State) Speed(t *tables.Tables, u *Unit) int64 {
	return CardOf(t, u).Speed + further(t, u, tables.Shoe) + s.forged(t, u, tables.Shoe, t.Rules.HoofSpeed)
}

// Reach is a unit's own range on foot, counted as Speed is. What it mans may have another.
func (s *State) Reach(t *tables.Tables, u *Unit) int64 {
	return CardOf(t, u).Range + further(t, u, tables.Bow) + s.forged(t, u, tables.Bow, t.Rules.WeaponRange)
}

// Power is a unit's own power on foot, counted as Speed is. What it mans may have another.
func (s *State) Power(t *tables.Tables, u *Unit) int64 {
	return CardOf(t, u).Power + further(t, u, tables.Sword) + s.forged(t, u, tables.Sword, t.Rules.ArmourPower)
}

// Fits reports whether a unit may man a kind of building, and so make it work. It needs the symbol that the building
// asks for. Any unit may man quarry and lumber camp, and a settler or a simple unit the smithy.
func Fits(t *tables.Tables, k tables.Kind, u *Unit) bool {
	switch row := t.BuildingOf(k); {
	case row.Crew == "":
		return true
	case row.Crew == "simple":
		return u.Settler || u.Simple()
	default:
		return u.Has(tables.Symbol(row.Crew))
	}
}

// Manned is the finished building that a unit makes work in its place, or nil if there is none.
func (s *State) Manned(t *tables.Tables, u *Unit) *Building {
	b := s.Building(u.At)
	if b == nil || b.Site != 0 || b.Owner != 0 || !Fits(t, b.Kind, u) {
		return nil
	}
	return b
}

// Leads is the engine that a unit moves, or nil if it goes on foot.
func (s *State) Leads(t *tables.Tables, u *Unit) *Building {
	if b := s.Manned(t, u); b != nil && b.Engine() {
		return b
	}
	return nil
}

// Steps are how far a unit moves in a turn: on foot, or with the engine it leads.
func (s *State) Steps(t *tables.Tables, u *Unit) int64 {
	if b := s.Leads(t, u); b != nil {
		return t.BuildingOf(b.Kind).Speed
	}
	return s.Speed(t, u)
}

// arms are what a unit fights with in its place: its own power and range, or those of the building it mans.
type arms struct {
	Power, Reach int64
	Hits         int64     // hits on buildings
	Mans         *Building // fortress, trebuchet or engine; nil: the unit is on foot
}

// Arms returns a unit's arms. A fortress has its own power and range, which no smithy changes. Trebuchets and engines
// have only their own range (§12.7, §13.2, §13.4, §13.5).
func (s *State) Arms(t *tables.Tables, u *Unit) arms {
	a := arms{Power: s.Power(t, u), Reach: s.Reach(t, u), Hits: 1}
	b := s.Manned(t, u)
	if b == nil {
		return a
	}
	switch b.Kind {
	case tables.Fortress:
		a.Mans, a.Power, a.Reach = b, b.Values.Power, b.Values.Range
	case tables.Trebuchet, tables.Catapult, tables.Ballista:
		row := t.BuildingOf(b.Kind)
		a.Mans, a.Reach, a.Hits = b, row.Range, row.Damage
	}
	return a
}

// Ground is the defence that its field gives a unit. It is 0 in a neutral building (§9.7, §10.3).
func (s *State) Ground(t *tables.Tables, u *Unit) int64 {
	if b := s.Building(u.At); b != nil && b.Neutral() {
		return 0
	}
	if s.Wall(t, u.At) != nil {
		return t.Rules.WallDefence
	}
	return t.GroundOf(s.Terrain[u.At]).Defence
}

// Weakness is the sum of the weakening dice on a unit.
func (u *Unit) Weakness() (sum int64) {
	for _, w := range u.Weak {
		sum += w.Pips
	}
	return sum
}

// Weaken lays a weakening die on a unit. If none is free, the one that has lain longest is taken off its unit (§9.8).
// lifted is that unit, or nil if a die was free.
func (s *State) Weaken(t *tables.Tables, u *Unit, pips int64) (lifted *Unit) {
	if s.Supply(t) <= 0 {
		for _, v := range s.Units {
			if len(v.Weak) > 0 && (lifted == nil || v.Weak[0].Seq < lifted.Weak[0].Seq) {
				lifted = v
			}
		}
		if lifted == nil {
			return nil // the world has no such dice
		}
		lifted.Weak = lifted.Weak[1:]
	}
	s.LastWeak++
	u.Weak = append(u.Weak, Weakening{Seq: s.LastWeak, Pips: pips})
	return lifted
}
