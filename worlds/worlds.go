// Package worlds lists the rulebooks. The program, the build of the players' pages and programs that use the rules as
// a library take the games from it.
package worlds

import (
	"slices"
	"sync/atomic"

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
	if made.Load() == nil {
		all := every()
		made.CompareAndSwap(nil, &all)
	}
	return slices.Clone(*made.Load())
}

var made atomic.Pointer[[]game.Rulebook]

// every makes the rulebooks.
func every() []game.Rulebook {
	return []game.Rulebook{
		thoramar.Rules(),
		terramagica.Rules(),
		kolonien.Rules(),
		terra.Rules(),
		belagerung.Rules(),
	}
}
