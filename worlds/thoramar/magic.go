package thoramar

import (
	"cmp"
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// The kinds of armies that are no men (manual, "Die Dämonen", "Die Zauberer").
var (
	commonDemon = Unit{'D', 'N'}
	archDemon   = Unit{'D', 'E'}
	monsterLord = Unit{'Z', 'M'}
)

// heads is how many a stranger counts of an army. A priest or sorcerer is one person,
// whatever the points: those are never seen, nor in a formation.
func (t *Turn) heads(a *Army) int64 {
	switch {
	case a.Name.gifted():
		return 1
	case a.formation():
		men := a.Men
		for _, m := range t.crew(a) {
			if m.Name.gifted() {
				men += 1 - m.Men
			}
		}
		return men
	}
	return a.Men
}

// gifted tells whether the number of the armies is their points: priests and
// sorcerers. They may fall to 0 during a turn; the least strength of T03 is
// asked for at its end (decision 10).
func (u Unit) gifted() bool { return u.Type == 'P' || u.Type == 'Z' }

// kind is the word for what a number of the army counts: "men", "ship".
func (u Unit) kind(n int64) phrase.Arg { return phrase.Key("kind", "count."+u.counts(n)) }

// with is the same word behind "with" and the like: German says "mit 3 Schiffen".
func (u Unit) with(n int64) phrase.Arg { return phrase.Key("kind", "counted."+u.counts(n)) }

// counts is the code of what a number of the army counts.
func (u Unit) counts(n int64) string {
	one, many := "man", "men"
	switch {
	case u.gifted():
		one, many = "point", "points"
	case u == archDemon:
		one, many = "strength", "strength"
	case u.Type == 'M' || u.Type == 'D':
		one, many = "being", "beings"
	case u.ship():
		one, many = "ship", "ships"
	}
	if n == 1 {
		return one
	}
	return many
}

// counted is the code of a sentence that speaks of men, or the one that speaks
// of points where those are the army's number.
func (u Unit) counted(men, points string) string {
	if u.gifted() {
		return points
	}
	return men
}

// demons lists those that obey the sorcerer, in their order.
func (t *Turn) demons(z *Army) []*Army {
	var out []*Army
	for _, d := range t.state.ofType(z.Realm, 'D') {
		if d.Master == z.Name {
			out = append(out, d)
		}
	}
	return out
}

// holdsDemons tells whether a demon obeys the sorcerer: it may not go aboard.
func (t *Turn) holdsDemons(z *Army) bool { return z.Name.Type == 'Z' && len(t.demons(z)) > 0 }

// unbind frees the demons of a sorcerer that is no more.
func (t *Turn) unbind(z *Army) {
	for _, d := range t.demons(z) {
		t.setFree(d)
	}
}

// setFree makes a demon one of realm 0's: it obeys nobody, stays where it is
// for the rest of the turn, and plunders.
func (t *Turn) setFree(d *Army) {
	t.tell(phrase.P("demon-free", phrase.Str("army", d.Name.String()), phrase.At("field", d.At)), d.Realm)
	if !t.changeRealm(d, 0) {
		t.removeArmy(d) // realm 0 has no number left for it
		return
	}
	d.Master, d.Command, d.Flag = ArmyName{}, Plunder, Shown
	if m := d.march; m != nil {
		m.command, m.special, m.kind, m.broken, m.at = Plunder, Special{}, NoMeaning, true, orders.Position{}
	}
}

// summonCost is the points that summon so many demons of a kind (manual, "Der
// Beschwörer").
func (t *Turn) summonCost(u Unit, men int64) int64 {
	if u == archDemon {
		return men * t.tables.Rules.SummonArch
	}
	return men * t.tables.Rules.SummonCommon
}

// holdCost is the points a turn that hold an army of demons.
func (t *Turn) holdCost(u Unit) int64 {
	if u == archDemon {
		return t.tables.Rules.HoldArch
	}
	return t.tables.Rules.HoldCommon
}

// spell is what all spells on a field share: the field in the order must be
// there and in reach.
func (t *Turn) spell(a *Army, reach int) (game.Place, bool) {
	m := a.march
	p := t.place(a.Realm, m.special.At)
	if p == game.Nowhere {
		t.refuse(a.Realm, m.at, phrase.P("no-field", phrase.XY("field", m.special.At.X, m.special.At.Y)))
		return p, false
	}
	return p, t.inReach(a, p, reach)
}

// aim is spell for what is aimed at the armies of others: their field must have been
// seen when the turn began. Elsewhere the refusal is the same, whatever is there.
func (t *Turn) aim(a *Army, reach int) (game.Place, bool) {
	p, ok := t.spell(a, reach)
	if ok && !t.sees(a.Realm, p) {
		t.refuse(a.Realm, a.march.at, phrase.P("spell-unseen", phrase.Str("army", a.Name.String()), phrase.At("field", p)))
		return p, false
	}
	return p, ok
}

// inReach refuses a spell on a field too far away.
func (t *Turn) inReach(a *Army, p game.Place, reach int) bool {
	far := t.grid.Distance(a.At, p)
	if far > reach {
		t.refuse(a.Realm, a.march.at, phrase.P("spell-far", phrase.Str("army", a.Name.String()),
			phrase.At("field", p), phrase.Num("far", far), phrase.Num("reach", reach)))
	}
	return far <= reach
}

// affords refuses a spell that costs more points than there are: it does
// nothing and costs nothing (decision 10).
func (t *Turn) affords(a *Army, points int64) bool {
	if a.Men < points {
		t.refuse(a.Realm, a.march.at, phrase.P("spell-poor", phrase.Str("army", a.Name.String()),
			phrase.Num("needed", points), phrase.Num("points", a.Men)))
	}
	return a.Men >= points
}

// foretell is what a receipt says of a spell on the armies of others: what it
// aims at, and doubts, never a refusal, since armies may come, go or hide until
// then. It tells whether this is a receipt, where the spell itself must wait.
func (t *Turn) foretell(z *Army, p game.Place, prey []price, tries, nobody string) bool {
	if t.receipt == nil {
		return false
	}
	at := z.march.at
	army, field := phrase.Str("army", z.Name.String()), phrase.At("field", p)
	t.accept(z.Realm, at, phrase.P(tries, army, field, phrase.Num("points", z.Men)))
	switch {
	case len(prey) == 0:
		t.caveat(z.Realm, at, phrase.P(nobody, army, field))
	case prey[0].points > z.Men:
		t.caveat(z.Realm, at, phrase.P("spell-dear", army, field, phrase.Num("needed", prey[0].points), phrase.Num("points", z.Men)))
	}
	return true
}

// byLot puts the armies of different realms in the order of this turn's lots,
// so that no realm's number gives it the first grasp; a realm's own keep the
// order of its file.
func (t *Turn) byLot(list []*Army) {
	lots := make([]int64, len(t.state.Realms))
	for r := range lots {
		lots[r] = t.dice(int64(r)).N(1 << 62)
	}
	slices.SortStableFunc(list, func(a, b *Army) int {
		return cmp.Or(cmp.Compare(lots[a.Realm], lots[b.Realm]), cmp.Compare(a.Realm, b.Realm))
	})
}
