package sight

import "weltentor/worlds/game"

// chart is the map as the nation knows it. A globe is complete, counted from the nation's origin. A map with ends
// shows what was seen, with unknown land around it. It ends only at the ends that were seen.
func (k *Sight) chart() *chart {
	c := &chart{grid: game.Grid{Width: k.Width, Height: k.Height, WrapX: k.Globe, WrapY: k.Globe}}
	if k.Width < 1 || k.Height < 1 || k.Width > mostSide || k.Height > mostSide || k.Globe && k.Height%2 != 0 {
		c.bad("the map has %d by %d fields", k.Width, k.Height)
		return c
	}
	if k.Globe {
		return c
	}
	least, most := k.extent(c)
	west, south := least[0]-2*around, least[1]-around
	east, north := most[0]+2*around, most[1]+around
	var ended KnownEnds
	for _, e := range k.Ends {
		if e.Side >= edges || ended[e.Side] || e.Away < 0 || e.Away > 2*mostSide {
			c.bad("side %d of the map ends %d away", e.Side, e.Away)
			return c
		}
		ended[e.Side] = true
		switch e.Side {
		case West:
			west = -e.Away
		case East:
			east = e.Away
		case South:
			south = -e.Away
		default:
			north = e.Away
		}
	}
	// Column and row 0 begin at doubled coordinates of one parity, and a row ends at an odd one.
	if (west+south)&1 != 0 && !ended[West] {
		west--
	} else if (west+south)&1 != 0 && !ended[South] {
		south--
	}
	if (east-west)&1 == 0 && !ended[East] {
		east++
	} else if (east-west)&1 == 0 && !ended[West] {
		west, south = west-1, south-1
	}
	c.grid.Width, c.grid.Height = (east-west+1)/2, north-south+1
	if (west+south)&1 != 0 || (east-west)&1 == 0 || west > 0 || east < 0 || south > 0 || north < 0 {
		c.bad("the map ends %d and %d half fields, %d and %d rows away", -west, east, -south, north)
		return c
	}
	c.origin = c.grid.At(-west, -south)
	return c
}

// extent is the least and the greatest doubled coordinates of all that is known.
func (k *Sight) extent(c *chart) (least, most XY) {
	add := func(at XY) {
		if max(at[0], -at[0]) > mostSide || max(at[1], -at[1]) > mostSide || at[0] == 0 && at[1]&1 != 0 {
			c.bad("there is no field %d/%d", at[0], at[1])
			return
		}
		h := 2 * at[0]
		if at[1]&1 != 0 && h > 0 {
			h--
		} else if at[1]&1 != 0 {
			h++
		}
		least = XY{min(least[0], h), min(least[1], at[1])}
		most = XY{max(most[0], h), max(most[1], at[1])}
	}
	for _, f := range k.Fields {
		add(f.At)
	}
	for i := range k.Battles {
		if at := k.Battles[i].At; at != nil {
			add(*at)
		}
	}
	return least, most
}
