package report

import (
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
)

// lot is an own field as its realm counts it.
type lot struct {
	x, y  int
	place game.Place
	held  bool // owned from week 1 to week 13
	owned bool // owned after the turn
}

// findLots lists the fields a realm owned during the turn or owns after it.
func (a *account) findLots() {
	held, owned := a.season.held[a.realm], a.owned()
	out := a.lots[:0]
	for _, at := range held {
		_, keeps := slices.BinarySearch(owned, at)
		out = append(out, lot{place: at, held: true, owned: keeps})
	}
	for _, at := range owned {
		if _, before := slices.BinarySearch(held, at); !before {
			out = append(out, lot{place: at, owned: true})
		}
	}
	for i := range out {
		out[i].x, out[i].y = a.xy(out[i].place)
	}
	slices.SortFunc(out, func(one, two lot) int { return fieldOrder(one.x, one.y, two.x, two.y) })
	a.lots = out
}

// seenLast reports whether the realm sees a lot when the turn is over: it is its own, or its army is there.
func (a *account) seenLast(l *lot) bool { return l.owned || a.standsIn(&a.t.Closing, l.place) }

// lostLand are the fields that the reader had until the end of the turn, as the map draws them: its building is as it was
// last seen, and its owner another realm or nobody, as the report says.
func (a *account) lostLand(at game.Place) (lost bool, owner byte) {
	for i := range a.lots {
		if l := &a.lots[i]; l.place == at && l.held && !l.owned {
			if a.t.State.Fields[at].Owner != 0 {
				return true, '-'
			}
			return true, ' '
		}
	}
	return false, ' '
}

// landWorth is the yearly income of fields at full yield.
func (a *account) landWorth(fields []game.Place) (gold int64) {
	for _, at := range fields {
		gold += a.t.Tables.TerrainOf(a.realm, a.t.State.Fields[at].Terrain).Income
	}
	return gold
}

// glimpse is an army that has its row or, with realm −1, how an army without a sign looked. One row is enough for two
// that look alike.
type glimpse struct {
	realm int16
	id    int16
	unit  tables.Unit
	men   int64 // 0 for an army
}

// visitor is an army that was in an own field. week is the one in which it was seen; closing: it is there.
type visitor struct {
	spot int32 // in that week
	look sight.Look
	week int
	gone bool // it only passed
}

// visitorsOf are the armies that are in a field of its own land when the turn is over, then the foreign ones that only
// passed, by the week in which they were last seen there. Own land sees itself, but a field taken in this turn saw
// nothing for its new owner before the end. The list is gone when the next is asked for.
func (a *account) visitorsOf(l *lot) []visitor {
	clear(a.listing)
	a.visitors = a.visitors[:0]
	last := closing
	blind := !a.seenLast(l)
	if blind { // lost, with nobody left there: as week 13 showed it
		last = realm.Weeks
	}
	final := a.week(last)
	from, to := final.At(l.place)
	for i := from; i < to; i++ {
		s := &final.Spots[i]
		if how := final.Looks(a.realm, i); how != sight.Unseen && !(blind && int(s.Realm) == a.realm) {
			a.visitors = append(a.visitors, visitor{spot: i, look: how, week: last})
			a.listed(s, how)
		}
	}
	if !l.held {
		return a.visitors
	}
	there := len(a.visitors)
	for n := last - 1; n >= 1; n-- {
		w := a.week(n)
		from, to := w.At(l.place)
		for i := to - 1; i >= from; i-- {
			s := &w.Spots[i]
			how := w.Looks(a.realm, i)
			if int(s.Realm) != a.realm && how != sight.Unseen && !a.listed(s, how) {
				a.visitors = append(a.visitors, visitor{i, how, n, true})
			}
		}
	}
	slices.Reverse(a.visitors[there:])
	return a.visitors
}

// listed reports whether the army already has its row in the field, whatever it looked like there, and notes that it
// has one now.
func (a *account) listed(s *sight.Spot, how sight.Look) bool {
	army, alike := glimpse{realm: s.Realm, id: s.ID, unit: s.Unit}, glimpse{realm: -1, unit: s.Unit, men: s.Men}
	if a.listing[army] || how == sight.Unsigned && a.listing[alike] {
		return true
	}
	a.listing[army] = true
	if how == sight.Unsigned {
		a.listing[alike] = true
	}
	return false
}

// recruiting is the building of an own field in which armies are recruited; nil: there is none.
func (a *account) recruiting(l *lot) *realm.Building {
	b := a.t.State.Fields[l.place].Building
	if !l.owned || b == nil || a.t.Tables.BuildingOf(a.realm, b.Kind).Capacity == 0 {
		return nil
	}
	return b
}
