package turn

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// seaCombat fights one combat of a realm's fleet at sea. It reports whether the fleet has won and is still there.
func seaCombat(t *Turn, realm, number, area int, f *fight.Foe) bool {
	r := &t.State.Realms[realm-1]
	own := r.Fleet(number)
	us := fight.Navy{Realms: []int{realm}, Places: own.Orders.Withdraw.To}
	us.Side.Withdraw = own.Orders.Withdraw
	us.Side.Fleets = []fight.Flotilla{{Realm: realm, Number: number, Ships: own.Ships,
		Losses: fight.Sinking(t.Tables, own.Orders.Sinking)}}
	them := fight.NavyOf(t.Position, realm, area, f)
	us.Side.Refuge, them.Side.Refuge = len(fight.Seas(t.Position, area)) > 0, len(fight.Seas(t.Position, area)) > 0
	listeners := t.watchers(area, append(slices.Clone(us.Realms), them.Realms...)...)
	names := append(fight.NavyNames(t.Position, &us, "us"), fight.NavyNames(t.Position, &them, "them")...)
	t.Tell(phrase.P("sea-combat", append(names, phrase.Num("area", area))...), listeners...)
	foes := f.Realm
	if f.Haven {
		foes = fight.HavenKey + them.Haven
	}
	c := fight.SeaCombat{Encounter: t.encounter(fightKey{area, realm, foes}, listeners),
		Sides: [2]fight.SeaSide{us.Side, them.Side}}
	end := c.Fight()
	us.Side, them.Side = c.Sides[0], c.Sides[1]
	navies := [2]*fight.Navy{&us, &them}
	won, lost := navies[end.Winner], navies[1-end.Winner]
	honour(t, area, won.Realms, lost.Realms, won.Haven > 0)
	for i, n := range navies {
		anchor(t, area, n, end.Fled == i && n.Side.Ships() > 0, listeners)
	}
	return end.Winner == fight.Attacker
}

// foreseeAtSea notes for a receipt whom a fleet meets where it goes. It notes the chance to beat the foes that the
// realm can see, one after the other.
func foreseeAtSea(t *Turn, realm int, at orders.Position, number, area int) {
	who, where := order.FleetArg("who", number), phrase.Num("area", area)
	next := func(x *Turn) *fight.Foe { return fight.Prey(x.Position, realm, area) }
	won := func(x *Turn, f *fight.Foe) bool { return seaCombat(x, realm, number, area, f) }
	chances := chances(t, realm, area, next, won)
	code := "will-fight-at-sea"
	for i := 0; ; i++ {
		f := next(t)
		if f == nil {
			break
		}
		them := fight.NavyOf(t.Position, realm, area, f)
		t.Accept(at, phrase.P(code,
			append(fight.NavyNames(t.Position, &them, "them"), who, where, phrase.Num("chance", chances[i]))...))
		code = "will-fight-at-sea-next"
		sink(t, realm, area, f)
	}
	t.receipt.plan.forked = true
}

// sink removes a foe at sea from a receipt's world. The receipt goes on as if its realm won.
func sink(t *Turn, whose, area int, f *fight.Foe) {
	if f.Haven {
		t.State.Areas[fight.Raiders(t.Position, area)-1].Haven.Ships = tables.Ships{}
		return
	}
	for _, member := range fight.Allies(t.Position, f.Realm, whose) {
		r := &t.State.Realms[member-1]
		r.Fleets = slices.DeleteFunc(r.Fleets, func(x realm.Fleet) bool { return x.At == area })
	}
}

// anchor writes back what is left of a navy. If it fled, it goes to the sea of its standing order, or else to the one
// with the lowest number. Those for whom the holds have no room drown.
func anchor(t *Turn, area int, n *fight.Navy, fled bool, listeners []int) {
	to := 0
	if fled {
		open := fight.Seas(t.Position, area)
		to = open[0]
		for _, p := range n.Places {
			if slices.Contains(open, p.Area) {
				to = p.Area
				break
			}
		}
		t.Tell(phrase.P("fled-to-sea", phrase.Num("area", to)), listeners...)
	}
	if n.Haven > 0 {
		h := t.State.Areas[n.Haven-1].Haven
		h.Ships = n.Side.Fleets[0].Ships
		if fled {
			h.Away = to
		}
		return
	}
	for _, f := range n.Side.Fleets {
		r := &t.State.Realms[f.Realm-1]
		own := r.Fleet(f.Number)
		own.Ships = f.Ships
		if fled {
			r.Sail(own, to)
			t.giveWay(mover{f.Realm, concern{fleet: f.Number}})
			for _, l := range r.Aboard(f.Number) {
				t.giveWay(mover{f.Realm, about(l.Name)})
			}
		}
		drown(t, r, own, listeners)
		if own.Ships.Count() == 0 {
			r.Fleets = slices.DeleteFunc(r.Fleets, func(x realm.Fleet) bool { return x.Number == f.Number })
		}
	}
}

// drown removes those aboard whose ships sank: units in their leaders' orders of losses, each leader after his units.
func drown(t *Turn, r *realm.Realm, f *realm.Fleet, listeners []int) {
	over := r.Cargo(f.Number) - t.Tables.Hold(&f.Ships)
	if over <= 0 {
		return
	}
	var lost tables.Troops
	for i := len(r.Leaders) - 1; i >= 0 && over > 0; i-- {
		l := &r.Leaders[i]
		if l.Aboard != f.Number {
			continue
		}
		for _, k := range fight.LossesOf(t.Tables, l.Orders.Losses) {
			gone := min(over, l.Troops[k])
			l.Troops[k] -= gone
			lost[k] += gone
			over -= gone
		}
		if over > 0 {
			over--
			t.Tell(phrase.P("leader-drowned", phrase.Str("who", l.Name), phrase.Num("realm", r.Number)), listeners...)
			r.Leaders = slices.Delete(r.Leaders, i, i+1)
		}
	}
	if lost.Count() > 0 {
		t.Tell(phrase.P("drowned", phrase.Str("units", lost.String()), phrase.Num("realm", r.Number)), listeners...)
	}
}
