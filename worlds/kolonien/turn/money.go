package turn

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// income pays what the home and the colonies earn, before anything is spent.
func income(t *Turn) {
	for i := range t.State.Realms {
		r := &t.State.Realms[i]
		sum := realm.Income(t.Position, r.Number)
		r.Ducats += sum
		if t.receipt != nil && t.receipt.realm == r.Number {
			t.receipt.income = sum
		}
		t.Tell(phrase.P("income", phrase.Num("ducats", sum)), r.Number)
	}
}

// raise carries out a line of $R, for units, ships, a leader or a medic.
func raise(t *Turn, r *realm.Realm, at orders.Position, o order.RaiseOrder) {
	if !t.exists(r.Number, at, o.Area) {
		return
	}
	if t.State.Owner(o.Area) != r.Number {
		t.Refuse(r.Number, at, phrase.P("not-your-colony", phrase.Num("area", o.Area)))
		return
	}
	switch o.What {
	case order.MusterShips:
		launch(t, r, at, o)
	case order.MusterLeader:
		appoint(t, r, at, o)
	case order.MusterMedic:
		engage(t, r, at, o)
	default:
		levy(t, r, at, o)
	}
}

// billet is where raised units find room: a leader's army, a garrison or a regiment.
type billet struct {
	troops       *tables.Troops
	room         int
	post, leader string // for sentences
}

// levy raises units for the leader named. Without one they go to leaders there, then to the garrison, as far as there
// is room. It raises all of the line or nothing.
func levy(t *Turn, r *realm.Realm, at orders.Position, o order.RaiseOrder) {
	n, c := &t.Tables.Rules, t.State.Areas[o.Area-1].Colony
	var stacks []billet
	add := func(s *tables.Troops, most int, key, leader string) {
		stacks = append(stacks, billet{s, max(0, most-s.Count()), key, leader})
	}
	for i := range r.Leaders {
		l := &r.Leaders[i]
		if l.Ashore(o.Area) && (o.Post == order.PostAny || o.Post == order.PostLeader &&
			realm.SameName(l.Name, o.Name)) {
			add(&l.Troops, n.ArmyMost, "post.leader", l.Name)
		}
	}
	if o.Post == order.PostLeader && len(stacks) == 0 {
		t.Refuse(r.Number, at, phrase.P("leader-elsewhere", phrase.Str("who", o.Name), phrase.Num("area", o.Area)))
		return
	}
	if o.Post == order.PostAny || o.Post == order.PostGarrison {
		add(&c.Garrison, n.GarrisonMost, "post.garrison", "")
	}
	if o.Post == order.PostRegiment {
		for len(c.Regiments) < n.Regiments {
			c.Regiments = append(c.Regiments, tables.Troops{})
		}
		for i := range c.Regiments {
			add(&c.Regiments[i], n.RegimentMost, "post.regiment", "")
		}
	}
	room := 0
	for _, s := range stacks {
		room += s.room
	}
	switch {
	case room < o.Count:
		code, where := "no-room-area", phrase.Num("area", o.Area)
		switch o.Post {
		case order.PostLeader:
			code, where = "no-room", phrase.Str("who", stacks[0].leader)
		case order.PostGarrison:
			code = "no-room-garrison"
		}
		t.Refuse(r.Number, at, phrase.P(fullCode(code, room), where, phrase.Num("room", room),
			phrase.Num("count", o.Count)))
	case t.pay(r, at, o.Count*t.Tables.Unit[o.Kind].Cost):
		left := o.Count
		for _, s := range stacks {
			put := min(left, s.room)
			if put == 0 {
				continue
			}
			s.troops[o.Kind] += put
			left -= put
			t.did(r.Number, at, phrase.P("raised", phrase.Num("count", put), phrase.Str("kind", o.Kind.Code()),
				phrase.Num("area", o.Area), phrase.Num("cost", put*t.Tables.Unit[o.Kind].Cost),
				phrase.Key("post", s.post), phrase.Str("leader", s.leader)))
		}
	}
	c.Regiments = slices.DeleteFunc(c.Regiments, func(s tables.Troops) bool { return s.Count() == 0 })
}

// launch builds ships for the fleet named. Without one they go to a fleet there with room, or else to a new one.
func launch(t *Turn, r *realm.Realm, at orders.Position, o order.RaiseOrder) {
	n := &t.Tables.Rules
	if !t.State.Areas[o.Area-1].Colony.Port {
		t.Refuse(r.Number, at, phrase.P("no-port", phrase.Num("area", o.Area)))
		return
	}
	var into *realm.Fleet
	for i := range r.Fleets {
		f := &r.Fleets[i]
		if f.At == o.Area && (o.Post == order.PostFleet && f.Number == o.Fleet || o.Post == order.PostAny &&
			into == nil && f.Ships.Count()+o.Count <= n.FleetMost) {
			into = f
		}
	}
	room := n.FleetMost
	if into != nil {
		room -= into.Ships.Count()
	}
	if o.Post == order.PostFleet && into == nil {
		t.Refuse(r.Number, at, phrase.P("fleet-elsewhere", order.FleetArg("who", o.Fleet), phrase.Num("area", o.Area)))
		return
	}
	number := freeFleet(t, r)
	full := []phrase.Arg{phrase.Num("room", max(0, room)), phrase.Num("count", o.Count)}
	switch {
	case room < o.Count && into != nil:
		code := fullCode("no-room", max(0, room))
		t.Refuse(r.Number, at, phrase.P(code, append(full, order.FleetArg("who", into.Number))...))
		return
	case room < o.Count:
		t.Refuse(r.Number, at, phrase.P("no-room-fleet", full...))
		return
	case into == nil && number == 0:
		t.Refuse(r.Number, at, phrase.P("fleets-most", phrase.Num("most", order.MostFleet)))
		return
	}
	if !t.pay(r, at, o.Count*t.Tables.Ship[o.Class].Cost) {
		return
	}
	if into == nil {
		into = r.Launch(realm.Fleet{Number: number, At: o.Area, Orders: realm.NewStanding()})
	}
	into.Ships[o.Class] += o.Count
	t.did(r.Number, at, phrase.P("launched", phrase.Num("count", o.Count), phrase.Str("kind", o.Class.Code()),
		phrase.Num("area", o.Area),
		order.FleetArg("fleet", into.Number), phrase.Num("cost", o.Count*t.Tables.Ship[o.Class].Cost)))
}

// appoint makes a new leader with a drawn value.
func appoint(t *Turn, r *realm.Realm, at orders.Position, o order.RaiseOrder) {
	name := o.Name
	if name == "" {
		name = r.FreeName()
	}
	if r.Leader(name) != nil {
		t.Refuse(r.Number, at, phrase.P("name-taken", phrase.Str("who", name)))
		return
	}
	if !t.pay(r, at, t.Tables.Rules.LeaderCost) {
		return
	}
	value := int(t.Dice(int64(r.Number), int64(len(r.Leaders))).Between(1, int64(t.Tables.Rules.LeaderMost)))
	r.Leaders = append(r.Leaders, realm.Leader{Name: name, Value: value, At: o.Area, Orders: realm.NewStanding()})
	slices.SortFunc(r.Leaders, func(a, b realm.Leader) int { return strings.Compare(a.Name, b.Name) })
	t.Accept(at, phrase.P("will-appoint", phrase.Str("who", name), phrase.Num("area", o.Area),
		phrase.Num("cost", t.Tables.Rules.LeaderCost), phrase.Num("most", t.Tables.Rules.LeaderMost)))
	t.Tell(phrase.P("appointed", phrase.Str("who", name), phrase.Num("area", o.Area), phrase.Num("value", value),
		phrase.Num("cost", t.Tables.Rules.LeaderCost)), r.Number)
}

// engage gives a leader a medic.
func engage(t *Turn, r *realm.Realm, at orders.Position, o order.RaiseOrder) {
	l := r.Leader(o.Name)
	switch {
	case l == nil:
		t.Refuse(r.Number, at, phrase.P("no-leader", phrase.Str("who", o.Name), phrase.Str("have", r.LeaderNames())))
	case !l.Ashore(o.Area):
		t.Refuse(r.Number, at, phrase.P("leader-elsewhere", phrase.Str("who", l.Name), phrase.Num("area", o.Area)))
	case l.Medic:
		t.Refuse(r.Number, at, phrase.P("has-medic", phrase.Str("who", l.Name)))
	case t.pay(r, at, t.Tables.Rules.MedicCost):
		l.Medic = true
		t.did(r.Number, at, phrase.P("engaged", phrase.Str("who", l.Name),
			phrase.Num("cost", t.Tables.Rules.MedicCost)))
	}
}
