package game

import "weltentor/orders/phrase"

// Stager is a Known whose rulebook is a Battler: it sets battles that the realm may have in mind.
type Stager interface {
	// Stages are battles that could be fought, by what the realm knows of both sides: each a text that
	// ReadBattle reads, under a title in that language.
	Stages(realm int, lang phrase.Lang) []Stage
}

// Stage is a battle that could be fought.
type Stage struct{ Title, Text string }
