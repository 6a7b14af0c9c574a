package sight

import (
	"sort"

	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// Week is what was to be seen at the end of one week. Nothing in it changes
// afterwards, so that reports may be written side by side.
type Week struct {
	Spots []Spot  // by place, in a place by realm, then in the order of reports
	start []int32 // by place p: its spots are spots[start[p]:start[p+1]]
	own   []int32 // indexes of spots: by realm, then in the order of reports
	realm []int32 // by realm r: its spots are own[realm[r]:realm[r+1]]
	Finds []Find  // by spot, then viewer

	lines []byte  // see Letter
	ends  []int32 // by spot, twice: where its line with its sign ends, and where the one without
}

// Spot is an army where it stood.
type Spot struct {
	Men   int64 // as a stranger counts them
	Own   int64 // as its realm counts them: of priests and sorcerers the points
	Place game.Place
	Realm int16
	ID    int16
	Unit  tables.Unit
	Look  Look // to strangers without luck
	found bool // it is among the finds: most are not, and need no search
}

// Find is a realm that made more of an army than strangers do.
type Find struct {
	Spot   int32
	Viewer int16
	Look   Look
}

// Watch is who stood where in each week of a turn and what was seen of it, and how the
// land lay.
type Watch struct {
	Weeks    [realm.Weeks]Week // what was to be seen at the end of each week
	Closing  Week              // who stands where when the turn is over
	Ground   []Ground          // by place: how the land lay from week 1 to week 13
	Near     [][6]game.Place   // by place: its neighbours in directions 1–6
	Capitals [][]game.Place    // by realm: where its capital stood from week 1 to week 13
}

// Look records who stands where at the end of the week, and who is seen.
func (v *Watch) Look(t *realm.Turn) {
	if t.Week == 1 {
		v.Survey(t)
	}
	w := &v.Weeks[t.Week-1]
	w.Record(t)
	w.note(t)
	v.remember(t.State, w)
	for _, a := range t.Exposed {
		a.Cover()
	}
	t.Exposed = t.Exposed[:0]
}

// Close records who stands where when the turn is over. Who has seen more of an
// army in week 13 than strangers do still does if it stands where it stood.
func (v *Watch) Close(t *realm.Turn) {
	w, was := &v.Closing, &v.Weeks[realm.Weeks-1]
	w.Record(t)
	for _, f := range was.Finds {
		s := &was.Spots[f.Spot]
		if i := w.spotOf(int(s.Realm), s.Name()); i >= 0 && w.Spots[i].Place == s.Place {
			w.Finds = append(w.Finds, Find{i, f.Viewer, f.Look})
		}
	}
	w.SortFinds()
}

// AppendMuster appends a realm's armies in the order reports show them: by type
// as in the manual's tables, then as they are kept.
func AppendMuster(dst, list []*realm.Army) []*realm.Army {
	for i := range len(tables.Types) {
		for _, a := range list {
			if a.Name.Type == tables.Types[i] {
				dst = append(dst, a)
			}
		}
	}
	return dst
}

// Record sorts the armies by place: counting, so that the cost is linear.
func (w *Week) Record(t *realm.Turn) {
	w.start = make([]int32, len(t.State.Fields)+1)
	w.realm = make([]int32, len(t.State.Realms)+1)
	for r, list := range t.State.Armies {
		w.realm[r+1] = w.realm[r]
		for _, a := range list {
			if a.Sights() {
				w.start[a.At+1]++
				w.realm[r+1]++
			}
		}
	}
	for p := 1; p < len(w.start); p++ {
		w.start[p] += w.start[p-1]
	}
	n := w.start[len(w.start)-1]
	w.Spots, w.own = make([]Spot, n), make([]int32, 0, n)
	next := append([]int32(nil), w.start...)
	var muster []*realm.Army
	for _, list := range t.State.Armies {
		muster = AppendMuster(muster[:0], list)
		for _, a := range muster {
			if !a.Sights() {
				continue
			}
			i := next[a.At]
			next[a.At]++
			w.Spots[i] = Spot{Men: t.Heads(a), Own: a.Men, Place: a.At, Realm: int16(a.Realm), ID: int16(a.Name.ID),
				Unit: a.Name.Unit, Look: PlainLook(t, a)}
			w.own = append(w.own, i)
		}
	}
}

// At gives the range of spots in a place.
func (w *Week) At(p game.Place) (from, to int32) { return w.start[p], w.start[p+1] }

// Of gives the indexes of a realm's spots, in the order of its report.
func (w *Week) Of(realm int) []int32 { return w.own[w.realm[realm]:w.realm[realm+1]] }

// remember adds what the armies saw to the land their realms know.
func (v *Watch) remember(s *realm.State, w *Week) {
	for r := 1; r < len(s.Realms); r++ {
		seen := &s.Realms[r].Seen
		for _, i := range w.Of(r) {
			p := w.Spots[i].Place
			seen.Add(p)
			for _, q := range v.Near[p] {
				if q != game.Nowhere {
					seen.Add(q)
				}
			}
		}
	}
}

// note finds out who sees more than the flags show.
func (w *Week) note(t *realm.Turn) {
	for i := range w.Spots {
		s := &w.Spots[i]
		if s.Look == Unseen {
			w.noteFound(t, int32(i))
		}
	}
	if len(t.Exposed) == 0 {
		return
	}
	for _, a := range t.Exposed { // finds are sorted below
		i := w.spotOf(a.Realm, a.Name)
		if i < 0 || w.Spots[i].Look == Signed {
			continue
		}
		for _, viewer := range a.March.Exposed {
			w.Finds = append(w.Finds, Find{i, viewer, Signed})
		}
	}
	w.SortFinds()
}

// noteFound lets those who share the field look for a hidden army.
func (w *Week) noteFound(t *realm.Turn, i int32) {
	s := &w.Spots[i]
	viewers := make([]int, 0, 4)
	if f := &t.State.Fields[s.Place]; f.Building != nil {
		viewers = append(viewers, int(f.Owner))
	}
	from, to := w.At(s.Place)
	for j := from; j < to; j++ {
		viewers = append(viewers, int(w.Spots[j].Realm))
	}
	a := realm.Army{Realm: int(s.Realm), Name: s.Name(), At: s.Place}
	for _, v := range frame.Sorted(viewers) {
		if v != a.Realm && found(t, v, &a) {
			w.Finds = append(w.Finds, Find{i, int16(v), Unsigned})
			s.found = true
		}
	}
}

// spotOf gives the spot of an army, −1 if it is no more or is aboard.
func (w *Week) spotOf(number int, name realm.ArmyName) int32 {
	for _, i := range w.Of(number) {
		if w.Spots[i].Name() == name {
			return i
		}
	}
	return -1
}

// SortFinds orders finds by spot and viewer; of two the better look stays.
func (w *Week) SortFinds() {
	sort.Slice(w.Finds, func(i, j int) bool {
		a, b := w.Finds[i], w.Finds[j]
		if a.Spot != b.Spot {
			return a.Spot < b.Spot
		}
		if a.Viewer != b.Viewer {
			return a.Viewer < b.Viewer
		}
		return a.Look > b.Look
	})
	kept := w.Finds[:0]
	for i, f := range w.Finds {
		if i == 0 || f.Spot != kept[len(kept)-1].Spot || f.Viewer != kept[len(kept)-1].Viewer {
			kept = append(kept, f)
			w.Spots[f.Spot].found = true
		}
	}
	w.Finds = kept
}

// Looks tells how a spot looked to a realm that looked there.
func (w *Week) Looks(viewer int, i int32) Look {
	s := &w.Spots[i]
	if int(s.Realm) == viewer || s.Look == Signed {
		return Signed
	}
	if !s.found {
		return s.Look
	}
	k := sort.Search(len(w.Finds), func(k int) bool {
		f := w.Finds[k]
		return f.Spot > i || f.Spot == i && int(f.Viewer) >= viewer
	})
	if k < len(w.Finds) && w.Finds[k].Spot == i && int(w.Finds[k].Viewer) == viewer {
		return w.Finds[k].Look
	}
	return s.Look
}

// First is the first army of a spot's realm in its place, in the order of reports.
func (w *Week) First(i int32) int32 {
	for from := w.start[w.Spots[i].Place]; i > from && w.Spots[i-1].Realm == w.Spots[i].Realm; {
		i--
	}
	return i
}

// Name is the name of the army in the spot.
func (s *Spot) Name() realm.ArmyName { return realm.ArmyName{Unit: s.Unit, ID: int32(s.ID)} }
