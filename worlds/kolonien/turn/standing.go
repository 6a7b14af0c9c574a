package turn

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
)

// stand takes a standing order of $K. It applies until it is changed.
func stand(t *Turn, r *realm.Realm, at orders.Position, o order.CombatOrder) {
	who := phrase.Str("who", o.Leader)
	if o.Leader == "" {
		who = order.FleetArg("who", o.Fleet)
	}
	var s *realm.Standing
	if l := r.Leader(o.Leader); o.Leader != "" && l != nil {
		s = &l.Orders
	} else if f := r.Fleet(o.Fleet); o.Fleet > 0 && f != nil {
		s = &f.Orders
	}
	switch {
	case s == nil && o.Fleet > 0 && meant(t, r.Number, o.Fleet):
		t.Refuse(r.Number, at, phrase.P("fleet-not-yet", who))
	case s == nil && o.Fleet > 0:
		t.Refuse(r.Number, at, phrase.P("no-fleet", who, phrase.Str("have", order.FleetNames(r))))
	case s == nil && hired(t, r.Number, o.Leader):
		t.Refuse(r.Number, at, phrase.P("leader-not-yet", who))
	case s == nil:
		t.Refuse(r.Number, at, phrase.P("no-leader", who, phrase.Str("have", r.LeaderNames())))
	default:
		o.Take(s)
		t.Accept(at, phrase.P("will-stand", who, phrase.Str("order", string(o.Print(nil, r.Lang)))))
		doubtPlaces(t, r, at, o)
	}
}

// hired reports whether a line of the realm's sheet raises a leader of this name.
func hired(t *Turn, whose int, name string) bool {
	return slices.ContainsFunc(t.sheets[whose-1].Lines, func(l orders.Line) bool {
		o, ok := l.Order.(order.RaiseOrder)
		return ok && o.What == order.MusterLeader && realm.SameName(o.Name, name)
	})
}

// doubtPlaces warns of areas to withdraw to that are not on the map.
func doubtPlaces(t *Turn, r *realm.Realm, at orders.Position, o order.CombatOrder) {
	for _, p := range o.Withdraw.To {
		if p.Area > 0 && t.State.Area(p.Area) == nil {
			t.Doubt(r.Number, at, t.noArea(p.Area))
		}
		if p.Fleet > 0 && r.Fleet(p.Fleet) == nil && !meant(t, r.Number, p.Fleet) {
			t.Doubt(r.Number, at, phrase.P("no-fleet", order.FleetArg("who", p.Fleet),
				phrase.Str("have", order.FleetNames(r))))
		}
	}
}
