package kolonien

import "weltentor/orders/phrase"

// lose implements hits on a side, one after the other. In a round the first
// unit lost is a charging CAV or a besieging ART, wherever on the side one is;
// all others fall in the order of losses, the owner's units before an ally's,
// the leaders last.
func (c *Combat) lose(i, hits int, inRound bool) {
	s, other := &c.Sides[i], &c.Sides[1-i]
	var fallen Troops
	lost := "combat.lost"
	if inRound && hits > 0 {
		switch {
		case s.charges(other):
			s.remove(CAV)
			lost = "combat.lost-more"
			hits--
			c.tell("combat.first", phrase.Key("side", sideKeys[i]), phrase.Str("kind", CAV.Code()))
		case s.besieges(other):
			s.remove(ART)
			lost = "combat.lost-more"
			hits--
			c.tell("combat.first", phrase.Key("side", sideKeys[i]), phrase.Str("kind", ART.Code()))
		}
	}
	for ; hits > 0; hits-- {
		k, some := s.next()
		if !some {
			break
		}
		if c.Tables.Unit[k].Hits > 1 && s.wounded != 1+int(k) {
			if s.wounded > 0 { // of several kinds that stand two hits still only one unit may carry one
				k = Kind(s.wounded - 1)
			} else {
				s.wounded = 1 + int(k)
				c.tell("combat.wounded", phrase.Key("side", sideKeys[i]), phrase.Str("kind", k.Code()))
				continue
			}
		}
		if s.wounded == 1+int(k) {
			s.wounded = 0
		}
		s.remove(k)
		fallen[k]++
	}
	if fallen.Count() > 0 {
		c.tell(lost, phrase.Key("side", sideKeys[i]), phrase.Str("units", fallen.String()))
	}
	for ; hits > 0; hits-- {
		name, some := s.loseLeader()
		if !some {
			break
		}
		c.leaderLost(i, name)
	}
}

// leaderLost tells of a leader or a chief who is lost.
func (c *Combat) leaderLost(i int, name string) {
	if name != "" {
		c.tell("combat.leader-lost", phrase.Key("side", sideKeys[i]), phrase.Str("leader", name))
		return
	}
	c.tell("combat.chief-lost", phrase.Key("side", sideKeys[i]))
}

// next is the kind of unit to fall next: of the first force that has units
// left, the first kind of its order.
func (s *Side) next() (Kind, bool) {
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

// remove takes one unit of a kind from the first host that has one.
func (s *Side) remove(k Kind) {
	for i := range s.Forces {
		for j := range s.Forces[i].Hosts {
			if t := &s.Forces[i].Hosts[j].Troops; t[k] > 0 {
				t[k]--
				return
			}
		}
	}
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

// nativeLosses: infantry first, then cavalry (seed).
var nativeLosses = []Kind{NINF, IINF, NCAV, ICAV}

// lossesOf completes an order of losses: kinds that were not named follow,
// weakest first.
func (t *Tables) lossesOf(named []Kind) []Kind {
	out := append([]Kind(nil), named...)
	for _, k := range t.weakest() {
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

// weakest lists all kinds by the sum of their values, the weakest first, as
// pirates lose them (seed); of equals the first of the tables.
func (t *Tables) weakest() []Kind {
	var out []Kind
	for k := range kinds {
		at := len(out)
		for at > 0 && t.worth(out[at-1]) > t.worth(k) {
			at--
		}
		out = append(out, 0)
		copy(out[at+1:], out[at:])
		out[at] = k
	}
	return out
}

func (t *Tables) worth(k Kind) int { return t.Unit[k].Attack + t.Unit[k].Defence }
