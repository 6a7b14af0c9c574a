package thoramar

import (
	"cmp"
	"slices"
	"strconv"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// messages puts $N on its way (manual, "Nachrichten"): to a realm, to the game
// master, to all with or without a sender.
func messages(t *turn) {
	for realm := range t.sheets {
		ordersOf(t.Turn, realm, func(at orders.Position, m orders.Message) { t.post(realm, at, m) })
	}
	t.letters = t.shuffled(t.letters)
}

// shuffled puts rumours before all other letters, in an order drawn by their
// words alone: where one stands must not tell whose sheet it came from (law 6).
func (t *Turn) shuffled(letters []letter) []letter {
	out := make([]letter, 0, len(letters))
	for _, l := range letters {
		if l.kind == rumour {
			words := make([]int64, 0, len(l.text))
			for _, c := range []byte(l.text) {
				words = append(words, int64(c))
			}
			l.lot = t.dice(words...).N(1 << 62)
			out = append(out, l)
		}
	}
	slices.SortStableFunc(out, func(a, b letter) int {
		return cmp.Or(cmp.Compare(a.lot, b.lot), cmp.Compare(a.text, b.text))
	})
	for _, l := range letters {
		if l.kind != rumour {
			out = append(out, l)
		}
	}
	return out
}

func (t *turn) post(realm int, at orders.Position, m orders.Message) {
	l := letter{from: realm, text: m.Text}
	switch m.To {
	case "M":
		t.notices = append(t.notices, game.Notice{Realm: realm, Text: m.Text})
		if t.receipt != nil {
			t.receipt.letters = append(t.receipt.letters, game.Letter{Line: at.Line, Text: m.Text})
		}
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
