package realm

import (
	"strconv"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Counted puts absolute places into the realm's own counting, for words that
// are rendered where no map is at hand.
func (s *State) Counted(realm int, p phrase.Phrase) phrase.Phrase {
	for i := range p.Args {
		if p.Args[i].Kind != phrase.Place {
			continue
		}
		args := append([]phrase.Arg(nil), p.Args...)
		for k := i; k < len(args); k++ {
			if args[k].Kind == phrase.Place {
				x, y := s.Grid.Relative(s.Realms[realm].Origin, game.Place(args[k].N))
				args[k] = phrase.XY(args[k].Name, x, y)
			}
		}
		p.Args = args
		return p
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
