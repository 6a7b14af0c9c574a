package belagerung

import (
	"weltentor/orders/phrase"
)

// ending is the last phase: the game is over when a castle has fallen, or with the
// last turn of the last round (§15). It tells everybody's hits and who has won.
func ending(t *turn) {
	s := t.state
	last := t.me.Number == len(s.Realms) && s.Round >= t.tables.Rules.Rounds
	switch {
	case s.fallen():
	case last:
		t.tell(phrase.P("rounds-over", phrase.Num("rounds", t.tables.Rules.Rounds)))
	default:
		return
	}
	s.Over = true
	for i := range s.Realms {
		t.tell(phrase.P("damage", phrase.Str("realm", s.Realms[i].Name), phrase.Num("hits", s.Realms[i].damage())))
	}
	s.Winners = s.winners()
	for _, n := range s.Winners {
		t.tell(phrase.P("won", phrase.Str("realm", s.realm(n).Name)))
	}
	if len(s.Winners) == 0 {
		t.tell(phrase.P("won-nobody"))
	}
}

// fallen tells whether a castle has fallen: the game is over (§15.1).
func (s *State) fallen() bool {
	for i := range s.Realms {
		if s.Realms[i].Fallen {
			return true
		}
	}
	return false
}

// winners are who is least damaged of those whose castle stands; nobody if they
// are several (§15.2, §15.3).
func (s *State) winners() []int {
	var best []int
	for i := range s.Realms {
		r := &s.Realms[i]
		switch {
		case r.Fallen:
		case len(best) == 0 || r.damage() < s.realm(best[0]).damage():
			best = []int{r.Number}
		case r.damage() == s.realm(best[0]).damage():
			best = append(best, r.Number)
		}
	}
	if len(best) > 1 {
		return nil
	}
	return best
}
