// Package worlds lists the rulebooks.
package worlds

import (
	"weltentor/worlds/belagerung"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien"
	"weltentor/worlds/terra"
	"weltentor/worlds/terramagica"
	"weltentor/worlds/thoramar"
)

// Rulebooks are the games this binary plays, the default first.
func Rulebooks() []game.Rulebook {
	return []game.Rulebook{thoramar.Rules(), terramagica.Rules(), kolonien.Rules(), terra.Rules(), belagerung.Rules()}
}
