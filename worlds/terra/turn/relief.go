package turn

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/terra/order"
	"weltentor/worlds/terra/realm"
)

// What limits a relief.
const (
	limitNone     = "limit.none"
	limitFull     = "limit.full"
	limitTreasury = "limit.treasury"
	limitRest     = "limit.rest"
	limitFought   = "limit.fought"
)

// relief fills armies up where they stand, 1, 2, 3 (§4.7, §4.8): from the treasury where they
// are linked to a city, else from what this round's income of the fields linked
// with theirs left over; never beyond their greatest status, never on foreign land.
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
		return // told with its command
	case t.State.Fields[a.At].Owner != u.Realm:
		t.Refuse(u.Realm, at, phrase.P("relief-foreign", army, phrase.At("field", a.At)))
		return
	}
	l := t.links[u.Realm-1]
	source, limit := &l.Rest[l.Group[a.At]], limitRest
	switch {
	case l.Linked(a.At):
		source, limit = &r.Treasury, limitTreasury
	case l.Group[a.At] == 0: // contested: nothing is left of what it has none of
		limit = limitFought
	}
	need := max(0, t.Tables.Rules.ArmySize-a.Status)
	given := min(need, *source)
	if need <= *source {
		limit = limitFull
	}
	if asked != order.Full && asked <= given {
		given, limit = asked, limitNone
	}
	*source -= given
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
