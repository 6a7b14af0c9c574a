package turn

import (
	"cmp"
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/market"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
)

// cession is a line of $L that is not carried out yet.
type cession struct {
	giver int
	at    orders.Position
	order order.CedeOrder
	field game.Place // game.Nowhere: beyond the world
}

// cessions gives land away (manual, "Landabgabe"; decision 4.4): own fields that touch land of the receiver which the
// giver sees, but no capital and no temple city. Other buildings go with them, and work under way is lost. The lines
// are tried again until no more are possible, so their order does not matter. A realm's lines are tried by field and
// receiver.
func cessions(t *realm.Turn) {
	var open []cession
	for number := range t.Sheets {
		from := len(open)
		rulekit.Each(t.Sheets[number].Lines, func(at orders.Position, o order.CedeOrder) {
			open = append(open, cession{number, at, o, t.Place(number, o.At)})
		})
		slices.SortStableFunc(open[from:], func(a, b cession) int {
			return cmp.Or(cmp.Compare(a.field, b.field), a.order.Realm-b.order.Realm)
		})
	}
	for before := -1; before != len(open); {
		before = len(open)
		open = slices.DeleteFunc(open, func(c cession) bool { return c.stopped(t) == nil && c.done(t) })
	}
	slices.SortStableFunc(open, func(a, b cession) int { return cmp.Or(a.giver-b.giver, a.at.Line-b.at.Line) })
	for i := range open {
		open[i].stopped(t)()
	}
}

// stopped returns a function that refuses the line if it is not possible at present, or nil if it is.
func (c *cession) stopped(t *realm.Turn) (refuse func()) {
	to := c.order.Realm
	if market.NoPartner(t, c.giver, to) != "" {
		return func() { market.Partner(t, c.giver, c.at, to) }
	}
	if c.field == game.Nowhere || int(t.Field(c.field).Owner) != c.giver || fight.Locked(t, c.giver, c.field) {
		return func() { market.OwnField(t, c.giver, c.at, c.order.At) }
	}
	field := phrase.At("field", c.field)
	if why := kept(t, t.Field(c.field).Building); why != "" {
		return func() { t.Refuse(c.giver, c.at, phrase.P(why, field)) }
	}
	if why := cededApart(t, c.giver, c.field, to); why != "" {
		return func() {
			market.RefuseUnless(t, mayTouch(t, c.giver, c.field, to), "only-if-they-get-land", c.giver, c.at,
				phrase.P(why, field, phrase.Num("realm", to)))
		}
	}
	return nil
}

// done gives the field away, and reports whether it did.
func (c *cession) done(t *realm.Turn) bool {
	t.Hangs(c.giver, c.at, market.DoubtStranger(t, c.giver, c.at, c.field))
	what := phrase.P("ceded", phrase.At("field", c.field), phrase.Num("from", c.giver), phrase.Num("to", c.order.Realm))
	t.Accept(c.at, what)
	t.Tell(what, c.giver, c.order.Realm)
	market.DropWork(t, c.field, c.giver, c.order.Realm)
	t.Field(c.field).GiveTo(c.order.Realm)
	market.Inspect(t, c.field)
	return true
}

// kept is why a field cannot be given away because of its building, or "" if it can. A ruin is not a temple city.
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

// cededApart is why, for the giver, a field does not count as touching a realm's land, or "" if it does. Only fields
// that the giver sees count, so the answer reveals nothing about others.
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

// mayTouch reports whether, as far as a receipt knows, the realm may come to own a field beside it this turn that the
// giver sees. A third realm may give it such a field.
func mayTouch(t *realm.Turn, number int, p game.Place, to int) bool {
	if t.Receipt == nil {
		return false
	}
	for d := game.Direction(1); d <= 6; d++ {
		if q := t.Grid.Step(p, d); q != game.Nowhere && sight.Sees(t, number, q) {
			if owner := int(t.Field(q).Owner); owner > 0 && owner != number && owner != to {
				return true
			}
		}
	}
	return false
}
