package turn

import (
	"cmp"
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/terra/fight"
	"weltentor/worlds/terra/order"
	"weltentor/worlds/terra/realm"
)

// mayTell refuses a result that a realm may not report.
func mayTell(t *Turn, realm int, at orders.Position, o order.ResultOrder) bool {
	why := unfit(t.Position, realm, o)
	if why.Code != "" {
		t.Refuse(realm, at, why)
	}
	return why.Code == ""
}

// unfit compares a result with the battles and the size of an army. The phrase is empty if it counts.
func unfit(p realm.Position, nation int, o order.ResultOrder) phrase.Phrase {
	n := &p.Tables.Rules
	number, b, past := phrase.Num("battle", o.Battle), p.State.Battle(o.Battle), p.State.Past(o.Battle, nation)
	switch {
	case nation > 0 && !p.State.AtTable(nation):
		return phrase.P("no-table-battle", number)
	case (b == nil || nation > 0 && !b.Of(nation)) && past != nil:
		return phrase.P("battle-over", number, phrase.Num("round", past.Round))
	case nation > 0 && (b == nil || b.LedBy(nation) < 0):
		// the realm may not learn whether others fight it
		return phrase.P("not-your-battle", number, phrase.Str("have",
			nameBattles(p, func(b *realm.Battle) bool { return b.LedBy(nation) >= 0 })))
	case b == nil:
		return phrase.P("no-battle", number, phrase.Str("have",
			nameBattles(p, func(*realm.Battle) bool { return true })))
	case o.None:
	case max(o.Own, o.Other) > n.ArmySize:
		return phrase.P("too-many-points", number, phrase.Num("points", max(o.Own, o.Other)),
			phrase.Num("most", n.ArmySize))
	case max(o.OwnGoals, o.OtherGoals) > n.GoalsMost:
		return phrase.P("too-many-goals", number, phrase.Num("goals", max(o.OwnGoals, o.OtherGoals)),
			phrase.Num("most", n.GoalsMost))
	}
	return phrase.Phrase{}
}

// nameBattles lists the wanted battles of the round, by number.
func nameBattles(p realm.Position, listed func(*realm.Battle) bool) string {
	var numbers []int
	p.State.OfRound(func(number int, b *realm.Battle) {
		if listed(b) {
			numbers = append(numbers, number)
		}
	})
	slices.Sort(numbers)
	var names []string
	for _, n := range numbers {
		names = append(names, string(realm.AppendBattle(nil, n)))
	}
	return cmp.Or(strings.Join(names, ", "), noBattle)
}

// noBattle stands for a list of battles that is empty.
const noBattle = "–"

// untold lists the battles about which a realm's sheet says nothing that counts.
func untold(t *Turn, nation int) []phrase.Phrase {
	var out []phrase.Phrase
	t.State.OfRound(func(number int, b *realm.Battle) {
		if side := b.LedBy(nation); side >= 0 && !slices.Contains(t.receipt.told, number) {
			out = append(out, phrase.P("to-tell", append(fight.Against(t.Position, b, side), phrase.Num("battle", number))...))
		}
	})
	return out
}

// repeats is a phase of receipts. It repeats every result in words, own figures first, and says who has won by it
// (§8.1).
func repeats(t *Turn) {
	realm, noted, takenBack := t.receipt.realm, "result-noted", "result-taken-back"
	if realm == 0 {
		noted, takenBack = "result-ruled", "ruling-taken-back"
	}
	each(t, realm, func(at orders.Position, o order.ResultOrder) {
		if !mayTell(t, realm, at, o) {
			return
		}
		if o.None {
			t.Accept(at, phrase.P(takenBack, phrase.Num("battle", o.Battle)))
			return
		}
		t.receipt.told = append(t.receipt.told, o.Battle)
		b := *t.State.Battle(o.Battle)
		side := max(b.LedBy(realm), 0) // the game master reports for the side named first
		write(o, &b, side)
		fight.Decide(&t.Tables.Rules, &b)
		args := append(args(o), phrase.Key("verdict", verdictKey(&b, side)))
		t.Accept(at, phrase.P(noted, append(args, fight.Against(t.Position, &b, side)...)...))
	})
}

// args are the figures of a result in a sentence.
func args(o order.ResultOrder) []phrase.Arg {
	return []phrase.Arg{
		phrase.Num("battle", o.Battle), phrase.Num("own", o.Own), phrase.Num("other", o.Other),
		phrase.Num("goals", o.OwnGoals), phrase.Num("theirs", o.OtherGoals),
	}
}

// write puts the figures reported for one side into the battle.
func write(o order.ResultOrder, b *realm.Battle, side int) {
	b.Sides[side].Points, b.Sides[side].Goals = o.Own, o.OwnGoals
	b.Sides[1-side].Points, b.Sides[1-side].Goals = o.Other, o.OtherGoals
}

// turned is the same result from the other side.
func turned(o order.ResultOrder) order.ResultOrder {
	return order.ResultOrder{Battle: o.Battle, Figures: order.Figures{Own: o.Other, Other: o.Own, OwnGoals: o.OtherGoals,
		OtherGoals: o.OwnGoals}}
}

// verdictKey is the key of how a battle ended for a side.
func verdictKey(b *realm.Battle, side int) string {
	switch b.Winner {
	case 0:
		return "verdict.draw"
	case 1 + side:
		return "verdict.victory"
	}
	return "verdict.defeat"
}

// words are the reported results, by realm and battle.
type words map[[2]int]order.ResultOrder

// readWords reads the results of all sheets. The order file keeps the last of several for a battle. Results that their
// realm may not report are refused (§8.2, §8.3).
func readWords(t *Turn) words {
	out := words{}
	for realm := range t.sheets {
		each(t, realm, func(at orders.Position, o order.ResultOrder) {
			if mayTell(t, realm, at, o) && !o.None {
				out[[2]int{realm, o.Battle}] = o
			}
		})
	}
	return out
}

// of returns what a realm says about a battle.
func (w words) of(realm, battle int) (o order.ResultOrder, said bool) {
	o, said = w[[2]int{realm, battle}]
	return o, said
}

// results settles every battle of the round. First comes the game master's word, then what both players report alike,
// or one alone if silence counts as an answer. Anything else not agreed counts as 0-0-0-0. Battles that nobody plays are
// computed (§8.5–§8.7).
func results(t *Turn) {
	said := readWords(t)
	t.State.OfRound(func(number int, b *realm.Battle) {
		conclude(t, said, number, b)
		countIn(t.Position, b)
		proclaim(t, number, b)
	})
}

func conclude(t *Turn, said words, number int, b *realm.Battle) {
	if o, ok := said.of(0, number); ok {
		write(o, b, realm.Attacker)
		fight.Decide(&t.Tables.Rules, b)
		b.Verdict = realm.Ruled
		return
	}
	if !b.Table {
		fight.Compute(&t.Turn, t.Position, b)
		b.Verdict = realm.Computed
		return
	}
	x, y := b.Sides[realm.Attacker].Player, b.Sides[realm.Defender].Player
	mine, here := said.of(x, number)
	theirs, there := said.of(y, number)
	if here && there && mine == turned(theirs) {
		write(mine, b, realm.Attacker)
		fight.Decide(&t.Tables.Rules, b)
		b.Verdict = realm.Agreed
		return
	}
	if here != there && t.Tables.Rules.SilenceCounts() {
		unanswered(t, b, mine, theirs, here)
		return
	}
	b.Verdict = realm.Unsettled
	unsettled(t, said, number, b)
}

// unanswered lets a result count that only one player has reported: the attacker if here is set, otherwise the
// defender (§8.6).
func unanswered(t *Turn, b *realm.Battle, mine, theirs order.ResultOrder, here bool) {
	teller, silent, number := realm.Attacker, realm.Defender, phrase.Num("battle", b.Number)
	if here {
		write(mine, b, realm.Attacker)
	} else {
		teller, silent = realm.Defender, realm.Attacker
		write(theirs, b, realm.Defender)
	}
	fight.Decide(&t.Tables.Rules, b)
	b.Verdict = realm.Unanswered
	t.Tell(phrase.P("unanswered-other", number), b.Sides[teller].Player)
	t.Tell(phrase.P("unanswered-own", number), b.Sides[silent].Player)
}
