package terramagica

import (
	"cmp"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// fallen ends realms without province and army (§15).
func fallen(t *turn) {
	for i := range t.State.Realms {
		r := &t.State.Realms[i]
		if i == 0 || r.Fallen || len(t.State.Armies[i]) > 0 || t.State.owned(i) > 0 {
			continue
		}
		r.Fallen, r.Home = true, 0
		t.Tell(phrase.P("realm-fallen", phrase.Num("realm", i), phrase.Str("name", r.Name)), t.State.everybody()...)
	}
}

// everybody are all realms, those that have just fallen too.
func (s *State) everybody() []int {
	var out []int
	for i := range s.Realms[1:] {
		out = append(out, i+1)
	}
	return out
}

// owned counts a realm's provinces.
func (s *State) owned(whose int) int {
	n := 0
	for i := range s.Provinces {
		if s.Provinces[i].Owner == whose {
			n++
		}
	}
	return n
}

// peopleOf counts a realm's people.
func (s *State) peopleOf(whose int) int64 {
	n := int64(0)
	for i := range s.Provinces {
		if s.Provinces[i].Owner == whose {
			n += s.Provinces[i].People
		}
	}
	return n
}

// ending ends the game (§16): with the last turn, when a realm has its share of
// all provinces that can be owned, or when only one has a home and no other lost
// one this week: who has just lost his has a week to choose another.
func ending(t *turn) {
	s, n := t.State, &t.Tables.Rules
	if len(s.Realms) < 3 {
		return // nobody to win against
	}
	land := s.ownable()
	var homes, just []int
	why := ""
	for _, r := range s.Realms[1:] {
		switch {
		case int64(s.owned(r.Number))*1000 >= int64(land)*n.MostProvinces:
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
		s.Winners = s.best()
	case len(homes) == 1 && len(just) == 0:
		why, s.Winners = "end-home", homes
	case s.Turn >= n.Turns:
		why, s.Winners = "end-turns", s.best()
	default:
		return
	}
	s.Over = true
	t.Tell(phrase.P(why, phrase.Num("turn", s.Turn)), t.State.everybody()...)
	for _, w := range s.Winners {
		t.Tell(phrase.P("winner", phrase.Num("realm", w), phrase.Str("name", s.Realms[w].Name),
			phrase.Num("provinces", s.owned(w)), phrase.Num("people", s.peopleOf(w))), t.State.everybody()...)
	}
}

// ownable counts the provinces that can be owned.
func (s *State) ownable() int {
	land := 0
	for i := range s.Provinces {
		if s.Provinces[i].Terrain != Sea {
			land++
		}
	}
	return land
}

// enough is how many provinces end the game, of how many that can be owned.
func (p Position) enough() (provinces, land int) {
	land = p.State.ownable()
	return int((int64(land)*p.Tables.Rules.MostProvinces + 999) / 1000), land
}

// best are the realms with most provinces, among equals those with most people.
func (s *State) best() []int {
	var out []int
	for _, r := range s.Realms[1:] {
		if r.Fallen {
			continue
		}
		if len(out) > 0 {
			c := cmp.Or(cmp.Compare(s.owned(r.Number), s.owned(out[0])),
				cmp.Compare(s.peopleOf(r.Number), s.peopleOf(out[0])))
			if c < 0 {
				continue
			}
			if c > 0 {
				out = nil
			}
		}
		out = append(out, r.Number)
	}
	return out
}

// messages puts $N on its way: to a realm, the game master, or all with or
// without a sender.
func messages(t *turn) {
	open := func(whose int) bool {
		r := t.State.realm(whose)
		return r != nil && !r.Fallen
	}
	ordersOf(t, func(whose int, at orders.Position, m orders.Message) {
		if !t.Post(whose, at, m, open) {
			t.Refuse(whose, at, phrase.P("undeliverable", phrase.Str("to", m.To)))
		}
	})
	for i := range t.Letters {
		if l := &t.Letters[i]; l.From == 0 {
			l.Not = 0 // who spread a rumour reads it too
		}
	}
	t.SortLetters(frame.ByText)
}

// missed counts turns without orders; those of players who are away are none.
func missed(t *turn) {
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

// settings sets language, computer and packing of reports.
func settings(t *turn) {
	ordersOf(t, func(whose int, at orders.Position, o SettingOrder) {
		r := &t.State.Realms[whose]
		switch o.Word {
		case "Deutsch":
			r.Lang = phrase.De
		case "Englisch":
			r.Lang = phrase.En
		case "zip", "unzip":
			r.Zip = o.Word == "zip"
		default:
			r.Computer = game.Computer(o.Word)
		}
		t.Accept(at, phrase.P("setting", phrase.Str("word", o.Word)))
	})
}
