// Package fight is one combat, on land (Combat) or at sea (sea.go), with its protocol. It also finds in a position
// which sides meet (Enemy), and where they may flee. It throws its dice by a Roller that is handed in, so the turn and
// whoever looks ahead share it.
package fight

import (
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// The sides of a combat, in the order in which their losses are carried out.
const (
	Attacker = 0
	Defender = 1
	Nobody   = -1
)

// SideKeys are the keys of the sides' names.
var SideKeys = [2]string{"side.attacker", "side.defender"}

// Nature is the kind of people of a side. It decides when the side withdraws.
type Nature uint8

// The natures of sides.
const (
	European Nature = iota
	Native          // withdraws by the rule for natives
	Raider          // pirates away from their haven: withdraws only if it must
	Lair            // pirates in their haven: never withdraws
)

// Role is the kind of a host.
type Role uint8

// The roles of hosts.
const (
	Army Role = iota // also units without a leader
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
	Leader int    // the leader's combat factor; 0: no leader
	Medic  bool
	From   Origin // in a world; a leader's and a garrison's need not be said
}

// Origin is where a host came from. What is left of the host is written back there.
type Origin struct {
	Regiment int // 1 + index
	Native   int // area of the natives or the haven
	Haven    bool
}

// Force is all that one people has on a side, and the order in which it loses its units. A leader is not one of these
// units: he is always lost last.
type Force struct {
	Realm  int // 0: natives and pirates
	Hosts  []Host
	Losses []tables.Kind // all kinds
}

// Side is a side of a land combat.
type Side struct {
	Nature    Nature
	Forces    []Force // the colony's owner before an ally, as the owner's losses come first (seed)
	Charge    bool    // its cavalry charges, every round
	Siege     bool    // its artillery besieges, every round
	Fort      int     // bonus of the fortification of the colony it owns here
	Location  int     // bonus of its own native location or pirate haven here
	Firearms  int     // added to DF of each unit
	Guns      int     // combat factors of the ships that may support it
	Port      bool    // it has a port or naval base here
	Withdraw  realm.Withdrawal
	Refuge    Refuge
	Landed    bool // it attacks from a fleet
	Abandoned bool // a garrison without a leader: it never withdraws of its own will

	began   int // combat units at the beginning
	Wounded int // 1 + the kind of which one unit has taken a hit; 0: none
}

// Refuge is how many units and leaders can retreat to one place if only these realms have somebody left on the side.
type Refuge func(left []int) int

// Roller throws a whole number in [lo, hi].
type Roller interface{ Between(lo, hi int64) int64 }

// Encounter is what combats on land and at sea have in common.
type Encounter struct {
	Tables *tables.Tables
	Period int
	Dice   Roller
	Tell   func(phrase.Phrase) // nil: no protocol
}

// Combat is a land combat about to be fought.
type Combat struct {
	Encounter
	Sides [2]Side
}

// Ending is how a combat ended. The troops that are left are in its Sides.
type Ending struct {
	Winner int
	Rounds int
	Fled   int // the side that withdrew, freely or not; or Nobody
}

// tell adds a sentence to the protocol, if there is one.
func (c *Encounter) tell(code string, args ...phrase.Arg) {
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
		end.Fled = Nobody // its enemy is gone, so it need not flee
	}
	if end.Fled != Nobody {
		c.scatter(end.Fled)
	}
	c.tell("combat.won", phrase.Key("side", SideKeys[end.Winner]))
	return end
}

// Units counts the combat units of a side: its units and its leaders.
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

// Left lists the realms that have somebody left on the side, in the order of its forces.
func (s *Side) Left() []int {
	var out []int
	for i := range s.Forces {
		if f := (Side{Forces: s.Forces[i : i+1]}); f.Units() > 0 {
			out = append(out, s.Forces[i].Realm)
		}
	}
	return out
}

// sheltered reports whether all who are left can retreat to one place.
func (s *Side) sheltered() bool {
	n := s.Units()
	return n == 0 || n <= s.Refuge(s.Left())
}

// troops counts the military units of a side: its combat units without its leaders.
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

// riders counts a side's cavalry of all kinds.
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

// factors is the side's CF: attack values for an attacker, defence values for a defender, and the value of its best
// leader only (seed).
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

// finish carries out what follows at the end of a combat. A side with less cavalry or less artillery takes more hits
// (decision), the attacker first. Then wounded units fall.
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
			c.lost("combat.wounded-fall", i, s.remove(k), phrase.Str("kind", k.Code()))
		}
	}
}

// winner says who has won (seed). A side with nothing left has lost; if both have, it is the attacker. A side that
// withdrew has lost to one that stays. An attacker wins only with an unhurt unit, and hurt ones have fallen by now.
// From the sea it needs a military unit; otherwise its leader goes back aboard.
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

// scatter removes a side that finds no refuge for all of it (decision: all units go to one place, or all are lost).
func (c *Combat) scatter(i int) {
	s := &c.Sides[i]
	if s.sheltered() {
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

// Protocol reports whether a sentence belongs to a combat's protocol.
func Protocol(code string) bool {
	return strings.HasPrefix(code, "roster") || strings.HasPrefix(code, "sea.") || strings.HasPrefix(code, "combat.")
}
