package turn

import (
	"cmp"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
)

// messages sends $N (manual, "Nachrichten"): to a realm, to the game master, or to everybody with or without a sender.
func messages(t *Turn) {
	open := func(to int) bool {
		r := t.State.Realm(to)
		return r != nil && !r.Fallen
	}
	for number := range t.Sheets {
		rulekit.Each(t.Sheets[number].Lines, func(at orders.Position, m orders.Message) {
			if !t.Post(number, at, m, open) {
				t.Refuse(number, at, phrase.P("undeliverable", phrase.Str("to", m.To)))
			}
		})
	}
	t.shuffle()
}

// shuffle puts rumours before all other letters, in an order drawn from their words alone. Their position must not
// show whose sheet they came from (law 6).
func (t *Turn) shuffle() {
	lots := map[string]int64{}
	for _, l := range t.Letters {
		if l.From != 0 {
			continue
		}
		words := make([]int64, 0, len(l.Text))
		for _, c := range []byte(l.Text) {
			words = append(words, int64(c))
		}
		lots[l.Text] = t.Dice(words...).N(1 << 62)
	}
	t.SortLetters(func(a, b rulekit.PlayerMessage) int {
		return cmp.Or(cmp.Compare(lots[a.Text], lots[b.Text]), cmp.Compare(a.Text, b.Text))
	})
}
