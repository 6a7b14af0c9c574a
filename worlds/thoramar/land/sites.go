package land

import (
	"maps"
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// startCovers are the terrains on which a realm may begin: open land, or a wood that is cleared for the capital. A
// capital's field is lowland, the first of them.
var startCovers = []string{"tla", "twa", "hla", "hwa"}

// StartTerrain is the terrain on which a capital is founded.
func StartTerrain(t *tables.Tables) uint8 {
	i, _ := t.FindTerrain(startCovers[0])
	return i
}

// RealmLand is about how many land fields each realm should have. With fewer, neighbours would besiege each other in
// the first years.
const RealmLand = 180

// Sites are the fields where a realm may begin, with the worth of the land around each. They depend only on the land
// and the capitals, and each world hands them to the next.
type Sites struct {
	Grid  game.Grid
	list  []site        // by place
	plain map[int64]int // by worth: the number of lowlands with land of that worth around them
	// permille of the lowlands whose land is worth less than the middle; 500, their median, unless the tables say
	// otherwise
	share int64
	band  int64        // permille around that worth in which a site is fair
	want  int          // fields between capitals
	size  int          // fields around a site whose income counts
	near  []int8       // by place: steps to the nearest capital; reach+1 stands for more than reach
	known realm.Places // what any realm has seen
}

type site struct {
	at    game.Place
	worth int64
}

// NewSites finds where on the land realms may begin.
func NewSites(t *tables.Tables, s *realm.State) *Sites {
	n := &t.Rules
	out := &Sites{Grid: s.Grid, plain: map[int64]int{}, share: n.StartMiddle, band: n.StartTolerance / 2,
		want: n.StartDistance, size: n.StartRadius}
	var covers [256]bool
	for i, code := range startCovers {
		if i > 0 && n.StartClear == 0 {
			break
		}
		if i, ok := t.FindTerrain(code); ok {
			covers[i] = true
		}
	}
	for p := range s.Fields {
		if f := &s.Fields[p]; covers[f.Terrain] {
			worth := out.Worth(t, s, game.Place(p), n.StartRadius)
			out.list = append(out.list, site{game.Place(p), worth})
			if f.Terrain == StartTerrain(t) {
				out.plain[worth]++
			}
		}
	}
	out.near = make([]int8, len(s.Fields))
	for p := range out.near {
		out.near[p] = int8(out.reach() + 1)
	}
	for i := range s.Realms[1:] {
		out.occupy(s.Realms[i+1].Origin)
	}
	for i := range s.Realms {
		out.learn(s.Realms[i].Seen)
	}
	return out
}

// learn adds what a realm has seen to what is known.
func (s *Sites) learn(seen realm.Places) {
	known := make(realm.Places, max(len(seen), len(s.known)))
	copy(known, s.known)
	for k := range seen {
		known[k] |= seen[k]
	}
	s.known = known
}

// reach is up to how far from a capital distances are kept. A new realm is at most half as far again from a capital as
// capitals must be apart, so that neighbours meet.
func (s *Sites) reach() int { return s.want * 3 / 2 }

// Worth is the yearly income of the land within the radius.
func (s *Sites) Worth(t *tables.Tables, state *realm.State, at game.Place, radius int) int64 {
	sum := int64(0)
	s.Disc(at, radius, func(p game.Place, _ int) { sum += t.Terrain[state.Fields[p].Terrain].Income })
	return sum
}

// middle is the worth of land with which sites are compared.
func (s *Sites) middle() int64 {
	all := 0
	for _, n := range s.plain {
		all += n
	}
	rank := int(int64(all) * s.share / 1000)
	for _, worth := range slices.Sorted(maps.Keys(s.plain)) {
		if rank -= s.plain[worth]; rank < 0 {
			return worth
		}
	}
	return 0
}

// Disc calls do with every place within the radius, each once.
func (s *Sites) Disc(at game.Place, radius int, do func(p game.Place, away int)) {
	h, y := s.Grid.HY(at)
	for dy := -radius; dy <= radius; dy++ {
		wide := 2*radius - max(dy, -dy)
		if wide >= s.Grid.Width {
			wide = s.Grid.Width - 1
			wide -= (wide + dy) & 1
		}
		for dh := -wide; dh <= wide; dh += 2 {
			if p := s.Grid.At(h+dh, y+dy); p != game.Nowhere {
				do(p, s.Grid.Distance(at, p))
			}
		}
	}
}

// clearing is what changes when a site that is not lowland becomes lowland: the worth of the land around it, and one
// more lowland.
type clearing struct {
	more  int64               // income of the field, compared with before
	plain map[game.Place]bool // the lowlands around it, as it becomes one too
}

// Cleared returns what a capital on a field changes. It is nothing if the field is lowland already.
func (s *Sites) Cleared(t *tables.Tables, state *realm.State, at game.Place) clearing {
	lowland, was := StartTerrain(t), state.Fields[at].Terrain
	if was == lowland {
		return clearing{}
	}
	out := clearing{more: t.Terrain[lowland].Income - t.Terrain[was].Income, plain: map[game.Place]bool{}}
	s.Disc(at, s.size, func(p game.Place, _ int) { out.plain[p] = state.Fields[p].Terrain == lowland })
	return out
}

// With returns the sites after a realm that knows these fields has put a capital on a field.
func (s *Sites) With(capital game.Place, c clearing, seen realm.Places) *Sites {
	out := *s
	out.learn(seen)
	out.near = slices.Clone(s.near)
	out.occupy(capital)
	if c.plain == nil {
		return &out
	}
	out.list, out.plain = slices.Clone(s.list), maps.Clone(s.plain)
	for i := range out.list {
		if x := &out.list[i]; s.Grid.Distance(x.at, capital) <= s.size {
			if c.plain[x.at] {
				out.count(x.worth, -1)
			}
			x.worth += c.more
			if c.plain[x.at] || x.at == capital {
				out.count(x.worth, 1)
			}
		}
	}
	return &out
}

func (s *Sites) count(worth int64, more int) {
	if s.plain[worth] += more; s.plain[worth] == 0 {
		delete(s.plain, worth)
	}
}

func (s *Sites) occupy(capital game.Place) {
	s.Disc(capital, s.reach(), func(p game.Place, away int) { s.near[p] = min(s.near[p], int8(away)) })
}

// closest is how near capitals may be to each other if there is not enough room.
const closest = 2

// Choose draws a site. Distance comes first: as far from every capital as room allows, up to the distance wanted. At
// that distance it must be fair, or fair in a wider band (start_stretch) if there is no other. It is preferably near
// enough to a capital that neighbours meet. Only if no fair site is left anywhere does it take a less fair one.
func (s *Sites) Choose(t *tables.Tables, state *realm.State, dice *game.Dice) game.Place {
	free, middle := s.free(t, state), s.middle()
	for _, bands := range [][]int64{{s.band, t.Rules.StartStretch * s.band}, {4 * s.band, 1000, 1 << 40}} {
		for least := s.want; least >= closest; least-- {
			for _, band := range bands {
				if p := draw(free, dice, middle, band, least, s.reach()); len(state.Realms) > 1 && p != game.Nowhere {
					return p
				}
				if p := draw(free, dice, middle, band, least, s.reach()+1); p != game.Nowhere {
					return p
				}
			}
		}
	}
	return game.Nowhere
}

// place is a free site, with its distance from the nearest capital.
type place struct {
	site
	away int
}

// free lists the sites that are unowned and have no building. Land that somebody knows must stay as they know it, so a
// capital there needs lowland.
func (s *Sites) free(t *tables.Tables, state *realm.State) []place {
	out := make([]place, 0, len(s.list))
	for _, c := range s.list {
		f := &state.Fields[c.at]
		if f.Owner == 0 && f.Building == nil && (f.Terrain == StartTerrain(t) || !s.known.Has(c.at)) {
			out = append(out, place{c, int(s.near[c.at])})
		}
	}
	return out
}

// draw draws one of the sites in the band and at such a distance from the nearest capital.
func draw(free []place, dice *game.Dice, middle, band int64, least, most int) game.Place {
	var fit []game.Place
	for _, c := range free {
		if c.away >= least && c.away <= most && realm.Abs64(c.worth-middle)*1000 <= band*middle {
			fit = append(fit, c.at)
		}
	}
	if len(fit) == 0 {
		return game.Nowhere
	}
	return fit[dice.N(int64(len(fit)))]
}
