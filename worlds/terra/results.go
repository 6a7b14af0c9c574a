package terra

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/terra/order"
	"weltentor/worlds/terra/realm"
)

// says reads the results of a realm's sheet: of several for a battle the order file
// keeps the last. What is not for it to tell is refused (§8.2, §8.3).
func (t *turn) says(realm int) []order.ResultOrder {
	var out []order.ResultOrder
	each(t, realm, func(at orders.Position, o order.ResultOrder) {
		if t.mayTell(realm, at, o) && !o.None {
			out = append(out, o)
		}
	})
	return out
}

// mayTell refuses a result that is not for a realm to tell.
func (t *round) mayTell(realm int, at orders.Position, o order.ResultOrder) bool {
	why := t.unfit(realm, o)
	if why.Code == "" {
		return true
	}
	t.Refuse(realm, at, phrase.P(why.Code, why.Args...))
	return false
}

// unfit holds a result against the battles and the size of an army; an empty
// phrase if it counts.
func (t *board) unfit(realm int, o order.ResultOrder) phrase.Phrase {
	n := &t.tables.Rules
	number, b, past := phrase.Num("battle", o.Battle), t.state.Battle(o.Battle), t.state.Past(o.Battle, realm)
	switch {
	case realm > 0 && !t.atTable(realm):
		return phrase.P("no-table-battle", number)
	case (b == nil || realm > 0 && !b.Of(realm)) && past != nil:
		return phrase.P("battle-over", number, phrase.Num("round", past.Round))
	case realm > 0 && (b == nil || side(b, realm) < 0):
		// whether others fight it is not for him to know
		return phrase.P("not-your-battle", number, phrase.Str("have", t.toTell(realm)))
	case b == nil:
		return phrase.P("no-battle", number, phrase.Str("have", t.ofTheRound()))
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

// side tells which side a realm leads at the table, -1 none.
func side(b *realm.Battle, nation int) int {
	if !b.Table {
		return -1
	}
	return slices.IndexFunc(b.Sides[:], func(s realm.Side) bool { return s.Player == nation })
}

// toTell lists the battles a realm is to tell the results of: "G12, G15".
func (t *board) toTell(nation int) string {
	return t.list(func(b *realm.Battle) bool { return side(b, nation) >= 0 })
}

// ofTheRound lists all battles of the round.
func (t *board) ofTheRound() string { return t.list(func(*realm.Battle) bool { return true }) }

// list names the battles of the round that are to be listed, by number.
func (t *board) list(listed func(*realm.Battle) bool) string {
	var numbers []int
	t.ofRound(func(number int, b *realm.Battle) {
		if listed(b) {
			numbers = append(numbers, number)
		}
	})
	slices.Sort(numbers)
	var out []byte
	for i, n := range numbers {
		if i > 0 {
			out = append(out, ", "...)
		}
		out = realm.AppendBattle(out, n)
	}
	return orNone(string(out))
}

// untold lists the battles of which a realm's sheet says nothing that counts.
func (t *round) untold(nation int) []phrase.Phrase {
	var out []phrase.Phrase
	t.ofRound(func(number int, b *realm.Battle) {
		side := side(b, nation)
		if side < 0 {
			return
		}
		if !slices.Contains(t.receipt.told, number) {
			out = append(out, phrase.P("to-tell", append(t.against(b, side), phrase.Num("battle", number))...))
		}
	})
	return out
}

// repeats is the phase of a receipt: it says every result in words, own figures
// first, and who has won by it (§8.1).
func repeats(t *turn) {
	realm := t.receipt.realm
	each(t, realm, func(at orders.Position, o order.ResultOrder) {
		if !t.mayTell(realm, at, o) {
			return
		}
		if o.None {
			code := "result-taken-back"
			if realm == 0 {
				code = "ruling-taken-back"
			}
			t.Accept(at, phrase.P(code, phrase.Num("battle", o.Battle)))
			return
		}
		t.receipt.told = append(t.receipt.told, o.Battle)
		b := *t.state.Battle(o.Battle)
		side := max(side(&b, realm), 0) // the game master speaks for the side named first
		write(o, &b, side)
		decide(&t.tables.Rules, &b)
		code := "result-noted"
		if realm == 0 {
			code = "result-ruled"
		}
		args := append(args(o), phrase.Key("verdict", verdictKey(&b, side)))
		t.Accept(at, phrase.P(code, append(args, t.against(&b, side)...)...))
	})
}

// args are the figures of a result in a sentence.
func args(o order.ResultOrder) []phrase.Arg {
	return []phrase.Arg{
		phrase.Num("battle", o.Battle), phrase.Num("own", o.Own), phrase.Num("other", o.Other),
		phrase.Num("goals", o.OwnGoals), phrase.Num("theirs", o.OtherGoals),
	}
}

// write puts the figures told for one side into the battle.
func write(o order.ResultOrder, b *realm.Battle, side int) {
	b.Sides[side].Points, b.Sides[side].Goals = o.Own, o.OwnGoals
	b.Sides[1-side].Points, b.Sides[1-side].Goals = o.Other, o.OtherGoals
}

// turned is the same result as the other side tells it.
func turned(o order.ResultOrder) order.ResultOrder {
	return order.ResultOrder{Battle: o.Battle, Own: o.Other, Other: o.Own, OwnGoals: o.OtherGoals,
		OtherGoals: o.OwnGoals}
}

// verdictKey names how a battle ended for a side.
func verdictKey(b *realm.Battle, side int) string {
	switch b.Winner {
	case 0:
		return "verdict.draw"
	case 1 + side:
		return "verdict.victory"
	}
	return "verdict.defeat"
}

// words are the results that were told, by realm.
type words [][]order.ResultOrder

// words reads all sheets.
func (t *turn) words() words {
	out := make(words, len(t.sheets))
	for realm := range t.sheets {
		out[realm] = t.says(realm)
	}
	return out
}

// of gives what a realm says of a battle.
func (w words) of(realm, battle int) (order.ResultOrder, bool) {
	for _, o := range w[realm] {
		if o.Battle == battle {
			return o, true
		}
	}
	return order.ResultOrder{}, false
}

// results settles every battle of the round: the game master's word first, then
// what both players say alike, or one alone where silence is an answer; what else is not
// agreed counts 0-0-0-0; the rest is
// computed (§8.5–§8.7).
func results(t *turn) {
	said := t.words()
	t.ofRound(func(number int, b *realm.Battle) {
		t.conclude(said, number, b)
		t.count(b)
		t.proclaim(number, b)
	})
}

func (t *round) conclude(said words, number int, b *realm.Battle) {
	if o, ok := said.of(0, number); ok {
		write(o, b, realm.Attacker)
		decide(&t.tables.Rules, b)
		b.Verdict = realm.Ruled
		return
	}
	if !b.Table {
		t.compute(b)
		b.Verdict = realm.Computed
		return
	}
	x, y := b.Sides[realm.Attacker].Player, b.Sides[realm.Defender].Player
	mine, here := said.of(x, number)
	theirs, there := said.of(y, number)
	if here && there && mine == turned(theirs) {
		write(mine, b, realm.Attacker)
		decide(&t.tables.Rules, b)
		b.Verdict = realm.Agreed
		return
	}
	if here != there && t.tables.Rules.SilenceCounts() {
		t.unanswered(b, mine, theirs, here)
		return
	}
	b.Verdict = realm.Unsettled
	t.unsettled(said, number, b)
}

// unanswered lets a result count that one player alone has told: the attacker's, if here,
// else the defender's (§8.6).
func (t *round) unanswered(b *realm.Battle, mine, theirs order.ResultOrder, here bool) {
	teller, silent, number := realm.Attacker, realm.Defender, phrase.Num("battle", b.Number)
	if here {
		write(mine, b, realm.Attacker)
	} else {
		teller, silent = realm.Defender, realm.Attacker
		write(theirs, b, realm.Defender)
	}
	decide(&t.tables.Rules, b)
	b.Verdict = realm.Unanswered
	t.Tell(phrase.P("unanswered-other", number), b.Sides[teller].Player)
	t.Tell(phrase.P("unanswered-own", number), b.Sides[silent].Player)
}

// orNone is a list, or a dash where it is empty.
func orNone(list string) string {
	if list == "" {
		return "–"
	}
	return list
}
