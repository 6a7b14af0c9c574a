package thoramar

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// transfers sends gold (manual, "Geldtransfer"; decision 4.3): all debits from
// the treasuries as they stood, in the order of each file while it lasts, then
// all credits, so that nobody passes on what has just come.
func transfers(t *Turn) {
	type credit struct {
		to   int
		gold int64
	}
	var credits []credit
	for realm := range t.sheets {
		ordersOf(t, realm, func(at orders.Position, _ PaybackOrder) {
			t.refuse(realm, at, phrase.P("payback-master"))
		})
		ordersOf(t, realm, func(at orders.Position, o TransferOrder) {
			if !t.partner(realm, at, o.Realm) || !t.pay(realm, at, "transfer", o.Amount) {
				return
			}
			credits = append(credits, credit{o.Realm, o.Amount})
			what := phrase.P("gold-sent", phrase.Num("from", realm), phrase.Num("to", o.Realm), phrase.Num("gold", o.Amount))
			t.accept(realm, at, what)
			t.tell(what, realm, o.Realm)
		})
	}
	for _, c := range credits {
		t.earn(c.to, "transfer", c.gold)
	}
}

// pay takes gold from the treasury for an order, or refuses the order.
func (t *Turn) pay(realm int, at orders.Position, purpose string, gold int64) bool {
	if held := t.state.Realms[realm].Gold; held < gold {
		t.refuse(realm, at, phrase.P("too-little-gold", phrase.Num("needed", gold), phrase.Num("gold", held)))
		return false
	}
	t.spend(realm, purpose, gold)
	return true
}

// cessions gives land away (manual, "Landabgabe"; decision 4.4): own fields
// that touch land of the receiver's which the giver sees, no capital and no temple
// city; other buildings go with them, work under way is lost.
func cessions(t *Turn) {
	for realm := range t.sheets {
		ordersOf(t, realm, func(at orders.Position, o CedeOrder) { t.cede(realm, at, o) })
	}
}

func (t *Turn) cede(realm int, at orders.Position, o CedeOrder) {
	if !t.partner(realm, at, o.Realm) {
		return
	}
	p, ok := t.ownField(realm, at, o.At)
	if !ok {
		return
	}
	f := t.field(p)
	if why := t.kept(f.Building); why != "" {
		t.refuse(realm, at, phrase.P(why, phrase.At("field", p)))
		return
	}
	if why := t.apart(realm, p, o.Realm); why != "" {
		t.refuseUnless(t.mayTouch(realm, p, o.Realm), "only-if-they-get-land", realm, at, phrase.P(why, phrase.At("field", p), phrase.Num("realm", o.Realm)))
		return
	}
	what := phrase.P("ceded", phrase.At("field", p), phrase.Num("from", realm), phrase.Num("to", o.Realm))
	t.accept(realm, at, what)
	t.tell(what, realm, o.Realm)
	t.dropWork(p, realm, o.Realm)
	t.handOver(f, o.Realm)
	t.inspect(p)
}

// kept is why a field cannot be given away for what stands on it; "" if it can. A ruin
// is no temple city.
func (t *Turn) kept(b *Building) string {
	if b == nil {
		return ""
	}
	switch row := t.tables.building(b.Kind); {
	case row.Capital:
		return "cede-capital"
	case row.Temple && b.Damage != Ruin:
		return "cede-temple"
	}
	return ""
}

// apart is why a field does not count as touching the land of a realm, for the one that
// gives it; "" if it does. Only fields it sees count: the answer tells nothing of others.
func (t *Turn) apart(realm int, p game.Place, to int) string {
	why := "cede-apart"
	for d := game.Direction(1); d <= 6; d++ {
		switch q := t.grid.Step(p, d); {
		case q == game.Nowhere:
		case !t.sees(realm, q):
			why = "cede-unseen"
		case int(t.field(q).Owner) == to:
			return ""
		}
	}
	return why
}

// mayTouch tells whether, as far as a receipt knows, the realm may come to own a field
// beside this turn, which the giver sees: one of a third realm that gives its land first.
func (t *Turn) mayTouch(realm int, p game.Place, to int) bool {
	if t.receipt == nil {
		return false
	}
	for d := game.Direction(1); d <= 6; d++ {
		if q := t.grid.Step(p, d); q != game.Nowhere && t.sees(realm, q) {
			if owner := int(t.field(q).Owner); owner > 0 && owner < realm && owner != to {
				return true
			}
		}
	}
	return false
}

// ownField is the field of an order that needs land of one's own, without a
// foreign armies on it that lock it (decision 4.6); else the order is refused.
func (t *Turn) ownField(realm int, at orders.Position, pos XY) (game.Place, bool) {
	p := t.place(realm, pos)
	field := phrase.XY("field", pos.X, pos.Y)
	if p == game.Nowhere {
		t.refuse(realm, at, phrase.P("no-field", field))
		return p, false
	}
	if int(t.field(p).Owner) != realm {
		t.refuseUnless(t.cedable(realm, p), "only-if-ceded", realm, at, phrase.P("not-own-land", field))
		return p, false
	}
	if t.locked(realm, p) {
		t.refuseUnless(t.reconcilable(realm, p), "only-if-treaty", realm, at, phrase.P("foe-in-field", field))
		return p, false
	}
	t.doubtStranger(realm, at, p)
	return p, true
}

// refuseUnless refuses an order or, where a receipt cannot know whether what stands
// against it will still stand, doubts it and says on what it hangs (law 8).
func (t *Turn) refuseUnless(hangs bool, hinge string, realm int, at orders.Position, what phrase.Phrase) {
	if !hangs {
		t.refuse(realm, at, what)
		return
	}
	t.caveat(realm, at, what)
	t.caveat(realm, at, phrase.P(hinge))
}

// cedable tells whether, as far as a receipt knows, another realm may have a field to
// give to its own this turn, which is before anybody builds.
func (t *Turn) cedable(realm int, p game.Place) bool {
	owner := int(t.field(p).Owner)
	return t.receipt != nil && owner != realm && (owner > 0 || !t.clear(p))
}

// reconcilable tells whether the field would not be locked if all those with whom the
// realm has wished a treaty wish it too: a receipt does not know that.
func (t *Turn) reconcilable(realm int, p game.Place) bool {
	return t.receipt != nil && !t.lockedBut(realm, p, t.receipt.wished)
}

// doubtStranger warns in a receipt of an army without sign, or of a formation: whose it
// is, or of what it is made, decides whether the order can be carried out.
func (t *Turn) doubtStranger(realm int, at orders.Position, p game.Place) {
	code := ""
	switch {
	case t.receipt == nil:
		return
	case t.receipt.masked.Has(p):
		code = "stranger-in-field"
	case slices.ContainsFunc(t.armiesAt(p), func(b *Army) bool { return b.formation() && t.state.treaty(realm, b.Realm) == NoTreaty }):
		code = "formation-in-field"
	default:
		return
	}
	for _, r := range t.refused[realm] {
		if r.line == at.Line && r.what.Code == code {
			return // once a line
		}
	}
	t.caveat(realm, at, phrase.P(code, phrase.At("field", p)))
}
