package terra

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// compute fights a battle by the rules: who wins is drawn by the attacker's part of
// both strengths, raised by stakes, and then what each side loses of its status (§8.10, §8.11). The dice
// are those of the field, so what is fought elsewhere changes nothing here.
func (t *round) compute(b *realm.Battle) {
	n := &t.tables.Rules
	d := t.Dice(int64(b.At))
	a, e := b.Sides[realm.Attacker].Strength, b.Sides[realm.Defender].Strength
	p := int64(500)
	if a+e > 0 {
		p = a * 1000 / (a + e)
	}
	p = raised(b, p)
	b.Winner = 0
	u := d.N(1000)
	switch {
	case u < p-n.Luck:
		b.Winner = 1 + realm.Attacker
	case u > p+n.Luck:
		b.Winner = 1 + realm.Defender
	}
	battle := phrase.Num("battle", b.Number)
	t.Tell(phrase.P("drawn", battle, phrase.Num("part", p), phrase.Num("thrown", u), phrase.Num("low", p-n.Luck),
		phrase.Num("high", p+n.Luck)), parties(b)...)
	if b.Winner == 0 {
		for i := range b.Sides {
			b.Sides[1-i].Points = tables.Permille(b.Sides[i].Status, n.DrawLoss)
		}
		return
	}
	won, lost := &b.Sides[b.Winner-1], &b.Sides[2-b.Winner]
	much, little := d.Between(n.LoserLeast, n.LoserMost), d.Between(n.WinnerLeast, n.WinnerMost)
	t.Tell(phrase.P("gives-up", battle, phrase.Num("much", much), phrase.Num("little", little)), parties(b)...)
	won.Points = tables.Permille(lost.Status, much)
	lost.Points = tables.Permille(won.Status, little)
	if lost.Strength < won.Strength {
		lost.Points = lost.Points * lost.Strength / won.Strength
	}
}

// decide says who has won at the table: more objectives, or with equal ones so many
// more victory points (§8.9).
func decide(n *tables.Numbers, b *realm.Battle) {
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
