package turn

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/realm"
)

// fallen ends realms that have neither a province nor an army (§15).
func fallen(t *Turn) {
	for i := range t.State.Realms {
		r := &t.State.Realms[i]
		if i == 0 || r.Fallen || len(t.State.Armies[i]) > 0 || t.State.Owned(i) > 0 {
			continue
		}
		r.Fallen, r.Home = true, 0
		t.Tell(phrase.P("realm-fallen", phrase.Num("realm", i), phrase.Str("name", r.Name)), t.State.Everybody()...)
	}
}

// ending ends the game (§16): with the last turn, when a realm has enough of all provinces for owners, or when only
// one realm has a home. It goes on if another lost its home this week, since that realm has a week to choose a new
// one.
func ending(t *Turn) {
	s, n := t.State, &t.Tables.Rules
	if len(s.Realms) < 3 {
		return // nobody to win against
	}
	enough, _ := realm.Enough(t.Position)
	var homes, just []int
	why := ""
	for _, r := range s.Realms[1:] {
		switch {
		case s.Owned(r.Number) >= enough:
			why = "end-provinces"
		case r.Home != 0:
		case r.LostHome == s.Turn && !r.Fallen:
			just = append(just, r.Number)
		}
		if r.Home != 0 {
			homes = append(homes, r.Number)
		}
	}
	switch {
	case why != "":
		s.Winners = s.Best()
	case len(homes) == 1 && len(just) == 0:
		why, s.Winners = "end-home", homes
	case s.Turn >= n.Turns:
		why, s.Winners = "end-turns", s.Best()
	default:
		return
	}
	s.Over = true
	t.Tell(phrase.P(why, phrase.Num("turn", s.Turn)), t.State.Everybody()...)
	for _, w := range s.Winners {
		t.Tell(phrase.P("winner", phrase.Num("realm", w), phrase.Str("name", s.Realms[w].Name),
			phrase.Num("provinces", s.Owned(w)), phrase.Num("people", s.PeopleOf(w))), t.State.Everybody()...)
	}
}

// messages sends $N: to a realm, to the game master, or to everybody with or without a sender.
func messages(t *Turn) {
	open := func(whose int) bool {
		r := t.State.Realm(whose)
		return r != nil && !r.Fallen
	}
	ordersOf(t, func(whose int, at orders.Position, m orders.Message) {
		if !t.Post(whose, at, m, open) {
			t.Refuse(whose, at, phrase.P("undeliverable", phrase.Str("to", m.To)))
		}
	})
	for i := range t.Letters {
		if l := &t.Letters[i]; l.From == 0 {
			l.Not = 0 // the author of a rumour reads it too
		}
	}
	t.SortLetters(rulekit.ByText)
}

// missed counts turns without orders. It does not count those of players who are away.
func missed(t *Turn) {
	for i := range t.State.Realms {
		r := &t.State.Realms[i]
		switch {
		case i == 0 || r.Fallen || t.sheets[i].Away:
			continue
		case t.sheets[i].Came:
			r.Missed = 0
			continue
		}
		r.Missed++
		t.Tell(phrase.P("turn-missed", phrase.Num("turns", r.Missed)), i)
		if r.Missed%t.Tables.Rules.MissedNotice == 0 {
			t.Notices = append(t.Notices,
				game.Notice{What: phrase.P("missed-notice", phrase.Num("realm", i), phrase.Str("name", r.Name),
					phrase.Num("turns", r.Missed))})
		}
	}
}

// settings sets language, computer, packing and length of reports.
func settings(t *Turn) {
	ordersOf(t, func(whose int, at orders.Position, o rulekit.BareOrder) {
		t.State.Realms[whose].SetBare(o)
		t.Accept(at, phrase.P("setting", phrase.Key("word", "word."+o.Word.De)))
	})
}
