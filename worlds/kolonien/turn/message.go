package turn

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
)

// messages sends $N: to a realm, to the game master, or to everybody with (#A) or without (#G) a sender.
func messages(t *Turn) {
	for realm := range t.sheets {
		each(t, realm+1, func(at orders.Position, m orders.Message) { post(t, realm+1, at, m) })
	}
	t.SortLetters(frame.ByText)
}

func post(t *Turn, realm int, at orders.Position, m orders.Message) {
	if !t.Post(realm, at, m, func(to int) bool { return t.State.Realm(to) != nil }) {
		t.Refuse(realm, at, phrase.P("no-realm", phrase.Str("realm", m.To), phrase.Num("most", len(t.State.Realms))))
	}
}
