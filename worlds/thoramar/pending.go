package thoramar

import (
	"weltentor/worlds/game"
)

// Each name here moves to its own file as it is written; then this file goes.

type march struct{}

func settings(*turn)       {}
func treaties(*turn)       {}
func transfers(*turn)      {}
func cessions(*turn)       {}
func build(*turn)          {}
func recruit(*turn)        {}
func plans(*turn)          {}
func specials(*turn)       {}
func standingFights(*turn) {}
func move(*turn)           {}
func plunder(*turn)        {}
func conquest(*turn)       {}
func destruction(*turn)    {}
func progress(*turn)       {}
func harvest(*turn)        {}
func refill(*turn)         {}
func fallen(*turn)         {}
func messages(*turn)       {}
func account(*turn)        {}

func (w *World) Check(game.Sheet) game.Checked                { return game.Checked{} }
func (w *World) Welcome(int) game.Report                      { return game.Report{} }
func (w *World) Resolve([]game.Sheet, game.Seed) game.Outcome { return nil }
