package bot

import "weltentor/worlds/frame"

// style is a way to play.
type style struct {
	name   string
	daring int64 // thousandths of a chance to win from which it attacks
	wild   int64 // what land that belongs to nobody is worth to it
	taken  int64 // what another nation's land is worth to it
	alarm  int   // how near a foreign army has to be for the capital to need a guard, in fields
}

// styles are the ways to play, the usual one first.
var styles = []style{
	{name: "settler", daring: 550, wild: 300, taken: 100, alarm: 2},
	{name: "conqueror", daring: 450, wild: 200, taken: 500, alarm: 2},
	{name: "guardian", daring: 500, wild: 300, taken: 200, alarm: 3},
}

// Styles are the codes of the ways to play, the usual one first.
func Styles() []string { return frame.Codes(styles, (*style).code) }

func (s *style) code() string { return s.name }
