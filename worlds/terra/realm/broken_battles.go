package realm

import (
	"fmt"

	"weltentor/worlds/game"
)

// history: battles stand in the order of their rounds, each called otherwise than others of its
// round, between two realms, of mercenaries on both sides or for a field; who plays has a map, and
// no figure is below zero. What numbers bound the figures may have changed since.
func (a *audit) history() {
	s, called := a.state, map[[2]int]bool{}
	for i := range s.Battles {
		b := &s.Battles[i]
		x, y := &b.Sides[Attacker], &b.Sides[Defender]
		if b.Round < 1 || b.Round > s.Round || i > 0 && s.Battles[i-1].Round > b.Round {
			a.say(fmt.Sprintf("battle %d is of round %d, in round %d", i+1, b.Round, s.Round))
		}
		if b.Number < 1 || called[[2]int{b.Round, b.Number}] {
			a.say(fmt.Sprintf("round %d calls battle %d G%d, as another or by no number", b.Round, i+1, b.Number))
		}
		called[[2]int{b.Round, b.Number}] = true
		if x.Owner > 0 && x.Owner == y.Owner {
			a.say(fmt.Sprintf("in battle %d realm %d fights itself", i+1, x.Owner))
		}
		if (b.At == game.Nowhere) != (x.Role == Mercenaries) || (x.Role == Mercenaries) != (y.Role == Mercenaries) ||
			x.Role == Garrison {
			a.say(fmt.Sprintf("battle %d at %d is one of roles %d and %d", i+1, b.At, x.Role, y.Role))
		}
		for _, side := range b.Sides {
			if side.Points < 0 || side.Goals < 0 || side.Strength < 0 || side.Status < 0 {
				a.say(fmt.Sprintf("battle %d has %d points, %d objectives, strength %d", i+1, side.Points, side.Goals,
					side.Strength))
			}
			if b.Table != (side.Player > 0) || b.Table != (b.Map > 0) {
				a.say(fmt.Sprintf("battle %d: at the table %t, led by %d, map %d", i+1, b.Table, side.Player, b.Map))
			}
		}
		if b.Winner < 0 || b.Winner > 2 {
			a.say(fmt.Sprintf("battle %d was won by side %d", i+1, b.Winner))
		}
	}
}
