package turn

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// retreats moves beaten armies, in the order of their battles. Then it brings back those off the map, if there is room
// (§9.4–§9.6).
func retreats(t *Turn) {
	t.State.OfRound(func(_ int, b *realm.Battle) {
		if b.Winner == 0 {
			return
		}
		if s := &b.Sides[2-b.Winner]; s.Role == realm.Standing {
			retreat(t, realm.Unit{Realm: s.Owner, Army: s.Army})
		}
	})
	for i, r := range t.State.Realms {
		for k := range r.Armies {
			if r.Armies[k].Off() {
				bringBack(t, realm.Unit{Realm: i + 1, Army: k + 1})
			}
		}
	}
}

// retreat moves one beaten army: into a neighbouring field without an army, preferably an own one. Otherwise it goes
// home, or off the map.
func retreat(t *Turn, u realm.Unit) {
	a := t.State.Unit(u)
	var own, foreign []game.Place
	for d := game.Direction(1); d <= 6; d++ {
		q := t.State.Grid().Step(a.At, d)
		switch {
		case q == game.Nowhere || len(t.State.Armies(q)) > 0:
		case t.State.Fields[q].Owner == u.Realm:
			own = append(own, q)
		default:
			foreign = append(foreign, q)
		}
	}
	to := draw(t, u, own)
	if to == game.Nowhere {
		to = draw(t, u, foreign)
	}
	if to == game.Nowhere {
		to = refuge(t, u, a.At)
	}
	army, from := phrase.Num("army", u.Army), phrase.At("from", a.At)
	a.At = to
	if to == game.Nowhere {
		t.Tell(phrase.P("driven-off", army, from), u.Realm)
		return
	}
	t.Tell(phrase.P("retreated", army, from, phrase.At("field", to)), u.Realm)
	if owner := t.State.Fields[to].Owner; owner != u.Realm {
		t.Tell(phrase.P("intruded", append(t.State.RealmArgs(u.Realm), army, phrase.At("field", to))...), owner)
	}
}

// draw draws one of some fields, or returns Nowhere if there are none.
func draw(t *Turn, u realm.Unit, from []game.Place) game.Place {
	if len(from) == 0 {
		return game.Nowhere
	}
	return from[t.Dice(int64(u.Realm), int64(u.Army)).N(int64(len(from)))]
}

// refuge is the nearest own field with no own army and at most one other. Of equally near ones it is a city, or else
// drawn (§9.5).
func refuge(t *Turn, u realm.Unit, from game.Place) game.Place {
	grid := t.State.Grid()
	var best []game.Place
	rank := func(at game.Place) int {
		n := 2 * grid.Distance(from, at)
		if t.State.Fields[at].Terrain != tables.City {
			n++
		}
		return n
	}
	for i := range t.State.Fields {
		at := game.Place(i)
		if t.State.Fields[i].Owner != u.Realm {
			continue
		}
		there := t.State.Armies(at)
		if len(there) > 1 || slices.ContainsFunc(there, func(o realm.Unit) bool { return o.Realm == u.Realm }) {
			continue
		}
		if len(best) > 0 && rank(at) < rank(best[0]) {
			best = nil
		}
		if len(best) == 0 || rank(at) == rank(best[0]) {
			best = append(best, at)
		}
	}
	return draw(t, u, best)
}

// bringBack puts an army that is off the map back on it, if there is a field for it.
func bringBack(t *Turn, u realm.Unit) {
	r := &t.State.Realms[u.Realm-1]
	if r.Capital == game.Nowhere {
		return
	}
	if to := refuge(t, u, r.Capital); to != game.Nowhere {
		t.State.Unit(u).At = to
		t.Tell(phrase.P("came-back", phrase.Num("army", u.Army), phrase.At("field", to)), u.Realm)
	}
}
