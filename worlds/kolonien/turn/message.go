package turn

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/kolonien/realm"
)

// messages sends $N: to a realm, to the game master, or to everybody with (#A) or without (#G) a sender.
func messages(t *Turn) {
	each(post)(t)
	t.SortLetters(frame.ByText)
}

func post(t *Turn, r *realm.Realm, at orders.Position, m orders.Message) {
	if !t.Post(r.Number, at, m, func(to int) bool { return t.State.Realm(to) != nil }) {
		t.Refuse(r.Number, at, phrase.P("no-realm", phrase.Str("realm", m.To), phrase.Num("most", len(t.State.Realms))))
	}
}
