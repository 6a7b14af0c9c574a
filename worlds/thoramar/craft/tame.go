package craft

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// price is how many points it takes to take over or free an army.
type price struct {
	army   *realm.Army
	points int64
}

// sortPrices puts the cheapest first, then by realm and name.
func sortPrices(list []price) {
	slices.SortStableFunc(list, func(a, b price) int {
		return cmp.Or(cmp.Compare(a.points, b.points), cmp.Compare(a.army.Realm, b.army.Realm),
			a.army.Name.Compare(b.army.Name))
	})
}

// Tame takes over realm 0's armies in a field, the cheapest first as long as the points last (manual, "Der
// Monsterbeherrscher"; decision 10).
func Tame(t *realm.Turn, z *realm.Army) {
	p, ok := aim(t, z, t.Tables.Rules.SpellReach)
	if !ok {
		return
	}
	if t.TooManyArmies(z.Realm, z.March.At) {
		return
	}
	tries := attempt{by: z, at: p, prey: tameable(t, z, p), tries: "tame-tries", nobody: "tame-nobody"}
	tries.cast(t, func(c price) bool {
		if c.army.Name.Unit == tables.CommonDemon && realm.HoldsDemons(t, z) {
			return false // it can hold only one, the cheapest
		}
		return takeOver(t, z, c)
	})
}

// attempt is a sorcerer's spell on the armies of others in a field.
type attempt struct {
	by            *realm.Army
	at            game.Place
	prey          []price // what it may reach, the cheapest first
	tries, nobody string  // the sentences of its receipt, and of one that finds nobody
}

// cast lets the sorcerer take the prey, the cheapest first as long as the points last. take reports whether it took
// one. A receipt says what is tried, and doubts it. It never refuses, since armies may come, go or hide until then.
func (s attempt) cast(t *realm.Turn, take func(price) bool) {
	z, field, points := s.by, phrase.At("field", s.at), phrase.Num("points", s.by.Men)
	switch receipt, none := t.Receipt != nil, len(s.prey) == 0; {
	case receipt:
		t.Accept(z.March.At, phrase.P(s.tries, phrase.Str("army", z.Name.String()), field, points))
		if none {
			t.CaveatArmy(z, s.nobody, field)
		} else if s.prey[0].points > z.Men {
			t.CaveatArmy(z, "spell-dear", field, phrase.Num("needed", s.prey[0].points), points)
		}
		return
	case none:
		t.RefuseArmy(z, s.nobody, field)
		return
	}
	done := false
	for _, c := range s.prey {
		if c.points > z.Men {
			break
		}
		done = take(c) || done
	}
	if !done { // the cost would reveal how many there are, so it is not said
		t.RefuseArmy(z, "spell-weak", field, points)
	}
}

// tameable lists what of realm 0 in the field can be taken over, the cheapest first: monsters by their kind, troops by
// their price, and a free D.N at double its number. A D.N obeys only a sorcerer that holds none yet.
func tameable(t *realm.Turn, z *realm.Army, p game.Place) []price {
	n := &t.Tables.Rules
	holds := realm.HoldsDemons(t, z) || z.Cargo() // no demon obeys a sorcerer at sea
	var out []price
	for _, a := range t.ArmiesAt(p) {
		row := t.Row(a)
		switch {
		case a.Realm != 0 || a.Name.Unit == tables.ArchDemon || a.Name.Unit == tables.CommonDemon && holds:
		case a.Name.Unit == tables.CommonDemon:
			out = append(out, price{a, a.Men * n.TameDemon})
		case row.Tame > 0:
			out = append(out, price{a, realm.UpBy(a.Men*row.Tame, 10)}) // Tame is in tenths
		case row.Cost > 0:
			out = append(out, price{a, realm.UpBy(a.Men*row.Cost, n.SpellGold)})
		}
	}
	sortPrices(out)
	return out
}

// takeOver gives an army of realm 0 to the sorcerer's realm. It holds for the rest of the turn, since its number there
// was unknown when orders were written. It returns false if the realm has no number left for it.
func takeOver(t *realm.Turn, z *realm.Army, c price) bool {
	a := c.army
	was := a.Name.String()
	if len(t.State.Armies[z.Realm]) >= t.Tables.Rules.ArmiesMax || !t.ChangeRealm(a, z.Realm) {
		return false
	}
	z.Men -= c.points
	a.Flag, a.Command = realm.Shown, realm.Defend
	if a.Name.Type == 'D' {
		a.Master = z.Name
	}
	a.March = &realm.March{Command: realm.Defend, Hired: true}
	t.TellArmy(z, "tamed", phrase.Str("other", was), phrase.Str("name", a.Name.String()), phrase.Num("men", a.Men),
		realm.Kind(a.Name.Unit, a.Men), phrase.At("field", a.At), phrase.Num("cost", c.points))
	return true
}

// Accelerate gives an army of the own realm the points of T01 once more, for this turn, in addition to what it has
// (manual, "Der Beschleuniger"; decision 10).
func Accelerate(t *realm.Turn, z *realm.Army) {
	m := z.March
	other := phrase.Str("other", m.Special.Army.String())
	a := t.State.Army(z.Realm, m.Special.Army)
	switch {
	case a == nil || a.March.Hired || a.March.Shatters():
		t.RefuseArmy(z, "haste-nobody", other)
		return
	case a.March.Hastened:
		t.RefuseArmy(z, "haste-twice", other)
		return
	}
	row := t.Row(a)
	cost := realm.UpBy(a.Men*row.Cost, t.Tables.Rules.SpellGold)
	if a.March.Beyond {
		t.CaveatArmy(z, "haste-beyond", other)
	} else if !inReach(t, z, a.At, t.Tables.Rules.SpellReach) {
		return
	}
	if !affords(t, z, cost) {
		return
	}
	z.Men -= cost
	a.Points += row.Move
	a.March.Hastened = true
	t.DidArmy(z, "hastened", other, phrase.Num("cost", cost), phrase.Num("points", a.Points),
		phrase.Num("left", z.Men))
}
