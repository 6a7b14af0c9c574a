package turn

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/fight"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// rehearsal is what a receipt knows about a turn. The turn is played without dice or, if dice fall, once for each way
// in which they may fall.
type rehearsal struct {
	turns []*Turn                             // the first is the best for its player
	why   map[orders.Position][]phrase.Phrase // why each of them refuses an order
}

// rehearse plays the orders of the player whose turn it is. Everything is visible, so the player knows all of it.
func rehearse(p realm.Position, sh rulekit.Sheet) rehearsal {
	r := rehearsal{why: map[orders.Position][]phrase.Phrase{}}
	play := func(l fight.Luck, seed byte) (thrown bool) {
		t := begin(p, sh, game.Seed{seed}, l)
		play(t)
		r.turns = append(r.turns, t)
		seen := map[orders.Position]bool{}
		for _, no := range t.Refused[t.Me.Number] {
			if at := no.Position; no.Severity == orders.Error && !seen[at] {
				seen[at] = true
				r.why[at] = append(r.why[at], no.What)
			}
		}
		return t.fights.Thrown
	}
	if !play(fight.Best, 0) {
		return r
	}
	play(fight.Worst, 0)
	play(fight.Still, 0)
	for n := byte(1); n <= mixtures && len(sh.Lines) <= manyLines && r.torn(); n++ {
		play(fight.Mixed, n)
	}
	return r
}

// ledger is the outlook as numbers. The income comes before the orders, so it is theirs to spend.
func (r rehearsal) ledger(p realm.Position) []game.MoneyLine {
	t := r.turns[0]
	income := entry("income", 0, t.income, true)
	income.What = phrase.P("ledger.income")
	out := []game.MoneyLine{entry("treasury", 0, p.State.Realm(p.State.Next).Treasure, true), income}
	return append(append(out, t.bills...), entry("left", 0, t.Me.Treasure, !t.fights.Thrown))
}

// Treasure is the code of the only currency.
const Treasure = "treasure"

// entry is a line of the ledger.
func entry(kind string, line int, dice int64, sure bool) game.MoneyLine {
	return game.MoneyLine{Line: line, Kind: kind, Code: Treasure, Amount: dice, Sure: sure}
}

// mixtures is how many more falls of the dice are tried if the others leave open whether an order is possible at all.
// For a sheet of manyLines or more that would cost too much.
const (
	mixtures  = 24
	manyLines = 300
)

// void reports whether an order is impossible however the dice fall: every turn refuses it.
func (r rehearsal) void(at orders.Position) bool { return len(r.why[at]) == len(r.turns) }

// torn reports whether every turn refuses some order, but for different reasons. It may be possible if the dice fall
// in yet another way.
func (r rehearsal) torn() bool {
	for at, why := range r.why {
		if r.void(at) && slices.ContainsFunc(why, func(p phrase.Phrase) bool { return p.Code != why[0].Code }) {
			return true
		}
	}
	return false
}

// problems lists orders that are impossible, as errors, and those possible only with some dice, as warnings. It adds
// what the player may not have meant.
func (r rehearsal) problems() []orders.Problem {
	var out []orders.Problem
	told := map[orders.Position]bool{}
	for i, t := range r.turns {
		for _, no := range t.Refused[t.Me.Number] {
			refused := no.Severity == orders.Error
			switch {
			case !refused && i > 0, refused && told[no.Position]:
				continue
			case refused && !r.void(no.Position):
				no.Severity, no.What = orders.Warning, phrase.P("depends")
			}
			told[no.Position] = told[no.Position] || refused
			out = append(out, no)
		}
	}
	return out
}

// sound lists the lines that may be possible. Only these are used in the turn.
func (r rehearsal) sound(lines []orders.Line) []orders.Line {
	return slices.DeleteFunc(slices.Clone(lines), func(l orders.Line) bool { return r.void(l.Position) })
}

// inForce lists what counts, each line as in the first turn in which it does.
func (r rehearsal) inForce() []game.InForce {
	var out []game.InForce
	told := map[int]int{} // by line: the turn that reported it, from 1
	for i, t := range r.turns {
		for _, f := range t.InForce {
			if told[f.Line] == 0 {
				told[f.Line] = i + 1
			}
			if told[f.Line] == i+1 {
				out = append(out, f)
			}
		}
	}
	return out
}

// idle says what units without a line will do, however the dice fall: stay where they are.
func (r rehearsal) idle() []phrase.Phrase {
	var out []phrase.Phrase
	best := r.turns[0]
	for _, u := range best.State.Of(best.Me.Number) {
		if !slices.ContainsFunc(r.turns, func(t *Turn) bool { return busyOrGone(t, u.Name()) }) {
			out = append(out, phrase.P("idle", phrase.Str("unit", best.Called(u)), best.State.PlaceArg("place", u.At)))
		}
	}
	return out
}

// busyOrGone reports whether a unit has done something this turn, has just come, or has fallen.
func busyOrGone(t *Turn, name string) bool {
	i := slices.IndexFunc(t.State.Units, func(u *realm.Unit) bool { return u.Name() == name })
	if i < 0 {
		return true
	}
	u := t.State.Units[i]
	return t.moved[u] || t.attacked[u] || t.fresh[u] || u.Learning != "" || t.building[u]
}

// outlook says what the turn does to the treasury. All of it is known, except what dice of battle may yield.
func (r rehearsal) outlook(p realm.Position) []phrase.Phrase {
	before, t := p.State.Realm(p.State.Next).Treasure, r.turns[0]
	out := []phrase.Phrase{phrase.P("outlook", phrase.Num("before", before), phrase.Num("income", t.income),
		phrase.Num("spent", t.spent), phrase.Num("left", t.Me.Treasure), phrase.Num("bank", t.State.Bank))}
	if t.fights.Thrown {
		out = append(out, phrase.P("outlook-dice"))
	}
	return out
}
