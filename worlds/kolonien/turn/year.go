package turn

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/realm"
)

// year ends the year and, after the last one, the game. Levels of colonies count as glory too, and the most glory
// wins; equals share the victory.
func year(t *Turn) {
	s := t.State
	if s.Turn < t.Tables.Rules.Years {
		return
	}
	for i := range s.Areas {
		if c := s.Areas[i].Colony; c != nil {
			s.Realms[c.Owner-1].Glory += c.Level
		}
	}
	s.Over = true
	best := slices.MaxFunc(s.Realms, func(a, b realm.Realm) int { return a.Glory - b.Glory }).Glory
	for _, r := range s.Realms {
		t.Tell(phrase.P("final-glory", append(t.realmArgs(r.Number), phrase.Num("glory", r.Glory))...), t.all()...)
		if r.Glory == best {
			s.Winners = append(s.Winners, r.Number)
		}
	}
	for _, w := range s.Winners {
		t.Tell(phrase.P("winner", t.realmArgs(w)...), t.all()...)
	}
}

// missed counts years without orders. It does not count those of players who are away, or of realms without a player.
func missed(t *Turn) {
	for i := range t.sheets {
		r, s := &t.State.Realms[i], &t.sheets[i]
		switch {
		case s.Away || r.Player == "":
			continue
		case s.Came:
			r.Missed = 0
			continue
		}
		r.Missed++
		t.Tell(phrase.P("turn-missed", phrase.Num("years", r.Missed)), r.Number)
		if r.Missed%t.Tables.Rules.MissedNotice == 0 {
			t.Notices = append(t.Notices,
				game.Notice{What: phrase.P("missed-notice",
					append(t.realmArgs(r.Number), phrase.Num("years", r.Missed))...)})
		}
	}
}
