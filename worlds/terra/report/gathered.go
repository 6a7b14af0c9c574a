package report

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/tables"
)

// gathered are sentences, each with the places to which it applies.
type gathered struct {
	*frame.Text
	said []gathering
}

type gathering struct {
	rank   int
	text   string
	places []byte
}

// add adds a sentence about a place. Sentences of a lower rank come first.
func (g *gathered) add(rank int, at game.Place, what phrase.Phrase) {
	text := g.Words(what)
	for i := range g.said {
		if g.said[i].text == text {
			g.said[i].places = g.Places.AppendPlace(append(g.said[i].places, ", "...), int64(at))
			return
		}
	}
	g.said = append(g.said, gathering{rank, text, g.Places.AppendPlace(nil, int64(at))})
}

// foreign adds a sentence about a field that is not the reader's, by owner and terrain.
func (g *gathered) foreign(a *account, at game.Place, what phrase.Phrase) {
	f := &a.at.State.Fields[at]
	g.add(f.Owner*int(tables.Terrains)+int(f.Terrain), at, what)
}

func (g *gathered) write() {
	slices.SortStableFunc(g.said, func(a, b gathering) int { return cmp.Compare(a.rank, b.rank) })
	for i := range g.said {
		g.Wrap("  ", g.said[i].text+": "+string(g.said[i].places))
	}
}
