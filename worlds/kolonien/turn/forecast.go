package turn

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// forecasts is how many times a combat is fought for a receipt.
const forecasts = 200

// foresee notes for a receipt what a leader does in an area: he marches, takes a colony, or attacks. For attacks it
// notes the chance to beat the foes that the realm can see, one after the other. The receipt then goes on as if he
// wins.
func foresee(t *Turn, whose int, at orders.Position, l *realm.Leader, area int, inPlace bool) {
	who, where := phrase.Str("who", l.Name), phrase.Num("area", area)
	unseen := t.unseen(area, who, where)
	next := func(x *Turn) *fight.Foe { return fight.Enemy(x.Position, whose, area, inPlace) }
	won := func(x *Turn, f *fight.Foe) bool { return attack(x, whose, l.Name, area, f) }
	chances := chances(t, whose, area, next, won)
	code := "will-attack"
	for i := 0; ; i++ {
		f := next(t)
		if f == nil {
			break
		}
		them := fight.Against(t.Position, whose, area, f)
		if t.receipt.seen[area-1] {
			t.Accept(at, phrase.P(code,
				append(fight.Names(t.Position, &them, "them"), who, where, phrase.Num("chance", chances[i]))...))
		}
		code = "will-attack-next"
		t.receipt.plan.forked = true
		vanquish(t, whose, area, f)
	}
	c := t.State.Areas[area-1].Colony
	switch {
	case !t.receipt.seen[area-1]:
		t.Accept(at, unseen)
		t.receipt.plan.forked = true
	case t.receipt.plan.forked:
	case t.State.Hostile(whose, area):
		t.Accept(at, phrase.P("will-seize", append(t.realmArgs(c.Owner), who, where)...))
	default:
		t.Accept(at, phrase.P("will-march", who, where))
	}
	if t.receipt.plan.forked && l.Aboard > 0 {
		t.receipt.plan.hangs[concern{fleet: l.Aboard}] = at.Line // beaten, he is aboard again
	}
	if t.State.Hostile(whose, area) {
		c.Owner, c.Garrison, c.Regiments = whose, tables.Troops{}, nil
	}
}

// unseen says that a leader goes to an area that the realm does not see. All know who is at home there.
func (t *Turn) unseen(area int, who, where phrase.Arg) phrase.Phrase {
	switch a := &t.State.Areas[area-1]; {
	case a.Natives != nil:
		return phrase.P("will-enter-natives", who, where,
			phrase.Key("location", t.Tables.LocationKey(a.Natives.Location)))
	case a.Haven != nil:
		return phrase.P("will-enter-haven", who, where)
	}
	return phrase.P("will-enter-unseen", who, where)
}

// chances are the shares of plays, in percent rounded down, in which the first foe, the first two and so on are
// beaten. Each play has dice of its own.
func chances(t *Turn, realm, area int, next func(*Turn) *fight.Foe, fight func(*Turn, *fight.Foe) bool) []int {
	if next(t) == nil {
		return nil
	}
	won := make([]int, len(t.State.Realms)+2) // with natives and pirates
	for i := range t.receipt.plays {
		x := t.play(realm, area, i)
		for k := 0; ; k++ {
			f := next(x)
			if f == nil || !fight(x, f) {
				break
			}
			won[k]++
		}
	}
	for k := range won {
		won[k] = won[k] * 100 / max(1, t.receipt.plays)
	}
	return won
}

// play is a copy of the turn in which combats in an area can be fought, with the i-th dice.
func (t *Turn) play(realm, area, i int) *Turn {
	x := Begin(t.Position.With(t.began), t.State.CloneAround(area), nil, game.Seed{byte(i), byte(i >> 8)})
	x.Phase = "forecast"
	x.forReceipt(&receipt{realm: realm})
	return x
}

// vanquish removes a foe from a receipt's world. The receipt goes on as if its realm won.
func vanquish(t *Turn, whose, area int, f *fight.Foe) {
	a := &t.State.Areas[area-1]
	switch {
	case f.Natives:
		a.Natives = nil
		return
	case f.Haven:
		a.Haven = nil
		return
	}
	for _, member := range fight.Allies(t.Position, f.Realm, whose) {
		r := &t.State.Realms[member-1]
		r.Leaders = slices.DeleteFunc(r.Leaders, func(l realm.Leader) bool { return l.Ashore(area) })
	}
	if a.Colony != nil && a.Colony.Owner == f.Realm {
		a.Colony.Garrison, a.Colony.Regiments = tables.Troops{}, nil
	}
}
