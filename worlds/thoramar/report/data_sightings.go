package report

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
)

// glimpsed is a field in a week. Several armies may report it, but it has one sighting.
type glimpsed struct {
	week int
	at   game.Place
}

// mustered is an army as it was in a week.
type mustered struct {
	week int
	spot int32
}

// sightings notes what was seen in a week n as that of the entry of week as.
func (d *data) sightings(as, n int) {
	w, armies := d.a.week(n), d.wrote.armies[n]
	for _, at := range d.a.t.Capitals[d.a.realm] {
		if !d.a.standsIn(w, at) {
			armies = d.report(as, w, at, -1, armies)
		}
	}
	own := w.Of(d.a.realm)
	for _, i := range own[:d.wrote.observers[n]] {
		armies = d.report(as, w, w.Spots[i].Place, i, armies)
	}
}

// report notes what one army saw, or the capital (−1), unless another has seen the same: the field, its neighbours, and
// as many armies as are left. It returns how many are left behind it.
func (d *data) report(week int, w *sight.Week, at game.Place, self int32, left int) int {
	if self < 0 || w.First(self) == self {
		left = d.view(week, w, at, self, left)
	}
	if s := d.sighting(week, at); self >= 0 {
		name := w.Spots[self].Name().String()
		s.By = append(s.By, name)
		// how many men an observer has is not in its own line
		d.spot(s, week, self, game.FactArmy{Realm: d.a.realm, Name: name})
	}
	return left
}

// view notes a field and its neighbours with the armies there, except the observer itself.
func (d *data) view(week int, w *sight.Week, at game.Place, self int32, left int) int {
	for i := range 7 {
		q, dir := at, game.Direction(i)
		if i > 0 {
			q = d.a.t.Near[at][i-1]
		}
		if q == game.Nowhere {
			continue
		}
		d.ground(week, q, dir.Opposite())
		from, to := w.At(q)
		for k := from; k < to && left > 0; k++ {
			if l := w.Looks(d.a.realm, k); k != self && l != sight.Unseen {
				d.looked(week, w, k, l)
				left--
			}
		}
	}
	return left
}

// ownLand notes the armies on own land, and which fields were lost.
func (d *data) ownLand() {
	left := d.wrote.visitors
	for i := range d.a.lots[:d.wrote.lots] {
		l := &d.a.lots[i]
		for k, v := range d.a.visitorsOf(l) {
			if left == 0 {
				return
			}
			if left--; k == 0 && !l.owned {
				d.Facts.Fields = append(d.Facts.Fields, game.FactField{At: d.Place(int64(l.place)),
					Words: map[string]string{"lost": rulekit.Label(d.Term("lost", phrase.P("report.lost")))}})
			}
			d.looked(v.week, d.a.week(v.week), v.spot, v.look)
		}
	}
}

// sighting is the sighting of a field in a week.
func (d *data) sighting(number int, at game.Place) *game.FactSighting {
	week, key := &d.Facts.Weeks[number], glimpsed{number, at}
	i, noted := d.seen[key]
	if !noted {
		i = len(week.Sightings)
		week.Sightings = append(week.Sightings, game.FactSighting{At: d.Place(int64(at))})
		d.seen[key] = i
	}
	return &week.Sightings[i]
}

// ground notes the land of a field. For a neighbour that is the one edge that the report shows. For the field itself
// (dir is 0) it is all edges, and the state of the building.
func (d *data) ground(week int, at game.Place, dir game.Direction) {
	g, s := &d.a.t.Ground[at], d.sighting(week, at)
	s.Terrain, s.Owner = d.a.t.Tables.Terrain[g.Terrain].Code, int(g.Owner)
	if g.Kind[0] != '-' {
		s.Building = string(g.Kind[:])
	}
	told := realm.Edges(0b111111)
	if dir != 0 {
		told = realm.Edges(0).With(dir)
	} else if g.State != '-' {
		s.State = string(g.State)
	}
	d.edges[glimpsed{week, at}] |= told
}

// edgesOf writes edges as the report does: `2:SWFB 3:----`.
func (d *data) edgesOf(at game.Place, told realm.Edges) string {
	var out []byte
	for dir := game.Direction(1); dir <= 6; dir++ {
		if told.Has(dir) {
			out = append(append(out, ' ', '0'+byte(dir), ':'), d.a.t.Ground[at].Edge(dir)[:]...)
		}
	}
	return strings.TrimPrefix(string(out), " ")
}

// looked notes an army as it looked.
func (d *data) looked(week int, w *sight.Week, i int32, l sight.Look) {
	s := &w.Spots[i]
	shown := game.FactArmy{Realm: int(s.Realm), Name: s.Name().String(), Men: s.Men}
	switch {
	case int(s.Realm) == d.a.realm:
		shown.Men = s.Own
	case l != sight.Signed:
		shown = game.FactArmy{Unknown: true, Kind: s.Unit.String(), Men: s.Men}
	}
	d.spot(d.sighting(week, s.Place), week, i, shown)
}

// spot notes an army in a sighting, once. How many men it has may be known only later.
func (d *data) spot(s *game.FactSighting, week int, spot int32, a game.FactArmy) {
	key := mustered{week, spot}
	i, noted := d.armed[key]
	if !noted {
		i = len(s.Armies)
		s.Armies = append(s.Armies, a)
		d.armed[key] = i
	}
	s.Armies[i].Men = max(s.Armies[i].Men, a.Men)
}

// others lists the armies of others as the report showed them last. Those that show their sign are as they were last
// seen, unless a later fight destroyed them. The others are as they were when the report last showed their field.
func (d *data) others() {
	type army struct {
		realm int
		name  string
	}
	known, left, gone := map[army]bool{}, map[string]bool{}, map[army]int{} // gone: in which week
	for _, b := range d.Facts.Battles {
		for _, f := range slices.Concat(b.Sides[0].Armies, b.Sides[1].Armies) {
			if f.Fate == "destroyed" {
				gone[army{f.Realm, f.Name}] = b.Week
			}
		}
	}
	weeks := d.Facts.Weeks
	for i := len(weeks) - 1; i >= 0; i-- {
		for _, s := range weeks[i].Sightings {
			for _, a := range s.Armies {
				is := army{a.Realm, a.Name}
				fell, destroyed := gone[is]
				if a.Realm == d.a.realm || a.Unknown && left[s.At] || !a.Unknown && (known[is] || destroyed && weeks[i].Week <= fell) {
					continue
				}
				known[is], a.At = true, s.At
				if week := weeks[i].Week; week > 0 {
					a.Values = map[string]int64{"week": int64(week)}
				}
				d.Facts.Armies = append(d.Facts.Armies, a)
			}
		}
		for _, s := range weeks[i].Sightings {
			left[s.At] = true
		}
	}
}
