package thoramar

import (
	"cmp"
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// wish is what a realm asks of another in $V.
type wish struct {
	from, to int
	treaty   Treaty
	at       orders.Position
}

// treaties makes and ends treaties (manual, "Verträge"; decision 4.2): any K
// ends one, whatever the other side asks, both asking the same make it at once,
// else nothing changes. Of two lines of a sheet about the same realm the later
// counts.
func treaties(t *Turn) {
	wishes := map[[2]int]wish{}
	for realm := range t.sheets {
		ordersOf(t, realm, func(at orders.Position, o TreatyOrder) {
			if t.partner(realm, at, o.Realm) {
				wishes[[2]int{realm, o.Realm}] = wish{realm, o.Realm, o.Treaty, at}
			}
		})
	}
	for _, w := range sortedWishes(wishes) {
		back, asked := wishes[[2]int{w.to, w.from}]
		if asked && w.from > w.to && w.treaty == back.treaty {
			continue // settled from the other side
		}
		t.grant(w, back, asked)
	}
}

// sortedWishes puts those that end a treaty first, so that no side is told that
// a treaty stands which the other has just ended; then by realm.
func sortedWishes(wishes map[[2]int]wish) []wish {
	out := make([]wish, 0, len(wishes))
	for _, w := range wishes {
		out = append(out, w)
	}
	slices.SortFunc(out, func(a, b wish) int {
		return cmp.Or(endsFirst(a, b), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	return out
}

func endsFirst(a, b wish) int {
	switch {
	case a.treaty == NoTreaty && b.treaty != NoTreaty:
		return -1
	case a.treaty != NoTreaty && b.treaty == NoTreaty:
		return 1
	}
	return 0
}

// partner refuses what can be done with no such realm: one that is not there,
// the free lands, oneself, the fallen.
func (t *Turn) partner(realm int, at orders.Position, other int) bool {
	code := ""
	switch r := t.state.realm(other); {
	case r == nil || other == 0:
		code = "no-realm"
	case other == realm:
		code = "own-realm"
	case r.Fallen:
		code = "fallen-realm"
	}
	if code != "" {
		t.refuse(realm, at, phrase.P(code, phrase.Num("realm", other)))
	}
	return code == ""
}

func (t *Turn) grant(w, back wish, asked bool) {
	now := t.state.treaty(w.from, w.to)
	sides := []phrase.Arg{phrase.Num("realm", w.from), phrase.Num("other", w.to)}
	switch {
	case w.treaty == NoTreaty && now == NoTreaty:
		if treatyIn(t.treatiesBefore[w.from], w.to) == NoTreaty {
			t.caveat(w.from, w.at, phrase.P("no-treaty", phrase.Num("realm", w.to)))
		}
	case w.treaty == NoTreaty:
		t.state.setTreaty(w.from, w.to, NoTreaty)
		what := phrase.P("treaty-ended", append(sides, now.arg())...)
		t.accept(w.from, w.at, what)
		t.tell(what, w.from, w.to)
	case w.treaty == now:
		t.caveat(w.from, w.at, phrase.P("treaty-stands", phrase.Num("realm", w.to), now.arg()))
	case asked && back.treaty == w.treaty:
		t.state.setTreaty(w.from, w.to, w.treaty)
		t.tell(phrase.P("treaty-made", append(sides, w.treaty.arg())...), w.from, w.to)
	case asked && back.treaty == NoTreaty:
		// the other side's K is told as its own
	default:
		t.accept(w.from, w.at, phrase.P("treaty-wished", phrase.Num("realm", w.to), w.treaty.arg()))
		if t.receipt != nil {
			t.receipt.wish(w.to)
		} else {
			t.tell(phrase.P("treaty-unanswered", phrase.Num("realm", w.to), w.treaty.arg()), w.from)
		}
	}
}

// arg names the treaty in a sentence.
func (t Treaty) arg() phrase.Arg { return phrase.Key("treaty", "treaty."+string(rune(t))) }
