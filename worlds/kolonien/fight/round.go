package fight

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/tables"
)

// Verdict is a row of the results table.
type Verdict uint8

// The rows of the results table.
const (
	Equal Verdict = iota
	More
	Twice
)

var verdictKeys = [3]string{"verdict.equal", "verdict.more", "verdict.twice"}

// judge compares two final rolls. "twice" is tested before "more" (decision). low is Nobody if they are equal.
func (c *Encounter) judge(totals [2]int) (v Verdict, low int) {
	switch {
	case totals[0] == totals[1]:
		c.tell("combat.equal")
		return Equal, Nobody
	case totals[Defender] < totals[Attacker]:
		low = Defender
	}
	if v = More; totals[1-low] >= 2*totals[low] {
		v = Twice
	}
	c.tell("combat.low", phrase.Key("side", SideKeys[low]), phrase.Key("verdict", verdictKeys[v]))
	return v, low
}

// throw throws one die.
func (c *Encounter) throw() int { return int(c.Dice.Between(1, int64(c.Tables.Rules.DiceSides))) }

// round fights one round and returns the side that withdraws, or Nobody.
func (c *Combat) round(number int) int {
	cf := [2]int{c.factors(Attacker), c.factors(Defender)}
	c.tell("combat.round", phrase.Num("round", number))
	guns := c.support()
	var totals [2]int
	for i := range c.Sides {
		totals[i] = c.roll(i, cf, guns)
	}
	verdict, low := c.judge(totals)
	var hits [2]int
	for i := range c.Sides {
		hits[i] = c.hits(i, verdict, low, cf[1-i])
	}
	for i := range c.Sides { // the attacker's losses come first
		c.lose(i, hits[i], true)
	}
	if c.Sides[Attacker].Units() == 0 || c.Sides[Defender].Units() == 0 {
		return Nobody
	}
	stays := verdict == Twice && c.Sides[low].Nature == Lair
	return c.leaving(number, verdict, low, stays, c.withdraws)
}

// support returns the bonus of shore bombardment. It is a part of the ships' CF, rounded down, but at most one for
// each own combat unit. Only the side with the higher bonus gets one: the difference.
func (c *Combat) support() [2]int {
	n := &c.Tables.Rules
	var guns [2]int
	for i := range c.Sides {
		part := n.Guns
		if c.Sides[1-i].Port {
			part = n.GunsAtPort
		}
		guns[i] = min(c.Sides[i].Guns*part/100, c.Sides[i].Units())
	}
	less := min(guns[0], guns[1])
	return [2]int{guns[0] - less, guns[1] - less}
}

// roll returns a side's final roll: two dice and its modifiers, at least the number of the period.
func (c *Combat) roll(i int, cf, guns [2]int) int {
	n, s, other := &c.Tables.Rules, &c.Sides[i], &c.Sides[1-i]
	one, two := c.throw(), c.throw()
	side := phrase.Key("side", SideKeys[i])
	c.tell("combat.factors", side, phrase.Num("cf", cf[i]), phrase.Num("units", s.Units()), phrase.Num("one", one),
		phrase.Num("two", two))
	total := one + two
	add := func(code string, bonus int) {
		if bonus > 0 {
			total += bonus
			c.tell("combat.bonus", side, phrase.Key("what", code), phrase.Num("bonus", bonus))
		}
	}
	add("bonus.superior", superior(n, cf[i], cf[1-i]))
	add("bonus.fort", s.Fort)
	add("bonus.location", s.Location)
	if s.charges(other) {
		add("bonus.charge", min(s.Count(tables.CAV), n.ChargeMost))
	}
	if s.besieges(other) {
		add("bonus.siege", min(s.Count(tables.ART), other.Fort))
	}
	add("bonus.guns", guns[i])
	if total < c.Period {
		c.tell("combat.floor", side, phrase.Num("period", c.Period))
		total = c.Period
	}
	c.tell("combat.total", side, phrase.Num("total", total))
	return total
}

// superior is the bonus for CF: one for every full SuperiorEvery more than the enemy has.
func superior(n *tables.Numbers, own, enemy int) int {
	return min(max(0, own-enemy)/n.SuperiorEvery, n.SuperiorMost)
}

// charges reports whether the side's cavalry charges. It does not against a palisade or better (decision).
func (s *Side) charges(other *Side) bool {
	return s.Charge && other.Fort == 0 && s.Count(tables.CAV) > 0
}

// besieges reports whether the side's artillery besieges a fortification.
func (s *Side) besieges(other *Side) bool {
	return s.Siege && other.Fort > 0 && s.Count(tables.ART) > 0
}

// hits returns how many hits the results table gives a side: both sides if they are equal, otherwise only the low
// roller.
func hits(n *tables.Numbers, v Verdict, low bool) int {
	switch {
	case v == Equal:
		return n.EqualHits
	case !low:
		return 0
	case v == More:
		return n.MoreHits
	}
	return n.TwiceHits
}

// hits returns how many hits a side takes in a round: those of the results table, one more for every HitEvery enemy
// CF, fewer with a medic. It is never below 0.
func (c *Combat) hits(i int, v Verdict, low, enemy int) int {
	n := &c.Tables.Rules
	base := hits(n, v, low == i)
	extra, saved := enemy/n.HitEvery, 0
	if c.Sides[i].medic() {
		saved = min(n.MedicSaves, base+extra)
	}
	hits := base + extra - saved
	c.tell("combat.hits", phrase.Key("side", SideKeys[i]), phrase.Num("hits", hits), phrase.Num("base", base),
		phrase.Num("extra", extra), phrase.Num("saved", saved))
	return hits
}

// leaving returns the side that withdraws after a round (step 5), or nobody. stays says that the side which must
// withdraw does not. withdraws reports whether a side that may do so does.
func (c *Encounter) leaving(number int, v Verdict, low int, stays bool, withdraws func(int) bool) int {
	first, last := low, low
	switch {
	case stays:
		c.tell("combat.stays", phrase.Key("side", SideKeys[low]))
	case v == Twice:
		c.tell("combat.must", phrase.Key("side", SideKeys[low]))
		return low
	case v == Equal:
		first, last = Attacker, Defender
	}
	for i := first; i <= last && v != Twice; i++ {
		if withdraws(i) {
			c.tell("combat.withdraws", phrase.Key("side", SideKeys[i]))
			return i
		}
	}
	if number >= c.Tables.Rules.Longest {
		c.tell("combat.longest", phrase.Num("rounds", number))
		return Attacker
	}
	return Nobody
}

// withdraws reports whether a side that may withdraw does. Europeans follow their standing orders, and natives need
// three conditions. Pirates never do, nor does anybody without a refuge.
func (c *Combat) withdraws(i int) bool {
	s, other := &c.Sides[i], &c.Sides[1-i]
	if s.Abandoned || !s.sheltered() {
		return false
	}
	switch s.Nature {
	case Native:
		return c.factors(i) <= c.factors(1-i) && s.Units() < other.Units()
	case European:
		return s.Withdraw.Now(s.began, s.Units(), c.factors(i))
	}
	return false
}
