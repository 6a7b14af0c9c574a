package turn

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// settings sets language, computer, packing and length of reports, and the values of the realm's fortresses.
func settings(t *Turn) {
	ordersOf(t, func(at orders.Position, o rulekit.BareOrder) {
		switch o.Word {
		case order.ReleaseWord:
			t.Accept(at, phrase.P("released"))
			return
		case order.PassWord:
			t.Accept(at, phrase.P("passed"))
			return
		}
		t.Me.SetBare(o)
		t.Accept(at, phrase.P("setting", phrase.Key("word", "word."+o.Word.De)))
	})
	ordersOf(t, func(at orders.Position, o order.FortressOrder) { design(t, at, o) })
	ordersOf(t, func(at orders.Position, o order.CounterOrder) { chooseCounter(t, at, o) })
}

// design gives the realm's fortresses their values. It must come before the realm's first turn, with no more points
// than a fortress has (§13.1).
func design(t *Turn, at orders.Position, o order.FortressOrder) {
	n := &t.Tables.Rules
	args := []phrase.Arg{phrase.Num("power", o.Power), phrase.Num("range", o.Range),
		phrase.Num("points", n.FortressPoints), phrase.Num("most", n.FortressRangeMost)}
	switch {
	case t.Me.Played > 0:
		t.refuse(at, phrase.P("fortress-late", phrase.Num("power", t.Me.Fortress.Power),
			phrase.Num("range", t.Me.Fortress.Range)))
	case o.Range > n.FortressRangeMost:
		t.refuse(at, phrase.P("fortress-range", args...))
	case o.Range < 1:
		t.refuse(at, phrase.P("fortress-blind", args...))
	case o.Power+o.Range > n.FortressPoints:
		t.refuse(at, phrase.P("fortress-points", append(args, phrase.Num("sum", o.Power+o.Range))...))
	default:
		if left := n.FortressPoints - o.Power - o.Range; left > 0 {
			t.Doubt(t.Me.Number, at, phrase.P("fortress-unspent", append(args, phrase.Num("left", left))...))
		}
		t.Me.Fortress = o.Values
		t.Accept(at, phrase.P("fortress-set", args...))
		t.tellAll(phrase.P("fortress-values", phrase.Num("realm", t.Me.Number), phrase.Num("power", o.Power),
			phrase.Num("range", o.Range)))
	}
}

// chooseCounter sets what the realm's people strike back at (§13.11).
func chooseCounter(t *Turn, at orders.Position, o order.CounterOrder) {
	code, told := "will-counter-crew", "counters-crew"
	if o.Engine {
		code, told = "will-counter-engine", "counters-engine"
	}
	t.Accept(at, phrase.P(code))
	if t.Me.CounterEngine != o.Engine {
		t.Me.CounterEngine = o.Engine
		t.tellAll(phrase.P(told, phrase.Num("realm", t.Me.Number)))
	}
}

// messages sends $N: to a realm, to the game master, or to everybody with or without a sender.
func messages(t *Turn) {
	open := func(whose int) bool { return t.State.Realm(whose) != nil }
	ordersOf(t, func(at orders.Position, m orders.Message) {
		if !t.Post(t.Me.Number, at, m, open) {
			t.refuse(at, phrase.P("undeliverable", phrase.Str("to", m.To)))
		}
	})
	t.SortLetters(rulekit.AsSent)
}

// missed counts turns without orders. It does not count those of players who are away, or of realms without a player.
// What a turn does without orders has been done by now.
func missed(t *Turn) {
	switch {
	case t.sheet.Came:
		t.Me.Missed = 0
		return
	case t.Me.Player == "":
		t.tellAll(phrase.P("turn-nobody", phrase.Num("realm", t.Me.Number), phrase.Str("name", t.Me.Name)))
		return
	case t.sheet.Away:
		t.tellAll(phrase.P("turn-away", phrase.Num("realm", t.Me.Number), phrase.Str("name", t.Me.Name)))
		return
	}
	t.Me.Missed++
	t.tellAll(phrase.P("turn-missed", phrase.Num("realm", t.Me.Number), phrase.Str("name", t.Me.Name)))
	if t.Me.Missed%t.Tables.Rules.MissedNotice == 0 {
		t.Notices = append(t.Notices,
			game.Notice{What: phrase.P("missed-notice", phrase.Num("realm", t.Me.Number), phrase.Str("name", t.Me.Name),
				phrase.Num("turns", t.Me.Missed))})
	}
}

// next passes the turn on. After the last realm a new round begins.
func next(t *Turn) {
	s := t.State
	t.Me.Played++
	s.Turn++
	if s.Over {
		s.Next = 0
		return
	}
	s.Next++
	if s.Next > len(s.Realms) {
		s.Next, s.Round = 1, s.Round+1
	}
}
