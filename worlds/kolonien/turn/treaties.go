package turn

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/rulekit"
)

// treaties lets each realm say what it wants to be to others. What two realms are is the lesser of both wishes. So one
// is enough for war, peace and alliance need both, and it applies at once.
func treaties(t *Turn) {
	before := t.State.Clone()
	each(wish)(t)
	if t.receipt != nil {
		return
	}
	for a := 1; a <= len(t.State.Realms); a++ {
		for b := a + 1; b <= len(t.State.Realms); b++ {
			if now := t.State.Relation(a, b); now != before.Relation(a, b) {
				t.Tell(phrase.P("relation", append(t.realmArgs(a), phrase.Num("realm2", b),
					phrase.Str("name2", t.State.Realms[b-1].Name), phrase.Key("stance", now.Key()))...), t.all()...)
			}
		}
	}
}

func wish(t *Turn, r *realm.Realm, at orders.Position, o order.TreatyOrder) {
	switch {
	case o.Realm == r.Number:
		t.Refuse(r.Number, at, phrase.P("treaty-self"))
		return
	case t.State.Realm(o.Realm) == nil:
		t.Refuse(r.Number, at, phrase.P("no-realm", phrase.Num("realm", o.Realm), phrase.Num("most", len(t.State.Realms))))
		return
	}
	r.Stances[o.Realm-1] = o.Stance
	code := "will-relation"
	if t.State.Relation(r.Number, o.Realm) < o.Stance {
		code = "will-wish"
	}
	t.Accept(at, phrase.P(code, append(t.realmArgs(o.Realm), phrase.Key("stance", o.Stance.Key()))...))
}

// messages sends $N: to a realm, to the game master, or to everybody with (#A) or without (#G) a sender.
func messages(t *Turn) {
	each(post)(t)
	t.SortLetters(rulekit.ByText)
}

func post(t *Turn, r *realm.Realm, at orders.Position, m orders.Message) {
	if !t.Post(r.Number, at, m, func(to int) bool { return t.State.Realm(to) != nil }) {
		t.Refuse(r.Number, at, phrase.P("no-realm", phrase.Str("realm", m.To), phrase.Num("most", len(t.State.Realms))))
	}
}
