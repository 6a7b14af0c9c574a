package turn

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/order"
)

// treaties lets each realm say what it wants to be to others. What two realms are is the lesser of both wishes. So one
// is enough for war, peace and alliance need both, and it applies at once.
func treaties(t *Turn) {
	before := t.State.Clone()
	for realm := range t.sheets {
		each(t, realm+1, func(at orders.Position, o order.TreatyOrder) { wish(t, realm+1, at, o) })
	}
	if t.receipt != nil {
		return
	}
	for a := 1; a <= len(t.State.Realms); a++ {
		for b := a + 1; b <= len(t.State.Realms); b++ {
			if now := t.State.Relation(a, b); now != before.Relation(a, b) {
				t.Tell(phrase.P("relation", phrase.Num("realm", a), phrase.Str("name", t.State.Realms[a-1].Name),
					phrase.Num("realm2", b),
					phrase.Str("name2", t.State.Realms[b-1].Name), phrase.Key("stance", now.Key())), t.all()...)
			}
		}
	}
}

func wish(t *Turn, realm int, at orders.Position, o order.TreatyOrder) {
	switch {
	case o.Realm == realm:
		t.Refuse(realm, at, phrase.P("treaty-self"))
		return
	case t.State.Realm(o.Realm) == nil:
		t.Refuse(realm, at, phrase.P("no-realm", phrase.Num("realm", o.Realm), phrase.Num("most", len(t.State.Realms))))
		return
	}
	t.State.Realms[realm-1].Stances[o.Realm-1] = o.Stance
	args := append(t.realmArgs(o.Realm), phrase.Key("stance", o.Stance.Key()))
	if t.State.Relation(realm, o.Realm) < o.Stance {
		t.Accept(at, phrase.P("will-wish", args...))
		return
	}
	t.Accept(at, phrase.P("will-relation", args...))
}
