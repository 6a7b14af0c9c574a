package thoramar

import (
	"sort"

	"weltentor/worlds/game"
)

// week is what was to be seen at the end of one week. Nothing in it changes
// afterwards, so that reports may be written side by side.
type week struct {
	spots []spot  // by place, in a place by realm, then in the order of reports
	start []int32 // by place p: its spots are spots[start[p]:start[p+1]]
	own   []int32 // indexes of spots: by realm, then in the order of reports
	realm []int32 // by realm r: its spots are own[realm[r]:realm[r+1]]
	finds []find  // by spot, then viewer

	lines []byte  // each spot's line with its sign, for the reports
	ends  []int32 // by spot: where its line ends
}

// spot is an army where it stood.
type spot struct {
	men   int64 // as a stranger counts them
	own   int64 // as its realm counts them: of priests and sorcerers the points
	place game.Place
	realm int16
	id    int16
	unit  Unit
	look  look // to strangers without luck
}

// find is a realm that made more of an army than strangers do.
type find struct {
	spot   int32
	viewer int16
	look   look
}

// sight records who stands where at the end of the week, and who is seen.
func sight(t *turn) { t.Watch.look(t.Turn) }

// Watch is who stood where in each week of a turn and what was seen of it, and how the
// land lay.
type Watch struct {
	weeks    [Weeks]week     // what was to be seen at the end of each week
	closing  week            // who stands where when the turn is over
	ground   []ground        // by place: how the land lay from week 1 to week 13
	near     [][6]game.Place // by place: its neighbours in directions 1–6
	capitals [][]game.Place  // by realm: where its capital stood from week 1 to week 13
}

// look records who stands where at the end of the week, and who is seen.
func (v *Watch) look(t *Turn) {
	if t.week == 1 {
		v.survey(t)
	}
	w := &v.weeks[t.week-1]
	w.record(t)
	w.note(t)
	v.remember(t.state, w)
	for _, a := range t.exposed {
		a.cover()
	}
	t.exposed = t.exposed[:0]
}

// close records who stands where when the turn is over. Who has seen more of an
// army in week 13 than strangers do still does if it stands where it stood.
func (v *Watch) close(t *Turn) {
	w, was := &v.closing, &v.weeks[Weeks-1]
	w.record(t)
	for _, f := range was.finds {
		s := &was.spots[f.spot]
		if i := w.spotOf(int(s.realm), s.name()); i >= 0 && w.spots[i].place == s.place {
			w.finds = append(w.finds, find{i, f.viewer, f.look})
		}
	}
	w.sortFinds()
}

// appendMuster appends a realm's armies in the order reports show them: by type
// as in the manual's tables, then as they are kept.
func appendMuster(dst, list []*Army) []*Army {
	for i := range len(types) {
		for _, a := range list {
			if a.Name.Type == types[i] {
				dst = append(dst, a)
			}
		}
	}
	return dst
}

// record sorts the armies by place: counting, so that the cost is linear.
func (w *week) record(t *Turn) {
	w.start = make([]int32, len(t.state.Fields)+1)
	w.realm = make([]int32, len(t.state.Realms)+1)
	for r, list := range t.state.Armies {
		w.realm[r+1] = w.realm[r]
		for _, a := range list {
			if a.sights() {
				w.start[a.At+1]++
				w.realm[r+1]++
			}
		}
	}
	for p := 1; p < len(w.start); p++ {
		w.start[p] += w.start[p-1]
	}
	n := w.start[len(w.start)-1]
	w.spots, w.own = make([]spot, n), make([]int32, 0, n)
	next := append([]int32(nil), w.start...)
	var muster []*Army
	for _, list := range t.state.Armies {
		muster = appendMuster(muster[:0], list)
		for _, a := range muster {
			if !a.sights() {
				continue
			}
			i := next[a.At]
			next[a.At]++
			w.spots[i] = spot{men: t.heads(a), own: a.Men, place: a.At, realm: int16(a.Realm), id: int16(a.Name.ID), unit: a.Name.Unit, look: t.plainLook(a)}
			w.own = append(w.own, i)
		}
	}
}

// at gives the range of spots in a place.
func (w *week) at(p game.Place) (from, to int32) { return w.start[p], w.start[p+1] }

// of gives the indexes of a realm's spots, in the order of its report.
func (w *week) of(realm int) []int32 { return w.own[w.realm[realm]:w.realm[realm+1]] }

// remember adds what the armies saw to the land their realms know.
func (v *Watch) remember(s *State, w *week) {
	for r := 1; r < len(s.Realms); r++ {
		seen := &s.Realms[r].Seen
		for _, i := range w.of(r) {
			p := w.spots[i].place
			seen.Add(p)
			for _, q := range v.near[p] {
				if q != game.Nowhere {
					seen.Add(q)
				}
			}
		}
	}
}

// note finds out who sees more than the flags show.
func (w *week) note(t *Turn) {
	for i := range w.spots {
		s := &w.spots[i]
		if s.look == unseen {
			w.noteFound(t, int32(i))
		}
	}
	if len(t.exposed) == 0 {
		return
	}
	for _, a := range t.exposed { // finds are sorted below
		i := w.spotOf(a.Realm, a.Name)
		if i < 0 || w.spots[i].look == signed {
			continue
		}
		for _, viewer := range a.march.exposed {
			w.finds = append(w.finds, find{i, viewer, signed})
		}
	}
	w.sortFinds()
}

// noteFound lets those who share the field look for a hidden army.
func (w *week) noteFound(t *Turn, i int32) {
	s := &w.spots[i]
	viewers := make([]int, 0, 4)
	if f := &t.state.Fields[s.place]; f.Building != nil {
		viewers = append(viewers, int(f.Owner))
	}
	from, to := w.at(s.place)
	for j := from; j < to; j++ {
		viewers = append(viewers, int(w.spots[j].realm))
	}
	a := Army{Realm: int(s.realm), Name: s.name(), At: s.place}
	for _, v := range sortedRealms(viewers) {
		if v != a.Realm && t.found(v, &a) {
			w.finds = append(w.finds, find{i, int16(v), unsigned})
		}
	}
}

// spotOf gives the spot of an army, −1 if it is no more or is aboard.
func (w *week) spotOf(realm int, name ArmyName) int32 {
	for _, i := range w.of(realm) {
		if w.spots[i].name() == name {
			return i
		}
	}
	return -1
}

// sortFinds orders finds by spot and viewer; of two the better look stays.
func (w *week) sortFinds() {
	sort.Slice(w.finds, func(i, j int) bool {
		a, b := w.finds[i], w.finds[j]
		if a.spot != b.spot {
			return a.spot < b.spot
		}
		if a.viewer != b.viewer {
			return a.viewer < b.viewer
		}
		return a.look > b.look
	})
	kept := w.finds[:0]
	for i, f := range w.finds {
		if i == 0 || f.spot != kept[len(kept)-1].spot || f.viewer != kept[len(kept)-1].viewer {
			kept = append(kept, f)
		}
	}
	w.finds = kept
}

// looks tells how a spot looked to a realm that looked there.
func (w *week) looks(viewer int, i int32) look {
	s := &w.spots[i]
	if int(s.realm) == viewer || s.look == signed {
		return signed
	}
	if len(w.finds) == 0 {
		return s.look
	}
	k := sort.Search(len(w.finds), func(k int) bool {
		f := w.finds[k]
		return f.spot > i || f.spot == i && int(f.viewer) >= viewer
	})
	if k < len(w.finds) && w.finds[k].spot == i && int(w.finds[k].viewer) == viewer {
		return w.finds[k].look
	}
	return s.look
}

// name is the name of the army in the spot.
func (s *spot) name() ArmyName { return ArmyName{Unit: s.unit, ID: int32(s.id)} }
