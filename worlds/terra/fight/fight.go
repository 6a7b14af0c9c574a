// Package fight decides who fights whom when the clock has stopped (Pair), how strong both sides are, and who has won:
// at the table (Decide) or by the rules (Compute). What a pairing draws is keyed by what it is for (law 5). It changes
// the state and records events in the core of a turn that is handed in, so it does not know package turn.
package fight

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/order"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// Compute fights a battle by the rules. The winner is drawn by the attacker's part of both strengths, raised by
// stakes, and then each side's loss of status (§8.10, §8.11). The dice are keyed by the field, so battles elsewhere
// change nothing here.
func Compute(t *rulekit.Turn, p realm.Position, b *realm.Battle) {
	n := &p.Tables.Rules
	d := t.Dice(int64(b.At))
	a, e := b.Sides[realm.Attacker].Strength, b.Sides[realm.Defender].Strength
	part := int64(500)
	if a+e > 0 {
		part = a * 1000 / (a + e)
	}
	part += (b.Sides[realm.Attacker].Stake - b.Sides[realm.Defender].Stake) / order.StakeStep * StakeGives
	part = min(max(part, 0), 1000)
	b.Winner = 0
	u := d.N(1000)
	switch {
	case u < part-n.Luck:
		b.Winner = 1 + realm.Attacker
	case u > part+n.Luck:
		b.Winner = 1 + realm.Defender
	}
	battle := phrase.Num("battle", b.Number)
	t.Tell(phrase.P("drawn", battle, phrase.Num("part", part), phrase.Num("thrown", u), phrase.Num("low", part-n.Luck),
		phrase.Num("high", part+n.Luck)), b.Parties()...)
	if b.Winner == 0 {
		for i := range b.Sides {
			b.Sides[1-i].Points = tables.Permille(b.Sides[i].Status, n.DrawLoss)
		}
		return
	}
	won, lost := &b.Sides[b.Winner-1], &b.Sides[2-b.Winner]
	much, little := d.Between(n.LoserLeast, n.LoserMost), d.Between(n.WinnerLeast, n.WinnerMost)
	t.Tell(phrase.P("gives-up", battle, phrase.Num("much", much), phrase.Num("little", little)), b.Parties()...)
	won.Points = tables.Permille(lost.Status, much)
	lost.Points = tables.Permille(won.Status, little)
	if lost.Strength < won.Strength {
		lost.Points = lost.Points * lost.Strength / won.Strength
	}
}

// Decide says who has won at the table: the side with more objectives. If those are equal, a side needs enough more
// victory points (§8.9).
func Decide(n *tables.Numbers, b *realm.Battle) {
	a, d := &b.Sides[realm.Attacker], &b.Sides[realm.Defender]
	margin := tables.Permille(n.ArmySize, n.Margin)
	b.Winner = 0
	switch {
	case a.Goals > d.Goals, a.Goals == d.Goals && a.Points-d.Points >= margin:
		b.Winner = 1 + realm.Attacker
	case d.Goals > a.Goals, d.Points-a.Points >= margin:
		b.Winner = 1 + realm.Defender
	}
}

// StakeGives is how much each full order.StakeStep of a stake adds to its side's part of the strength, in permille
// (§8.12).
const StakeGives = 10

// Conquer gives a field to a nation. Its garrison is gone.
func Conquer(t *rulekit.Turn, p realm.Position, at game.Place, nation int) {
	f, place, terrain := &p.State.Fields[at], phrase.At("field", at), realm.TerrainArg(p, at)
	t.Tell(phrase.P("field-won", place, terrain), nation)
	if f.Owner > 0 {
		t.Tell(phrase.P("field-lost", append(p.State.RealmArgs(nation), place, terrain)...), f.Owner)
	}
	f.Owner, f.Garrison = nation, 0
}

// Against says in a sentence whom a side fights.
func Against(p realm.Position, b *realm.Battle, side int) []phrase.Arg {
	mine, theirs := &b.Sides[side], &b.Sides[1-side]
	who := func(s *realm.Side) string {
		switch {
		case s.Player > 0:
			return p.State.Realms[s.Player-1].Name
		case s.Owner > 0:
			return p.State.Realms[s.Owner-1].Name
		}
		return "–"
	}
	return []phrase.Arg{phrase.Str("name", who(mine)), phrase.Str("opponent", who(theirs))}
}
