package tables

import (
	"strings"

	"weltentor/orders"
)

// Ship reports whether armies of the unit go by sea.
func (u Unit) Ship() bool {
	switch u.Type {
	case 'S':
		return true
	case 'H', 'V':
		return u.Class == 'S'
	case 'M':
		return u.Class == 'L' || u.Class == 'S' || u.Class == 'K'
	}
	return false
}

// The kinds of armies that are not men (manual, "Die Dämonen", "Die Zauberer").
var (
	CommonDemon = Unit{'D', 'N'}
	ArchDemon   = Unit{'D', 'E'}
	MonsterLord = Unit{'Z', 'M'}
)

// Gifted reports whether an army's number counts points, as for priests and sorcerers. They may fall to 0 during a
// turn. The least strength of T03 is checked at its end (decision 10).
func (u Unit) Gifted() bool { return u.Type == 'P' || u.Type == 'Z' }

// Suffers reports whether such armies lose men to terrain and rivers: warriors, riders, ranged weapons, merchants and
// ships (decision 6).
func (u Unit) Suffers() bool { return strings.IndexByte("KRFSH", u.Type) >= 0 }

// IsDigit reports whether the byte is a decimal digit.
func IsDigit(b byte) bool { return b >= '0' && b <= '9' }

// ParseUnit reads a kind of army; ok reports whether there is such a kind.
func ParseUnit(s string) (Unit, bool) {
	if len(s) == 3 && s[1] == '.' {
		s = s[:1] + s[2:]
	}
	if len(s) != 2 {
		return Unit{}, false
	}
	s = strings.ToUpper(s)
	if len(s) != 2 {
		return Unit{}, false
	}
	u := Unit{Type: s[0], Class: s[1]}
	return u, strings.IndexByte(classes(u.Type), u.Class) >= 0
}

// Types are the kinds of armies, in the order of the manual's tables and of its
// army table.
const Types = "KRFSPZDHVM"

// Priced are the types for which T04 has a price: they can be recruited and accelerated.
const Priced = "KRFSPZH"

// classes returns the classes of a type (manual T01 and "Verschiedene Monster").
func classes(kind byte) string {
	switch kind {
	case 'K', 'R', 'F', 'S':
		return "LMS"
	case 'P':
		return "KH"
	case 'Z':
		return "SMB"
	case 'D':
		return "NE"
	case 'H':
		return "KS"
	case 'V':
		return "LS"
	case 'M':
		return "LSKMENBH"
	}
	return ""
}

// NearUnits guesses which kinds of army a word meant: all of its type, or else all of its class, or else those written
// alike. A plain word of two letters, such as "an", means none.
func NearUnits(got string) []string {
	letters := strings.ToUpper(strings.ReplaceAll(got, ".", ""))
	if len(got) > 1 && letters != got && !strings.Contains(got, ".") && len(letters) <= 2 {
		return nil
	}
	if 1 <= len(letters) && len(letters) <= 2 {
		if of := unitsWith(0, letters[0]); of != nil {
			return of
		}
	}
	if len(letters) == 2 {
		if of := unitsWith(len("K."), letters[1]); of != nil {
			return of
		}
	}
	return orders.Meant(got, unitNames, otherUnits)
}

// unitNames are the names of all units, by type.
var unitNames = func() (all []string) {
	for i := range len(Types) {
		list := classes(Types[i])
		for j := range len(list) {
			all = append(all, Unit{Types[i], list[j]}.String())
		}
	}
	return all
}()

// unitsWith are the names with a letter at a place; nil: there are none.
func unitsWith(at int, letter byte) (of []string) {
	for _, name := range unitNames {
		if name[at] == letter {
			of = append(of, name)
		}
	}
	return of
}

// otherUnits are words that people write for kinds of armies, for guesses. Each row begins with the kinds that are
// meant.
var otherUnits = [][2]string{
	{"K.L K.M K.S", "krieger soldat infanterie fussvolk warrior soldier infantry footman"},
	{"R.L R.M R.S", "reiter reiterei kavallerie rider horseman cavalry"},
	{"R.S", "ritter knight"},
	{"F.L", "bogen bogenschuetze armbrust archer bow bowman crossbow"},
	{"F.M F.S", "katapult geschuetz artillerie catapult artillery"},
	{"S.L S.M S.S", "schiff kriegsschiff flotte ship warship fleet"},
	{"P.K P.H", "priester priest"},
	{"Z.S Z.M Z.B", "zauberer magier sorcerer wizard mage"},
	{"Z.B", "beschwoerer summoner"},
	{"D.N D.E", "daemon demon"},
	{"D.E", "erzdaemon archdemon"},
	{"H.K", "karawane haendler caravan trader merchant"},
	{"H.S", "handelsschiff handelsflotte"},
	{"V.L V.S", "verband formation"},
}

// MediumRanged is carried and drawn by its crew, so it does not get far without a road (manual, "Die mittlere
// Fernkampfwaffe").
var MediumRanged = Unit{'F', 'M'}

// DeepSea is the terrain for which a `+` makes ships fit (manual, "Das Rüsten": a plus means fit for the deep sea).
// Whirlpools and reefs stay dangerous to them.
const DeepSea = "tse"

// Caravan is the trader that travels on land.
var Caravan = Unit{'H', 'K'}

// TradeFleet is the trader that travels by sea.
var TradeFleet = Unit{'H', 'S'}
