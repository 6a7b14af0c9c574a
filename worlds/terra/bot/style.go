package bot

import "weltentor/worlds/frame"

// style is a way to play.
type style struct {
	name   string
	daring int64 // thousandths of a chance to win from which it attacks
	wild   int64 // what land that belongs to nobody is worth to it
	taken  int64 // what another nation's land is worth to it
	guards int   // armies that stay near the capital
}

// styles are the ways to play, the usual one first.
var styles = []style{
	{name: "settler", daring: 550, wild: 300, taken: 100},
	{name: "conqueror", daring: 450, wild: 200, taken: 500},
	{name: "guardian", daring: 600, wild: 300, taken: 200, guards: 1},
}

// Styles are the codes of the ways to play, the usual one first.
func Styles() []string { return frame.Codes(styles, (*style).code) }

func (s *style) code() string { return s.name }
