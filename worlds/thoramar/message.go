package thoramar

import (
	"strconv"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// messages puts $N on its way (manual, "Nachrichten"): to a realm, to the game
// master, to all with or without a sender.
func messages(t *turn) {
	for realm := range t.sheets {
		ordersOf(t, realm, func(at orders.Position, m orders.Message) { t.post(realm, at, m) })
	}
}

func (t *turn) post(realm int, at orders.Position, m orders.Message) {
	l := letter{from: realm, text: m.Text}
	switch m.To {
	case "M":
		t.notices = append(t.notices, game.Notice{Realm: realm, Text: m.Text})
		t.accept(realm, at, phrase.P("post-master"))
		return
	case "A":
		l.kind = announcement
		t.accept(realm, at, phrase.P("post-all"))
	case "G":
		l.kind = rumour
		t.accept(realm, at, phrase.P("post-rumour"))
	default:
		to, err := strconv.Atoi(m.To)
		if r := t.state.realm(to); err != nil || to == 0 || r == nil || r.Fallen {
			t.refuse(realm, at, phrase.P("undeliverable", phrase.Str("to", m.To)))
			return
		}
		l.to = to
		t.accept(realm, at, phrase.P("post-realm", phrase.Num("realm", to)))
	}
	t.letters = append(t.letters, l)
}
