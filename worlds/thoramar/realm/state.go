// Package realm is the state of a world and of a turn that changes it. State is packed into bytes by hand, since a
// large map has many fields: a codec names each field once, to write and to read. Whoever adds a field raises Schema
// and still reads the older form. Phases change the state only through Turn, which knows who stands where and records
// what happens. Broken lists what contradicts itself, and must be empty after every phase (law 9).
package realm

import (
	"math/bits"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/tables"
)

// Schema is the version of State's encoding. Until version 1 a building stored what was left of its year's capacity.
// Since version 2 it stores what was used of it.
const Schema = 2

// State is a whole world between two turns. Slices are kept in the order their comment names, so that equal states
// encode to equal bytes.
type State struct {
	Schema int
	Turn   int // the turn that awaits orders, from 1
	Grid   game.Grid
	Fields []Field // by place
	Realms []Realm // by number; Realms[0] is realm 0, the free lands

	// Armies by realm number, each realm's sorted by unit, then ID. The wild ones are realm 0's. An army keeps its
	// pointer as long as it lives. Lists are replaced, never changed in place: ranging over one while armies come and
	// go is safe, but it may then yield one that is gone (Army.Gone).
	Armies [][]*Army
}

// Position is a state under its tables, with the words of its rulebook.
type Position = rulekit.Position[*tables.Tables, *State]

// Edge is a feature of the border between two fields.
type Edge byte

// The edges that are built, and rivers.
const (
	Road   Edge = 'S'
	Wall   Edge = 'W'
	Bridge Edge = 'B'
	River  Edge = 'F'
)

// Edges is a set of directions: bit d−1 for direction d.
type Edges uint8

// Has reports whether direction d is in the set.
func (e Edges) Has(d game.Direction) bool { return d != 0 && e>>(d-1)&1 == 1 }

// With is the set with d in it.
func (e Edges) With(d game.Direction) Edges { return e | 1<<(d-1) }

// Field is one hex. Rivers, roads and bridges are stored on both sides of an edge, alike. A wall is stored on the side
// it protects.
type Field struct {
	Terrain  uint8 // index into Tables.Terrains
	Rivers   Edges
	Roads    Edges
	Bridges  Edges
	Walls    Edges
	Owner    int16 // realm; 0 free
	Yield    int16 // percent
	Blessed  uint8 // turns the blessing still lasts
	Building *Building
}

// Building stands on a field, which has one at most.
type Building struct {
	Kind    string // BRG STD FES HST TSL TSF HTS TPL MIN WTO; what it is, or is being made into if new
	Name    string
	Damage  tables.Damage
	Used    int64  // gold its recruiting has cost this year; only autumn clears it
	Into    string // being converted into this kind; "" if not
	Ready   int    // new, conversion or repair: the turn at whose end it is ready; 0: no work
	New     bool   // under construction from nothing
	Mine    int64  // MIN: this year's yield; 0 exhausted
	Decline int64  // MIN: permille the yield falls a year
	Gate    int    // WTO: its number 1–999
	Told    int64  // MIN: what its owner was told that it yielded last; 0: nothing yet
}

// Arg names the building in a sentence.
func (b *Building) Arg() phrase.Arg { return phrase.Key("building", "building."+b.Kind) }

// GiveTo gives the field to a realm, with its building. What the former owner was told of a mine the new one was not.
func (f *Field) GiveTo(number int) {
	f.Owner = int16(number)
	if f.Building != nil {
		f.Building.Told = 0
	}
}

// Treaty between two realms.
type Treaty byte

// The treaties of $V.
const (
	NoTreaty Treaty = 'K'
	Pact     Treaty = 'A'
	Partner  Treaty = 'P'
)

// Realm is one power. Realm 0 is the free lands: wild armies, no player.
type Realm struct {
	rulekit.Person
	Kind     string // normal nomad pirate
	Culture  string // name of the culture's preset in the tables
	Origin   game.Place
	Gold     int64
	Account  int64 // in the smallest unit of the currency
	Paid     int64 // booked as paid, less what was taken back; 0 under rules before version 3
	Missed   int   // turns in a row without orders
	Fallen   bool
	Joined   int // the turn that awaited orders when it joined
	Treaties []TreatyWith
	Text     string // its culture in the player's words ($K)
	TextTurn int    // the turn that brought Text; 0: none
	Settings Settings
	Seen     Places // fields whose terrain it has ever seen
}

// Places is a set of places, one bit each.
type Places []uint64

// Has reports whether the place is in the set.
func (s Places) Has(p game.Place) bool {
	return p >= 0 && int(p>>6) < len(s) && s[p>>6]>>(p&63)&1 == 1
}

// Add puts a place into the set.
func (s *Places) Add(p game.Place) {
	s.grow(int(p>>6) + 1)
	(*s)[p>>6] |= 1 << (p & 63)
}

// addAll puts all places from one up to another, without the last, into the set.
func (s *Places) addAll(from, to game.Place) {
	s.grow(int(to-1)>>6 + 1)
	for p := from; p < to; {
		bits := min(to-p, 64-p&63)
		(*s)[p>>6] |= (^uint64(0) >> (64 - bits)) << (p & 63)
		p += bits
	}
}

// Join adds the places of another set.
func (s *Places) Join(other Places) {
	s.grow(len(other))
	for i, word := range other {
		(*s)[i] |= word
	}
}

// grow makes a set this many words long, at once.
func (s *Places) grow(words int) {
	if more := words - len(*s); more > 0 {
		*s = append(*s, make([]uint64, more)...)
	}
}

// All yields the places of a set in their order.
func (s Places) All(yield func(game.Place) bool) {
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			if !yield(game.Place(i*64 + bits.TrailingZeros64(word))) {
				return
			}
		}
	}
}

// TreatyWith is a treaty in force. A slice of them is sorted by Realm.
type TreatyWith struct {
	Realm  int
	Treaty Treaty
}

// Realm is the realm as the machine knows it.
func (r Realm) Realm() game.Realm {
	known := r.Person.Realm()
	known.Fallen = r.Fallen
	return known
}

// Settings are what $S sets beside language, computer and packing, which are in Person.
type Settings struct {
	Short bool // Bericht kurz
	Map   bool
}

// Army is a body of men, ships, monsters or demons of one kind.
type Army struct {
	// A week looks at these fields for armies all over the world. Side by side they fit one line of the processor's
	// cache.
	Realm  int
	Name   ArmyName
	At     game.Place // where it stands; aboard: where its fleet lies
	Fit    int16      // index of the terrain it is fit for; −1: none; ships: fit for the deep sea when ≥ 0
	Flag   Flag       // as last ordered
	lost   bool       // no longer in the world: disbanded, destroyed, merged
	Men    int64
	Points int      // movement points left
	Aboard ArmyName // the fleet it is aboard, or the formation it is in
	March  *March   // what it was told to do; only while a turn is played
	Since  int      // the turn in which it came to At (decision 9)

	Master  ArmyName   // demon: its sorcerer
	KK      int        // "+KK": percent of experience, at most +20
	Gain    int64      // trade: gain so far
	Start   game.Place // trade: where its gain counts from; −1: none
	Command Command    // realm 0: what it does between turns
}

// Arg names the treaty in a sentence.
func (t Treaty) Arg() phrase.Arg { return phrase.Key("treaty", "treaty."+string(rune(t))) }
