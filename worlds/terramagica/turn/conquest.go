package turn

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/terramagica/fight"
	"weltentor/worlds/terramagica/order"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/tables"
)

// conquest decides, province by province, who takes or plunders it (§10), and whether a home that nobody took is lost
// (§11).
func conquest(t *Turn) {
	for province := 1; province <= len(t.State.Provinces); province++ {
		if held(t.War, province) {
			continue
		}
		decide(t, province)
		if p := t.State.Province(province); p.Owner > 0 && t.State.Realms[p.Owner].Home == province {
			idlers(t, province)
			loseHome(t, province, p.Owner, t.War.Witnesses(province))
		}
	}
}

// decide lets an army with the field take or plunder a province that nobody holds. Of several realms it is the one
// whose armies have the most hit points there, or of equals the lowest number.
func decide(t *Turn, province int) {
	var ready []fight.Act
	for _, c := range t.War.Acts {
		if c.Province == province && c.Army.At == province && t.War.Able(c.Army) && !t.War.Stopped[c.Army] &&
			t.State.Army(c.Army.Realm, c.Army.Name) == c.Army {
			ready = append(ready, c)
		}
	}
	if len(ready) == 0 {
		return
	}
	first := strongest(t.War, ready)
	for _, c := range ready {
		if c.Army.Realm != first {
			t.Tell(phrase.P("not-first", phrase.Str("army", c.Army.Name), phrase.Num("province", province),
				phrase.Num("realm", first)), c.Army.Realm)
		}
	}
	ready = slices.DeleteFunc(ready, func(c fight.Act) bool { return c.Army.Realm != first })
	idlers(t, province)
	if slices.ContainsFunc(ready, func(c fight.Act) bool { return c.Plunder }) {
		plunder(t, province, first)
	}
	if slices.ContainsFunc(ready, func(c fight.Act) bool { return !c.Plunder }) {
		conquer(t, province, first)
	}
}

// idlers reports the owner's armies that are in a province and do not hold it.
func idlers(t *Turn, province int) {
	for _, a := range t.War.In(province) {
		if a.Realm != t.State.Province(province).Owner || t.War.Able(a) {
			continue
		}
		code := "holds-not-routed"
		if t.War.Fled[a] {
			code = "holds-not-beaten"
		}
		t.Tell(phrase.P(code, phrase.Str("army", a.Called()), phrase.Num("province", province)),
			t.War.Witnesses(province)...)
	}
}

// held reports whether the owner's armies or avatar still hold a province. A home is also held by others who fought
// for it and were not beaten, unless they want to take it themselves. It is lost when all defenders are beaten
// (§10.4).
func held(w *fight.War, province int) bool {
	owner := w.State.Province(province).Owner
	holds := func(a *realm.Army) bool {
		return w.Able(a) && (a.Realm == owner || w.Allies[a] && !w.ActsOn(a))
	}
	return w.AvatarAt(owner, province) || slices.ContainsFunc(w.In(province), holds)
}

// strongest is the realm whose armies that are ready to take a province have the most hit points.
func strongest(w *fight.War, ready []fight.Act) int {
	points := make([]int64, len(w.State.Realms))
	best := 0
	for _, c := range ready {
		for _, s := range c.Army.Stacks {
			points[c.Army.Realm] += s.Number * w.Tables.UnitOf(s.Unit).HP
		}
	}
	for r := range points {
		if points[r] > points[best] {
			best = r
		}
	}
	return best
}

// plunder takes gold from a province and costs it people.
func plunder(t *Turn, province, whose int) {
	p, n := t.State.Province(province), &t.Tables.Rules
	gold, lost := p.People/n.PlunderGold, p.People*n.PlunderPeople/1000
	p.People -= lost
	t.State.Realms[whose].Gold += gold
	t.Purses[whose].Booty += gold
	t.tellParties("plundered", whose, p.Owner, t.War.Witnesses(province), phrase.Num("province", province),
		phrase.Num("realm", whose), phrase.Num("gold", gold), phrase.Num("people", lost))
}

// conquer gives a province to a realm. If it was a home, its old realm has none now.
func conquer(t *Turn, province, whose int) {
	p := t.State.Province(province)
	was, witnesses := p.Owner, t.War.Witnesses(province)
	p.Owner = whose
	t.tellParties("conquered", whose, was, witnesses, phrase.Num("province", province), phrase.Num("realm", whose),
		phrase.Num("owner", was))
	if was > 0 && t.State.Realms[was].Home == province {
		loseHome(t, province, was, append(witnesses, whose))
	}
}

// loseHome leaves a Hierophant without a home. The realm has a week to find another (§16).
func loseHome(t *Turn, province, whose int, told []int) {
	r := &t.State.Realms[whose]
	r.Home, r.LostHome = 0, t.State.Turn
	what := []phrase.Arg{phrase.Num("province", province), phrase.Num("realm", whose)}
	others := slices.DeleteFunc(slices.Clone(told), func(r int) bool { return r == whose })
	t.Tell(phrase.P("home-lost", what...), others...)
	t.Tell(phrase.P("home-lost.own", what...), whose)
}

// occupy lets armies take the province in which their march ended (§10.5), if nobody holds it and no army of another
// realm is there. Otherwise they attack next week and then take it.
func occupy(t *Turn) {
	for _, a := range t.State.All() {
		if !a.Takes || len(a.March) > 0 || t.War.Fled[a] {
			continue
		}
		p := t.State.Province(a.At)
		others := slices.ContainsFunc(t.War.In(a.At),
			func(b *realm.Army) bool { return b.Realm != a.Realm && b.Realm > 0 })
		switch {
		case p.Terrain == tables.Sea || p.Owner == a.Realm:
			a.Takes = false
		case held(t.War, a.At) || others:
			t.Tell(phrase.P("takes-next", a.Arg(), phrase.Num("province", a.At)), a.Realm)
		default:
			a.Takes = false
			conquer(t, a.At, a.Realm)
		}
	}
}

// homes lets Hierophants without a home choose a new one (§11): an own province, for mana. In a receipt a province
// still to be conquered cannot be a home yet.
func homes(t *Turn) {
	ordersOf(t, func(whose int, at orders.Position, o order.HomeOrder) {
		r, price := &t.State.Realms[whose], t.Tables.Rules.HomeMana
		p := t.State.Province(o.Province)
		args := []phrase.Arg{phrase.Num("province", o.Province), phrase.Num("mana", price), phrase.Num("have", r.Mana),
			phrase.Num("home", r.Home)}
		switch {
		case p == nil:
			t.noProvince(whose, at, args...)
		case r.Home != 0 && !t.mayChange(r.Home):
			t.Refuse(whose, at, phrase.P("home-stands", args...))
		case r.Mana < price:
			back := t.hinge(func(h *hinges) bool { return r.Mana+h.mana >= price })
			t.refuseUnless(back, "if-mana", whose, at, phrase.P("home-mana", args...))
		case !owns(t, whose, at, o.Province):
			t.Refuse(whose, at, phrase.P("home-not-own", args...))
		case r.Home != 0: // only in a receipt
			t.Doubt(whose, at, phrase.P("if-home-lost", args...))
			t.Accept(at, phrase.P("home-chosen", args...))
		default:
			r.Mana -= price
			if p.Owner == whose {
				r.Home = o.Province
			}
			t.did(whose, at, phrase.P("home-chosen", args...))
			t.bill(at, Mana, price, false)
		}
	})
}
