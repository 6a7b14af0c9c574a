package report

import (
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/rulekit"
)

func num[T ~int | ~int64](name string, n T) phrase.Arg { return phrase.Num(name, n) }

// title names the turn that was played, and its player's realm.
func (o *Told) title() phrase.Phrase {
	return phrase.P("report.turn", num("turn", o.Turn.Number), num("round", o.Before.State.Round),
		num("realm", o.Turn.Me.Number), phrase.Str("name", o.Turn.Me.Name))
}

// greeting is what report 0 says first.
func greeting(a *account) phrase.Phrase {
	return phrase.P("welcome", phrase.Str("name", a.r.Name), a.s.PlaceArg("place", a.r.Castle),
		num("treasure", a.r.Treasure), num("rounds", a.at.Tables.Rules.Rounds))
}

// chances says how a player who fells no castle can win, if more than two play (§15.2). A player who has not read the
// rules would think that only felling it wins.
func chances(a *account) phrase.Phrase {
	return phrase.P("chances", num("players", len(a.s.Realms)), num("rounds", a.at.Tables.Rules.Rounds))
}

// castleRows are about a realm: where it is, its castle and walls, its treasure.
func castleRows(a *account, r *realm.Realm) []phrase.Phrase {
	n, code := &a.at.Tables.Rules, "report.realm"
	if r.Fallen {
		code = "report.realm-fallen"
	}
	walls := rulekit.Map(r.Walls[:], rulekit.Digits[int64])
	return []phrase.Phrase{
		phrase.P(code, num("realm", r.Number), phrase.Str("name", r.Name), phrase.Str("player", r.Player),
			a.s.PlaceArg("place", r.Castle)),
		phrase.P("report.castle", num("hits", r.Hits), num("most", n.CastleHits),
			phrase.Str("walls", strings.Join(walls, " ")), num("wall", n.WallHits)),
		phrase.P("report.treasure", num("treasure", r.Treasure), num("looter", r.Looter),
			num("power", r.Fortress.Power), num("range", r.Fortress.Range)),
	}
}

// symbols are the words for what a unit is.
func symbols(u *realm.Unit) []phrase.Phrase {
	out := rulekit.Map(u.Symbols, func(y tables.Symbol) phrase.Phrase { return phrase.P(y.Key()) })
	if u.Settler {
		out = append(out, phrase.P("card.settler"))
	}
	return out
}

// unitRow is the row of a unit, with its values on foot.
func unitRow(r *rulekit.Reader, a *account, u *realm.Unit) phrase.Phrase {
	return phrase.P("report.unit", phrase.Str("unit", u.Name()), num("realm", u.Realm), a.s.PlaceArg("place", u.At),
		phrase.Str("symbols", strings.Join(rulekit.Map(symbols(u), r.Words), "+")), num("speed", a.s.Speed(a.at.Tables, u)),
		num("range", a.s.Reach(a.at.Tables, u)), num("power", a.s.Power(a.at.Tables, u)))
}

// stateRows are which dice are on a unit, what it learns, and what it is busy with.
func stateRows(a *account, u *realm.Unit) (out []phrase.Phrase) {
	if len(u.Weak) > 0 {
		out = append(out, phrase.P("report.weak", num("dice", len(u.Weak)), num("sum", u.Weakness())))
	}
	if u.Learning != "" {
		out = append(out, phrase.P("report.learning", phrase.Key("symbol", u.Learning.Key())))
	}
	b, code := a.s.Building(u.At), ""
	switch {
	case b == nil:
		return out
	case b.Site != 0:
		code = "report.on-site"
	case a.s.Manned(a.at.Tables, u) == b:
		code = "report.mans"
	case b.Owner == 0:
		code = "report.idle-in"
	default:
		return out
	}
	return append(out, phrase.P(code, phrase.Key("building", b.Kind.Key())))
}

// buildingRows are about a building on the board: whose it is, its counter, and its values.
func buildingRows(a *account, b *realm.Building) (out []phrase.Phrase) {
	args := []phrase.Arg{phrase.Key("building", b.Kind.Key()), a.s.PlaceArg("place", b.At), num("hits", b.Hits),
		num("most", a.at.Tables.BuildingOf(b.Kind).Hits), num("pips", b.Counter), num("power", b.Values.Power),
		num("range", b.Values.Range)}
	say := func(code string, more ...phrase.Arg) {
		out = append(out, phrase.P(code, append(args[:len(args):len(args)], more...)...))
	}
	switch u := a.s.Crew(b); {
	case b.Site != 0:
		say("report.site", num("realm", b.Site))
		return out
	case b.Owner != 0:
		say("report.owned", num("realm", b.Owner))
	case u == nil:
		say("report.empty")
	default:
		say("report.crewed", realm.UnitArg("unit", u), num("realm", u.Realm))
	}
	if a.at.Tables.BuildingOf(b.Kind).Near != "" && b.Counter > 0 {
		say("report.counter")
	}
	if b.Kind == tables.Fortress {
		say("report.fortress")
	}
	return out
}

// bankRows say what is left in the bank: dice, tiles, weakening dice.
func bankRows(at realm.Position) []phrase.Phrase {
	rows := []phrase.Phrase{phrase.P("report.bank-dice", num("bank", at.State.Bank),
		num("weakening", max(at.State.Supply(at.Tables), 0)))}
	for i := range at.Tables.Tile {
		row := &at.Tables.Tile[i]
		rows = append(rows, phrase.P("report.tile", phrase.Key("building", row.Sides[0].Key()),
			phrase.Key("other", row.Sides[len(row.Sides)-1].Key()), num("number", max(at.State.Stock(row), 0))))
	}
	return rows
}

// next is whose turn it is now.
func next(a *account) phrase.Phrase {
	switch r := a.s.Realm(a.s.Next); {
	case r == nil:
		return phrase.P("report.over")
	case r.Number == a.realm:
		return phrase.P("report.your-turn", num("turn", a.s.Turn), num("round", a.s.Round))
	default:
		return phrase.P("report.their-turn", num("turn", a.s.Turn), num("round", a.s.Round), num("realm", r.Number),
			phrase.Str("name", r.Name))
	}
}

// goal is how to win (§15). The letter before each turn of theirs says it, for players who read neither report nor rules.
func goal(p realm.Position) phrase.Phrase {
	code := "summary.goal"
	if len(p.State.Realms) == 2 {
		code = "summary.goal-of-two"
	}
	return phrase.P(code, num("rounds", p.Tables.Rules.Rounds))
}
