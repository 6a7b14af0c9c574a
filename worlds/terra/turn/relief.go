package turn

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/terra/order"
	"weltentor/worlds/terra/realm"
)

// relief refills armies where they are, 1, 2, 3 (§4.7, §4.8). Those linked to a city get it from the treasury. Others
// get it from what this round's income of their linked fields has left over. It never exceeds their greatest status,
// and there is none on foreign land.
func relief(t *Turn) {
	for i := range t.State.Realms {
		for n := range t.State.Realms[i].Armies {
			each(t, i+1, func(at orders.Position, o order.ArmyOrder) {
				if o.Army == n+1 && o.Relief != 0 {
					relieve(t, realm.Unit{Realm: i + 1, Army: n + 1}, at, o.Relief)
				}
			})
		}
	}
}

func relieve(t *Turn, u realm.Unit, at orders.Position, asked int64) {
	r, a := &t.State.Realms[u.Realm-1], t.State.Unit(u)
	army := phrase.Num("army", u.Army)
	switch {
	case a.Off():
		return // said with its command
	case t.State.Fields[a.At].Owner != u.Realm:
		t.Refuse(u.Realm, at, phrase.P("relief-foreign", army, phrase.At("field", a.At)))
		return
	}
	l := t.links[u.Realm-1]
	source, limit := &l.Rest[l.Group[a.At]], "limit.rest"
	switch {
	case l.Linked(a.At):
		source, limit = &r.Treasury, "limit.treasury"
	case l.Group[a.At] == 0: // contested: there is no income of which anything could be left
		limit = "limit.fought"
	}
	need := max(0, t.Tables.Rules.ArmySize-a.Status)
	given := min(need, *source)
	if need <= *source {
		limit = "limit.full"
	}
	if asked != order.Full && asked <= given {
		given, limit = asked, "limit.none"
	}
	*source -= given
	if source == &r.Treasury && given > 0 {
		t.bill(at, given)
	}
	a.Status += given
	if given == 0 {
		t.Doubt(u.Realm, at, phrase.P("relief-none", army, phrase.Key("limit", limit)))
		t.Tell(phrase.P("relief-none", army, phrase.Key("limit", limit)), u.Realm)
		return
	}
	args := []phrase.Arg{army, phrase.Num("points", given), phrase.Num("status", a.Status), phrase.Key("limit", limit)}
	t.Accept(at, phrase.P("will-relieve", args...))
	t.Tell(phrase.P("relieved", args...), u.Realm)
}
