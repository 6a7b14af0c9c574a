package fight

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/terra/realm"
)

// Against says in a sentence whom a side fights.
func Against(p realm.Position, b *realm.Battle, side int) []phrase.Arg {
	mine, theirs := &b.Sides[side], &b.Sides[1-side]
	who := func(s *realm.Side) string {
		switch {
		case s.Player > 0:
			return p.State.Realms[s.Player-1].Name
		case s.Owner > 0:
			return p.State.Realms[s.Owner-1].Name
		}
		return "–"
	}
	return []phrase.Arg{phrase.Str("name", who(mine)), phrase.Str("opponent", who(theirs))}
}
