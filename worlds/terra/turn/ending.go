package turn

import (
	"weltentor/orders/phrase"
)

// fallen makes nations without a field kings without land (§9.8).
func fallen(t *Turn) {
	for i := range t.State.Realms {
		r := &t.State.Realms[i]
		if r.King || t.State.FieldsOf(i+1) > 0 {
			continue
		}
		r.King, r.Armies = true, nil
		t.Tell(phrase.P("nation-fell", t.State.RealmArgs(i+1)...), t.all()...)
	}
}

// ending ends the campaign after its last round, when a nation has a large enough part of the map, or when the game
// master says so. The most fields win, and of equals the greatest treasury (§10.3, §10.4).
func ending(t *Turn) {
	n := &t.Tables.Rules
	best, richest, total := 0, int64(0), len(t.State.Fields)
	for i := range t.State.Realms {
		switch fields, treasury := t.State.FieldsOf(i+1), t.State.Realms[i].Treasury; {
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
	case t.State.Round >= n.Rounds:
		why = "end-rounds"
	case t.State.LastRound:
		why = "end-master"
	default:
		return
	}
	t.State.Over = true
	t.Tell(phrase.P(why, phrase.Num("round", t.State.Round)), t.all()...)
	for i := range t.State.Realms {
		if best > 0 && t.State.FieldsOf(i+1) == best && t.State.Realms[i].Treasury == richest {
			t.State.Winners = append(t.State.Winners, i+1)
			t.Tell(phrase.P("won", append(t.State.RealmArgs(i+1), phrase.Num("fields", best),
				phrase.Num("treasury", richest))...), t.all()...)
		}
	}
}
