package main

import (
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/master"
)

// sayClosing tells whether the game is to be closed, or is, and how many players want it.
func (c *Call) sayClosing(s master.Status, zone *time.Location) {
	if l := s.Closing; l != nil {
		code, at := "status-closing-"+l.By, l.Decided
		args := []phrase.Arg{phrase.Num("turn", l.After)}
		switch {
		case !l.Closed.IsZero():
			code, at = "status-closed-"+l.By, l.Closed
		case !l.Due.IsZero():
			code, args = "status-closing-due", []phrase.Arg{phrase.Str("due", when(l.Due, zone))}
		}
		c.voice.say(code, append(args, phrase.Str("time", when(at, zone)))...)
		if l.Why != "" {
			c.voice.say("status-closing-why", phrase.Str("why", oneCell(l.Why)))
		}
	}
	if s.Votes != nil {
		c.voice.say("status-votes", phrase.Num("n", s.Votes.For), phrase.Num("of", s.Votes.Of))
	}
}
