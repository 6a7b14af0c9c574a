package report

import (
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// InProtocol reports whether a code belongs to the protocol of a battle.
func InProtocol(code string) bool { return strings.HasPrefix(code, "rows.") }

// meanings are what events mean to the reader.
var meanings = frame.Meanings{
	"realm-fallen": {Weight: 9, Tale: "fallen", Grave: true}, "winner": {Weight: 9}, "end-provinces": {Weight: 8},
	"end-home": {Weight: 8}, "end-turns": {Weight: 8}, "home-lost": {Weight: 5},
	"home-lost.own": {Tone: game.Loss, Weight: 9, Tale: "home-lost", Grave: true}, "conquered": {Weight: 2},
	"conquered.own":  {Tone: game.Gain, Weight: 6, Tale: "taken"},
	"conquered.lost": {Tone: game.Loss, Weight: 7, Tale: "lost"}, "plundered": {Weight: 2},
	"plundered.own":  {Tone: game.Gain, Weight: 4, Tale: "plundered"},
	"plundered.lost": {Tone: game.Loss, Weight: 5, Tale: "robbed"},
	"turn-missed":    {Tone: game.Warn, Weight: 7, Tale: "silent"},
	"upkeep-short":   {Tone: game.Warn, Weight: 7, Tale: "deserted"},
	"deserted":       {Tone: game.Loss, Weight: 6, Tale: "deserted"},
	"drowned":        {Tone: game.Loss, Weight: 6, Tale: "drowned", Grave: true},
	"will-drown":     {Tone: game.Warn, Weight: 7},
	"army-gone":      {Tone: game.Loss, Weight: 6}, "takes-next": {Tone: game.Warn, Weight: 2},
	"not-first": {Tone: game.Warn, Weight: 3}, "holds-not-beaten": {Tone: game.Warn, Weight: 2},
	"holds-not-routed": {Tone: game.Warn, Weight: 2}, "march-ends": {Tone: game.Warn, Weight: 3},
	"march-ends-sea": {Tone: game.Warn, Weight: 3}, "recruited-fewer": {Tone: game.Warn, Weight: 2},
	"income": {Tone: game.Gain, Weight: 2}, "upkeep": {Weight: 1}, "battle": {Weight: 4}, "stays-out": {Weight: 1},
}

// What befell an army of the reader's, and a battle that nobody won.
var (
	rout = frame.Meaning{Weight: 5, Tale: "rout"}
	fell = frame.Meaning{Weight: 5, Tale: "fell"}
	draw = frame.Meaning{Weight: 4, Tale: "draw"}
)

// chronicler hears what a report says, in the order in which it says it.
type chronicler struct {
	tale   *frame.Tale
	a      *account
	fought phrase.Arg // the province of the last battle
}

// hear tells him of an event. A battle that nobody won was in the province named last.
func (c *chronicler) hear(what phrase.Phrase) {
	own := c.a.ours(what.Arg("army").S)
	switch {
	case what.Code == "battle":
		c.fought = what.Arg("province")
	case what.Code == "rows.drawn":
		c.tale.Hear(draw, what, c.fought)
		return
	case what.Code == "routed-there" && own:
		c.tale.Hear(rout, what)
		return
	case what.Code == "army-fell" && own:
		c.tale.Hear(fell, what)
		return
	}
	c.tale.Hear(meanings.Of(what.Code), what)
}
