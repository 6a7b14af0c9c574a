package thoramar

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// transfers sends gold (manual, "Geldtransfer"; decision 4.3): all debits from
// the treasuries as they stood, in the order of each file while it lasts, then
// all credits, so that nobody passes on what has just come.
func transfers(t *turn) {
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
func (t *turn) pay(realm int, at orders.Position, purpose string, gold int64) bool {
	if held := t.state.Realms[realm].Gold; held < gold {
		t.refuse(realm, at, phrase.P("too-little-gold", phrase.Num("needed", gold), phrase.Num("gold", held)))
		return false
	}
	t.spend(realm, purpose, gold)
	return true
}

// cessions gives land away (manual, "Landabgabe"; decision 4.4): own fields
// that touch the receiver's land, no capital; buildings go with them, work
// under way is lost.
func cessions(t *turn) {
	for realm := range t.sheets {
		ordersOf(t, realm, func(at orders.Position, o CedeOrder) { t.cede(realm, at, o) })
	}
}

func (t *turn) cede(realm int, at orders.Position, o CedeOrder) {
	if !t.partner(realm, at, o.Realm) {
		return
	}
	p, ok := t.ownField(realm, at, o.At)
	if !ok {
		return
	}
	f := t.field(p)
	if b := f.Building; b != nil && t.tables.building(b.Kind).Capital {
		t.refuse(realm, at, phrase.P("cede-capital", phrase.At("field", p)))
		return
	}
	touches, sure := t.touches(p, o.Realm)
	if !touches && sure {
		t.refuse(realm, at, phrase.P("cede-apart", phrase.At("field", p), phrase.Num("realm", o.Realm)))
		return
	}
	if !touches {
		t.caveat(realm, at, phrase.P("cede-unsure", phrase.At("field", p), phrase.Num("realm", o.Realm)))
	}
	what := phrase.P("ceded", phrase.At("field", p), phrase.Num("from", realm), phrase.Num("to", o.Realm))
	t.accept(realm, at, what)
	t.tell(what, realm, o.Realm)
	t.dropWork(p, realm, o.Realm)
	if b := f.Building; b != nil && t.tables.building(b.Kind).Temple && b.Damage != Ruin && t.receipt == nil && t.hasTempleCity(o.Realm) {
		t.tell(phrase.P("temple-razed", phrase.At("field", p), phrase.Key("building", t.tables.building(b.Kind).key())), realm, o.Realm)
		f.Building = nil
	}
	t.handOver(f, o.Realm)
	t.inspect(p)
}

// touches tells whether a field lies beside land of the realm; sure is false
// where a receipt cannot see all neighbours.
func (t *turn) touches(p game.Place, realm int) (yes, sure bool) {
	sure = true
	for d := game.Direction(1); d <= 6; d++ {
		switch q := t.grid.Step(p, d); {
		case q == game.Nowhere:
		case !t.clear(q):
			sure = false
		case int(t.field(q).Owner) == realm:
			return true, true
		}
	}
	return false, sure
}

// ownField is the field of an order that needs land of one's own, without a
// foreign army in sight on it whose realm has no treaty with the owner
// (decision 4.6); else the order is refused.
func (t *turn) ownField(realm int, at orders.Position, pos XY) (game.Place, bool) {
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
	if t.enemyAt(realm, p) {
		t.refuseUnless(t.reconcilable(realm, p), "only-if-treaty", realm, at, phrase.P("foe-in-field", field))
		return p, false
	}
	t.doubtStranger(realm, at, p)
	return p, true
}

// refuseUnless refuses an order or, where a receipt cannot know whether what stands
// against it will still stand, doubts it and says on what it hangs (law 8).
func (t *turn) refuseUnless(hangs bool, hinge string, realm int, at orders.Position, what phrase.Phrase) {
	if !hangs {
		t.refuse(realm, at, what)
		return
	}
	t.caveat(realm, at, what)
	t.caveat(realm, at, phrase.P(hinge))
}

// cedable tells whether, as far as a receipt knows, another realm may have a field to
// give to its own this turn, which is before anybody builds.
func (t *turn) cedable(realm int, p game.Place) bool {
	owner := int(t.field(p).Owner)
	return t.receipt != nil && owner != realm && (owner > 0 || !t.clear(p))
}

// reconcilable tells whether a realm has wished a treaty with all in a field that
// stand against it: a receipt does not know whether they wish it too.
func (t *turn) reconcilable(realm int, p game.Place) bool {
	if t.receipt == nil {
		return false
	}
	for _, b := range t.armiesAt(p) {
		if t.state.treaty(realm, b.Realm) == NoTreaty && t.visible(realm, b) != unseen && !t.receipt.wished[b.Realm] {
			return false
		}
	}
	return true
}

// doubtStranger warns in a receipt of an army without sign: whose it is decides
// whether the order can be carried out.
func (t *turn) doubtStranger(realm int, at orders.Position, p game.Place) {
	if t.receipt == nil || !t.receipt.masked.Has(p) {
		return
	}
	for _, r := range t.refused[realm] {
		if r.line == at.Line && r.what.Code == "stranger-in-field" {
			return // once a line
		}
	}
	t.caveat(realm, at, phrase.P("stranger-in-field", phrase.At("field", p)))
}
