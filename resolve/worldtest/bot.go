package worldtest

import (
	"fmt"

	"weltentor/worlds/game"
)

// BotTiny is a tiny game that the machine can play: it digs as deep as asked.
type BotTiny struct {
	Tiny
	Depth *int
}

// Bot digs.
func (g BotTiny) Bot() game.Bot { return g }

// Styles are how the machine can play it.
func (g BotTiny) Styles() []game.Choice { return []game.Choice{{Code: "miner"}, {Code: "mole"}} }

// Orders dig.
func (g BotTiny) Orders(known game.Known, realm int, m game.Manner, _ *game.Dice) string {
	return fmt.Sprintf("$A\ndig %d\n", *g.Depth)
}

// Advice is none: it has no reasons.
func (g BotTiny) Advice(game.Known, int, game.Lessons, game.Manner, *game.Dice) string { return "" }

// Practice is in a mine like any other.
func (g BotTiny) Practice(own []byte) (f game.Founding, realms int) {
	return game.Founding{Tables: own}, 4
}

// Trains is true: any mine does.
func (g BotTiny) Trains(game.World, int) bool { return true }
