package sight

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// Week is what could be seen at the end of one week. Nothing in it changes afterwards, so reports may be written in
// parallel.
type Week struct {
	Spots []Spot  // by place, then by realm, then in the order of reports
	start []int32 // by place p: its spots are spots[start[p]:start[p+1]]
	own   []int32 // indexes of spots: by realm, then in the order of reports
	realm []int32 // by realm r: its spots are own[realm[r]:realm[r+1]]
	Finds []Find  // by spot, then viewer

	lines []byte  // see Letter
	ends  []int32 // by spot, twice: the end of its line with the sign, and of the one without
}

// Spot is an army in its place.
type Spot struct {
	Men   int64 // as a stranger counts them
	Own   int64 // as its realm counts them: the points, for priests and sorcerers
	Place game.Place
	Realm int16
	ID    int16
	Unit  tables.Unit
	Look  Look // to strangers without luck
	found bool // it is among the finds; most are not, and need no search
}

// Find says that a realm saw more of an army than strangers do.
type Find struct {
	Spot   int32
	Viewer int16
	Look   Look
}

// Watch records which armies were where in each week of a turn, what was seen of them, and the state of the land.
type Watch struct {
	Weeks    [realm.Weeks]Week // what could be seen at the end of each week
	Closing  Week              // which armies are where when the turn is over
	Ground   []Ground          // by place: the state of the land from week 1 to week 13
	Near     [][6]game.Place   // by place: its neighbours in directions 1–6
	Capitals [][]game.Place    // by realm: where its capital was from week 1 to week 13

	counts [][]int32 // memory for Record
}

// Look records which armies are where at the end of the week, and who is seen.
func (v *Watch) Look(t *realm.Turn) {
	if t.Week == 1 {
		v.Survey(t)
	}
	w := &v.Weeks[t.Week-1]
	w.record(t, &v.counts)
	w.note(t)
	realm.InLanes(t.Lanes, len(t.State.Realms), func(_, from, to int) { v.remember(t.State, w, max(from, 1), to) })
	for _, a := range t.Exposed {
		a.Cover()
	}
	t.Exposed = t.Exposed[:0]
}

// Close records which armies are where when the turn is over. Whoever saw more of an army in week 13 than strangers do
// still does, if the army has not moved.
func (v *Watch) Close(t *realm.Turn) {
	w, was := &v.Closing, &v.Weeks[realm.Weeks-1]
	w.record(t, &v.counts)
	v.counts = nil
	for _, f := range was.Finds {
		s := &was.Spots[f.Spot]
		if i := w.spotOf(int(s.Realm), s.Name()); i >= 0 && w.Spots[i].Place == s.Place {
			w.Finds = append(w.Finds, Find{i, f.Viewer, f.Look})
		}
	}
	w.SortFinds()
}

// Muster goes through a realm's armies in the order in which reports show them: by type as in the manual's tables, then as
// they are stored.
func Muster(list []*realm.Army) func(yield func(*realm.Army) bool) {
	return func(yield func(*realm.Army) bool) {
		var runs [len(tables.Types)][]*realm.Army // one for each type: they are stored together
		for from := 0; from < len(list); {
			kind, to := list[from].Name.Type, from+1
			for to < len(list) && list[to].Name.Type == kind {
				to++
			}
			if i := strings.IndexByte(tables.Types, kind); i >= 0 {
				runs[i] = list[from:to]
			}
			from = to
		}
		for i := range runs {
			for _, a := range runs[i] {
				if !yield(a) {
					return
				}
			}
		}
	}
}

// Record sorts the armies by place.
func (w *Week) Record(t *realm.Turn) { w.record(t, new([][]int32)) }

// record is Record in the memory of another week. It counts, so the cost is linear. If there are several lanes, each
// counts and sorts the armies of some realms.
func (w *Week) record(t *realm.Turn, counts *[][]int32) {
	w.start, w.realm = make([]int32, len(t.State.Fields)+1), make([]int32, len(t.State.Realms)+1)
	if *counts == nil {
		*counts = make([][]int32, max(t.Lanes, 1))
	}
	next := *counts // by lane and place: the number of armies, then the next spot
	realm.InLanes(t.Lanes, len(t.State.Armies), func(lane, from, to int) {
		if next[lane] == nil {
			next[lane] = make([]int32, len(t.State.Fields))
		}
		clear(next[lane])
		w.count(t, next[lane], from, to)
	})
	n := int32(0)
	for p := range t.State.Fields {
		w.start[p] = n
		for _, of := range next {
			n, of[p] = n+of[p], n
		}
	}
	w.start[len(t.State.Fields)] = n
	for r := range t.State.Realms {
		w.realm[r+1] += w.realm[r]
	}
	w.Spots, w.own = make([]Spot, n), make([]int32, n)
	realm.InLanes(t.Lanes, len(t.State.Armies), func(lane, from, to int) { w.place(t, next[lane], from, to) })
}

// count counts the armies of some realms by place, and by realm.
func (w *Week) count(t *realm.Turn, at []int32, from, to int) {
	for r := from; r < to; r++ {
		for _, a := range t.State.Armies[r] {
			if a.Sights() {
				at[a.At]++
				w.realm[r+1]++
			}
		}
	}
}

// place notes the armies of some realms, each in its place's next spot.
func (w *Week) place(t *realm.Turn, next []int32, from, to int) {
	for r := from; r < to; r++ {
		own := w.own[w.realm[r]:w.realm[r]]
		for a := range Muster(t.State.Armies[r]) {
			if !a.Sights() {
				continue
			}
			i := next[a.At]
			next[a.At]++
			w.Spots[i] = Spot{Men: t.Heads(a), Own: a.Men, Place: a.At, Realm: int16(a.Realm), ID: int16(a.Name.ID),
				Unit: a.Name.Unit, Look: PlainLook(t, a)}
			own = append(own, i)
		}
	}
}

// At returns the range of spots in a place.
func (w *Week) At(p game.Place) (from, to int32) { return w.start[p], w.start[p+1] }

// Of returns the indexes of a realm's spots, in the order of its report.
func (w *Week) Of(realm int) []int32 { return w.own[w.realm[realm]:w.realm[realm+1]] }

// remember adds what the armies of some realms saw to the land that the realms know.
func (v *Watch) remember(s *realm.State, w *Week, from, to int) {
	for r := from; r < to; r++ {
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
	finds := make([][]Find, max(t.Lanes, 1))
	realm.InLanes(t.Lanes, len(w.Spots), func(lane, from, to int) {
		for i := from; i < to; i++ {
			if w.Spots[i].Look == Unseen {
				finds[lane] = w.appendFound(finds[lane], t, int32(i))
			}
		}
	})
	w.Finds = slices.Concat(finds...)
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

// appendFound lets realms in the same field look for a hidden army.
func (w *Week) appendFound(dst []Find, t *realm.Turn, i int32) []Find {
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
	for _, v := range rulekit.Sorted(viewers) {
		if v != a.Realm && found(t, v, &a) {
			dst = append(dst, Find{i, int16(v), Unsigned})
			s.found = true
		}
	}
	return dst
}

// spotOf returns the spot of an army, or −1 if it no longer exists or is aboard.
func (w *Week) spotOf(number int, name realm.ArmyName) int32 {
	for _, i := range w.Of(number) {
		if w.Spots[i].Name() == name {
			return i
		}
	}
	return -1
}

// SortFinds sorts finds by spot and viewer. Of two it keeps the better look.
func (w *Week) SortFinds() {
	slices.SortFunc(w.Finds, func(a, b Find) int {
		return cmp.Or(cmp.Compare(a.Spot, b.Spot), cmp.Compare(a.Viewer, b.Viewer), cmp.Compare(b.Look, a.Look))
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

// Looks is how a spot looked to a realm that looked there.
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
	from := w.start[w.Spots[i].Place]
	k, _ := slices.BinarySearchFunc(w.Spots[from:i], w.Spots[i].Realm, func(s Spot, realm int16) int {
		return int(s.Realm) - int(realm)
	})
	return from + int32(k)
}

// Name is the name of the army in the spot.
func (s *Spot) Name() realm.ArmyName { return realm.ArmyName{Unit: s.Unit, ID: int32(s.ID)} }
