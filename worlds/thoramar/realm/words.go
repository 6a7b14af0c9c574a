package realm

import (
	"slices"
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Counted puts absolute places into the realm's own counting, for words that are rendered where no map is at hand.
func (s *State) Counted(realm int, p phrase.Phrase) phrase.Phrase {
	p.Args = slices.Clone(p.Args)
	for i, a := range p.Args {
		if a.Kind == phrase.Place {
			at := s.XY(realm, game.Place(a.N))
			p.Args[i] = phrase.XY(a.Name, at.X, at.Y)
		}
	}
	return p
}

// TwoDigits writes a number with two digits at least.
func TwoDigits(n int) string {
	if n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}
