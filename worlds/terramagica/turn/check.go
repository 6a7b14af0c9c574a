package turn

import (
	"cmp"
	"slices"
	"strconv"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/order"
	"weltentor/worlds/terramagica/realm"
)

// Check reads a sheet with no more knowledge than its realm has. It plays the plans of the turn, and what follows from
// them, over the world as the realm knows it (law 8). What is refused there is a problem, what is done is in force.
// What depends on others' orders or on battles is a remark (hinges).
func Check(p realm.Position, in game.Sheet) game.Checked { return check(p, in, 0) }

// Accepts is Check for who asks only what is in force: no battle is fought for it, which takes the longest.
func Accepts(p realm.Position, in game.Sheet) game.Checked { return check(p, in, blowsMost) }

// check is Check after some blows were computed for the letter.
func check(p realm.Position, in game.Sheet, blows int) game.Checked {
	file := in.Orders(p.Rules.Language())
	out := game.Checked{Problems: slices.Clone(file.Problems)}
	r := p.State.Realm(in.Realm)
	switch {
	case in.Realm == 0:
		out.Problems = append(out.Problems, masterless(file.Lines)...)
		out.Sort()
		return out
	case r == nil || r.Fallen:
		out.Problems = append(out.Problems,
			orders.Problem{Severity: orders.Error, What: phrase.P("not-in-game", phrase.Num("realm", in.Realm))})
		return out
	}
	t := foresee(p, in.Realm)
	t.receipt.blows = blows
	t.sheets[in.Realm] = rulekit.Sheet{Came: true, Lines: file.Lines}
	t.Run(Plans)
	forecast(t, in.Realm)
	weigh(t, in.Realm)
	gold := r.Gold
	t.Run(foreseen)
	out.Ledger = ledger(t, p.State.Realm(in.Realm))
	out.InForce, out.Letters = t.InForce, t.ToMaster
	out.Idle = idle(t, in.Realm)
	out.Outlook = outlook(t, in.Realm, gold)
	out.Problems = append(out.Problems, t.Refused[in.Realm]...)
	out.Sort()
	return out
}

// foresee makes the turn of a receipt, over the position as a realm knows it.
func foresee(p realm.Position, whose int) *Turn {
	t := begin(realm.Known(p, whose), game.Seed{})
	t.ForReceipt, t.receipt = true, &receipt{odds: map[string]tally{}}
	return t
}

// idle says what armies without a line will do: stay, or march on.
func idle(t *Turn, whose int) []phrase.Phrase {
	named := map[string]bool{}
	for _, l := range t.sheets[whose].Lines {
		named[orders.Fold(subject(l.Order))] = true
	}
	var out []phrase.Phrase
	for _, a := range t.State.Armies[whose] {
		if named[orders.Fold(a.Name)] {
			continue
		}
		args := []phrase.Arg{a.Arg(), phrase.Num("men", a.Men()), phrase.Num("province", a.At),
			phrase.Str("path", realm.PathText(a.March))}
		code := "idle"
		switch {
		case a.Routed:
			code = "idle-routed"
		case t.War.Acting[a]:
			code = "idle-takes"
		case len(a.March) > 0:
			code = "idle-marches"
		}
		out = append(out, phrase.P(code, args...))
	}
	return out
}

// subject is the army a line of $A is about; "": it is another line.
func subject(o orders.Order) string {
	switch o := o.(type) {
	case order.MarchOrder:
		return o.Army
	case order.StatusOrder:
		return o.Army
	case order.ConquestOrder:
		return o.Army
	case order.SplitOrder:
		return o.Army
	case order.MergeOrder:
		return o.Army
	}
	return ""
}

// ledger is the outlook as entries: gold and mana as they were, the taxes, what each line costs and what that leaves.
// Then come the week's mana, which is not there to be spent before, and the upkeep.
func ledger(t *Turn, was *realm.Realm) []game.MoneyLine {
	p, r, gained := t.Purses[was.Number], &t.State.Realms[was.Number], t.Tables.Rules.ManaWeek
	out := []game.MoneyLine{
		{Kind: "treasury", Code: Gold, Amount: was.Gold, Sure: true},
		{Kind: "treasury", Code: Mana, Amount: was.Mana, Sure: true},
		{Kind: "income", Code: Gold, Amount: p.Tax, What: phrase.P("money.tax")},
	}
	out = append(out, t.receipt.bills...)
	slices.SortStableFunc(out, func(a, b game.MoneyLine) int { return cmp.Compare(a.Line, b.Line) })
	out = append(out, game.MoneyLine{Kind: "left", Code: Gold, Amount: r.Gold + p.Upkeep},
		game.MoneyLine{Kind: "left", Code: Mana, Amount: r.Mana - gained},
		game.MoneyLine{Kind: "income", Code: Mana, Amount: gained, What: phrase.P("money.mana"), Sure: true},
		game.MoneyLine{Kind: "upkeep", Code: Gold, Amount: -due(t, was.Number), What: phrase.P("money.upkeep")})
	for i, left := range t.points {
		if t.State.Provinces[i].Owner == was.Number {
			out = append(out, game.MoneyLine{Kind: "room", Code: "points", At: strconv.Itoa(i + 1), Amount: left,
				What: phrase.P("desk.room", phrase.Num("left", left))})
		}
	}
	return out
}

// due is the week's upkeep, whether it is paid or not.
func due(t *Turn, whose int) int64 {
	for _, e := range t.Events() {
		if e.Code == "upkeep-short" && e.For(whose) {
			return realm.Due(t.Position, whose)
		}
	}
	return t.Purses[whose].Upkeep
}

// outlook says what the week will do to the treasury, as far as that can be known.
func outlook(t *Turn, whose int, gold int64) []phrase.Phrase {
	p, r := t.Purses[whose], &t.State.Realms[whose]
	due := due(t, whose)
	out := []phrase.Phrase{phrase.P("outlook", phrase.Num("gold", gold), phrase.Num("tax", p.Tax),
		phrase.Num("built", p.Built),
		phrase.Num("recruited", p.Recruited), phrase.Num("upkeep", due), phrase.Num("left", r.Gold))}
	if due > p.Upkeep {
		out = append(out, phrase.P("outlook-short", phrase.Num("lacking", due-p.Upkeep)))
	}
	return out
}
