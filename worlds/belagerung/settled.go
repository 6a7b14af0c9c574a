package belagerung

import (
	"cmp"

	"weltentor/worlds/game"
	"weltentor/worlds/tables"
)

var _ game.Founder = (*Rulebook)(nil)

// Settled: the board stays as it was laid out (§2.2).
func (r *Rulebook) Settled(founding, now []byte) error {
	was, err := r.Effective(founding)
	if err != nil {
		return err
	}
	is, err := r.Effective(now)
	if err != nil {
		return err
	}
	a, b := &was.Rules, &is.Rules
	return cmp.Or(tables.Settled("rules", "board", a.Board, b.Board),
		tables.Settled("rules", "width", a.Width, b.Width), tables.Settled("rules", "height", a.Height, b.Height))
}
