package terra

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// retreats moves beaten armies, in the order of their battles, and then brings back
// those off the map where there is room (§9.4–§9.6).
func retreats(t *turn) {
	t.ofRound(func(_ int, b *realm.Battle) {
		if b.Winner == 0 {
			return
		}
		if s := &b.Sides[2-b.Winner]; s.Role == realm.Standing {
			t.retreat(realm.Unit{Realm: s.Owner, Army: s.Army})
		}
	})
	for i := range t.state.Realms {
		r := &t.state.Realms[i]
		for k := range r.Armies {
			if off(&r.Armies[k]) {
				t.bringBack(realm.Unit{Realm: i + 1, Army: k + 1})
			}
		}
	}
}

// retreat moves one beaten army: into a neighbouring field without an army, an own
// one first, else home, else off the map.
func (t *round) retreat(u realm.Unit) {
	a := t.state.Unit(u)
	var own, foreign []game.Place
	for d := game.Direction(1); d <= 6; d++ {
		q := t.state.Grid().Step(a.At, d)
		switch {
		case q == game.Nowhere || len(t.state.Armies(q)) > 0:
		case t.state.Fields[q].Owner == u.Realm:
			own = append(own, q)
		default:
			foreign = append(foreign, q)
		}
	}
	to := t.draw(u, own)
	if to == game.Nowhere {
		to = t.draw(u, foreign)
	}
	if to == game.Nowhere {
		to = t.refuge(u, a.At)
	}
	army, from := phrase.Num("army", u.Army), phrase.At("from", a.At)
	a.At = to
	if to == game.Nowhere {
		t.Tell(phrase.P("driven-off", army, from), u.Realm)
		return
	}
	t.Tell(phrase.P("retreated", army, from, phrase.At("field", to)), u.Realm)
	t.intrusion(u, to)
}

// intrusion tells the owner of a field who has come to stand there.
func (t *round) intrusion(u realm.Unit, at game.Place) {
	if owner := t.state.Fields[at].Owner; owner != u.Realm {
		t.Tell(phrase.P("intruded",
			append(t.realmArgs(u.Realm), phrase.Num("army", u.Army), phrase.At("field", at))...), owner)
	}
}

// draw picks one of some fields; Nowhere of none.
func (t *round) draw(u realm.Unit, from []game.Place) game.Place {
	if len(from) == 0 {
		return game.Nowhere
	}
	return from[t.Dice(int64(u.Realm), int64(u.Army)).N(int64(len(from)))]
}

// refuge is the nearest own field with no own army and one other at most; of equally
// near ones a city, else one drawn (§9.5).
func (t *round) refuge(u realm.Unit, from game.Place) game.Place {
	grid := t.state.Grid()
	var best []game.Place
	rank := func(at game.Place) int {
		n := 2 * grid.Distance(from, at)
		if t.state.Fields[at].Terrain != tables.City {
			n++
		}
		return n
	}
	for i := range t.state.Fields {
		at := game.Place(i)
		if t.state.Fields[i].Owner != u.Realm {
			continue
		}
		there := t.state.Armies(at)
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
	return t.draw(u, best)
}

// bringBack puts an army that is off the map back on it, if there is a field.
func (t *round) bringBack(u realm.Unit) {
	r := &t.state.Realms[u.Realm-1]
	if r.Capital == game.Nowhere {
		return
	}
	if to := t.refuge(u, r.Capital); to != game.Nowhere {
		t.state.Unit(u).At = to
		t.Tell(phrase.P("came-back", phrase.Num("army", u.Army), phrase.At("field", to)), u.Realm)
	}
}
