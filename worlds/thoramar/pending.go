package thoramar

import (
	"weltentor/worlds/game"
)

// Each name here moves to its own file as it is written; then this file goes.

func settings(*turn)  {}
func treaties(*turn)  {}
func transfers(*turn) {}
func cessions(*turn)  {}
func build(*turn)     {}
func recruit(*turn)   {}
func progress(*turn)  {}
func harvest(*turn)   {}
func fallen(*turn)    {}
func messages(*turn)  {}
func account(*turn)   {}

func (w *World) Check(game.Sheet) game.Checked { return game.Checked{} }
