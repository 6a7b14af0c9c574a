package kolonien

import (
	"cmp"
	"slices"
	"strconv"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// letter is a message on its way.
type letter struct {
	from int // 0: a rumour, whose sender is not told
	to   int // 0 all
	not  int // who is not told: the sender
	text string
}

// reaches tells whether the letter is in the realm's report.
func (l *letter) reaches(realm int) bool {
	return l.to == realm || l.to == 0 && l.not != realm
}

// messages puts $N on its way: to a realm, to the game master, to all with
// (#A) or without (#G) a sender.
func messages(t *turn) {
	for realm := range t.sheets {
		each(t, realm+1, func(at orders.Position, m orders.Message) { t.post(realm+1, at, m) })
	}
	// Where a rumour stands must not tell whose sheet it came from.
	slices.SortStableFunc(t.letters, func(a, b letter) int {
		if a.from > 0 || b.from > 0 {
			return cmp.Compare(a.from, b.from)
		}
		return cmp.Compare(a.text, b.text)
	})
}

func (t *playing) post(realm int, at orders.Position, m orders.Message) {
	l := letter{from: realm, not: realm, text: m.Text}
	switch m.To {
	case "M":
		if t.receipt != nil {
			t.receipt.letters = append(t.receipt.letters, game.Letter{Line: at.Line, Text: m.Text})
		} else {
			t.notices = append(t.notices, game.Notice{Realm: realm, Text: m.Text})
		}
		t.accept(at, phrase.P("post-master"))
		return
	case "A":
		t.accept(at, phrase.P("post-all"))
	case "G":
		l.from = 0
		t.accept(at, phrase.P("post-rumour"))
	default:
		to, err := strconv.Atoi(m.To)
		if err != nil || t.state.Realm(to) == nil {
			t.refuse(realm, at, "no-realm", phrase.Str("realm", m.To), phrase.Num("most", len(t.state.Realms)))
			return
		}
		l.to = to
		t.accept(at, phrase.P("post-realm", phrase.Num("realm", to)))
	}
	t.letters = append(t.letters, l)
}
