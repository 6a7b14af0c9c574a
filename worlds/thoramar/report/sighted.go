package report

import (
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
)

// sighted is a foreign army as the reader saw it in the turn: the last place, and those before.
type sighted struct {
	army  glimpse
	stops []stop
	look  sight.Look
	spot  int32
}

// stop is a place where it was seen, and the last week in a row.
type stop struct {
	at   game.Place
	week int
}

// last is where it was seen last.
func (s *sighted) last() stop { return s.stops[len(s.stops)-1] }

// findSighted finds the foreign armies that the realm saw from a week on, and from where it looked around: from own
// armies, from the capital, and on own land.
func (a *account) findSighted(since int) {
	a.sighted, a.posts = a.sighted[:0], a.posts[:0]
	clear(a.signedAt)
	clear(a.alikeAt)
	for i := range a.around {
		a.numbers[a.around[i].place] = 0
	}
	a.around = a.around[:0]
	for n := since; n <= closing; n++ {
		w := a.week(n)
		for i := range a.lots {
			if l := &a.lots[i]; n < closing && l.held || n == closing && a.seenLast(l) {
				a.notice(w, n, l.place)
			}
		}
		if n == closing {
			break
		}
		for _, at := range a.t.Capitals[a.realm] {
			if !a.standsIn(w, at) {
				a.observe(w, n, at, realm.ArmyName{})
			}
		}
		for _, i := range w.Of(a.realm) {
			a.observe(w, n, w.Spots[i].Place, w.Spots[i].Name())
		}
	}
}

// post is a field from which the realm looked around, and who stood there first; no name: the capital.
type post struct {
	at   game.Place
	name realm.ArmyName
}

// around is a place that the realm looked at.
type around struct {
	place game.Place
	week  int // the last week in which its armies were noticed
	post  int // the post in it, from 1; 0: there is none
}

// numberOf is the number of a place around. Places are numbered as they are seen first.
func (a *account) numberOf(q game.Place) int {
	if a.numbers[q] == 0 {
		a.around = append(a.around, around{place: q})
		a.numbers[q] = int32(len(a.around))
	}
	return int(a.numbers[q] - 1)
}

// postIn is the index of the post in a place; −1: there is none.
func (a *account) postIn(q game.Place) int {
	if a.numbers[q] == 0 {
		return -1
	}
	return a.around[a.numbers[q]-1].post - 1
}

// observe notes what an observer sees in a week.
func (a *account) observe(w *sight.Week, n int, at game.Place, name realm.ArmyName) {
	if k := a.numberOf(at); a.around[k].post == 0 {
		a.posts = append(a.posts, post{at, name})
		a.around[k].post = len(a.posts)
		for _, q := range a.t.Near[at] {
			if q != game.Nowhere {
				a.numberOf(q)
			}
		}
	}
	a.notice(w, n, at)
	for _, q := range a.t.Near[at] {
		if q != game.Nowhere {
			a.notice(w, n, q)
		}
	}
}

// watched reports whether the realm looked around from a field in a week.
func (a *account) watched(w *sight.Week, at game.Place) bool {
	return a.standsIn(w, at) || slices.Contains(a.t.Capitals[a.realm], at)
}

// alike tells foreign armies without a sign apart: by field, kind and men.
type alike struct {
	army glimpse
	at   game.Place
}

// notice notes the foreign armies in a field in a week.
func (a *account) notice(w *sight.Week, n int, at game.Place) {
	from, to := w.At(at)
	if from == to {
		return
	}
	k := a.numberOf(at)
	if a.around[k].week == n {
		return
	}
	a.around[k].week = n
	for i := from; i < to; i++ {
		s, how := &w.Spots[i], w.Looks(a.realm, i)
		if int(s.Realm) == a.realm || how == sight.Unseen {
			continue
		}
		army := a.sightedAs(s, how, at)
		if len(army.stops) == 0 || army.last().at != at {
			army.stops = append(army.stops, stop{at: at})
		}
		army.stops[len(army.stops)-1].week, army.look, army.spot = n, how, i
	}
}

// sightedAs is the entry of an army, which is made if it is missing.
func (a *account) sightedAs(s *sight.Spot, how sight.Look, at game.Place) *sighted {
	next := len(a.sighted)
	var army glimpse
	if how == sight.Unsigned {
		army = glimpse{realm: -1, unit: s.Unit, men: s.Men}
		k, known := a.alikeAt[alike{army, at}]
		if known {
			return &a.sighted[k]
		}
		a.alikeAt[alike{army, at}] = next
	} else {
		army = glimpse{realm: s.Realm, id: s.ID, unit: s.Unit}
		name := nameKey(s)
		k, known := a.signedAt[name]
		if known {
			return &a.sighted[k]
		}
		a.signedAt[name] = next
	}
	a.sighted = slices.Grow(a.sighted, 1)[:next+1]
	a.sighted[next] = sighted{army: army, stops: a.sighted[next].stops[:0]} // in the room of an earlier report
	return &a.sighted[next]
}

// nameKey is an army's realm and name in one number, which is found faster.
func nameKey(s *sight.Spot) uint64 {
	return uint64(uint16(s.Realm))<<32 | uint64(uint16(s.ID))<<16 | uint64(s.Unit.Type)<<8 | uint64(s.Unit.Class)
}
