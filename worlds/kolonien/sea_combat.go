package kolonien

import (
	"weltentor/orders/phrase"
)

// Flotilla is one fleet in a combat at sea. The colony owner's rule has no place
// here: fleets lose ships in their order.
type Flotilla struct {
	Realm, Number int // 0 pirates
	Ships         Ships
	Losses        []Class // complete
}

// SeaSide is a side of a combat at sea.
type SeaSide struct {
	Fleets   []Flotilla
	Pirates  bool // never withdraws of its own will
	Withdraw Withdrawal
	Refuge   bool // there is a sea to withdraw to

	began int
}

// SeaCombat is a combat at sea: the results table of land combats without
// leaders and without the modifiers of the land.
type SeaCombat struct {
	Tables *Tables
	Period int
	Sides  [2]SeaSide
	Dice   Roller
	Tell   func(phrase.Phrase)
}

func (c *SeaCombat) tell(code string, args ...phrase.Arg) {
	if c.Tell != nil {
		c.Tell(phrase.P(code, args...))
	}
}

// ships counts a side's ships.
func (s *SeaSide) ships() int {
	n := 0
	for i := range s.Fleets {
		n += s.Fleets[i].Ships.Count()
	}
	return n
}

func (c *SeaCombat) factors(i int) int {
	n := 0
	for f := range c.Sides[i].Fleets {
		n += c.Tables.force(&c.Sides[i].Fleets[f].Ships, i == attacker)
	}
	return n
}

// Fight fights the combat to its end.
func (c *SeaCombat) Fight() Ending {
	for i := range c.Sides {
		c.Sides[i].began = c.Sides[i].ships()
	}
	end := Ending{Fled: nobody}
	for end.Fled == nobody && c.Sides[attacker].ships() > 0 && c.Sides[defender].ships() > 0 {
		end.Rounds++
		end.Fled = c.round(end.Rounds)
	}
	switch {
	case c.Sides[attacker].ships() == 0:
		end.Winner = defender
	case c.Sides[defender].ships() == 0:
		end.Winner = attacker
	default:
		end.Winner = 1 - end.Fled
	}
	if end.Fled == end.Winner {
		end.Fled = nobody
	}
	if f := end.Fled; f != nobody && !c.Sides[f].Refuge {
		c.tell("sea.no-refuge", phrase.Key("side", sideKeys[f]), phrase.Num("ships", c.Sides[f].ships()))
		for i := range c.Sides[f].Fleets {
			c.Sides[f].Fleets[i].Ships = Ships{}
		}
	}
	c.tell("combat.won", phrase.Key("side", sideKeys[end.Winner]))
	return end
}

// round fights one round and gives the side that withdraws, or nobody.
func (c *SeaCombat) round(number int) int {
	n := &c.Tables.Rules
	c.tell("combat.round", phrase.Num("round", number))
	cf := [2]int{c.factors(attacker), c.factors(defender)}
	var totals [2]int
	for i := range c.Sides {
		one, two := int(c.Dice.Between(1, int64(n.DiceSides))), int(c.Dice.Between(1, int64(n.DiceSides)))
		totals[i] = max(c.Period, one+two)
		side := phrase.Key("side", sideKeys[i])
		c.tell("sea.factors", side, phrase.Num("cf", cf[i]), phrase.Num("ships", c.Sides[i].ships()), phrase.Num("one", one), phrase.Num("two", two))
		c.tell("combat.total", side, phrase.Num("total", totals[i]))
	}
	verdict, low := judge(totals)
	if low == nobody {
		c.tell("combat.equal")
	} else {
		c.tell("combat.low", phrase.Key("side", sideKeys[low]), phrase.Key("verdict", verdictKeys[verdict]))
	}
	for i := range c.Sides {
		base, extra := n.hits(verdict, low == i), cf[1-i]/n.HitEvery
		c.tell("sea.hits", phrase.Key("side", sideKeys[i]), phrase.Num("hits", base+extra), phrase.Num("base", base), phrase.Num("extra", extra))
		c.lose(i, base+extra)
	}
	if c.Sides[attacker].ships() == 0 || c.Sides[defender].ships() == 0 {
		return nobody
	}
	return c.leaving(number, verdict, low)
}

// lose sinks ships, one a hit, in the order of losses.
func (c *SeaCombat) lose(i, hits int) {
	var sunk Ships
	for ; hits > 0; hits-- {
		if !c.Sides[i].sink(&sunk) {
			break
		}
	}
	if sunk.Count() > 0 {
		c.tell("sea.lost", phrase.Key("side", sideKeys[i]), phrase.Str("ships", sunk.String()))
	}
}

func (s *SeaSide) sink(sunk *Ships) bool {
	for i := range s.Fleets {
		f := &s.Fleets[i]
		for _, class := range f.Losses {
			if f.Ships[class] > 0 {
				f.Ships[class]--
				sunk[class]++
				return true
			}
		}
	}
	return false
}

// leaving gives the side that withdraws after a round, or nobody.
func (c *SeaCombat) leaving(number int, v Verdict, low int) int {
	withdraws := func(i int) bool {
		s := &c.Sides[i]
		if s.Pirates || !s.Refuge || !s.Withdraw.now(s.began, s.ships(), c.factors(i)) {
			return false
		}
		c.tell("combat.withdraws", phrase.Key("side", sideKeys[i]))
		return true
	}
	switch {
	case v == Twice:
		c.tell("combat.must", phrase.Key("side", sideKeys[low]))
		return low
	case v == More && withdraws(low):
		return low
	case v == Equal && withdraws(attacker):
		return attacker
	case v == Equal && withdraws(defender):
		return defender
	case number >= c.Tables.Rules.Longest:
		c.tell("combat.longest", phrase.Num("rounds", number))
		return attacker
	}
	return nobody
}

// sinking completes an order in which ships are lost: classes that were not
// named follow, the cheapest in combat factors first.
func (t *Tables) sinking(named []Class) []Class {
	out := append([]Class(nil), named...)
	for worth := 0; len(out) < int(classes); worth++ {
		for c := range classes {
			seen := false
			for _, have := range out {
				seen = seen || have == c
			}
			if !seen && t.Ship[c].Attack+t.Ship[c].Defence <= worth {
				out = append(out, c)
			}
		}
	}
	return out
}
