package terra

import (
	"strconv"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
)

// messages puts $N on its way: to a realm, to the game master, to all with
// (#A) or without (#G) a sender.
func messages(t *turn) {
	for realm := range t.sheets {
		each(t, realm, func(at orders.Position, m orders.Message) { t.post(realm, at, m) })
	}
	t.SortLetters(frame.ByText)
}

// recipient is the realm a message is for; 0 if there is none of the number.
func (t *board) recipient(m orders.Message) int {
	if to, err := strconv.Atoi(m.To); err == nil && t.plays(to) {
		return to
	}
	return 0
}

func (t *board) plays(realm int) bool { return t.state.Realm(realm) != nil }

func (t *round) post(realm int, at orders.Position, m orders.Message) {
	switch {
	case realm == 0:
		t.Refuse(realm, at, phrase.P("master-no-letters"))
	case !t.Post(realm, at, m, t.plays):
		t.Refuse(realm, at, phrase.P("no-realm", phrase.Str("realm", m.To), phrase.Num("most", len(t.state.Realms))))
	}
}
