package market

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
)

// Transfers sends gold (manual, "Geldtransfer"; decision 4.3). First it takes all debits from the treasuries as they
// were, in the order of each file as long as the money lasts. Then it adds all credits, so that nobody passes on what
// has just come.
func Transfers(t *realm.Turn) {
	type credit struct {
		to   int
		gold int64
	}
	var credits []credit
	for number := range t.Sheets {
		rulekit.Each(t.Sheets[number].Lines, func(at orders.Position, _ order.PaybackOrder) {
			t.Refuse(number, at, phrase.P("payback-master"))
		})
		rulekit.Each(t.Sheets[number].Lines, func(at orders.Position, o order.TransferOrder) {
			if !Partner(t, number, at, o.Realm) || !Pay(t, number, at, "transfer", o.Amount) {
				return
			}
			credits = append(credits, credit{o.Realm, o.Amount})
			what := phrase.P("gold-sent", phrase.Num("from", number), phrase.Num("to", o.Realm),
				phrase.Num("gold", o.Amount))
			t.Accept(at, what)
			t.Tell(what, number, o.Realm)
		})
	}
	for _, c := range credits {
		t.Earn(c.to, "transfer", c.gold)
	}
}

// Pay takes gold from the treasury for an order, or refuses the order. Another realm may send gold this turn, which
// pays for all but transfers; a receipt cannot know that.
func Pay(t *realm.Turn, number int, at orders.Position, purpose string, gold int64) bool {
	if held := t.State.Realms[number].Gold; held < gold {
		RefuseUnless(t, t.Receipt != nil && purpose != "transfer" && others(t, number), "only-if-gold", number, at,
			phrase.P("too-little-gold", phrase.Num("needed", gold), phrase.Num("gold", held)))
		return false
	}
	t.Spend(number, purpose, gold)
	if t.Receipt != nil {
		t.Receipt.Paid = append(t.Receipt.Paid, realm.Paid{Line: at.Line, Gold: gold})
	}
	return true
}

// others reports whether there is another realm that could do something.
func others(t *realm.Turn, number int) bool {
	for other := range t.State.Realms {
		if NoPartner(t, number, other) == "" {
			return true
		}
	}
	return false
}

// OwnField is the field of an order that needs own land which no foreign armies block (decision 4.6). Otherwise the
// order is refused. A field beyond the world's edge is refused like one where nobody has been, so the answer reveals
// nothing about the edge.
func OwnField(t *realm.Turn, number int, at orders.Position, pos realm.XY) (game.Place, bool) {
	p := t.Place(number, pos)
	field := phrase.XY("field", pos.X, pos.Y)
	if p == game.Nowhere || int(t.Field(p).Owner) != number {
		RefuseUnless(t, Cedable(t, number, p), "only-if-ceded", number, at, phrase.P("not-own-land", field))
		return p, false
	}
	if fight.Locked(t, number, p) {
		RefuseUnless(t, Reconcilable(t, number, p), "only-if-treaty", number, at, phrase.P("foe-in-field", field))
		return p, false
	}
	t.Hangs(number, at, DoubtStranger(t, number, at, p))
	return p, true
}

// RefuseUnless refuses an order. If a receipt cannot know whether the obstacle will still be there, it only doubts the
// order and says on what it depends (law 8).
func RefuseUnless(t *realm.Turn, hangs bool, hinge string, number int, at orders.Position, what phrase.Phrase) {
	if !hangs {
		t.Refuse(number, at, what)
		return
	}
	t.Caveat(number, at, what)
	t.Caveat(number, at, phrase.P(hinge))
	t.Accept(at, phrase.P(game.WillIf))
}

// Cedable reports whether, as far as a receipt knows, another realm may have a field that it gives to this realm this
// turn. That happens before anybody builds.
func Cedable(t *realm.Turn, number int, p game.Place) bool {
	if t.Receipt == nil || p == game.Nowhere {
		return t.Receipt != nil
	}
	owner := int(t.Field(p).Owner)
	return owner != number && (owner > 0 || !t.Clear(p))
}

// Reconcilable reports whether the field would not be blocked if all those to whom the realm offers a treaty offer it
// too. A receipt cannot know that.
func Reconcilable(t *realm.Turn, number int, p game.Place) bool {
	return t.Receipt != nil && !fight.LockedBut(t, number, p, t.Receipt.Wished)
}

// DoubtStranger warns in a receipt of an army without a sign, or of a formation. Its owner, or its members, decide
// whether the order is possible. It reports whether the order hangs on a treaty in force, which may end this turn.
func DoubtStranger(t *realm.Turn, number int, at orders.Position, p game.Place) (hangs bool) {
	code := ""
	switch {
	case t.Receipt == nil:
		return false
	case t.Receipt.Masked.Has(p):
		code = "stranger-in-field"
	case slices.ContainsFunc(t.ArmiesAt(p),
		func(b *realm.Army) bool { return b.Formation() && t.State.Treaty(number, b.Realm) == realm.NoTreaty }):
		code = "formation-in-field"
	case fight.MayLock(t, number, p):
		code = "only-if-kept-army"
	default:
		return false
	}
	doubtOnce(t, number, at, phrase.P(code, phrase.At("field", p)))
	return code == "only-if-kept-army"
}

// DoubtPartner warns in a receipt that an order needs a partner's land. It reports whether it does.
func DoubtPartner(t *realm.Turn, number int, at orders.Position, p game.Place) bool {
	owner := int(t.Field(p).Owner)
	hangs := t.Receipt != nil && owner != 0 && owner != number && sight.Sees(t, number, p)
	if hangs {
		doubtOnce(t, number, at, phrase.P("only-if-kept-land"))
	}
	return hangs
}

// doubtOnce warns about a line once, whatever the field.
func doubtOnce(t *realm.Turn, number int, at orders.Position, what phrase.Phrase) {
	if !slices.ContainsFunc(t.Refused[number],
		func(r orders.Problem) bool { return r.Line == at.Line && r.What.Code == what.Code }) {
		t.Caveat(number, at, what)
	}
}

// Partner refuses what is not possible with a realm: one that does not exist, the free lands, the realm itself, a
// fallen one.
func Partner(t *realm.Turn, number int, at orders.Position, other int) bool {
	code := NoPartner(t, number, other)
	if code != "" {
		t.Refuse(number, at, phrase.P(code, phrase.Num("realm", other)))
	}
	return code == ""
}

// NoPartner is why nothing is possible with a realm, or "" if something is.
func NoPartner(t *realm.Turn, number, other int) string {
	switch r := t.State.Realm(other); {
	case r == nil || other == 0:
		return "no-realm"
	case other == number:
		return "own-realm"
	case r.Fallen:
		return "fallen-realm"
	}
	return ""
}
