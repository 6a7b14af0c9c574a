package realm

import (
	"slices"
	"strconv"
	"weltentor/worlds/game"
)

// The sides of a battle.
const (
	Attacker = 0
	Defender = 1
)

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

// verdicts are the codes of the verdicts.
var verdicts = [...]string{Awaited: "awaited", Agreed: "agreed", Ruled: "ruled", Unsettled: "unsettled",
	Computed: "computed", Unanswered: "unanswered"}

// Code names a verdict in a sentence.
func (v Verdict) Code() string { return verdicts[v] }

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

// Of reports whether a battle is a realm's: it owns or leads a side.
func (b *Battle) Of(realm int) bool {
	for _, s := range b.Sides {
		if s.Owner == realm || s.Player == realm {
			return true
		}
	}
	return false
}

// Parties are the realms a battle concerns: owners and who leads a side.
func (b *Battle) Parties() []int {
	var out []int
	for i := range b.Sides {
		out = append(out, b.Sides[i].Owner, b.Sides[i].Player)
	}
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(r int) bool { return r == 0 })
}

// LedBy tells which side a realm leads at the table, -1 none.
func (b *Battle) LedBy(realm int) int {
	if !b.Table {
		return -1
	}
	return slices.IndexFunc(b.Sides[:], func(s Side) bool { return s.Player == realm })
}

// OfRound calls do for the battles of this round.
func (s *State) OfRound(do func(number int, b *Battle)) {
	for i := range s.Battles {
		if b := &s.Battles[i]; b.Round == s.Round {
			do(b.Number, b)
		}
	}
}

// AtTable reports whether a realm leads a side at the table this round.
func (s *State) AtTable(realm int) bool {
	return slices.ContainsFunc(s.Battles, func(b Battle) bool { return b.Round == s.Round && b.LedBy(realm) >= 0 })
}

// Battle gives a battle of this round by its number, or nil if there is none.
func (s *State) Battle(n int) *Battle {
	for i := range s.Battles {
		if b := &s.Battles[i]; b.Round == s.Round && b.Number == n {
			return b
		}
	}
	return nil
}

// Past returns the last battle of an earlier round that was called so and is one of a realm's; of the game master's,
// realm 0, are all. Nil if there is none.
func (s *State) Past(n, realm int) *Battle {
	for i := range slices.Backward(s.Battles) {
		if b := &s.Battles[i]; b.Round < s.Round && b.Number == n && (realm == 0 || b.Of(realm)) {
			return b
		}
	}
	return nil
}

// AppendBattle appends `G12`.
func AppendBattle(dst []byte, number int) []byte {
	return strconv.AppendInt(append(dst, 'G'), int64(number), 10)
}
