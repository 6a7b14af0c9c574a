// Package realm is the state of a campaign: bytes go in and come out, and with them who
// stands where, what hangs together, and what is broken.
package realm

import (
	"errors"
	"slices"
	"strconv"

	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/tables"
)

// AppendBattle appends `G12`.
func AppendBattle(dst []byte, number int) []byte {
	return strconv.AppendInt(append(dst, 'G'), int64(number), 10)
}

// Of tells whether a battle is a realm's: it owns or leads a side.
func (b *Battle) Of(realm int) bool {
	for _, s := range b.Sides {
		if s.Owner == realm || s.Player == realm {
			return true
		}
	}
	return false
}

// The sides of a battle.
const (
	Attacker = 0
	Defender = 1
)

// Schema is the version of the state.
const Schema = 1

// The mail phases of a round.
const (
	InOrders  = "orders"
	InResults = "results"
)

// State is a campaign between two mail phases.
type State struct {
	Schema        int
	Turn          int // mail phases, from 1
	Round         int // from 1
	Phase         string
	Width, Height int
	Globe         bool     `json:",omitempty"` // wraps both ways
	Fields        []Field  // by place
	Realms        []Realm  // by number − 1
	Battles       []Battle `json:",omitempty"` // of the whole campaign, those of a round together
	LastRound     bool     `json:",omitempty"` // the game master ends the campaign with this round
	Over          bool     `json:",omitempty"`
	Winners       []int    `json:",omitempty"`
}

// Field is a field of the map.
type Field struct {
	Terrain  tables.Terrain
	Owner    int   `json:",omitempty"` // 0 nobody
	Garrison int64 `json:",omitempty"` // status points
}

// Record counts battles won, drawn and lost (S, U, N).
type Record struct {
	Won   int `json:",omitempty"`
	Drawn int `json:",omitempty"`
	Lost  int `json:",omitempty"`
}

// Realm is a nation, or a king without land: he has neither fields nor armies.
type Realm struct {
	frame.Person
	NoMap    bool       `json:",omitempty"`
	King     bool       `json:",omitempty"` // without land
	Capital  game.Place // the origin of its counting, lost or not; Nowhere for who never had one
	Treasury int64
	// what fields and foragers brought the treasury in the last income phase and since
	Income   int64  `json:",omitempty"`
	Newcomer bool   `json:",omitempty"` // has armies, and its player has never mailed in a phase of orders that is over
	Plays    bool   `json:",omitempty"` // takes part in this round's battles at the table
	Record   Record `json:",omitzero"`  // of all battles its player fought
	Armies   []Army `json:",omitempty"` // by number − 1; none of a king without land
}

// Army is a standing army.
type Army struct {
	At      game.Place // Nowhere: off the map
	Status  int64
	Command tables.Command // of this round, until the next one is given
	Target  game.Place     // the field its steps of this round lead to
	// when it came where it stands, on this round's clock from 1; 0: it stood there when the round
	// began
	Entered int64
	Avoids  bool      `json:",omitempty"` // a scout that fights no garrison this round
	Record  Record    `json:",omitzero"`  // of all its battles, whoever led it
	List    game.File `json:",omitzero"`  // the army list, without Data
}

// Role is what a side of a battle leads.
type Role uint8

// The roles.
const (
	Standing Role = iota // an army
	Garrison
	Mercenaries
)

// Verdict is how the result of a battle came about.
type Verdict uint8

// The verdicts.
const (
	Awaited    Verdict = iota // to be fought at the table, and told
	Agreed                    // both players said the same
	Ruled                     // the game master said it
	Unsettled                 // nobody said it, or not the same: 0 0 0 0
	Computed                  // by the rules
	Unanswered                // one player said it, the other nothing
)

// Battle is a pairing. Side 0 attacks, if somebody does.
type Battle struct {
	Number  int // what its round calls it: no other of the round is called so
	Round   int
	Table   bool       `json:",omitempty"` // fought by players, else computed
	At      game.Place // Nowhere for mercenaries
	Sides   [2]Side
	Favours int // the side that has a bonus, 0 or 1; nothing if Bonus is 0
	Bonus   int `json:",omitempty"` // number of its row, 0 none
	Map     int `json:",omitempty"` // of the battlefield, from 1; 0 where nobody plays
	Verdict Verdict
	Winner  int `json:",omitempty"` // the side that has won, from 1; 0 nobody
}

// Side is one of the two that fight.
type Side struct {
	Role     Role
	Owner    int   `json:",omitempty"` // realm whose army or garrison it is; 0: a garrison of nobody's, mercenaries
	Army     int   `json:",omitempty"` // number of a standing army
	Player   int   `json:",omitempty"` // realm that leads it; 0 the rules
	Status   int64 `json:",omitempty"` // before the battle
	Strength int64 `json:",omitempty"` // relative, with the support
	Support  int64 `json:",omitempty"` // of it, what armies beside gave
	Points   int64 `json:",omitempty"` // victory points: what it has destroyed
	Goals    int   `json:",omitempty"` // objectives
	Stake    int64 `json:",omitempty"` // of its owner's treasury, spent
}

// Clone shares nothing.
func (s *State) Clone() *State {
	out := *s
	out.Fields = slices.Clone(s.Fields)
	out.Realms = slices.Clone(s.Realms)
	for i := range out.Realms {
		out.Realms[i].Armies = slices.Clone(s.Realms[i].Armies)
	}
	out.Battles = slices.Clone(s.Battles)
	out.Winners = slices.Clone(s.Winners)
	return &out
}

// Encode gives the canonical bytes; there are no maps in a state.
func Encode(s *State) []byte { return frame.Encode(s) }

// Decode reads what Encode wrote. What would make the rules stumble is no state.
func Decode(raw []byte, t *tables.Tables) (*State, error) {
	s, err := frame.Decode[State](raw, Schema)
	if err != nil {
		return nil, err
	}
	for i := range s.Battles {
		if b := &s.Battles[i]; b.Number == 0 { // of a world whose battles were counted through the campaign
			b.Number = i + 1
		}
	}
	if wrong := s.Damaged(t); wrong != "" {
		return nil, errors.New(wrong)
	}
	return s, nil
}

// Grid is the map's shape.
func (s *State) Grid() game.Grid {
	return game.Grid{Width: s.Width, Height: s.Height, WrapX: s.Globe, WrapY: s.Globe}
}

// Realm gives a realm by its number, nil if there is none.
func (s *State) Realm(n int) *Realm {
	return frame.At(s.Realms, n)
}

// Army gives a realm's army by its number, nil if there is none.
func (r *Realm) Army(n int) *Army {
	if n < 1 || n > len(r.Armies) {
		return nil
	}
	return &r.Armies[n-1]
}

// Battle gives a battle of this round by its number, nil if there is none.
func (s *State) Battle(n int) *Battle {
	for i := range s.Battles {
		if b := &s.Battles[i]; b.Round == s.Round && b.Number == n {
			return b
		}
	}
	return nil
}

// Past gives the last battle of an earlier round that was called so and is one of a
// realm's; of the game master's, realm 0, are all. Nil if there is none.
func (s *State) Past(n, realm int) *Battle {
	for i := range slices.Backward(s.Battles) {
		if b := &s.Battles[i]; b.Round < s.Round && b.Number == n && (realm == 0 || b.Of(realm)) {
			return b
		}
	}
	return nil
}

// Unit names an army: a realm and a number.
type Unit struct{ Realm, Army int }

// Armies lists who stands in a field, by realm and number.
func (s *State) Armies(at game.Place) []Unit {
	var out []Unit
	for i := range s.Realms {
		for k := range s.Realms[i].Armies {
			if s.Realms[i].Armies[k].At == at {
				out = append(out, Unit{i + 1, k + 1})
			}
		}
	}
	return out
}

// Unit gives the army itself.
func (s *State) Unit(u Unit) *Army { return &s.Realms[u.Realm-1].Armies[u.Army-1] }

// Enemies tells whether an army of another realm stands in a field. All other
// realms are enemies.
func (s *State) Enemies(realm int, at game.Place) bool {
	return slices.ContainsFunc(s.Armies(at), func(u Unit) bool { return u.Realm != realm })
}

// Contested tells whether an enemy of its owner stands in a field: it has no
// income, fills no garrison and links nothing.
func (s *State) Contested(at game.Place) bool {
	f := &s.Fields[at]
	return f.Owner > 0 && s.Enemies(f.Owner, at)
}

// FieldsOf counts what a realm owns.
func (s *State) FieldsOf(realm int) int {
	n := 0
	for i := range s.Fields {
		if s.Fields[i].Owner == realm {
			n++
		}
	}
	return n
}
