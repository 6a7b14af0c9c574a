package external

import "weltentor/worlds/game"

// Rulebook is an engine's game.
type Rulebook struct {
	game.Rulebook
	p   Protocol
	run Runner
}

// Rules makes the rulebook of an engine. An error names the key that cannot be.
func Rules(p Protocol, run Runner) (*Rulebook, error) { return &Rulebook{p: p, run: run}, nil }
