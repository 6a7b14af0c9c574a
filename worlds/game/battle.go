package game

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
)

// Battler is a Rulebook that can fight one battle described in a text, outside of any world, so that players can try
// things. Not every rulebook can. A World, or a Known, that is a Battler fights by its own tables. A Rulebook fights
// by the standard ones.
type Battler interface {
	// ReadBattle reads the text (UTF-8). Every bad line is a problem, sorted by position, with a sentence among the
	// rulebook's Words. If one of them is an error, the Battle is nil.
	ReadBattle(text string) (Battle, []orders.Problem)
}

// Battle is one battle. It can be fought any number of times, by several goroutines at the same time.
type Battle interface {
	// Seed is the seed that the text names, as written, and "" if it names none.
	Seed() string
	// Fight fights it. The same seed gives the same result.
	Fight(Seed) Fought
}

// Fought is how a battle went.
type Fought interface {
	// Winner is a sentence of the rulebook's that says who has won, or that nobody has. Equal outcomes have equal
	// codes and no arguments.
	Winner() phrase.Phrase
	// Left is how much of their strength attackers and defenders have left, in permille, rounded down.
	Left() [2]int64
	// Protocol describes the battle round by round, in UTF-8 with LF.
	Protocol(phrase.Lang) []byte
}

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
