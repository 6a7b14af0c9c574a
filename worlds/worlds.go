// Package worlds lists the games, the default first. It is the only package that names them all (law 12): a new game is
// one folder and one line in Rulebooks. A game that registered itself would need an init and an import for its effect,
// which this project does not have.
package worlds

import (
	"slices"

	"weltentor/orders/lazy"
	"weltentor/worlds/belagerung"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien"
	"weltentor/worlds/terra"
	"weltentor/worlds/terramagica"
	"weltentor/worlds/thoramar"
)

// Rulebooks returns the games that this program plays, the default first. They are made once, since each can serve many
// worlds at a time.
func Rulebooks() []game.Rulebook {
	return slices.Clone(every())
}

var every = lazy.Value(func() []game.Rulebook {
	return []game.Rulebook{
		thoramar.Rules(),
		terramagica.Rules(),
		kolonien.Rules(),
		terra.Rules(),
		belagerung.Rules(),
	}
})
