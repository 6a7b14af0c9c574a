package kolonien

import (
	"fmt"
	"slices"

	"weltentor/worlds/game"
)

// The sides a new world may have, in areas.
const (
	leastWidth  = 6
	leastHeight = 5
	mostSide    = 60
)

// Found makes a fresh map: continents in a sea that is one and open to the
// east, native locations and pirate havens.
func (r *Rulebook) Found(f game.Founding) (game.World, error) {
	t, err := r.standard.with(f.Tables)
	if err != nil {
		return nil, fmt.Errorf("tables: %w", err)
	}
	width, height := f.Width, f.Height
	if width == 0 && height == 0 {
		width, height = t.Rules.Width, t.Rules.Height
	}
	if width < leastWidth || height < leastHeight || width > mostSide || height > mostSide {
		return nil, fmt.Errorf("a map of %d by %d areas: want %d by %d to %d by %d", width, height, leastWidth, leastHeight, mostSide, mostSide)
	}
	s := t.fairMap(f.Seed, width, height, mapsMost)
	if s == nil {
		return nil, t.unfair(f.Seed, width, height)
	}
	return &World{rules: r, tables: t, state: s}, nil
}

// drawMap draws a map and its seats, as fair as they may be; nil seats: none are.
func (t *Tables) drawMap(seed game.Seed, width, height int) *State {
	m := maker{tables: t, seed: seed, grid: game.Grid{Width: width, Height: height}}
	s := &State{Schema: Schema, Turn: 1, Width: width, Height: height, Areas: make([]Area, width*height)}
	m.connect(s)
	m.raise(s)
	m.fill(s)
	m.settle(s)
	m.hide(s)
	s.Seats = t.fairSeats(s, seed)
	return s
}

// maker makes a map. Area 1 is the north-western one, numbers go east, then south.
type maker struct {
	tables *Tables
	seed   game.Seed
	grid   game.Grid
}

// connect lists for each area those it touches. The grid counts its rows to
// the north, areas to the south.
func (m *maker) connect(s *State) {
	for i := range s.Areas {
		for d := game.Direction(1); d <= 6; d++ {
			if q := m.grid.Step(m.placeOf(i+1), d); q != game.Nowhere {
				s.Areas[i].Beside = append(s.Areas[i].Beside, m.numberOf(q))
			}
		}
		slices.Sort(s.Areas[i].Beside)
	}
}

func (m *maker) placeOf(number int) game.Place {
	row, col := (number-1)/m.grid.Width, (number-1)%m.grid.Width
	return game.Place((m.grid.Height-1-row)*m.grid.Width + col)
}

func (m *maker) numberOf(p game.Place) int {
	row, col := int(p)/m.grid.Width, int(p)%m.grid.Width
	return (m.grid.Height-1-row)*m.grid.Width + col + 1
}

// open tells whether the area may be land: not in the ocean in the east.
func (m *maker) open(number int) bool {
	return (number-1)%m.grid.Width < m.grid.Width-m.tables.Rules.Ocean
}

// raise lets continents grow from drawn areas until enough is land.
func (m *maker) raise(s *State) {
	n := &m.tables.Rules
	d := m.seed.Throw(0, 0, "land")
	var room []int
	for i := range s.Areas {
		if m.open(i + 1) {
			room = append(room, i+1)
		}
	}
	target := len(s.Areas) * n.LandShare / 1000
	target = max(1, min(target, len(room)*4/5))
	for range n.Continents {
		s.Areas[room[d.N(int64(len(room)))]-1].Ground = Land
	}
	for {
		var land int
		var shore []int
		for _, i := range room {
			if s.Areas[i-1].Ground == Land {
				land++
				continue
			}
			for _, b := range s.Areas[i-1].Beside {
				if s.Areas[b-1].Ground == Land {
					shore = append(shore, i)
					break
				}
			}
		}
		if land >= target || len(shore) == 0 {
			return
		}
		s.Areas[shore[d.N(int64(len(shore)))]-1].Ground = Land
	}
}

// fill makes land of every sea that cannot be reached from the ocean.
func (m *maker) fill(s *State) {
	reached := make([]bool, len(s.Areas))
	queue := []int{m.grid.Width} // the north-eastern corner is ocean
	reached[m.grid.Width-1] = true
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, b := range s.Areas[at-1].Beside {
			if s.Areas[b-1].Ground == Sea && !reached[b-1] {
				reached[b-1] = true
				queue = append(queue, b)
			}
		}
	}
	for i := range s.Areas {
		if s.Areas[i].Ground == Sea && !reached[i] {
			s.Areas[i].Ground = Land
		}
	}
}

// settle gives drawn areas to natives: a location, and d6 + location − 2 units.
func (m *maker) settle(s *State) {
	d := m.seed.Throw(0, 0, "natives")
	var land []int
	for i := range s.Areas {
		if s.Areas[i].Ground == Land {
			land = append(land, i+1)
		}
	}
	for range len(land) / m.tables.Rules.NativesEvery {
		at := land[d.N(int64(len(land)))]
		if a := &s.Areas[at-1]; a.Natives == nil {
			a.Natives = m.tables.natives(d)
		}
	}
}

// natives draws a location and its people.
func (t *Tables) natives(d *game.Dice) *Natives {
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
	out := &Natives{Location: location, Leader: t.Location[location-1].Leader}
	for i := range size {
		out.Troops[t.nativeKind(location, i)]++
	}
	return out
}

// nativeKind is the kind of a location's unit number i, from 0: every so many
// ride, and of ten so many are regular.
func (t *Tables) nativeKind(location, i int) Kind {
	regular := location > 0 && i%10 < t.Location[location-1].Regular
	switch mounted := i%t.Rules.NativesHorse == t.Rules.NativesHorse-1; {
	case mounted && regular:
		return ICAV
	case mounted:
		return NCAV
	case regular:
		return IINF
	}
	return NINF
}

// hide gives drawn coastal areas without natives a pirate haven.
func (m *maker) hide(s *State) {
	d := m.seed.Throw(0, 0, "havens")
	var coast []int
	for i := range s.Areas {
		if s.Areas[i].Ground == Land && s.coastal(i+1) && s.Areas[i].Natives == nil {
			coast = append(coast, i+1)
		}
	}
	if len(coast) == 0 {
		return
	}
	for range max(1, len(s.Areas)/m.tables.Rules.HavenEvery) {
		a := &s.Areas[coast[d.N(int64(len(coast)))]-1]
		if a.Haven == nil {
			a.Haven = &Haven{}
			a.Haven.Troops[PMIL] = m.tables.Rules.HavenStart
		}
	}
}
