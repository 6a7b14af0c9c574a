package game

import "weltentor/orders/phrase"

// Stager is a Known that writes the battles its realm may have in mind, as texts for its
// ReadBattle.
type Stager interface {
	Battler
	// Stages are such battles, in the language asked for: where armies of the realm meet others
	// that it sees, or stand beside them, with its own as they are and the others as they show
	// themselves; the last is an example. What is unknown is assumed, and a comment says so. Facts are
	// the realm's last report: nothing that is neither there nor in Known goes into a text (law 6).
	Stages(realm int, facts Facts, lang phrase.Lang) []Stage
}

// Stage is a battle that could be fought.
type Stage struct {
	Title string `json:"title"`
	Text  string `json:"text"`
}
