package report

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
)

// threat says how an attack by a foreign army on own land beside it would end for the armies there. It says nothing if
// that is not known.
func (g *gist) threat(s *sighted) []phrase.Phrase {
	spot := &g.a.week(s.last().week).Spots[s.spot]
	if g.a.season.Threat == nil || s.look != sight.Signed {
		return nil
	}
	var dirs []game.Direction
	near := g.a.t.Near[s.last().at]
	for i, q := range near {
		if q != game.Nowhere && g.mine(q) && g.holds(q) {
			dirs = append(dirs, game.Direction(i+1))
		}
	}
	if dirs == nil {
		return nil // what the realm knows is dear to find out
	}
	worst := g.a.season.Threat(g.a.realm, int(spot.Realm), spot.Name(), dirs)
	if worst.Fights == 0 {
		return nil
	}
	name, _ := g.called(s)
	return []phrase.Phrase{phrase.P("digest.threat", phrase.Str("army", name),
		phrase.At("field", near[worst.Dir-1]), phrase.Num("won", ofHundred(worst.Won, worst.Fights)),
		phrase.Num("drawn", ofHundred(worst.Drawn, worst.Fights)))}
}

// holds reports whether an army of the reader is in a field.
func (g *gist) holds(at game.Place) bool {
	return slices.ContainsFunc(g.a.season.After.State.Armies[g.a.realm],
		func(a *realm.Army) bool { return a.At == at && a.Sights() })
}

// ofHundred is a chance as all letters say it.
func ofHundred(n, of int) int { return (100*n + of/2) / of }
