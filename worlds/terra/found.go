package terra

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// The sides that a new world may have, in fields. Larger ones would not fit a report's map.
const (
	leastSide  = 6
	mostWidth  = 24
	mostHeight = 40
)

// Found makes fresh unowned land.
func (r *Rulebook) Found(f game.Founding) (game.World, error) {
	return rulekit.Found(r.Book, f, found, r.world)
}

// found makes fresh unowned land. Terrains are drawn by their shares, and every garrison is as full as unowned ones
// are. Cities come with the nations.
func found(t *tables.Tables, f game.Founding) (*realm.State, error) {
	width, height := rulekit.Sides(f, t.Rules.Width, t.Rules.Height)
	if width < leastSide || height < leastSide || width > mostWidth || height > mostHeight {
		return nil, game.Refused("size", phrase.Num("width", width), phrase.Num("height", height),
			phrase.Num("low", leastSide),
			phrase.Num("least", leastSide), phrase.Num("high", mostWidth), phrase.Num("most", mostHeight))
	}
	if t.Rules.Globe && height%2 != 0 {
		return nil, game.Refused("odd", phrase.Num("n", height))
	}
	s := &realm.State{Schema: realm.Schema, Turn: 1, Round: 1, Phase: realm.InOrders, Width: width, Height: height,
		Globe: t.Rules.Globe, Fields: make([]realm.Field, width*height)}
	relief := f.Seed.Sub("map")
	for i, terrain := range wild(t, relief, len(s.Fields)) {
		s.Fields[i] = realm.Field{Terrain: terrain,
			Garrison: tables.Permille(t.Terrain[terrain].Garrison, t.Rules.WildGarrison)}
	}
	return s, nil
}

// wild draws the terrains of a number of fields. Each terrain gets exactly its share, rounded down, and pasture the
// rest. Dice decide where they are.
func wild(t *tables.Tables, seed game.Seed, size int) []tables.Terrain {
	out := make([]tables.Terrain, 0, size)
	for terrain := range tables.Terrains {
		for range int64(size) * t.Terrain[terrain].Share / 100 {
			out = append(out, terrain)
		}
	}
	for len(out) < size {
		out = append(out, tables.Pasture)
	}
	shuffle(seed.Throw(0, 0, "terrain"), out)
	return out
}

// shuffle puts a list into a drawn order.
func shuffle[T any](d *game.Dice, list []T) {
	for i := len(list) - 1; i > 0; i-- {
		k := d.N(int64(i + 1))
		list[i], list[k] = list[k], list[i]
	}
}
