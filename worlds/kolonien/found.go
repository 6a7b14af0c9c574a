package kolonien

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
	"weltentor/worlds/rulekit"
)

// Found makes a fresh map.
func (r *Rulebook) Found(f game.Founding) (game.World, error) {
	return rulekit.Found(r.Book, f, founded, r.world)
}

// founded makes a fresh map: continents in a single sea that is open to the east, native locations and pirate havens.
func founded(t *tables.Tables, f game.Founding) (*realm.State, error) {
	width, height := rulekit.Sides(f, t.Rules.Width, t.Rules.Height)
	if width < realm.LeastWidth || height < realm.LeastHeight || width > realm.MostSide || height > realm.MostSide {
		return nil, game.Refused("size", phrase.Num("width", width), phrase.Num("height", height),
			phrase.Num("low", realm.LeastWidth),
			phrase.Num("least", realm.LeastHeight), phrase.Num("high", realm.MostSide),
			phrase.Num("most", realm.MostSide))
	}
	s := fairMap(t, f.Seed, width, height, mapsMost)
	if s == nil {
		return nil, unfair(t, f.Seed, width, height)
	}
	return s, nil
}

// drawMap draws a map and chooses the fairest seats. Seats are nil if there are none.
func drawMap(t *tables.Tables, seed game.Seed, width, height int) *realm.State {
	m := maker{tables: t, seed: seed}
	s := &realm.State{Schema: realm.Schema, Turn: 1, Width: width, Height: height,
		Areas: make([]realm.Area, width*height)}
	for i, beside := range realm.Touching(width, height, width*height) {
		s.Areas[i].Beside = beside
	}
	m.raise(s)
	m.fill(s)
	m.settle(s)
	m.hide(s)
	s.Seats = fairSeats(t, s, seed)
	return s
}

// maker makes a map. Area 1 is the north-western one, and numbers go east, then south.
type maker struct {
	tables *tables.Tables
	seed   game.Seed
}

// raise lets continents grow from drawn areas until enough is land.
func (m *maker) raise(s *realm.State) {
	n := &m.tables.Rules
	d := m.seed.Throw(0, 0, "land")
	// land must not be in the ocean in the east
	room := s.Where(func(area int) bool { return (area-1)%s.Width < s.Width-n.Ocean })
	target := len(s.Areas) * n.LandShare / 1000
	target = max(1, min(target, len(room)*4/5))
	for range n.Continents {
		s.Areas[room[d.N(int64(len(room)))]-1].Ground = realm.Land
	}
	for {
		var land int
		var shore []int
		for _, i := range room {
			if s.Areas[i-1].Ground == realm.Land {
				land++
				continue
			}
			if slices.ContainsFunc(s.Areas[i-1].Beside, func(b int) bool { return s.Areas[b-1].Ground == realm.Land }) {
				shore = append(shore, i)
			}
		}
		if land >= target || len(shore) == 0 {
			return
		}
		s.Areas[shore[d.N(int64(len(shore)))]-1].Ground = realm.Land
	}
}

// fill makes land of every sea area that cannot be reached from the ocean.
func (m *maker) fill(s *realm.State) {
	// the north-eastern corner is ocean
	ways := s.Search(s.Width, 0, func(_, b int) bool { return s.Areas[b-1].Ground == realm.Sea })
	for i := range s.Areas {
		if _, reached := ways.Far(i + 1); s.Areas[i].Ground == realm.Sea && !reached {
			s.Areas[i].Ground = realm.Land
		}
	}
}

// settle gives drawn areas to natives: a location, and d6 + location − 2 units.
func (m *maker) settle(s *realm.State) {
	d := m.seed.Throw(0, 0, "natives")
	land := s.Where(func(area int) bool { return s.Areas[area-1].Ground == realm.Land })
	for range len(land) / m.tables.Rules.NativesEvery {
		at := land[d.N(int64(len(land)))]
		if a := &s.Areas[at-1]; a.Natives == nil {
			a.Natives = nativeRow(m.tables, d)
		}
	}
}

// nativeRow draws a location and its people.
func nativeRow(t *tables.Tables, d *game.Dice) *realm.Natives {
	lots := 0
	for _, l := range t.Location {
		lots += l.Lots
	}
	drawn, location := int(d.N(int64(lots))), 0
	for i, l := range t.Location {
		if drawn < l.Lots {
			location = i + 1
			break
		}
		drawn -= l.Lots
	}
	n := &t.Rules
	size := min(n.NativesMost, max(n.NativesLeast, int(d.Between(1, int64(n.DiceSides)))+location-2))
	out := &realm.Natives{Location: location, Leader: t.Location[location-1].Leader}
	for i := range size {
		out.Troops[t.NativeKind(location, i)]++
	}
	return out
}

// hide gives drawn coastal areas without natives a pirate haven.
func (m *maker) hide(s *realm.State) {
	d := m.seed.Throw(0, 0, "havens")
	coast := s.Where(func(area int) bool { return s.Coastal(area) && s.Areas[area-1].Natives == nil })
	if len(coast) == 0 {
		return
	}
	for range max(1, len(s.Areas)/m.tables.Rules.HavenEvery) {
		a := &s.Areas[coast[d.N(int64(len(coast)))]-1]
		if a.Haven == nil {
			a.Haven = &realm.Haven{}
			a.Haven.Troops[tables.PMIL] = m.tables.Rules.HavenStart
		}
	}
}
