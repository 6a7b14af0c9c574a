package belagerung

import (
	"slices"
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// has tells whether a unit carries a symbol.
func (u *Unit) has(sym Symbol) bool { return slices.Contains(u.Symbols, sym) }

// simple tells whether a unit has one training only (not a settler).
func (u *Unit) simple() bool { return len(u.Symbols) == 1 }

// name is what orders and reports call a unit: `E3`, and `2.S1` for the first
// settler of realm 2; its own player may write `S1`.
func (u *Unit) name() string {
	if u.Settler {
		return strconv.Itoa(u.Realm) + ".S" + strconv.Itoa(u.Number)
	}
	return "E" + strconv.Itoa(u.Number)
}

// id tells units apart for the dice: positive for E, negative for settlers.
func (u *Unit) id() int64 {
	if u.Settler {
		return -int64(10*u.Realm + u.Number)
	}
	return int64(u.Number)
}

// unitArg is a unit in a sentence, under the name given.
func unitArg(name string, u *Unit) phrase.Arg { return phrase.Str(name, u.name()) }

// placeArg is a place in a sentence: column and row, both from 1, rows from the
// south, the same for all.
func (s *State) placeArg(name string, p game.Place) phrase.Arg {
	x, y := column(s.Grid, p)
	return phrase.XY(name, x, y)
}

// card is the row of a unit's first training, or the settler's.
func (t *Tables) card(u *Unit) *CardRow {
	code := "settler"
	if !u.Settler {
		code = string(u.Symbols[0])
	}
	for i := range t.Card {
		if t.Card[i].Card == code {
			return &t.Card[i]
		}
	}
	panic("a unit of no card: " + code)
}

// further is what a unit's trainings beyond the first add to the value of a symbol.
func (t *Tables) further(u *Unit, sym Symbol) int64 {
	if len(u.Symbols) > 1 && slices.Contains(u.Symbols[1:], sym) {
		return t.Rules.TrainingPoints
	}
	return 0
}

// smithy tells whether a realm has a finished smithy manned by a simple unit of
// the symbol; "" asks for a settler (§12.5).
func (s *State) smithy(whose int, sym Symbol) bool {
	for _, b := range s.Buildings {
		if b.Kind != Smithy || b.Site != 0 {
			continue
		}
		u := s.crew(b)
		switch {
		case u == nil || u.Realm != whose:
		case sym == "" && u.Settler, sym != "" && u.simple() && u.has(sym):
			return true
		}
	}
	return false
}

// forged is what a realm's smithy adds to the value of a symbol of those who carry it.
func (s *State) forged(t *Tables, u *Unit, sym Symbol, by int64) int64 {
	if u.has(sym) && s.smithy(u.Realm, sym) {
		return by
	}
	return 0
}

// speed, reach and power are a unit's own values on foot: its card, its further
// trainings, its realm's smithies. What it mans may have others (see manned).
func (s *State) speed(t *Tables, u *Unit) int64 {
	return t.card(u).Speed + t.further(u, Shoe) + s.forged(t, u, Shoe, t.Rules.HoofSpeed)
}

func (s *State) reach(t *Tables, u *Unit) int64 {
	return t.card(u).Range + t.further(u, Bow) + s.forged(t, u, Bow, t.Rules.WeaponRange)
}

func (s *State) power(t *Tables, u *Unit) int64 {
	return t.card(u).Power + t.further(u, Sword) + s.forged(t, u, Sword, t.Rules.ArmourPower)
}

// fits tells whether a unit may man a kind of building, and so make it work: the
// symbol it asks for, any unit for quarry and lumber camp, a settler or a simple
// unit for the smithy.
func (t *Tables) fits(k Kind, u *Unit) bool {
	switch row := t.building(k); {
	case row.Crew == "":
		return true
	case row.Crew == "simple":
		return u.Settler || u.simple()
	default:
		return u.has(Symbol(row.Crew))
	}
}

// manned is the finished building a unit makes work where it stands, nil if none.
func (s *State) manned(t *Tables, u *Unit) *Building {
	b := s.building(u.At)
	if b == nil || b.Site != 0 || b.Owner != 0 || !t.fits(b.Kind, u) {
		return nil
	}
	return b
}
