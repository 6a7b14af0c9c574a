package thoramar

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/market"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
)

// cessions gives land away (manual, "Landabgabe"; decision 4.4): own fields
// that touch land of the receiver's which the giver sees, no capital and no temple
// city; other buildings go with them, work under way is lost.
func cessions(t *realm.Turn) {
	for number := range t.Sheets {
		frame.Each(t.Sheets[number].Lines, func(at orders.Position, o order.CedeOrder) { cede(t, number, at, o) })
	}
}

func cede(t *realm.Turn, number int, at orders.Position, o order.CedeOrder) {
	if !market.Partner(t, number, at, o.Realm) {
		return
	}
	p, ok := market.OwnField(t, number, at, o.At)
	if !ok {
		return
	}
	f := t.Field(p)
	if why := kept(t, f.Building); why != "" {
		t.Refuse(number, at, phrase.P(why, phrase.At("field", p)))
		return
	}
	if why := cededApart(t, number, p, o.Realm); why != "" {
		market.RefuseUnless(t, mayTouch(t, number, p, o.Realm), "only-if-they-get-land", number, at,
			phrase.P(why, phrase.At("field", p), phrase.Num("realm", o.Realm)))
		return
	}
	what := phrase.P("ceded", phrase.At("field", p), phrase.Num("from", number), phrase.Num("to", o.Realm))
	t.Accept(at, what)
	t.Tell(what, number, o.Realm)
	dropWork(t, p, number, o.Realm)
	handOver(t, f, o.Realm)
	market.Inspect(t, p)
}

// kept is why a field cannot be given away for what stands on it; "" if it can. A ruin
// is no temple city.
func kept(t *realm.Turn, b *realm.Building) string {
	if b == nil {
		return ""
	}
	switch row := t.Tables.FindBuilding(b.Kind); {
	case row.Capital:
		return "cede-capital"
	case row.Temple && b.Damage != tables.Ruin:
		return "cede-temple"
	}
	return ""
}

// cededApart is why a field does not count as touching the land of a realm, for the one that
// gives it; "" if it does. Only fields it sees count: the answer tells nothing of others.
func cededApart(t *realm.Turn, number int, p game.Place, to int) string {
	why := "cede-apart"
	for d := game.Direction(1); d <= 6; d++ {
		switch q := t.Grid.Step(p, d); {
		case q == game.Nowhere:
		case !sight.Sees(t, number, q):
			why = "cede-unseen"
		case int(t.Field(q).Owner) == to:
			return ""
		}
	}
	return why
}

// mayTouch tells whether, as far as a receipt knows, the realm may come to own a field
// beside this turn, which the giver sees: one of a third realm that gives its land first.
func mayTouch(t *realm.Turn, number int, p game.Place, to int) bool {
	if t.Receipt == nil {
		return false
	}
	for d := game.Direction(1); d <= 6; d++ {
		if q := t.Grid.Step(p, d); q != game.Nowhere && sight.Sees(t, number, q) {
			if owner := int(t.Field(q).Owner); owner > 0 && owner < number && owner != to {
				return true
			}
		}
	}
	return false
}
