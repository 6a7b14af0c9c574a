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

// grow lets the people of all provinces grow, up to the number that each can feed (§12).
func grow(t *Turn) {
	for i := range t.State.Provinces {
		p := &t.State.Provinces[i]
		p.People = min(p.Most, p.People+p.People*t.Tables.Rules.Growth/1000)
	}
}

// income adds taxes for each own province, each rounded down, and mana.
func income(t *Turn) {
	n := &t.Tables.Rules
	for i := range t.State.Provinces {
		p := &t.State.Provinces[i]
		t.points[i] = p.People / n.Production
		if p.Owner > 0 {
			t.Purses[p.Owner].Tax += p.People / n.Tax
		}
	}
	for i := range t.State.Realms {
		r := &t.State.Realms[i]
		if i == 0 || r.Fallen {
			continue
		}
		r.Gold += t.Purses[i].Tax
		r.Mana += n.ManaWeek
		t.Tell(phrase.P("income", phrase.Num("gold", t.Purses[i].Tax), phrase.Num("mana", n.ManaWeek)), i)
	}
}

// produce builds and then recruits, in the order of the file, as long as gold and points last (§13).
func produce(t *Turn) {
	ordersOf(t, func(whose int, at orders.Position, o order.BuildOrder) { build(t, whose, at, o) })
	ordersOf(t, func(whose int, at orders.Position, o order.RecruitOrder) { recruit(t, whose, at, o) })
}

// build fortifies a province.
func build(t *Turn, whose int, at orders.Position, o order.BuildOrder) {
	r, w := &t.State.Realms[whose], t.Tables.WallOf(o.Wall)
	args, can := buildable(t, whose, at, o)
	if !can {
		return
	}
	r.Gold -= w.Cost
	t.Purses[whose].Built += w.Cost
	t.State.Province(o.Province).Fortify(t.Tables, o.Wall)
	built, fails := phrase.P("built", args...), t.mayChange(o.Province)
	t.Tell(built, whose)
	t.count(whose, at, fails, built, t.ifHeld(whose, o.Province)...)
	t.spent(whose, at, o.Province, w.Cost, 0, fails)
}

// buildable reports whether a line of $B can be carried out, and refuses it if not. It changes nothing.
func buildable(t *Turn, whose int, at orders.Position, o order.BuildOrder) ([]phrase.Arg, bool) {
	r, p, w := &t.State.Realms[whose], t.State.Province(o.Province), t.Tables.WallOf(o.Wall)
	args := []phrase.Arg{phrase.Num("province", o.Province), phrase.Key("wall", w.Key()), phrase.Num("gold", w.Cost),
		phrase.Num("have", r.Gold)}
	switch {
	case p == nil:
		t.noProvince(whose, at, args...)
	case !owns(t, whose, at, o.Province):
		t.Refuse(whose, at, phrase.P("build-not-own", args...))
	case slices.Contains(p.Walls, o.Wall):
		t.refuseUnless(t.mayChange(o.Province), "if-fought", whose, at, phrase.P("build-there", args...))
	case r.Gold < w.Cost:
		t.poor(w.Cost, whose, at, phrase.P("build-gold", args...))
	default:
		return args, true
	}
	return nil, false
}

// owns reports whether a province is a realm's when it produces or becomes a home. In a receipt, the realm may be
// about to take it, which cannot be known. The receipt then says so, and assumes that it does.
func owns(t *Turn, whose int, at orders.Position, province int) bool {
	if t.State.Province(province).Owner == whose {
		return true
	}
	taken := t.receipt != nil && (slices.ContainsFunc(t.War.Acts, func(c fight.Act) bool {
		return c.Army.Realm == whose && c.Province == province && !c.Plunder
	}) || slices.ContainsFunc(t.State.Armies[whose], func(a *realm.Army) bool {
		return a.Takes && len(a.March) == 0 && a.At == province
	}))
	if taken {
		t.Doubt(whose, at, phrase.P("if-conquered", phrase.Num("province", province)))
	}
	return taken
}

// recruit produces units in an army's province: as many of those ordered as gold and the province's points allow.
func recruit(t *Turn, whose int, at orders.Position, o order.RecruitOrder) {
	place, number, args := recruitable(t, whose, at, o)
	if number == 0 {
		return
	}
	r, u, a := &t.State.Realms[whose], t.Tables.UnitOf(o.Unit), t.State.Army(whose, o.Army)
	fails, hinges := t.mayChange(place), t.ifHeld(whose, place)
	if t.mayFight(a) {
		fails, hinges = true, []phrase.Phrase{phrase.P("if-survives", a.Arg(), phrase.Num("province", place))}
	}
	if a == nil {
		a = &realm.Army{Realm: whose, Name: o.Army, At: place}
		t.War.Add(a)
	}
	a.Take(t.Tables, o.Unit, number, 0)
	r.Gold -= number * u.Cost
	t.points[place-1] -= number * u.Cost
	t.Purses[whose].Recruited += number * u.Cost
	args = append(args, phrase.Num("number", number), tables.Men(u.Unit), phrase.Num("gold", number*u.Cost))
	code := "recruited"
	if number < o.Number {
		code = "recruited-fewer"
		t.Doubt(whose, at, phrase.P(code, args...))
	}
	t.Tell(phrase.P(code, args...), whose)
	t.count(whose, at, fails, phrase.P("recruited", args...), hinges...)
	t.spent(whose, at, place, number*u.Cost, number*u.Cost, fails)
	if fails && t.receipt != nil {
		t.receipt.hinges.embattled[a] = true // its men may be fewer than these
	}
}

// recruitable is where a line of $R produces, and how many. If it is none, the line is refused. It changes nothing.
func recruitable(t *Turn, whose int, at orders.Position, o order.RecruitOrder) (place int, number int64,
	args []phrase.Arg) {
	place, ok := recruitPlace(t, whose, at, o)
	if !ok {
		return place, 0, nil
	}
	r, u, a := &t.State.Realms[whose], t.Tables.UnitOf(o.Unit), t.State.Army(whose, o.Army)
	points := t.points[place-1]
	args = []phrase.Arg{
		phrase.Str("army", o.Army), phrase.Num("province", place), phrase.Key("unit", u.Key()),
		phrase.Num("wanted", o.Number),
		phrase.Num("cost", u.Cost), phrase.Num("have", r.Gold), phrase.Num("points", points),
	}
	number = min(o.Number, r.Gold/u.Cost, points/u.Cost)
	switch {
	case number > 0:
		return place, number, args
	case r.Gold < u.Cost:
		t.poor(u.Cost, whose, at, phrase.P("recruit-gold", args...))
	case t.receipt != nil && t.State.Province(place).Owner != whose && t.State.Province(place).Most == 0:
		// the realm is about to take it, and knows neither its people nor so its points; what it depends on has been said
		t.hang(whose, at, phrase.P("recruit-unseen", args...))
	default:
		hangs := t.mayFight(a) || t.State.Province(place).Owner != whose ||
			t.hinge(func(h *hinges) bool { return points+h.points[place-1] >= u.Cost })
		t.refuseUnless(hangs, "if-above", whose, at, phrase.P("recruit-points", args...))
	}
	if t.receipt != nil && t.State.Army(whose, o.Army) == nil {
		t.receipt.hinges.names[orders.Fold(o.Army)] = true // the army that a doubtful line would begin
	}
	return place, 0, nil
}

// recruitPlace is where a line of $R produces: an own province in which the army is after marching, or the one named
// for a new army.
func recruitPlace(t *Turn, whose int, at orders.Position, o order.RecruitOrder) (int, bool) {
	a, place := t.State.Army(whose, o.Army), o.Province
	switch {
	case a == nil && place == 0 && t.hinge(func(h *hinges) bool { return h.names[orders.Fold(o.Army)] }):
		t.hang(whose, at, phrase.P("if-begun", phrase.Str("army", o.Army)))
		return 0, false
	case a == nil && place == 0:
		t.noArmy(whose, at, "recruit-no-army", o.Army)
		return 0, false
	case a == nil && !nameFree(t, whose, at, o.Army):
		return 0, false
	case a != nil && place != 0 && place != a.At:
		why := "recruit-elsewhere"
		if t.stays[a] > 0 && !t.War.Fled[a] {
			why = "recruit-stays"
		}
		t.refuseUnless(t.mayFight(a), "if-fought", whose, at, phrase.P(why, a.Arg(),
			phrase.Num("province", place), phrase.Num("there", a.At), phrase.Num("line", t.stays[a])))
		return 0, false
	case a != nil:
		place = a.At
	}
	p := t.State.Province(place)
	args := []phrase.Arg{phrase.Str("army", o.Army), phrase.Num("province", place), phrase.Key("unit", "unit."+o.Unit)}
	code, there := "", (*realm.Stack)(nil)
	if a != nil {
		there = a.Stack(o.Unit)
	}
	switch {
	case p == nil:
		t.noProvince(whose, at, args...)
		return 0, false
	case !owns(t, whose, at, place):
		code = "recruit-not-own"
	case t.Tables.UnitOf(o.Unit).SpeedOn(p.Terrain) == 0:
		code, args = "recruit-terrain", append(args, phrase.Key("terrain", p.Terrain.Key()))
	case there != nil && there.Number+o.Number > t.Tables.Rules.Men:
		code, args = "too-many-men", append(args, phrase.Num("most", t.Tables.Rules.Men))
	default:
		return place, true
	}
	t.refuseUnless(t.mayFight(a), "if-fought", whose, at, phrase.P(code, args...))
	return 0, false
}

// expenses pays the armies. If not all is paid, a share deserts from each army. That share is drawn up to the whole
// army, times the unpaid share of the upkeep, both rounded up (§14).
func expenses(t *Turn) {
	for i := range t.State.Realms {
		r := &t.State.Realms[i]
		due := realm.Due(t.Position, i)
		if i == 0 || due == 0 {
			continue
		}
		paid := min(r.Gold, due)
		r.Gold -= paid
		t.Purses[i].Upkeep += paid
		if paid == due {
			t.Tell(phrase.P("upkeep", phrase.Num("gold", paid)), i)
			continue
		}
		t.Tell(phrase.P("upkeep-short", phrase.Num("gold", paid), phrase.Num("due", due)), i)
		if t.receipt == nil {
			desert(t, i, (1000*(due-paid)+due-1)/due)
		}
	}
}

// desert lets each army of a realm lose a drawn part of the share not paid.
func desert(t *Turn, whose int, unpaid int64) {
	for _, a := range slices.Clone(t.State.Armies[whose]) {
		part := t.Dice(a.Subject()...).Between(0, t.Tables.Rules.DesertMost) * unpaid / 1000
		for i := range a.Stacks {
			s := &a.Stacks[i]
			lost := (s.Number*part + 999) / 1000
			if lost == 0 {
				continue
			}
			s.Number -= lost
			t.Tell(phrase.P("deserted", a.Arg(), phrase.Num("number", lost), tables.Men(s.Unit)), whose)
		}
		thinned(t, a)
	}
}
