package turn

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/sight"
	"weltentor/worlds/rulekit"
)

// Check reads a sheet over the world as its realm knows it. It plays the phases that orders decide, and what these
// refuse is a problem. For combats it only computes chances.
func Check(p realm.Position, s game.Sheet) game.Checked {
	out, counts := rulekit.Receipt(p.Rules.Language(), s, void(p.State, s.Realm))
	if !counts {
		return out
	}
	t := Begin(p, p.State.Clone(), []game.Sheet{s}, game.Seed{})
	t.forReceipt(&receipt{realm: s.Realm, seen: sight.Seen(p.State, s.Realm), plan: newProspects(),
		plays: forecasts})
	t.Run(Planned)
	doubtUndefended(t, s.Realm)
	out.InForce, out.Letters = t.InForce, t.ToMaster
	out.Problems = append(out.Problems, t.Refused[s.Realm]...)
	out.Sort()
	out.Idle = idle(t, s.Realm)
	out.Outlook = []phrase.Phrase{phrase.P("outlook", phrase.Num("ducats", t.State.Realms[s.Realm-1].Ducats),
		phrase.Num("income", t.receipt.income))}
	out.Ledger = ledger(t, p.State.Realms[s.Realm-1].Ducats)
	return out
}

// Ducats is the code of the only currency.
const Ducats = "ducats"

// ledger is the outlook as entries: what there was, the income, what each line costs, and what is left. Armies cost no
// upkeep here.
func ledger(t *Turn, had int64) []game.MoneyLine {
	income := entry("income", 0, t.receipt.income)
	income.What = phrase.P("ledger.income")
	out := append([]game.MoneyLine{entry("treasury", 0, had), income}, t.receipt.bills...)
	slices.SortStableFunc(out, func(a, b game.MoneyLine) int { return cmp.Compare(a.Line, b.Line) })
	return append(out, entry("left", 0, t.State.Realms[t.receipt.realm-1].Ducats))
}

// entry is an entry of the ledger.
func entry(kind string, line int, ducats int64) game.MoneyLine {
	return game.MoneyLine{Line: line, Kind: kind, Code: Ducats, Amount: ducats, Sure: true}
}

// doubtUndefended warns of own colonies that nobody will defend when the natives beside them move. A single attack
// burns such a colony down.
func doubtUndefended(t *Turn, whose int) {
	var bare []string
	for i, a := range t.State.Areas {
		if colony(t, i+1) && a.Colony.Owner == whose && !fight.Defended(t.Position, 0, i+1, whose) &&
			slices.ContainsFunc(a.Beside, func(b int) bool { n := t.State.Areas[b-1].Natives; return n != nil && n.Units() > 0 }) {
			bare = append(bare, strconv.Itoa(i+1))
		}
	}
	if len(bare) > 0 {
		t.Doubt(whose, orders.Position{}, phrase.P("undefended", phrase.Num("n", len(bare)),
			phrase.Str("areas", strings.Join(bare, ", ")), phrase.Str("example", bare[0])))
	}
}

// void says why a realm's sheet does not count at all, or "" if it may.
func void(s *realm.State, realm int) string {
	switch {
	case realm == 0:
		return "master-no-orders"
	case s.Realm(realm) == nil:
		return "not-in-game"
	case s.Over:
		return "game-over"
	}
	return ""
}

// idle lists the leaders and fleets that have no line in $A that counts.
func idle(t *Turn, whose int) (out []phrase.Phrase) {
	r, forced := &t.State.Realms[whose-1], game.Checked{InForce: t.InForce}.Forced()
	named := map[concern]bool{}
	for _, l := range t.sheets[whose-1].Lines {
		if forced[l.Line] {
			named[subject(l.Order)] = true
		}
	}
	for _, l := range r.Leaders {
		if !named[about(l.Name)] {
			out = append(out, phrase.P("holds", phrase.Str("who", l.Name), phrase.Num("area", l.At)))
		}
	}
	for _, f := range r.Fleets {
		if !named[concern{fleet: f.Number}] {
			out = append(out, phrase.P("holds", order.FleetArg("who", f.Number), phrase.Num("area", f.At)))
		}
	}
	return out
}
