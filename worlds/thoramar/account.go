package thoramar

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// account books what was paid and the fee of the turn, and counts missed turns
// (decision 11); those of players who are away are none. A balance under zero warns and never blocks.
func account(t *turn) {
	t.payments()
	n := &t.tables.Rules
	for i := range t.state.Realms {
		r := &t.state.Realms[i]
		if i == 0 || r.Fallen {
			continue
		}
		if n.Fee != 0 {
			r.Account -= n.Fee
			if r.Account < 0 {
				t.tell(phrase.P("account-low"), i)
			}
		}
		if t.sheets[i].came {
			r.Missed = 0
			continue
		}
		if t.sheets[i].away {
			continue
		}
		r.Missed++
		t.tell(phrase.P("turn-missed", phrase.Num("turns", r.Missed)), i)
		if r.Missed%n.MissedNotice == 0 {
			what := phrase.P("missed-notice", phrase.Num("realm", i), phrase.Str("name", r.Name), phrase.Num("turns", r.Missed))
			t.notices = append(t.notices, game.Notice{What: what})
		}
	}
}
