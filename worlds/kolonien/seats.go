package kolonien

import (
	"cmp"
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// Starts are fair (rules §1.7). The seats of all realms are fixed when the world is founded, and the map is drawn
// again until they are alike.

// mapsMost is how many maps are drawn, each with a key of its own, before founding gives up. mapsTried is how many
// maps of another size are drawn to find a size that works.
const (
	mapsMost  = 100
	mapsTried = 20
	sizesMost = 12
)

// fairMap is the first of a number of maps with fair seats, or nil if there is none.
func fairMap(t *tables.Tables, seed game.Seed, width, height, maps int) *realm.State {
	for n := range maps {
		key := "map"
		if n > 0 {
			key += strconv.Itoa(n)
		}
		if s := drawMap(t, seed.Sub(key), width, height); s.Seats != nil {
			return s
		}
	}
	return nil
}

// unfair is the error that no map of a size has fair seats. It names a size that has.
func unfair(t *tables.Tables, seed game.Seed, width, height int) error {
	realms := seats(t, height)
	told := []phrase.Arg{phrase.Num("n", mapsMost), phrase.Num("width", width), phrase.Num("height", height),
		phrase.Num("realms", realms)}
	for n := 1; n <= sizesMost; n++ {
		w, h := min(width+n, realm.MostSide), min(height+n, realm.MostSide)
		if seats(t, h) >= realms && fairMap(t, seed, w, h, mapsTried) != nil {
			return game.Refused("unfair", append(told, phrase.Num("wide", w), phrase.Num("high", h))...)
		}
	}
	return game.Refused("unfair-all", told...)
}

// seats is for how many realms a map of a height has seats. No two are at one sea.
func seats(t *tables.Tables, height int) int { return min(t.Rules.RealmsMost, height) }

// prospect is what a fleet finds that sails from a seat: the distance to the nearest free coast in areas, and how many
// free areas it reaches within two years.
type prospect struct{ near, lands int }

// prospectOf is the prospect of a home at a sea.
func prospectOf(t *tables.Tables, s *realm.State, port int) prospect {
	out := prospect{}
	ways := s.Search(port, 0, func(at, _ int) bool { return s.Areas[at-1].Ground == realm.Sea })
	for _, b := range ways.Areas {
		a := &s.Areas[b-1]
		if a.Ground == realm.Sea || a.Natives != nil || a.Haven != nil {
			continue
		}
		far, _ := ways.Far(b)
		far++                            // out of the home
		out.near = cmp.Or(out.near, far) // areas are found nearest first
		if far <= 2*t.Rules.FleetSteps {
			out.lands++
		}
	}
	return out
}

// fairSeats chooses seas of the eastern edge whose homes have alike prospects. The distances to the nearest free coast
// differ by one area at most, and so do the numbers of free areas within two years, which are not 0. Of several such
// choices it takes the one with the most free land. Each next seat is as far as possible from those before. It is nil
// if there are too few.
func fairSeats(t *tables.Tables, s *realm.State, seed game.Seed) []int {
	ports := eastern(s)
	seen := make([]prospect, s.Height)
	for row, at := range ports {
		seen[row] = prospectOf(t, s, at)
	}
	var best []int
	most := 0
	for _, near := range seen {
		for _, low := range seen {
			if low.lands <= most {
				continue
			}
			var alike []int
			for row, p := range seen {
				if p.near >= near.near && p.near <= near.near+1 && p.lands >= low.lands && p.lands <= low.lands+1 {
					alike = append(alike, ports[row])
				}
			}
			if len(alike) >= seats(t, s.Height) {
				best, most = alike, low.lands
			}
		}
	}
	if best == nil {
		return nil
	}
	return spread(best, seats(t, s.Height), seed)
}

// eastern are the seas at the eastern edge, from north to south.
func eastern(s *realm.State) (seas []int) {
	for row := range s.Height {
		seas = append(seas, (row+1)*s.Width)
	}
	return seas
}

// spread draws count of the seas. The first may be any, each next one is among those farthest from the ones drawn.
func spread(ports []int, count int, seed game.Seed) []int {
	var out []int
	for len(out) < count {
		best := farthest(ports, out)
		out = append(out, best[seed.Throw(0, 0, "seat", int64(len(out))).N(int64(len(best)))])
	}
	return out
}

// farthest lists those of some seas of the eastern edge that are farthest from others: all, if there are no others.
func farthest(seas, others []int) (best []int) {
	far := 0
	for _, at := range seas {
		near := realm.MostSide * realm.MostSide
		for _, other := range others {
			near = min(near, max(at-other, other-at))
		}
		if near > far {
			best, far = nil, near
		}
		if near == far && near > 0 {
			best = append(best, at)
		}
	}
	return best
}
