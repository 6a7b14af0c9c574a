package realm

import (
	"slices"
	"strconv"

	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// The sides of a battle.
const (
	Attacker = 0
	Defender = 1
)

// Role is what kind of force a side of a battle leads.
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
	Awaited    Verdict = iota // to be fought at the table and reported
	Agreed                    // both players reported the same
	Ruled                     // decided by the game master
	Unsettled                 // no reports, or two that differ: 0 0 0 0
	Computed                  // by the rules
	Unanswered                // one player reported, the other did not
)

// verdicts are the codes of the verdicts.
var verdicts = [...]string{Awaited: "awaited", Agreed: "agreed", Ruled: "ruled", Unsettled: "unsettled",
	Computed: "computed", Unanswered: "unanswered"}

// Code names a verdict in a sentence.
func (v Verdict) Code() string { return verdicts[v] }

// Battle is a pairing. Side 0 attacks, if one side does.
type Battle struct {
	Number  int // how its round calls it; no other battle of the round has this number
	Round   int
	Table   bool       `json:",omitempty"` // fought by players; otherwise computed
	At      game.Place // Nowhere for mercenaries
	Sides   [2]Side
	Favours int // the side that has a bonus, 0 or 1; nothing if Bonus is 0
	Bonus   int `json:",omitempty"` // number of its row; 0: none
	Map     int `json:",omitempty"` // of the battlefield, from 1; 0 if nobody plays
	Verdict Verdict
	Winner  int `json:",omitempty"` // the side that has won, from 1; 0: neither
}

// Side is one of the two that fight.
type Side struct {
	Role     Role
	Owner    int   `json:",omitempty"` // realm that owns the army or garrison; 0: an unowned garrison, or mercenaries
	Army     int   `json:",omitempty"` // number of a standing army
	Player   int   `json:",omitempty"` // realm that leads it; 0: the rules do
	Status   int64 `json:",omitempty"` // before the battle
	Strength int64 `json:",omitempty"` // relative strength, with the support
	Support  int64 `json:",omitempty"` // the part of Strength that armies in neighbouring fields gave
	Points   int64 `json:",omitempty"` // victory points for what it has destroyed
	Goals    int   `json:",omitempty"` // objectives
	Stake    int64 `json:",omitempty"` // spent from its owner's treasury
}

// Of reports whether a realm owns or leads a side of the battle.
func (b *Battle) Of(realm int) bool {
	return slices.ContainsFunc(b.Sides[:], func(s Side) bool { return s.Owner == realm || s.Player == realm })
}

// Parties are the realms that a battle concerns: those that own or lead a side.
func (b *Battle) Parties() []int {
	var out []int
	for i := range b.Sides {
		out = append(out, b.Sides[i].Owner, b.Sides[i].Player)
	}
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(r int) bool { return r == 0 })
}

// LedBy is the side that a realm leads at the table, or -1 if it leads none.
func (b *Battle) LedBy(realm int) int {
	if !b.Table {
		return -1
	}
	return slices.IndexFunc(b.Sides[:], func(s Side) bool { return s.Player == realm })
}

// OfRound calls do for each battle of this round.
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

// Battle returns a battle of this round by its number, or nil if there is none.
func (s *State) Battle(n int) *Battle {
	return rulekit.Where(s.Battles, func(b *Battle) bool { return b.Round == s.Round && b.Number == n })
}

// Past returns the last battle of an earlier round with this number in which a realm owned or led a side. For realm 0,
// the game master, it may be anybody's. It is nil if there is none.
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
