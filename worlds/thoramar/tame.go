package thoramar

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// price is what an army costs to be taken over or freed, in points.
type price struct {
	army   *Army
	points int64
}

// sortPrices puts the cheapest first, then by realm and name.
func sortPrices(list []price) {
	slices.SortStableFunc(list, func(a, b price) int {
		return cmp.Or(cmp.Compare(a.points, b.points), cmp.Compare(a.army.Realm, b.army.Realm), inOrder(a.army, b.army))
	})
}

// inOrder orders armies by realm and name.
func inOrder(a, b *Army) int {
	switch {
	case a.Name.less(b.Name):
		return -1
	case b.Name.less(a.Name):
		return 1
	}
	return 0
}

// tame takes over realm 0's armies in a field, the cheapest first while the
// points last (manual, "Der Monsterbeherrscher"; decision 10).
func (t *Turn) tame(z *Army) {
	p, ok := t.aim(z, t.tables.Rules.SpellReach)
	if !ok {
		return
	}
	if t.tooManyArmies(z.Realm, z.march.at) {
		return
	}
	t.castOn(z, p, t.tameable(z, p), "tame-tries", "tame-nobody", func(c price) bool {
		if c.army.Name.Unit == commonDemon && t.holdsDemons(z) {
			return false // one it can hold, the cheapest
		}
		return t.takeOver(z, c)
	})
}

// castOn lets a sorcerer take what a spell may reach in a field, the cheapest first
// while the points last; take tells whether it did. A receipt says what is tried.
func (t *Turn) castOn(z *Army, p game.Place, prey []price, tries, nobody string, take func(price) bool) {
	if t.foretell(z, p, prey, tries, nobody) {
		return
	}
	army, field := phrase.Str("army", z.Name.String()), phrase.At("field", p)
	if len(prey) == 0 {
		t.refuse(z.Realm, z.march.at, phrase.P(nobody, army, field))
		return
	}
	done := false
	for _, c := range prey {
		if c.points > z.Men {
			break
		}
		done = take(c) || done
	}
	if !done { // what it would cost tells how many they are: that stays unsaid
		t.refuse(z.Realm, z.march.at, phrase.P("spell-weak", army, field, phrase.Num("points", z.Men)))
	}
}

// tameable lists what of realm 0 in the field can be taken over, the cheapest
// first: monsters by their kind, troops by their price, a free D.N at double
// its number, but only by one who holds none yet.
func (t *Turn) tameable(z *Army, p game.Place) []price {
	n := &t.tables.Rules
	holds := t.holdsDemons(z) || z.cargo() // no demon obeys a sorcerer at sea
	var out []price
	for _, a := range t.armiesAt(p) {
		row := t.row(a)
		switch {
		case a.Realm != 0 || a.Name.Unit == archDemon || a.Name.Unit == commonDemon && holds:
		case a.Name.Unit == commonDemon:
			out = append(out, price{a, a.Men * n.TameDemon})
		case row.Tame > 0:
			out = append(out, price{a, upBy(a.Men*row.Tame, 10)}) // Tame is in tenths
		case row.Cost > 0:
			out = append(out, price{a, upBy(a.Men*row.Cost, n.SpellGold)})
		}
	}
	sortPrices(out)
	return out
}

// takeOver makes an army of realm 0 one of the sorcerer's realm. It holds for
// the rest of the turn, for its number there was unknown when orders were
// written. It tells false if the realm has no number left for it.
func (t *Turn) takeOver(z *Army, c price) bool {
	a := c.army
	was := a.Name.String()
	if len(t.state.Armies[z.Realm]) >= t.tables.Rules.ArmiesMax || !t.changeRealm(a, z.Realm) {
		return false
	}
	z.Men -= c.points
	a.Flag, a.Command = Shown, Defend
	if a.Name.Type == 'D' {
		a.Master = z.Name
	}
	a.march = &march{command: Defend, hired: true}
	t.tell(phrase.P("tamed", phrase.Str("army", z.Name.String()), phrase.Str("other", was), phrase.Str("name", a.Name.String()),
		phrase.Num("men", a.Men), a.Name.kind(a.Men), phrase.At("field", a.At), phrase.Num("cost", c.points)), z.Realm)
	return true
}

// accelerate lends an army of the own realm the points of T01 once more, for
// this turn, on top of what it has (manual, "Der Beschleuniger"; decision 10).
func (t *Turn) accelerate(z *Army) {
	m := z.march
	army, other := phrase.Str("army", z.Name.String()), phrase.Str("other", m.special.Army.String())
	a := t.state.army(z.Realm, m.special.Army)
	switch {
	case a == nil || a.march.hired:
		t.refuse(z.Realm, m.at, phrase.P("haste-nobody", army, other))
		return
	case a.march.hastened:
		t.refuse(z.Realm, m.at, phrase.P("haste-twice", army, other))
		return
	}
	row := t.row(a)
	cost := upBy(a.Men*row.Cost, t.tables.Rules.SpellGold)
	if a.march.beyond {
		t.caveat(z.Realm, m.at, phrase.P("haste-beyond", army, other))
	} else if !t.inReach(z, a.At, t.tables.Rules.SpellReach) {
		return
	}
	if !t.affords(z, cost) {
		return
	}
	z.Men -= cost
	a.Points += row.Move
	a.march.hastened = true
	t.did(z.Realm, m.at, phrase.P("hastened", army, other, phrase.Num("cost", cost), phrase.Num("points", a.Points), phrase.Num("left", z.Men)))
}
