package land

import (
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// chart is a world while it is made.
type chart struct {
	grid   game.Grid
	seed   game.Seed
	tables *tables.Tables

	rise   []int64 // elevation, finer than Height; ranked among all fields
	height []int8  // 0 water, 1–3 land
	coast  []int   // water: steps to the nearest land; land: steps to the nearest water
	lat    []int64 // 0 at the equator, to 1000 and more; distorted by chance
	warm   []int64 // 0 cold to 1000 hot
	wet    []int64 // 0 dry to 1000 wet
	code   []string
}

// raise makes seas, lowland, highland and mountains. The shares are exact: land_share of all fields are land. Three in
// ten land fields are highland, a seventh mountains.
func (c *chart) raise() {
	size := c.grid.Size()
	ridge := newNoise(c.grid, c.seed, "ridges", ridges).values()
	c.rise = ranked(newNoise(c.grid, c.seed, "continents", continents).values(), func(int) bool { return true })
	c.height = make([]int8, size)
	sea := 1000 - c.tables.Rules.LandShare
	rough := make([]int64, size)
	for p := range c.rise {
		if c.rise[p] >= sea {
			c.height[p] = 1
		}
		fold := ridge[p] - noiseMiddle // ridges are where the noise passes its middle
		rough[p] = (c.rise[p]-sea)*riseWeight - realm.Abs64(fold)
	}
	rough = ranked(rough, func(p int) bool { return c.height[p] > 0 })
	for p := range rough {
		switch {
		case c.height[p] == 0:
		case rough[p] >= mountainFrom:
			c.height[p] = 3
		case rough[p] >= highlandFrom:
			c.height[p] = 2
		}
	}
	c.slope()
}

// slope puts highland between most mountains and lowlands, which no army could climb otherwise. One cliff in six
// stays.
func (c *chart) slope() {
	was := append([]int8(nil), c.height...)
	for p := range was {
		if was[p] != 3 || c.seed.Throw(0, 0, "cliff", int64(p)).Chance(cliffs) {
			continue
		}
		for d := game.Direction(1); d <= 6; d++ {
			if q := c.grid.Step(game.Place(p), d); q != game.Nowhere && was[q] == 1 {
				c.height[p] = 2
			}
		}
	}
}

// measure finds each field's distance from the coast.
func (c *chart) measure() {
	c.coast = make([]int, len(c.height))
	var edge []int
	for p := range c.height {
		for d := game.Direction(1); d <= 6; d++ {
			q := c.grid.Step(game.Place(p), d)
			if q != game.Nowhere && (c.height[q] == 0) != (c.height[p] == 0) {
				c.coast[p] = 1
				edge = append(edge, p)
				break
			}
		}
	}
	for len(edge) > 0 {
		p := edge[0]
		edge = edge[1:]
		for d := game.Direction(1); d <= 6; d++ {
			q := c.grid.Step(game.Place(p), d)
			if q != game.Nowhere && c.coast[q] == 0 {
				c.coast[q] = c.coast[p] + 1
				edge = append(edge, int(q))
			}
		}
	}
}

// weather makes warmth from latitude, height and chance, and moisture from the distance to the sea, the belts of dry
// air and chance. No belt has a straight border, since the latitudes are distorted as coasts are, as far as the tables
// say.
func (c *chart) weather() {
	heat := newNoise(c.grid, c.seed, "warmth", warmth).values()
	rain := newNoise(c.grid, c.seed, "rain", rains).values()
	bend := newNoise(c.grid, c.seed, "bends", bends).values()
	c.lat = make([]int64, len(c.height))
	c.warm = make([]int64, len(c.height))
	c.wet = make([]int64, len(c.height))
	for p := range c.height {
		c.lat[p] = realm.Abs64(realm.Latitude(c.grid, game.Place(p)) +
			(bend[p]-noiseMiddle)/bendChance*c.tables.Rules.ClimateBend/1000)
		lat := c.lat[p]
		c.warm[p] = 1000 - lat*lat*latSquare/10000 - lat/latPlain - int64(c.height[p])*heightCold +
			(heat[p]-noiseMiddle)/heatChance
		wet := rain[p] / rainChance
		if c.height[p] > 0 {
			wet -= int64(min(c.coast[p], inlandMost)) * inlandDry
		}
		// the desert belts are dry, the equator has its rains
		c.wet[p] = wet + max(0, tropicWet-lat/2) - max(0, desertDry-realm.Abs64(lat-desertLat))
	}
	c.wet = ranked(c.wet, func(p int) bool { return c.height[p] > 0 })
}

// name gives each field its terrain of T07.
func (c *chart) name() {
	c.code = make([]string, len(c.height))
	for p := range c.code {
		y := p / c.grid.Width
		switch {
		case y == 0 || y == c.grid.Height-1:
			c.code[p] = "ubk"
		case c.height[p] == 0:
			c.code[p] = c.sea(p)
		default:
			c.code[p] = c.land(p)
		}
	}
}

// sea chooses which water a field is: pack ice near the poles, reefs and whirlpools off the coasts, the deep sea from
// the third field on. No field may be both reef and whirlpool, so its dice are thrown at most once.
func (c *chart) sea(p int) string {
	chance := func(permille int64) bool { return c.seed.Throw(0, 0, "sea", int64(p)).Chance(permille) }
	switch {
	case c.warm[p] < iceWarm:
		return "eis"
	case c.coast[p] <= reefCoast && c.warm[p] > reefWarm && chance(reefs):
		return "rif"
	case c.coast[p] == deepCoast && chance(whirlpools):
		return "str"
	case c.coast[p] >= deepCoast:
		return "tse"
	}
	return "was"
}

// land chooses which land a field is, by height, warmth and moisture.
func (c *chart) land(p int) string {
	dice := c.seed.Throw(0, 0, "land", int64(p))
	if c.height[p] >= 2 && dice.Chance(volcanoes) {
		return "vul"
	}
	level := [4]string{"", "t", "h", "b"}[c.height[p]]
	return level + c.cover(p, dice)
}

func (c *chart) cover(p int, dice *game.Dice) string {
	wet := c.wet[p] + dice.Between(-coverBlur, coverBlur)
	for _, b := range belts {
		if c.warm[p] < b.warm {
			continue
		}
		for i, upto := range b.upto {
			if wet < upto || i == len(b.upto)-1 {
				return b.cover[i]
			}
		}
	}
	return "ew"
}
