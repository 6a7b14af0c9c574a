package fight

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/tables"
)

// lose carries out hits on a side, one after the other. In a round the first unit lost is a charging CAV or a
// besieging ART, wherever the side has one. All others fall in the order of losses: the owner's units before an
// ally's, leaders last.
func (c *Combat) lose(i, hits int, inRound bool) {
	s := &c.Sides[i]
	lost := "combat.lost"
	if inRound && hits > 0 && c.loseFirst(i) {
		lost = "combat.lost-more"
		hits--
	}
	fallen := make([]tables.Troops, len(s.Forces))
	hits, hit := strike(hits, &s.Wounded, s.next, func(k tables.Kind) int { return c.Tables.Unit[k].Hits },
		func(k tables.Kind) { fallen[s.remove(k)][k]++ })
	for f, units := range fallen {
		if units.Count() > 0 {
			c.lost(lost, i, f, phrase.Str("units", units.String()))
		}
	}
	if hit && inRound { // at the end of a combat hurt units fall anyway
		k := tables.Kind(s.Wounded - 1)
		c.lost("combat.wounded", i, s.bearer(k), phrase.Str("kind", k.Code()))
	}
	for ; hits > 0; hits-- {
		name, some := s.loseLeader()
		if !some {
			break
		}
		c.leaderLost(i, name)
	}
}

// loseFirst takes the first loss of a side that charged or besieged.
func (c *Combat) loseFirst(i int) bool {
	s, other, k := &c.Sides[i], &c.Sides[1-i], tables.CAV
	switch {
	case s.charges(other):
	case s.besieges(other):
		k = tables.ART
	default:
		return false
	}
	if s.Wounded == 1+int(k) {
		s.Wounded = 0 // the next hit fells the hurt one
	}
	c.lost("combat.first", i, s.remove(k), phrase.Str("kind", k.Code()))
	return true
}

// strike carries out hits, one after the other, on what next names, until there is nothing left. takes says how many
// hits sink or fell it. hurt is 1 + the kind of which one has taken a single hit; 0: none. It returns the hits left,
// and whether one more than before is hurt now.
func strike[K tables.Kind | tables.Class](hits int, hurt *int, next func() (K, bool), takes func(K) int,
	fall func(K)) (left int, hit bool) {
	for ; hits > 0; hits-- {
		k, some := next()
		if !some {
			break
		}
		if takes(k) > 1 && *hurt != 1+int(k) { // the hurt one is next, so no other gets hurt
			*hurt, hit = 1+int(k), true
			continue
		}
		if *hurt == 1+int(k) {
			*hurt, hit = 0, false
		}
		fall(k)
	}
	return hits, hit
}

// lost tells of the loss of a force, and whose it is if a side has several: by the realm's number.
func (c *Combat) lost(code string, i, force int, what phrase.Arg) {
	forces, key := c.Sides[i].Forces, "whose.realm"
	if len(forces) < 2 {
		key = "whose.alone"
	}
	c.tell(code, phrase.Key("side", SideKeys[i]), what, phrase.Key("whose", key), phrase.Num("realm", forces[force].Realm))
}

// leaderLost reports the loss of a leader or a chief.
func (c *Combat) leaderLost(i int, name string) {
	if name != "" {
		c.tell("combat.leader-lost", phrase.Key("side", SideKeys[i]), phrase.Str("leader", name))
		return
	}
	c.tell("combat.chief-lost", phrase.Key("side", SideKeys[i]))
}

// next is the kind of unit to fall next: the first kind in the order of the first force with units left.
func (s *Side) next() (tables.Kind, bool) {
	for i := range s.Forces {
		f := &s.Forces[i]
		for _, k := range f.Losses {
			for j := range f.Hosts {
				if f.Hosts[j].Troops[k] > 0 {
					return k, true
				}
			}
		}
	}
	return 0, false
}

// remove takes one unit of a kind from the first host that has one, and returns its force.
func (s *Side) remove(k tables.Kind) int {
	force := s.bearer(k)
	for j := range s.Forces[force].Hosts {
		if t := &s.Forces[force].Hosts[j].Troops; t[k] > 0 {
			t[k]--
			break
		}
	}
	return force
}

// bearer is the first force with a unit of a kind. There must be one.
func (s *Side) bearer(k tables.Kind) int {
	return slices.IndexFunc(s.Forces, func(f Force) bool {
		return slices.ContainsFunc(f.Hosts, func(h Host) bool { return h.Troops[k] > 0 })
	})
}

// loseLeader removes the first leader, and the medic with him.
func (s *Side) loseLeader() (name string, some bool) {
	for i := range s.Forces {
		for j := range s.Forces[i].Hosts {
			if h := &s.Forces[i].Hosts[j]; h.Leader > 0 {
				h.Leader, h.Medic = 0, false
				return h.Name, true
			}
		}
	}
	return "", false
}

// NativeLosses is the order in which natives lose units: infantry first, then cavalry (seed).
var NativeLosses = []tables.Kind{tables.NINF, tables.IINF, tables.NCAV, tables.ICAV}

// LossesOf completes an order of losses. Kinds that it does not name follow, the weakest first. Pirates lose their
// units in the order that names none (seed).
func LossesOf(t *tables.Tables, named []tables.Kind) []tables.Kind {
	return completed(named, tables.Kinds, func(k tables.Kind) int { return t.Unit[k].Attack + t.Unit[k].Defence })
}

// Sinking completes an order in which ships are lost. Classes that it does not name follow, those with the least
// combat factors first.
func Sinking(t *tables.Tables, named []tables.Class) []tables.Class {
	return completed(named, tables.Classes, func(c tables.Class) int { return t.Ship[c].Attack + t.Ship[c].Defence })
}

// completed adds to an order of losses what it does not name, in the order of worth. Equal ones are in the order of the
// tables.
func completed[K tables.Kind | tables.Class](named []K, end K, worth func(K) int) []K {
	var rest []K
	for k := range end {
		if !slices.Contains(named, k) {
			rest = append(rest, k)
		}
	}
	slices.SortStableFunc(rest, func(a, b K) int { return cmp.Compare(worth(a), worth(b)) })
	return slices.Concat(named, rest)
}
