package report

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/fight"
)

// meanings are what events mean to the reader.
var meanings = frame.Meanings{
	"winner": {Weight: 9}, "winner.own": {Tone: game.Gain, Weight: 9, Tale: "won"}, "final-glory": {Weight: 7},
	"final-glory.own": {Weight: 8}, "seized": {Weight: 3}, "seized.own": {Tone: game.Gain, Weight: 6, Tale: "seized"},
	"seized.lost": {Tone: game.Loss, Weight: 7, Tale: "colony-lost"}, "burnt": {Weight: 2},
	"burnt.own": {Tone: game.Loss, Weight: 7, Tale: "burnt", Grave: true}, "raided": {Tone: game.Loss, Weight: 5},
	"founded.own": {Tone: game.Gain, Weight: 5, Tale: "colony"}, "founded": {Weight: 1},
	"built.own": {Tone: game.Gain, Weight: 3, Tale: "built"}, "relation": {Weight: 2},
	"relation.own": {Weight: 6, Tale: "relation"}, "relation.own2": {Weight: 6, Tale: "relation"},
	"turn-missed": {Tone: game.Warn, Weight: 7, Tale: "silent"}, "fallen-disbanded.own": {Tone: game.Loss, Weight: 5},
	"disbanded":          {Tone: game.Loss, Weight: 3},
	"drowned.own":        {Tone: game.Loss, Weight: 6, Tale: "drowned", Grave: true},
	"leader-drowned.own": {Tone: game.Loss, Weight: 6, Tale: "leader-drowned", Grave: true},
	"withdrew.own":       {Tone: game.Loss, Weight: 3}, "withdrew-aboard.own": {Tone: game.Loss, Weight: 3},
	"glory-won":    {Tone: game.Gain, Weight: 4, Tale: "victory"},
	"glory-beaten": {Tone: game.Loss, Weight: 4, Tale: "defeat"}, "location-burnt.own": {Tone: game.Gain, Weight: 4},
	"haven-destroyed.own": {Tone: game.Gain, Weight: 4, Tale: "haven"},
	"natives-came":        {Tone: game.Warn, Weight: 4, Tale: "natives-came"},
	"pirates-came":        {Tone: game.Warn, Weight: 4, Tale: "pirates-came"}, "income": {Tone: game.Gain, Weight: 2},
	"appointed": {Tone: game.Gain, Weight: 2}, "raised": {Weight: 1}, "launched": {Weight: 1}, "combat": {Weight: 4},
	"sea-combat": {Weight: 4},
}

// What the protocol of a combat means.
var (
	leaderLost  = frame.Meaning{Weight: 7, Tale: "leader-lost", Grave: true}
	siegeFailed = frame.Meaning{Weight: 6, Tale: "siege-failed"}
)

// tellBout tells the chronicler of leaders who fell in a combat: the reader's, or one who attacked the reader's colony
// and was beaten.
func tellBout(t *frame.Text, a *account, b bout, what phrase.Phrase) {
	for side, c := range [2]*camp{&b.own, &b.others[fight.Attacker]} {
		for _, name := range c.lost.leaders {
			area := int(what.Arg("area").N)
			switch m := [2]frame.Meaning{leaderLost, siegeFailed}[side]; {
			case name == "" || b.mine == fight.Nobody:
			case side == 0, b.mine == fight.Defender && b.winner == b.mine && a.at.State.Areas[area-1].Colony != nil &&
				a.at.State.Areas[area-1].Colony.Owner == a.realm.Number:
				t.Tale.Moment(m, "", what, phrase.Str("leader", name))
			}
		}
	}
}

// hear tells the chronicler of an event, with the name of the other realm.
func hear(t *frame.Text, what phrase.Phrase) {
	var more []phrase.Arg
	if what.Code == "relation.own" {
		more = append(more, phrase.Str("name", what.Arg("name2").S))
	}
	t.Tale.Hear(meanings[what.Code], what, more...)
}
