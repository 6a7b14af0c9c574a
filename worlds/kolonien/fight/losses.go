package fight

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/tables"
)

// lose implements hits on a side, one after the other. In a round the first
// unit lost is a charging CAV or a besieging ART, wherever on the side one is;
// all others fall in the order of losses, the owner's units before an ally's,
// the leaders last.
func (c *Combat) lose(i, hits int, inRound bool) {
	s := &c.Sides[i]
	lost := "combat.lost"
	if inRound && hits > 0 && c.loseFirst(i) {
		lost = "combat.lost-more"
		hits--
	}
	hits, fallen, hit := c.fell(s, hits)
	for f, units := range fallen {
		if units.Count() > 0 {
			c.tell(lost, c.whose(s, f, phrase.Key("side", SideKeys[i]), phrase.Str("units", units.String()))...)
		}
	}
	if hit && inRound { // at the end of a combat who carries a hit falls anyway
		k := tables.Kind(s.Wounded - 1)
		c.tell("combat.wounded", c.whose(s, s.bearer(k), phrase.Key("side", SideKeys[i]),
			phrase.Str("kind", k.Code()))...)
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
		s.Wounded = 0 // what carries a hit falls with the next one
	}
	of := s.remove(k)
	c.tell("combat.first", c.whose(s, of, phrase.Key("side", SideKeys[i]), phrase.Str("kind", k.Code()))...)
	return true
}

// fell implements hits on units and gives the hits left when none stands, who fell
// of each force, and whether one unit more than before carries a hit now.
func (c *Combat) fell(s *Side, hits int) (left int, fallen []tables.Troops, hit bool) {
	fallen = make([]tables.Troops, len(s.Forces))
	for ; hits > 0; hits-- {
		k, some := s.next()
		if !some {
			break
		}
		if c.Tables.Unit[k].Hits > 1 && s.Wounded != 1+int(k) { // whoever carries a hit is next, so nobody does
			s.Wounded, hit = 1+int(k), true
			continue
		}
		if s.Wounded == 1+int(k) {
			s.Wounded, hit = 0, false
		}
		fallen[s.remove(k)][k]++
	}
	return hits, fallen, hit
}

// whose adds of which force a loss is, where a side has several: the colony's owner
// or an ally, by his realm's number if it has one.
func (c *Combat) whose(s *Side, force int, args ...phrase.Arg) []phrase.Arg {
	key := "whose.realm"
	switch {
	case len(s.Forces) < 2:
		key = "whose.alone"
	case c.Text && force == 0:
		key = "whose.owner"
	case c.Text:
		key = "whose.ally"
	}
	return append(args, phrase.Key("whose", key), phrase.Num("realm", s.Forces[force].Realm))
}

// leaderLost tells of a leader or a chief who is lost.
func (c *Combat) leaderLost(i int, name string) {
	if name != "" {
		c.tell("combat.leader-lost", phrase.Key("side", SideKeys[i]), phrase.Str("leader", name))
		return
	}
	c.tell("combat.chief-lost", phrase.Key("side", SideKeys[i]))
}

// next is the kind of unit to fall next: of the first force that has units
// left, the first kind of its order.
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

// remove takes one unit of a kind from the first host that has one, and gives its force.
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

// bearer is the first force that has a unit of a kind; there is one.
func (s *Side) bearer(k tables.Kind) int {
	return slices.IndexFunc(s.Forces, func(f Force) bool {
		return slices.ContainsFunc(f.Hosts, func(h Host) bool { return h.Troops[k] > 0 })
	})
}

// loseLeader takes the first leader, and the medic who was with him.
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

// NativeLosses: infantry first, then cavalry (seed).
var NativeLosses = []tables.Kind{tables.NINF, tables.IINF, tables.NCAV, tables.ICAV}

// LossesOf completes an order of losses: kinds that were not named follow,
// weakest first.
func LossesOf(t *tables.Tables, named []tables.Kind) []tables.Kind {
	out := append([]tables.Kind(nil), named...)
	for _, k := range Weakest(t) {
		seen := false
		for _, have := range out {
			seen = seen || have == k
		}
		if !seen {
			out = append(out, k)
		}
	}
	return out
}

// Weakest lists all kinds by the sum of their values, the weakest first, as
// pirates lose them (seed); of equals the first of the tables.
func Weakest(t *tables.Tables) []tables.Kind {
	var out []tables.Kind
	for k := range tables.Kinds {
		at := len(out)
		for at > 0 && worth(t, out[at-1]) > worth(t, k) {
			at--
		}
		out = append(out, 0)
		copy(out[at+1:], out[at:])
		out[at] = k
	}
	return out
}

func worth(t *tables.Tables, k tables.Kind) int { return t.Unit[k].Attack + t.Unit[k].Defence }
