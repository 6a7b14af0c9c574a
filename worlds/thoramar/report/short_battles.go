package report

import "weltentor/orders/phrase"

// fight adds a fight with how it ended for the reader, and returns the index of its last event. All fights of a siege
// are one, and so are those of one week over a field against the same realm.
func (w *short) fight(out []tiding, i int) ([]tiding, int) {
	battles, last, siege := []int{i}, w.a.battles[i].end, w.a.sieged(i)
	if w.joined[i] != i {
		return out, last
	}
	for k := i + 1; k < len(w.a.battles); k++ {
		if !siege && w.together(i, k) {
			w.joined[k] = i
		}
		if w.joined[k] == i {
			battles = append(battles, k)
		}
	}
	b := &w.a.battles[i]
	t := tiding{rank: rankFight, week: w.a.told[b.at].Week, foe: others, what: make([]phrase.Phrase, 0, 8)}
	if b.own {
		t.foe = b.foe
	}
	when := phrase.Num("n", t.week)
	if siege {
		t.what = append(t.what, summed(w.Book, w.a, "battle-weeks", battles, true, phrase.Str("weeks", Spans("W", b.weeks))))
	} else {
		t.what = append(t.what, summed(w.Book, w.a, "short.battle", battles[:1], true, when))
		for _, k := range battles[1:] {
			t.what = append(t.what, summed(w.Book, w.a, "short.battle-then", []int{k}, true))
		}
		t.what = append(t.what, phrase.P("short.battle-end"))
	}
	t.what = courseRows(w.a, t.what, battles)
	return append(out, t), last
}

// together reports whether two fights are told in one sentence: in one week, over one field, against the same realm.
func (w *short) together(i, k int) bool {
	a, b := &w.a.battles[i], &w.a.battles[k]
	return !w.a.sieged(k) && a.own && b.own && a.field == b.field && w.a.told[a.at].Week == w.a.told[b.at].Week &&
		a.foe == b.foe
}
