package show

import (
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
)

// SayClosing says whether the game will close, or has closed, and how many players want it.
func SayClosing(c *call.Call, s gamemaster.Status, zone *time.Location) {
	if l := s.Closing; l != nil {
		code, at := "status-closing-"+l.By, l.Decided
		args := []phrase.Arg{phrase.Num("turn", l.After)}
		switch {
		case !l.Closed.IsZero():
			code, at = "status-closed-"+l.By, l.Closed
		case !l.Due.IsZero():
			code, args = "status-closing-due", []phrase.Arg{phrase.Str("due", call.When(l.Due, zone))}
		}
		c.Voice.Say(code, append(args, phrase.Str("time", call.When(at, zone)))...)
		if l.Why != "" {
			c.Voice.Say("status-closing-why", phrase.Str("why", terminal.OneCell(l.Why)))
		}
	}
	if s.Votes != nil {
		c.Voice.Say("status-votes", phrase.Num("n", s.Votes.For), phrase.Num("of", s.Votes.Of))
	}
}
