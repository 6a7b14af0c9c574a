package report

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// meanings are what events mean to the reader.
var meanings = frame.Meanings{
	"won": {Weight: 9}, "won.own": {Tone: game.Gain, Weight: 9, Tale: "won"}, "won-nobody": {Weight: 9},
	"rounds-over": {Weight: 8}, "castle-fallen": {Weight: 8},
	"castle-fallen.own": {Tone: game.Loss, Weight: 9, Tale: "castle-fallen", Grave: true}, "castle-hit": {Weight: 5},
	"castle-hit.own": {Tone: game.Loss, Weight: 7, Tale: "castle-hit", Grave: true},
	"wall-broken":    {Weight: 4, Tale: "wall"}, "wall-broken.own": {Tone: game.Loss, Weight: 6, Tale: "wall"},
	"wall-hit": {Weight: 3}, "wall-hit.own": {Tone: game.Loss, Weight: 5}, "razed": {Weight: 3},
	"razed.own": {Tone: game.Loss, Weight: 6}, "hit": {Weight: 2}, "conquered": {Weight: 3},
	"conquered-idle": {Weight: 3}, "conquered.own": {Tone: game.Gain, Weight: 6, Tale: "taken"},
	"conquered-idle.own": {Tone: game.Gain, Weight: 4, Tale: "taken"},
	"conquered.lost":     {Tone: game.Loss, Weight: 6, Tale: "lost"}, "finished": {Weight: 1},
	"finished.own": {Tone: game.Gain, Weight: 4, Tale: "finished"}, "recruited.own": {Tone: game.Gain, Weight: 2},
	"income.own": {Tone: game.Gain, Weight: 2}, "bank-empty.own": {Tone: game.Warn, Weight: 3},
	"looted.own": {Tone: game.Gain, Weight: 3, Tale: "looted"}, "trained": {Weight: 2}, "trained-hero": {Weight: 3},
	"training-lost": {Weight: 2}, "counter-full": {Weight: 2}, "site-abandoned": {Weight: 2}, "damage": {Weight: 2},
	"damage.own": {Weight: 3}, "turn-missed": {Weight: 2},
	"turn-missed.own": {Tone: game.Warn, Weight: 7, Tale: "silent"}, "turn-nobody": {Weight: 2},
	"turn-away": {Weight: 1}, "blow-fell": {Weight: 4, Tale: "fell"}, "blow-held": {Weight: 4, Tale: "held"},
	"counter-fell": {Weight: 4, Tale: "fell"}, "counter-held": {Weight: 2},
}
