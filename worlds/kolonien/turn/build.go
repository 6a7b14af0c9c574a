package turn

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
)

// work carries out a line of $B. Level, fortification and port of a colony may each rise one step a year.
func work(t *Turn, r *realm.Realm, at orders.Position, o order.BuildOrder) {
	if !t.exists(r.Number, at, o.Area) {
		return
	}
	a := t.State.Area(o.Area)
	if o.Work == order.Found {
		foundColony(t, r, at, o.Area)
		return
	}
	sort := "fort"
	if o.Work == order.Extend || o.Work == order.Port {
		sort = order.WorkWords[o.Work].De
	}
	area := phrase.Num("area", o.Area)
	c := a.Colony
	switch {
	case c == nil && o.Work != order.Extend: // a colony gets none in the year in which it is founded
		t.Refuse(r.Number, at, phrase.P("no-colony", area))
	case t.State.Owner(o.Area) != r.Number:
		t.Refuse(r.Number, at, phrase.P("not-your-colony", area))
	case a.Ground == realm.Home:
		t.Refuse(r.Number, at, phrase.P("no-works-at-home"))
	case t.worked[site{o.Area, sort}]:
		t.Refuse(r.Number, at, phrase.P("worked-already", area))
	case o.Work == order.Extend && c.Level >= t.Tables.Rules.LevelMost:
		t.Refuse(r.Number, at, phrase.P("level-most", area, phrase.Num("most", t.Tables.Rules.LevelMost)))
	case o.Work == order.Port && !t.State.Coastal(o.Area):
		t.Refuse(r.Number, at, phrase.P("not-coastal", area))
	case o.Work == order.Port && c.Port:
		t.Refuse(r.Number, at, phrase.P("has-port", area))
	case sort == "fort" && int(o.Work-order.Palisade) != c.Fort:
		t.Refuse(r.Number, at, phrase.P("fort-steps", area))
	case t.pay(r, at, t.Tables.Rules.StepCost):
		t.worked[site{o.Area, sort}] = true
		switch o.Work {
		case order.Extend:
			c.Level++
		case order.Port:
			c.Port = true
		default:
			c.Fort++
		}
		t.Accept(at, phrase.P("will-built", area, phrase.Key("work", "work."+o.Work.Code()),
			phrase.Num("cost", t.Tables.Rules.StepCost)))
		t.Tell(phrase.P("built", append(t.realmArgs(r.Number), area, phrase.Key("work", "work."+o.Work.Code()))...),
			t.all()...)
	}
}

// foundColony begins a colony where an own leader is ashore. The land must be unowned, without natives, pirates or a
// leader of another realm.
func foundColony(t *Turn, r *realm.Realm, at orders.Position, area int) {
	a := &t.State.Areas[area-1]
	where := phrase.Num("area", area)
	switch {
	case a.Ground != realm.Land:
		t.Refuse(r.Number, at, phrase.P("no-land", where))
	case a.Colony != nil:
		t.Refuse(r.Number, at, phrase.P("has-colony", append(t.realmArgs(a.Colony.Owner), where)...))
	case !r.Lands(area):
		t.Refuse(r.Number, at, phrase.P("no-leader-there", where))
	case a.Natives != nil:
		t.Refuse(r.Number, at, phrase.P("natives-there", where))
	case a.Haven != nil:
		t.Refuse(r.Number, at, phrase.P("pirates-there", where))
	case t.State.Strangers(r.Number, area):
		t.Refuse(r.Number, at, phrase.P("others-there", where))
	case t.pay(r, at, t.Tables.Rules.StepCost):
		a.Colony = &realm.Colony{Owner: r.Number, Level: 1}
		t.worked[site{area, order.WorkWords[order.Extend].De}] = true
		r.Glory += t.Tables.Rules.GloryFounded
		t.Accept(at, phrase.P("will-built", where, phrase.Key("work", "work."+order.Found.Code()),
			phrase.Num("cost", t.Tables.Rules.StepCost)))
		t.Tell(phrase.P("founded", append(t.realmArgs(r.Number), where)...), t.all()...)
	}
}
