package turn

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// Check reads a sheet and rehearses its turn.
func Check(p realm.Position, in game.Sheet) game.Checked {
	file := in.Orders(p.Rules.Language())
	out := game.Checked{Problems: slices.Clone(file.Problems)}
	if no, ok := stranger(p.State, in.Realm); ok {
		return refuseAll(file, no, out)
	}
	said, twice := lines(p, file, in.Realm)
	r := rehearse(p, rulekit.Sheet{Came: true, Lines: said})
	out.Problems = slices.Concat(out.Problems, twice, r.problems())
	out.InForce, out.Letters = r.inForce(), r.turns[0].ToMaster
	out.Sort()
	out.Idle = r.idle()
	out.Outlook, out.Ledger = r.outlook(p), r.ledger(p)
	out.Holds = holds(r.sound(said), out.Errors()+file.DroppedErrors)
	return out
}

// Due says when the turn is played. It is at once if there are orders and nothing holds them up; otherwise at the
// deadline, so that they can be corrected. For a realm without a player, or whose player is away, it is at once, since
// nobody sends orders. If no realm has a player the deadline decides, as otherwise turns would follow each other
// without end.
func Due(p realm.Position, sheets []game.Sheet) game.Due {
	for _, s := range sheets {
		switch {
		case s.Realm != p.State.Next:
			continue
		case s.Absent:
			return game.Now
		}
		if Check(p, s).Holds.Code != "" {
			return game.NotBefore
		}
		return game.Now
	}
	if r := p.State.Realm(p.State.Next); r != nil && r.Player == "" && p.State.Played() {
		return game.Now
	}
	return game.AtDeadline
}

// stranger reports whether a realm has no orders to give now, and why.
func stranger(s *realm.State, whose int) (phrase.Phrase, bool) {
	r := s.Realm(whose)
	switch {
	case whose == 0:
		return phrase.P("no-master-orders"), true
	case r == nil:
		return phrase.P("not-in-game", phrase.Num("realm", whose)), true
	case s.Over:
		return phrase.P("game-over"), true
	case s.Next == 0:
		return phrase.P("not-begun"), true
	case s.Next != whose:
		return phrase.P("not-your-turn", phrase.Num("realm", s.Next), phrase.Str("name", s.Realm(s.Next).Name)), true
	}
	return phrase.Phrase{}, false
}

// refuseAll refuses every line. A sheet without lines gets the reason too.
func refuseAll(file *orders.File, why phrase.Phrase, out game.Checked) game.Checked {
	out.Problems = append(out.Problems, rulekit.RefuseAll(file.Lines, why)...)
	if len(file.Lines) == 0 {
		out.Problems = append(out.Problems, orders.Problem{Severity: orders.Error, What: why})
	}
	out.Sort()
	return out
}

// commands reports whether any of the lines moves, recruits, trains, builds or attacks.
func commands(lines []orders.Line) bool {
	return slices.ContainsFunc(lines, func(l orders.Line) bool {
		switch l.Order.(type) {
		case order.MoveOrder, order.RecruitOrder, order.TrainOrder, order.BuildOrder, order.AttackOrder:
			return true
		}
		return false
	})
}

// holds says why a sheet does not let its turn happen early, and what would. Either it commands nothing and its player
// has not passed, or it has mistakes and the player has not released it (§1.4).
func holds(lines []orders.Line, mistakes int) phrase.Phrase {
	says := func(word rulekit.Word) bool {
		return slices.ContainsFunc(lines, func(l orders.Line) bool { return l.Order == rulekit.BareOrder{Word: word} })
	}
	switch {
	case !commands(lines) && !says(order.PassWord):
		return phrase.P("holds-empty")
	case mistakes > 0 && !says(order.ReleaseWord):
		return phrase.P("holds-wrong")
	}
	return phrase.Phrase{}
}
