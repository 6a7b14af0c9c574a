// Package fight is one combat, on land or at sea: sides, ground and dice go in, losses, who
// has won and what is told of it come out. Which sides they are, and where they may flee, is told of a position. A turn
// fights, and so does a battle told in a text.
package fight

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// The sides of a combat, in the order in which they implement what befalls them.
const (
	Attacker = 0
	Defender = 1
	Nobody   = -1
)

// SideKeys name the sides in sentences.
var SideKeys = [2]string{"side.attacker", "side.defender"}

// Nature is what kind of people a side is: it decides when it withdraws.
type Nature uint8

// The natures of sides.
const (
	European Nature = iota
	Native          // withdraws by the rule for natives
	Raider          // pirates away from their haven: only when they must
	Lair            // pirates in their haven: never
)

// Role is what a host is beside a leader's army.
type Role uint8

// The roles of hosts.
const (
	Army Role = iota // or units without a leader
	Garrison
	Regiment
	People // natives or pirates
)

// Host is a body of troops on a side: a leader's army, a garrison, a royal
// regiment, natives, pirates.
type Host struct {
	Role   Role
	Troops tables.Troops
	Name   string // of the leader
	Leader int    // his combat factor, 0 nobody
	Medic  bool
}

// Force is what one people has on a side, and the order in which it gives up
// its units. A leader is no unit of it: he is always last.
type Force struct {
	Realm  int // 0 natives and pirates
	Hosts  []Host
	Losses []tables.Kind // complete
}

// Side is a side of a land combat.
type Side struct {
	Nature    Nature
	Forces    []Force // the colony's owner before an ally (seed: whose losses come first)
	Charge    bool    // its cavalry charges, every round
	Siege     bool    // its artillery besieges, every round
	Fort      int     // bonus of the fortification of the colony it owns here
	Location  int     // bonus of its own native location or pirate haven here
	Firearms  int     // added to DF of each unit
	Guns      int     // combat factors of the ships that may support it
	Port      bool    // it has a port or naval base here
	Withdraw  realm.Withdrawal
	Refuge    Refuge
	Landed    bool // it attacks from aboard a fleet
	Abandoned bool // a garrison without a leader: never goes of its own will

	began   int // combat units at the beginning
	Wounded int // 1 + the kind of which one unit has taken a hit
}

// Refuge tells how many units and leaders find one place to retreat to, if these
// realms are all that have somebody left on a side.
type Refuge func(left []int) int

// Roller throws dice: a whole number in [lo, hi].
type Roller interface{ Between(lo, hi int64) int64 }

// Combat is a land combat about to be fought.
type Combat struct {
	Tables *tables.Tables
	Period int
	Sides  [2]Side
	Dice   Roller
	Tell   func(phrase.Phrase) // nil: nobody listens
	Text   bool                // told in a text: its realms have no numbers, only an owner and his allies
}

// Ending is how a combat ended. The troops left stand in its Sides.
type Ending struct {
	Winner int
	Rounds int
	Fled   int // the side that withdrew or had to; nobody
}

// tell says a sentence where somebody listens.
func (c *Combat) tell(code string, args ...phrase.Arg) {
	if c.Tell != nil {
		c.Tell(phrase.P(code, args...))
	}
}

// Fight fights the combat to its end (seed, steps 2 to 6).
func (c *Combat) Fight() Ending {
	for i := range c.Sides {
		s := &c.Sides[i]
		s.began, s.Wounded = s.Units(), 0
	}
	end := Ending{Fled: Nobody}
	for end.Fled == Nobody && c.Sides[Attacker].Units() > 0 && c.Sides[Defender].Units() > 0 {
		end.Rounds++
		end.Fled = c.round(end.Rounds)
	}
	c.finish()
	end.Winner = c.winner(end.Fled)
	if end.Fled == end.Winner {
		end.Fled = Nobody // its enemy is gone: there is nothing to run from
	}
	if end.Fled != Nobody {
		c.scatter(end.Fled)
	}
	c.tell("combat.won", phrase.Key("side", SideKeys[end.Winner]))
	return end
}

// Units are the combat units of a side: its units and its leaders.
func (s *Side) Units() int {
	n := 0
	for i := range s.Forces {
		for k := range s.Forces[i].Hosts {
			h := &s.Forces[i].Hosts[k]
			n += h.Troops.Count()
			if h.Leader > 0 {
				n++
			}
		}
	}
	return n
}

// Left are the realms that have somebody left on the side, in the order of its forces.
func (s *Side) Left() []int {
	var out []int
	for i := range s.Forces {
		if f := (Side{Forces: s.Forces[i : i+1]}); f.Units() > 0 {
			out = append(out, s.Forces[i].Realm)
		}
	}
	return out
}

// Sheltered reports whether all that are left find one place to retreat to.
func (s *Side) Sheltered() bool {
	n := s.Units()
	return n == 0 || n <= s.Refuge(s.Left())
}

// troops are the military units of a side: its combat units without its leaders.
func (s *Side) troops() int {
	n := 0
	for i := range s.Forces {
		for k := range s.Forces[i].Hosts {
			n += s.Forces[i].Hosts[k].Troops.Count()
		}
	}
	return n
}

// Count is how many units of a kind the side has.
func (s *Side) Count(k tables.Kind) int {
	n := 0
	for i := range s.Forces {
		for j := range s.Forces[i].Hosts {
			n += s.Forces[i].Hosts[j].Troops[k]
		}
	}
	return n
}

// riders is how much cavalry of any kind the side has.
func (s *Side) riders() int { return s.Count(tables.CAV) + s.Count(tables.NCAV) + s.Count(tables.ICAV) }

// medic reports whether a medic is with one of the side's armies.
func (s *Side) medic() bool {
	for i := range s.Forces {
		for j := range s.Forces[i].Hosts {
			if s.Forces[i].Hosts[j].Medic {
				return true
			}
		}
	}
	return false
}

// factors are the side's CF: red values of who attacks, blue ones of who
// defends, and the value of its best leader, one only (seed).
func (c *Combat) factors(i int) int {
	s, sum, best := &c.Sides[i], 0, 0
	for f := range s.Forces {
		for h := range s.Forces[f].Hosts {
			host := &s.Forces[f].Hosts[h]
			best = max(best, host.Leader)
			for k, n := range host.Troops {
				if i == Attacker {
					sum += n * c.Tables.Unit[k].Attack
				} else {
					sum += n * (c.Tables.Unit[k].Defence + s.Firearms)
				}
			}
		}
	}
	return sum + best
}

// finish is the end of a combat (decision: fewer cavalry, fewer artillery): who
// has less takes more hits, the attacker first; then what is wounded falls.
func (c *Combat) finish() {
	n := &c.Tables.Rules
	var more [2]int
	for i := range c.Sides {
		s, other := &c.Sides[i], &c.Sides[1-i]
		if s.Units() == 0 {
			continue
		}
		if s.riders() < other.riders() {
			more[i] += n.FewerCavalry
			c.tell("combat.fewer-cavalry", phrase.Key("side", SideKeys[i]), phrase.Num("hits", n.FewerCavalry))
		}
		if s.Count(tables.ART) < other.Count(tables.ART) {
			more[i] += n.FewerArtillery
			c.tell("combat.fewer-artillery", phrase.Key("side", SideKeys[i]), phrase.Num("hits", n.FewerArtillery))
		}
	}
	for i := range c.Sides {
		c.lose(i, more[i], false)
	}
	for i := range c.Sides {
		s := &c.Sides[i]
		if s.Wounded > 0 {
			k := tables.Kind(s.Wounded - 1)
			s.Wounded = 0
			of := s.remove(k)
			c.tell("combat.wounded-fall",
				c.whose(s, of, phrase.Key("side", SideKeys[i]), phrase.Str("kind", k.Code()))...)
		}
	}
}

// winner tells who has won (seed): who has nothing left has lost, the attacker
// first; who withdrew has lost to who stays. An attacker wins only with a unit
// that has taken no hit, and what had taken one has fallen by now; from the sea
// with a military one, else its leader goes back aboard.
func (c *Combat) winner(fled int) int {
	switch {
	case c.Sides[Attacker].Units() == 0:
		return Defender
	case c.Sides[Attacker].Landed && c.Sides[Attacker].troops() == 0:
		if fled != Attacker {
			c.tell("combat.landed-alone", phrase.Key("side", SideKeys[Attacker]))
		}
		return Defender
	case c.Sides[Defender].Units() == 0:
		return Attacker
	}
	return 1 - fled
}

// scatter loses a side that finds no refuge for all of it (decision: with all
// units to one place; none: all lost).
func (c *Combat) scatter(i int) {
	s := &c.Sides[i]
	if s.Sheltered() {
		return
	}
	c.tell("combat.no-refuge", phrase.Key("side", SideKeys[i]), phrase.Num("units", s.Units()))
	for f := range s.Forces {
		for h := range s.Forces[f].Hosts {
			host := &s.Forces[f].Hosts[h]
			if host.Leader > 0 {
				c.leaderLost(i, host.Name)
			}
			host.Troops, host.Leader, host.Medic = tables.Troops{}, 0, false
		}
	}
}

// Clone is a side with hosts of its own, to be fought with.
func (s *Side) Clone() Side {
	out := *s
	out.Forces = slices.Clone(s.Forces)
	for i := range out.Forces {
		out.Forces[i].Hosts = slices.Clone(out.Forces[i].Hosts)
	}
	return out
}

// Protocol reports whether a sentence is a part of a combat's protocol.
func Protocol(code string) bool {
	return strings.HasPrefix(code, "roster") || strings.HasPrefix(code, "sea.") || strings.HasPrefix(code, "combat.")
}
