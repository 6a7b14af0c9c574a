package terramagica

import (
	"cmp"
	"slices"
	"strconv"

	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/tables"
)

// Homes are alike (§2.4). The founding fixes a number of them. It draws the map again until no two touch and none has
// many more people around it than another.

// mapsMost is how many maps are drawn, each with a key of its own. The best is taken.
const mapsMost = 100

// near is within how many steps the people around a home are counted.
const near = 2

// fairWorld draws maps until one has fair homes, or else returns the best of them.
func fairWorld(t *tables.Tables, grid game.Grid, seed game.Seed) *realm.State {
	var best *realm.State
	var most fairness
	for n := range mapsMost {
		key := seed
		if n > 0 {
			key = seed.Sub("map" + strconv.Itoa(n))
		}
		s := drawn(t, grid, key)
		var fair fairness
		s.Seats, fair = fairSeats(s, t, key.Sub("homes"))
		if best == nil || fair.better(most) {
			best, most = s, fair
		}
		if most.homes >= t.Rules.Homes && most.apart && most.ratio <= fairest {
			break
		}
	}
	return best
}

// fairness is how good a choice of homes is.
type fairness struct {
	homes int
	apart bool  // no two touch
	ratio int64 // people around the richest, in permille of the poorest
}

// fairest is the greatest ratio that counts as fair: half as much again.
const fairest = 1500

// better compares two choices: more homes, then homes that do not touch, then more equal numbers of people.
func (f fairness) better(than fairness) bool {
	if f.homes != than.homes {
		return f.homes > than.homes
	}
	if f.apart != than.apart {
		return f.apart
	}
	return f.ratio < than.ratio
}

// seat is a province that may become a home, with the people around it.
type seat struct {
	number int
	people int64
	steps  []int // steps to each province, by place
}

// fairSeats chooses homes among the provinces that may be homes. Their numbers of people differ by at most half as
// much again, and each is as far as possible from those before.
func fairSeats(s *realm.State, t *tables.Tables, seed game.Seed) ([]int, fairness) {
	sites := sites(s, t)
	var best []int
	most := fairness{ratio: 1 << 40}
	try := func(some []seat) {
		chosen, fair := choose(some, t.Rules.Homes, seed)
		if len(chosen) > 0 && fair.better(most) {
			best, most = chosen, fair
		}
	}
	for _, low := range sites {
		if most.homes == t.Rules.Homes && most.apart {
			break
		}
		try(slices.DeleteFunc(slices.Clone(sites),
			func(x seat) bool { return x.people < low.people || x.people*1000 > low.people*fairest }))
	}
	if most.homes < t.Rules.Homes {
		try(sites)
	}
	return best, most
}

// sites lists the provinces of easy land that may become homes, the poorest first. It takes those with two neighbours
// of land, if there are any.
func sites(s *realm.State, t *tables.Tables) []seat {
	var good, all []seat
	for i := range s.Provinces {
		p := &s.Provinces[i]
		if p.Terrain != tables.Land && p.Terrain != tables.Coast {
			continue
		}
		x := seat{number: i + 1, steps: stepsFrom(s, i+1, anywhere), people: t.Rules.HomePeople}
		land := 0
		for k, steps := range x.steps {
			if steps > 0 && steps <= near {
				x.people += s.Provinces[k].People
			}
			if steps == 1 && s.Provinces[k].Terrain != tables.Sea {
				land++
			}
		}
		all = append(all, x)
		if land >= 2 {
			good = append(good, x)
		}
	}
	if len(good) == 0 {
		good = all
	}
	slices.SortStableFunc(good, func(a, b seat) int { return cmp.Compare(a.people, b.people) })
	return good
}

// choose takes count of the sites, each next one as far as possible from those before, drawn among equally far ones.
// It avoids sites that touch one before, as long as another is left.
func choose(sites []seat, count int, seed game.Seed) ([]int, fairness) {
	var out []seat
	fair := fairness{apart: true}
	for len(out) < min(count, len(sites)) {
		var best []seat
		far := 0
		for _, x := range sites {
			steps := len(x.steps)
			for _, other := range out {
				steps = min(steps, other.steps[x.number-1])
			}
			if steps > far {
				best, far = nil, steps
			}
			if steps == far && steps > 0 {
				best = append(best, x)
			}
		}
		if far == 1 {
			fair.apart = false
		}
		out = append(out, best[seed.Throw(0, 0, "seat", int64(len(out))).N(int64(len(best)))])
	}
	var numbers []int
	for i, x := range out {
		numbers = append(numbers, x.number)
		for _, other := range out[:i] {
			fair.ratio = max(fair.ratio, max(x.people, other.people)*1000/min(x.people, other.people))
		}
	}
	fair.homes = len(out)
	return numbers, fair
}
