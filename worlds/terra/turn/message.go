package turn

import (
	"strconv"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/realm"
)

// messages sends $N: to a realm, to the game master, or to everybody with (#A) or without (#G) a sender.
func messages(t *Turn) {
	for realm := range t.sheets {
		each(t, realm, func(at orders.Position, m orders.Message) {
			switch {
			case realm == 0:
				t.Refuse(realm, at, phrase.P("master-no-letters"))
			case !t.Post(realm, at, m, func(to int) bool { return t.State.Realm(to) != nil }):
				t.Refuse(realm, at, phrase.P("no-realm", phrase.Str("realm", m.To), phrase.Num("most", len(t.State.Realms))))
			}
		})
	}
	t.SortLetters(rulekit.ByText)
}

// recipient is the realm to which a message is addressed, or 0 if there is no such realm.
func recipient(p realm.Position, m orders.Message) int {
	if to, err := strconv.Atoi(m.To); err == nil && p.State.Realm(to) != nil {
		return to
	}
	return 0
}
