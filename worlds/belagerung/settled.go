package belagerung

import (
	"cmp"

	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/tables"
)

var _ game.Founder = (*Rulebook)(nil)

// Settled: the board stays as it was laid out (§2.2).
func (r *Rulebook) Settled(founding, now []byte) error {
	return frame.Settled(r.Book, founding, now, func(was, is *Tables) error {
		a, b := &was.Rules, &is.Rules
		return cmp.Or(tables.Settled("rules", "board", a.Board, b.Board),
			tables.Settled("rules", "width", a.Width, b.Width), tables.Settled("rules", "height", a.Height, b.Height))
	})
}
