package turn

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/sight"
)

// Check plays the phases that orders decide, and what these refuse is a problem. Steps are only looked at, not taken.
func Check(p realm.Position, s game.Sheet) game.Checked {
	out, counts := rulekit.Receipt(p.Rules.Language(), s, void(p, s.Realm))
	if !counts {
		return out
	}
	t := Begin(p, p.State.Clone(), []game.Sheet{s}, game.Seed{})
	t.ForReceipt, t.Quiet, t.receipt = true, true, &receipt{realm: s.Realm, seen: sight.Seen(p, s.Realm)}
	t.Run(checked[p.State.Phase])
	out.InForce, out.Letters = t.InForce, t.ToMaster
	out.Problems = append(out.Problems, t.Refused[s.Realm]...)
	out.Sort()
	if s.Realm != 0 {
		if out.Ledger = ledger(t, p.State.Realms[s.Realm-1].Treasury); p.State.Phase == realm.InOrders {
			out.Idle, out.Outlook = idle(t, s.Realm), outlook(t.Position, s.Realm)
		} else {
			out.Idle = untold(t, s.Realm)
		}
	}
	out.Adds = p.State.Phase == realm.InResults
	if t.receipt.later {
		out.From = s.Turn + 1
	}
	countProblems(p, s.Realm, out.Problems)
	for i := range out.InForce {
		out.InForce[i].What = counted(p, s.Realm, out.InForce[i].What)
	}
	for _, list := range [][]phrase.Phrase{out.Idle, out.Outlook} {
		for i := range list {
			list[i] = counted(p, s.Realm, list[i])
		}
	}
	return out
}

// ledger is what the treasury had, gets, pays by line, and has left. Stakes are taken when the battles are fought.
func ledger(t *Turn, had int64) []game.MoneyLine {
	r := &t.State.Realms[t.receipt.realm-1]
	out := []game.MoneyLine{{Kind: "treasury", Code: Points, Amount: had, Sure: true}}
	if t.State.Phase == realm.InOrders {
		out = append(out, game.MoneyLine{Kind: "income", Code: Points, Amount: r.Income, What: phrase.P("ledger-income"),
			Sure: true})
	}
	left := game.MoneyLine{Kind: "left", Code: Points, Amount: r.Treasury - t.receipt.staked}
	return append(append(out, t.receipt.bills...), left)
}

// void says why a realm's sheet does not count at all, or "" if it may.
func void(p realm.Position, realm int) string {
	switch {
	case realm != 0 && p.State.Realm(realm) == nil:
		return "not-in-game"
	case p.State.Over:
		return "game-over"
	}
	return ""
}

// idle lists the armies on the map that have no line in $A that counts, and what they are facing.
func idle(t *Turn, realm int) []phrase.Phrase {
	var out []phrase.Phrase
	for i := range t.Plans {
		p := &t.Plans[i]
		if p.Unit.Realm == realm && p.at.Line == 0 && !p.over {
			out = append(out, phrase.P("idle", phrase.Num("army", p.Unit.Army),
				phrase.At("field", t.State.Unit(p.Unit).At)))
			out = append(out, stands(t, p)...)
		}
	}
	return out
}

// counted is a sentence whose places are counted as by the realm. So it can be put into words without knowing the map.
func counted(p realm.Position, realm int, what phrase.Phrase) phrase.Phrase {
	v := p.State.View(realm)
	args := slices.Clone(what.Args)
	for i, a := range args {
		if a.Kind == phrase.Place {
			x, y := v.Grid.Relative(v.Origin, game.Place(a.N))
			args[i] = phrase.XY(a.Name, x, y)
		}
	}
	what.Args = args
	return what
}

// countProblems does the same to the places of problems.
func countProblems(p realm.Position, realm int, list []orders.Problem) {
	for i := range list {
		list[i].What = counted(p, realm, list[i].What)
	}
}
