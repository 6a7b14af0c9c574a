// Package realm is the state of a campaign, and the globe it is on, stored as JSON. It has no maps, whose order would
// change its bytes and so its hash (law 2). Battles of the whole campaign stay in it. A state that the rules could not
// play does not open.
package realm

import (
	"errors"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/tables"
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
	Battles       []Battle `json:",omitempty"` // of the whole campaign, in the order of their rounds
	LastRound     bool     `json:",omitempty"` // the game master ends the campaign with this round
	Over          bool     `json:",omitempty"`
	Winners       []int    `json:",omitempty"`
}

// Field is a field of the map.
type Field struct {
	Terrain  tables.Terrain
	Owner    int   `json:",omitempty"` // 0: nobody
	Garrison int64 `json:",omitempty"` // status points
}

// BattleRecord counts battles won, drawn and lost (S, U, N).
type BattleRecord struct {
	Won   int `json:",omitempty"`
	Drawn int `json:",omitempty"`
	Lost  int `json:",omitempty"`
}

// Realm is a nation, or a king without land, who has neither fields nor armies.
type Realm struct {
	rulekit.Person
	NoMap    bool       `json:",omitempty"`
	King     bool       `json:",omitempty"` // without land
	Capital  game.Place // the origin from which it counts fields, even if lost; Nowhere if it never had one
	Treasury int64
	// what fields and foragers have added to the treasury since the last income phase, which counts too
	Income   int64        `json:",omitempty"`
	Newcomer bool         `json:",omitempty"` // has armies, but its player did not mail in any phase of orders that is over
	Plays    bool         `json:",omitempty"` // takes part in this round's battles at the table
	Record   BattleRecord `json:",omitzero"`  // of all battles that its player fought
	Armies   []Army       `json:",omitempty"` // by number − 1; a king without land has none
}

// The kinds of realms.
const (
	Nation = "nation"
	King   = "king"
)

// Army is a standing army.
type Army struct {
	At      game.Place // Nowhere: off the map
	Status  int64
	Command tables.Command // of this round, until the next one is given
	Target  game.Place     // the field to which its steps of this round lead
	// when it came to its field, on this round's clock from 1; 0: it was there when the round began
	Entered int64
	Avoids  bool         `json:",omitempty"` // a scout that fights no garrison this round
	Record  BattleRecord `json:",omitzero"`  // of all its battles, whoever led it
	List    game.File    `json:",omitzero"`  // the army list, without Data
}

// Clone returns a copy that shares nothing with the state.
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

// Encode returns the canonical bytes. A state has no maps, whose order would change.
func Encode(s *State) []byte { return rulekit.Encode(s) }

// Decode reads what Encode wrote. A state that the rules could not play is an error.
func Decode(raw []byte, t *tables.Tables) (*State, error) {
	s, err := rulekit.Decode[State](raw, Schema)
	if err != nil {
		return nil, err
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

// View shows places as a realm counts them: from its capital, even if lost. A realm that never had one counts from the
// south-western corner.
func (s *State) View(realm int) game.View {
	v := game.View{Grid: s.Grid()}
	if r := s.Realm(realm); r != nil && r.Capital != game.Nowhere {
		v.Origin = r.Capital
	}
	return v
}

// Realm returns a realm by its number, or nil if there is none.
func (s *State) Realm(n int) *Realm { return rulekit.At(s.Realms, n) }

// RealmArgs name a realm in a sentence.
func (s *State) RealmArgs(number int) []phrase.Arg {
	return []phrase.Arg{phrase.Num("realm", number), phrase.Str("name", s.Realms[number-1].Name)}
}

// TerrainArg names the terrain of a field in a sentence.
func TerrainArg(p Position, at game.Place) phrase.Arg {
	return phrase.Key("terrain", "terrain."+p.Tables.Terrain[p.State.Fields[at].Terrain].Code)
}

// Army returns a realm's army by its number, or nil if there is none.
func (r *Realm) Army(n int) *Army { return rulekit.At(r.Armies, n) }

// Unit names an army: a realm and a number.
type Unit struct{ Realm, Army int }

// Armies lists the armies in a field, by realm and number.
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

// Unit returns the army with this realm and number.
func (s *State) Unit(u Unit) *Army { return &s.Realms[u.Realm-1].Armies[u.Army-1] }

// Off reports whether the army is off the map.
func (a *Army) Off() bool { return a.At == game.Nowhere }

// Foreign lists the armies of other realms in a field. All other realms are enemies.
func (s *State) Foreign(realm int, at game.Place) []Unit {
	return slices.DeleteFunc(s.Armies(at), func(u Unit) bool { return u.Realm == realm })
}

// Enemies reports whether an army of another realm is in a field.
func (s *State) Enemies(realm int, at game.Place) bool { return len(s.Foreign(realm, at)) > 0 }

// Contested reports whether an enemy of its owner is in a field. Such a field has no income, fills no garrison and
// links nothing.
func (s *State) Contested(at game.Place) bool {
	f := &s.Fields[at]
	return f.Owner > 0 && s.Enemies(f.Owner, at)
}

// FieldsOf counts the fields that a realm owns.
func (s *State) FieldsOf(realm int) int {
	n := 0
	for i := range s.Fields {
		if s.Fields[i].Owner == realm {
			n++
		}
	}
	return n
}

// Position is a state under its tables, with the words of its rulebook.
type Position = rulekit.Position[*tables.Tables, *State]
