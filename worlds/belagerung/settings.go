package belagerung

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// settings sets language, computer, packing of reports, and the values of the
// realm's fortresses.
func settings(t *turn) {
	ordersOf(t, func(at orders.Position, o order.SettingOrder) {
		switch o.Word {
		case order.ReleaseWord:
			t.Accept(at, phrase.P("released"))
			return
		case order.PassWord:
			t.Accept(at, phrase.P("passed"))
			return
		case "Deutsch":
			t.me.Lang = phrase.De
		case "Englisch":
			t.me.Lang = phrase.En
		case "zip", "unzip":
			t.me.Zip = o.Word == "zip"
		default:
			t.me.Computer = game.Computer(o.Word)
		}
		t.Accept(at, phrase.P("setting", phrase.Key("word", "word."+o.Word)))
	})
	ordersOf(t, t.design)
	ordersOf(t, t.chooseCounter)
}

// design gives the realm's fortresses their values: before its first turn, with no
// more points than a fortress has (§13.1).
func (t *turn) design(at orders.Position, o order.FortressOrder) {
	n := &t.tables.Rules
	args := []phrase.Arg{phrase.Num("power", o.Power), phrase.Num("range", o.Range),
		phrase.Num("points", n.FortressPoints), phrase.Num("most", n.FortressRangeMost)}
	switch {
	case t.me.Played > 0:
		t.refuse(at, phrase.P("fortress-late", phrase.Num("power", t.me.Fortress.Power),
			phrase.Num("range", t.me.Fortress.Range)))
	case o.Range > n.FortressRangeMost:
		t.refuse(at, phrase.P("fortress-range", args...))
	case o.Range < 1:
		t.refuse(at, phrase.P("fortress-blind", args...))
	case o.Power+o.Range > n.FortressPoints:
		t.refuse(at, phrase.P("fortress-points", append(args, phrase.Num("sum", o.Power+o.Range))...))
	default:
		if left := n.FortressPoints - o.Power - o.Range; left > 0 {
			t.Doubt(t.me.Number, at, phrase.P("fortress-unspent", append(args, phrase.Num("left", left))...))
		}
		t.me.Fortress = o.Values
		t.Accept(at, phrase.P("fortress-set", args...))
		t.tell(phrase.P("fortress-values", phrase.Num("realm", t.me.Number), phrase.Num("power", o.Power),
			phrase.Num("range", o.Range)))
	}
}

// messages puts $N on its way: to a realm, the game master, or all with or
// without a sender.
func messages(t *turn) {
	open := func(whose int) bool { return t.state.Realm(whose) != nil }
	ordersOf(t, func(at orders.Position, m orders.Message) {
		if !t.Post(t.me.Number, at, m, open) {
			t.refuse(at, phrase.P("undeliverable", phrase.Str("to", m.To)))
		}
	})
	t.SortLetters(frame.AsSent)
}

// missed counts turns without orders; those of a player who is away are none, nor
// those of a realm that nobody plays. What
// a turn does without orders has been done by then.
func missed(t *turn) {
	switch {
	case t.sheet.Came:
		t.me.Missed = 0
		return
	case t.me.Player == "":
		t.tell(phrase.P("turn-nobody", phrase.Num("realm", t.me.Number), phrase.Str("name", t.me.Name)))
		return
	case t.sheet.Away:
		t.tell(phrase.P("turn-away", phrase.Num("realm", t.me.Number), phrase.Str("name", t.me.Name)))
		return
	}
	t.me.Missed++
	t.tell(phrase.P("turn-missed", phrase.Num("realm", t.me.Number), phrase.Str("name", t.me.Name)))
	if t.me.Missed%t.tables.Rules.MissedNotice == 0 {
		t.Notices = append(t.Notices,
			game.Notice{What: phrase.P("missed-notice", phrase.Num("realm", t.me.Number), phrase.Str("name", t.me.Name),
				phrase.Num("turns", t.me.Missed))})
	}
}

// next hands the turn on; behind the last realm a new round begins.
func next(t *turn) {
	s := t.state
	t.me.Played++
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
