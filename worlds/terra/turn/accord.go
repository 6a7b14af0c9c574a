package turn

import (
	"cmp"
	"fmt"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/fight"
	"weltentor/worlds/terra/order"
	"weltentor/worlds/terra/realm"
)

// differing shows a player both reports of a battle, the other one from the player's own side.
func differing(code string, mine, theirs order.ResultOrder) phrase.Phrase {
	o := turned(theirs)
	return phrase.P(code, append(args(mine),
		phrase.Num("said", o.Own), phrase.Num("saidother", o.Other), phrase.Num("saidgoals", o.OwnGoals),
		phrase.Num("saidtheirs", o.OtherGoals))...)
}

// Compare says for each battle of the round how far it is reported. It tells its players, and the game master, whose
// word would settle it (§8.5, §8.7). If only one player has reported, the other is told that, and the first that the
// other has not.
func Compare(p realm.Position, sheets []game.Sheet) []game.Crossing {
	if p.State.Phase != realm.InResults || p.State.Over {
		return nil
	}
	t := Begin(p, p.State.Clone(), sheets, game.Seed{})
	said := readWords(t)
	var out []game.Crossing
	t.State.OfRound(func(number int, b *realm.Battle) { out = append(out, howFar(t.Position, said, number, b)...) })
	slices.SortStableFunc(out, func(a, b game.Crossing) int { return cmp.Compare(a.About, b.About) })
	return out
}

// howFar says how far one battle is reported.
func howFar(p realm.Position, said words, number int, b *realm.Battle) []game.Crossing {
	told := func(accord game.Accord, nation int, what phrase.Phrase) game.Crossing {
		return game.Crossing{Realm: nation, About: number, Accord: accord, What: what}
	}
	x, y := b.Sides[realm.Attacker].Player, b.Sides[realm.Defender].Player
	mine, here := said.of(x, number)
	theirs, there := said.of(y, number)
	ruled, is := said.of(0, number)
	n := phrase.Num("battle", number)
	switch {
	case is:
		out := []game.Crossing{told(game.Settled, 0,
			toMaster(p, "master-ruled", number, b, phrase.Str("told", figures(ruled))))}
		for side, nation := range []int{x, y} {
			if nation > 0 {
				out = append(out, told(game.Settled, nation, ruling(p, ruled, b, side)))
			}
		}
		return out
	case !b.Table:
		return []game.Crossing{told(game.Settled, 0, toMaster(p, "master-computed", number, b))}
	case here && there && mine != turned(theirs):
		return []game.Crossing{told(game.Contradicted, x, differing("words-differ", mine, theirs)),
			told(game.Contradicted, y, differing("words-differ", theirs, mine)),
			told(game.Contradicted, 0,
				toMaster(p, "master-differ", number, b, phrase.Str("told", figures(mine)),
					phrase.Str("against", figures(theirs))))}
	case here && there:
		return []game.Crossing{told(game.Settled, x, phrase.P("has-agreed", n)),
			told(game.Settled, y, phrase.P("has-agreed", n)),
			told(game.Settled, 0, toMaster(p, "master-agreed", number, b, phrase.Str("told", figures(mine))))}
	case here:
		return append(oneSided(p, x, y, mine),
			told(game.Untold, 0, toMaster(p, "master-first", number, b, phrase.Str("told", figures(mine)), silence(p))))
	case there:
		return append(oneSided(p, y, x, theirs),
			told(game.Untold, 0, toMaster(p, "master-second", number, b, phrase.Str("told", figures(theirs)),
				silence(p))))
	}
	return []game.Crossing{told(game.Untold, 0, toMaster(p, "master-none", number, b))}
}

// ruling tells the player of a side what the game master has entered. The game master reports for the first side.
func ruling(p realm.Position, o order.ResultOrder, b *realm.Battle, side int) phrase.Phrase {
	if side == realm.Defender {
		o = turned(o)
	}
	ended := *b
	write(o, &ended, side)
	fight.Decide(&p.Tables.Rules, &ended)
	return phrase.P("has-ruled", append(args(o), phrase.Key("verdict", verdictKey(&ended, side)))...)
}

// oneSided is about a battle that only one player has reported. Where silence counts as an answer, the other player is
// asked for one, and sees the figures to agree to (§8.6).
func oneSided(p realm.Position, teller, silent int, o order.ResultOrder) []game.Crossing {
	mine, theirs := phrase.P("has-not-told", phrase.Num("battle", o.Battle), silence(p)), phrase.P("has-told",
		phrase.Num("battle", o.Battle))
	counts := p.Tables.Rules.SilenceCounts()
	if counts {
		theirs = phrase.P("has-told-counts", args(turned(o))...)
	}
	return []game.Crossing{
		{Realm: teller, About: o.Battle, Accord: game.Untold, What: mine},
		{Realm: silent, About: o.Battle, Accord: game.Untold, Owes: counts, What: theirs},
	}
}

// silence says what happens to a battle if the other side reports nothing.
func silence(p realm.Position) phrase.Arg {
	if p.Tables.Rules.SilenceCounts() {
		return phrase.Key("silence", "silence.counts")
	}
	return phrase.Key("silence", "silence.nothing")
}

// unsettled says why a battle counts as 0-0-0-0: to both players with what each has reported, and to the game master, for
// whom it is too late to enter a result (§8.6).
func unsettled(t *Turn, said words, number int, b *realm.Battle) {
	x, y := b.Sides[realm.Attacker].Player, b.Sides[realm.Defender].Player
	mine, here := said.of(x, number)
	theirs, there := said.of(y, number)
	n, told, against := phrase.Num("battle", number), phrase.Str("told", figures(mine)), phrase.Str("against",
		figures(theirs))
	var what phrase.Phrase
	switch {
	case here && there:
		t.Tell(differing("words-differed", mine, theirs), x)
		t.Tell(differing("words-differed", theirs, mine), y)
		what = toMaster(t.Position, "unsettled-differ", number, b, told, against)
	case here:
		t.Tell(phrase.P("not-told-other", n), x)
		t.Tell(phrase.P("not-told-own", n), y)
		what = toMaster(t.Position, "unsettled-first", number, b, told)
	case there:
		t.Tell(phrase.P("not-told-own", n), x)
		t.Tell(phrase.P("not-told-other", n), y)
		what = toMaster(t.Position, "unsettled-second", number, b, phrase.Str("told", figures(theirs)))
	default:
		t.Tell(phrase.P("not-told", n), x, y)
		what = toMaster(t.Position, "unsettled-none", number, b)
	}
	t.Notices = append(t.Notices, game.Notice{What: what})
}

// figures writes a result as in an order.
func figures(o order.ResultOrder) string {
	return fmt.Sprintf("%d %d %d %d", o.Own, o.Other, o.OwnGoals, o.OtherGoals)
}

// toMaster is a sentence about a battle for the game master: who against whom, by the names of those who lead the
// sides or else own them.
func toMaster(p realm.Position, code string, number int, b *realm.Battle, args ...phrase.Arg) phrase.Phrase {
	other := roleKeys[b.Sides[realm.Defender].Role]
	if s := &b.Sides[realm.Defender]; s.Role == realm.Garrison && s.Owner == 0 {
		other = "role.wild"
	}
	args = append(args, phrase.Num("battle", number), phrase.Key("role", roleKeys[b.Sides[realm.Attacker].Role]),
		phrase.Key("other", other))
	return phrase.P(code, append(args, fight.Against(p, b, realm.Attacker)...)...)
}

// roleKeys are the keys of what a side leads.
var roleKeys = [...]string{realm.Standing: "role.army", realm.Garrison: "role.garrison",
	realm.Mercenaries: "role.mercenaries"}
