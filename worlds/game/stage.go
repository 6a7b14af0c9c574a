package game

import "weltentor/orders/phrase"

// Stager is a Known that writes battles its realm may have in mind, as texts for its ReadBattle.
type Stager interface {
	Battler
	// Stages returns such battles, in the language asked for. They are where armies of the realm meet others that it
	// sees, or stand beside them. Its own armies are as they are, and the others as they show themselves. Battles of the
	// facts may follow, as they were reported. The last battle is an example. What is unknown is assumed, and a comment says so. Facts are the realm's last report: what
	// is neither there nor in Known goes into no text (law 6). An army may stand elsewhere than it does now; without
	// one all are where they are.
	Stages(realm int, facts Facts, at Stand, lang phrase.Lang) []Stage
}

// Stand is where an army of the realm has come on its march, both as the reader calls them.
type Stand struct{ Army, At string }

// Stage is a battle that could be fought, or was.
type Stage struct {
	Title string `json:"title"`
	Text  string `json:"text"`
	// from 1, the battle of the facts whose sides fight here as they were reported; 0: it is of the present
	Battle int `json:"battle,omitempty"`
}
