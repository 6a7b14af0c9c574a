package turn

import (
	"weltentor/orders/phrase"
)

// ending is the last phase. The game is over when a castle has fallen, or with the last turn of the last round (§15).
// It reports everybody's hits and the winner.
func ending(t *Turn) {
	s := t.State
	last := t.Me.Number == len(s.Realms) && s.Round >= t.Tables.Rules.Rounds
	switch {
	case s.Fallen():
	case last:
		t.tellAll(phrase.P("rounds-over", phrase.Num("rounds", t.Tables.Rules.Rounds)))
	default:
		return
	}
	s.Over = true
	for i := range s.Realms {
		t.tellAll(phrase.P("damage", phrase.Str("realm", s.Realms[i].Name), phrase.Num("hits", s.Realms[i].Damage())))
	}
	s.Winners = s.LeastDamaged()
	for _, n := range s.Winners {
		t.tellAll(phrase.P("won", phrase.Str("realm", s.Realm(n).Name)))
	}
	if len(s.Winners) == 0 {
		t.tellAll(phrase.P("won-nobody"))
	}
}
