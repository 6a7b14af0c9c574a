package chronicle

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// recalled is how many turns back a chart remembers who had a field, and what stood on it.
const recalled = 12

// Album draws what realms knew after turns, in one transaction. It opens each past world only once.
type Album struct {
	archive Archive
	tx      *store.Tx
	opened  map[int]game.World
}

// Album returns an empty one.
func (a Archive) Album(tx *store.Tx) *Album { return &Album{a, tx, map[int]game.World{}} }

// Chart is the map as a realm knew it after a turn, with what it had seen in the turns before. For realm 0 it is the
// whole world. world is the one after the turn. The chart has no fields if the game has no map, or no such realm.
func (a *Album) Chart(world game.World, turn, realm int, lang phrase.Lang) (chart game.Chart, err error) {
	if chart, err = drawn(world, realm, lang); err != nil || realm == 0 {
		return chart, err
	}
	for ago := 1; ago <= min(recalled, turn); ago++ {
		if !slices.ContainsFunc(chart.Cells, func(c game.ChartCell) bool { return c.Age == game.AgeUnknown }) {
			break
		}
		past, err := a.before(turn + 1 - ago)
		if err != nil {
			return chart, err
		}
		if past == nil {
			break // under older rules: these may not be able to open them
		}
		then, err := drawn(past, realm, lang)
		if err != nil {
			return chart, err
		}
		chart = chart.Recalling(then, ago)
	}
	return chart, nil
}

// before is the world in which the orders of a resolved turn were given, or nil where Archive.Before returns nil.
func (a *Album) before(turn int) (game.World, error) {
	world, known := a.opened[turn]
	if known {
		return world, nil
	}
	world, err := a.archive.Before(a.tx, turn)
	a.opened[turn] = world
	return world, err
}

func drawn(world game.World, realm int, lang phrase.Lang) (chart game.Chart, err error) {
	charter, can := world.(game.Charter)
	if !can {
		return chart, nil
	}
	err = store.Guarded(func() { chart = charter.Chart(realm, lang) })
	return chart, err
}
