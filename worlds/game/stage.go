package game

import "weltentor/orders/phrase"

// Stager is a Known that writes battles its realm may have in mind, as texts for its ReadBattle.
type Stager interface {
	Battler
	// Stages returns such battles, in the language asked for. They are where armies of the realm meet others that it
	// sees, or stand beside them. Its own armies are as they are, and the others as they show themselves. Battles of the
	// facts may follow, as they were reported. The last battle is an example. What is unknown is assumed, and a comment says so. Facts are the realm's last report: what
	// is neither there nor in Known goes into no text (law 6).
	Stages(realm int, facts Facts, lang phrase.Lang) []Stage
}

// Meeter is a Stager whose realms' armies may march several fields to a battle.
type Meeter interface {
	// Meet returns, as Stages does, the battle in which an army of the realm attacks others that it sees in a field, by
	// the field from which it comes there; none if there is none.
	Meet(realm int, facts Facts, m Meeting, lang phrase.Lang) []Stage
}

// Meeting is an army that comes from a field into another, all as the reader calls them.
type Meeting struct{ Army, From, At string }

// Stage is a battle that could be fought, or was.
type Stage struct {
	Title string `json:"title"`
	Text  string `json:"text"`
	// from 1, the battle of the facts whose sides fight here as they were reported; 0: it is of the present
	Battle int `json:"battle,omitempty"`
}
