package turn

import (
	"slices"
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
)

// counted is a sentence whose places are counted as by the realm. So it can be put into words without knowing the map.
func counted(p realm.Position, realm int, what phrase.Phrase) phrase.Phrase {
	v := p.State.View(realm)
	args := slices.Clone(what.Args)
	for i, a := range args {
		if a.Kind == phrase.Place {
			x, y := v.Grid.Relative(v.Origin, game.Place(a.N))
			args[i] = phrase.XY(a.Name, x, y)
		}
	}
	what.Args = args
	return what
}

// countProblems does the same to the places of problems.
func countProblems(p realm.Position, realm int, list []orders.Problem) {
	for i := range list {
		list[i].What = counted(p, realm, list[i].What)
	}
}
