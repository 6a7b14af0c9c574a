package turn

import (
	"cmp"
	"maps"
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/market"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
)

// wish is what a realm asks of another in $V.
type wish struct {
	from, to int
	treaty   realm.Treaty
	at       orders.Position
}

// treaties makes and ends treaties (manual, "Verträge"; decision 4.2). A K ends one, whatever the other side asks. If
// both ask for the same, it is made at once; otherwise nothing changes. Of two lines of a sheet about the same realm
// the later one counts.
func treaties(t *realm.Turn) {
	wishes := map[[2]int]wish{}
	for number := range t.Sheets {
		rulekit.Each(t.Sheets[number].Lines, func(at orders.Position, o order.TreatyOrder) {
			if market.Partner(t, number, at, o.Realm) {
				wishes[[2]int{number, o.Realm}] = wish{number, o.Realm, o.Treaty, at}
			}
		})
	}
	// Those that end a treaty come first, so no side is told that a treaty is in force which the other has just ended.
	rank := map[realm.Treaty]int{realm.Pact: 1, realm.Partner: 1}
	for _, w := range slices.SortedFunc(maps.Values(wishes), func(a, b wish) int {
		return cmp.Or(rank[a.treaty]-rank[b.treaty], a.from-b.from, a.to-b.to)
	}) {
		back, asked := wishes[[2]int{w.to, w.from}]
		if asked && w.from > w.to && w.treaty == back.treaty {
			continue // settled from the other side
		}
		grant(t, w, back, asked)
	}
}

func grant(t *realm.Turn, w, back wish, asked bool) {
	now := t.State.Treaty(w.from, w.to)
	sides := []phrase.Arg{phrase.Num("realm", w.from), phrase.Num("other", w.to)}
	switch {
	case w.treaty == realm.NoTreaty && now == realm.NoTreaty:
		if realm.TreatyIn(t.TreatiesBefore[w.from], w.to) == realm.NoTreaty {
			t.Caveat(w.from, w.at, phrase.P("no-treaty", phrase.Num("realm", w.to)))
		}
	case w.treaty == realm.NoTreaty:
		t.State.SetTreaty(w.from, w.to, realm.NoTreaty)
		what := phrase.P("treaty-ended", append(sides, now.Arg())...)
		t.Accept(w.at, what)
		t.Tell(what, w.from, w.to)
	case w.treaty == now:
		t.Caveat(w.from, w.at, phrase.P("treaty-stands", phrase.Num("realm", w.to), now.Arg()))
	case asked && back.treaty == w.treaty:
		t.State.SetTreaty(w.from, w.to, w.treaty)
		t.Tell(phrase.P("treaty-made", append(sides, w.treaty.Arg())...), w.from, w.to)
	case asked && back.treaty == realm.NoTreaty:
		// the other side's K is reported as its own
	default:
		t.Accept(w.at, phrase.P("treaty-wished", phrase.Num("realm", w.to), w.treaty.Arg()))
		if t.Receipt != nil {
			t.Receipt.Wished = append(t.Receipt.Wished, w.to)
		} else {
			t.Tell(phrase.P("treaty-unanswered", phrase.Num("realm", w.to), w.treaty.Arg()), w.from)
		}
	}
}
