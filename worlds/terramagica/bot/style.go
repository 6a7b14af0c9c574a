package bot

import "weltentor/worlds/frame"

// style is a way to play.
type style struct {
	name     string
	units    []string // that it recruits, one after the other
	walls    int      // kinds of fortifications at home, before it recruits
	guards   bool     // always keeps an army at home
	reserve  int64    // gold that is not spent on the border
	plunders bool     // the rich land of others, before it takes it
	seeks    int      // how many ways farther it goes for another realm's land than for free land
	joins    bool     // armies that are too weak for the foe join the greatest
}

// styles are the ways to play, the usual one first.
var styles = []style{
	{name: "conqueror", units: []string{"Soldat", "Soldat", "Bogenschuetze"}, walls: 1, reserve: 500, seeks: 1,
		joins: true},
	{name: "builder", units: []string{"Speertraeger", "Bogenschuetze"}, walls: 1, guards: true, seeks: -2},
	{name: "raider", units: []string{"Reiter", "Bogenschuetze"}, reserve: 500, plunders: true, seeks: 2, joins: true},
}

// Styles are the codes of the ways to play, the usual one first.
func Styles() []string { return frame.Codes(styles, (*style).code) }

func (s *style) code() string { return s.name }
