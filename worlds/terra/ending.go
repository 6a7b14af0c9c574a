package terra

import (
	"weltentor/orders/phrase"
)

// fallen makes nations without a field kings without land (§9.8).
func fallen(t *turn) {
	for i := range t.state.Realms {
		r := &t.state.Realms[i]
		if r.King || t.state.FieldsOf(i+1) > 0 {
			continue
		}
		r.King, r.Armies = true, nil
		t.Tell(phrase.P("nation-fell", t.realmArgs(i+1)...), t.all()...)
	}
}

// ending ends the campaign after its last round, or that of a nation with so great
// a part of the map, or when the game master has said so; the most fields win,
// of as many the greatest treasury (§10.3, §10.4).
func ending(t *turn) {
	n := &t.tables.Rules
	best, richest, total := 0, int64(0), len(t.state.Fields)
	for i := range t.state.Realms {
		switch fields, treasury := t.state.FieldsOf(i+1), t.state.Realms[i].Treasury; {
		case fields > best:
			best, richest = fields, treasury
		case fields == best:
			richest = max(richest, treasury)
		}
	}
	why := ""
	switch {
	case int64(best)*1000 >= int64(total)*n.Conquest:
		why = "end-conquest"
	case t.state.Round >= n.Rounds:
		why = "end-rounds"
	case t.state.LastRound:
		why = "end-master"
	default:
		return
	}
	t.state.Over = true
	t.Tell(phrase.P(why, phrase.Num("round", t.state.Round)), t.all()...)
	for i := range t.state.Realms {
		if best > 0 && t.state.FieldsOf(i+1) == best && t.state.Realms[i].Treasury == richest {
			t.state.Winners = append(t.state.Winners, i+1)
			t.Tell(phrase.P("won", append(t.realmArgs(i+1), phrase.Num("fields", best),
				phrase.Num("treasury", richest))...), t.all()...)
		}
	}
}
