package bot

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/kolonien/tables"
)

// style is a way to play.
type style struct {
	name     string
	leaders  int           // that it wants as long as there is free land for them
	fighters int           // leaders that have an army
	army     []tables.Kind // that it raises for them, one after the other
	daring   int           // percent of an attack's chance from which it attacks
	growth   int           // level up to which colonies grow before armies are raised
	forts    int           // level up to which colonies with foes beside them are fortified
	peace    bool          // answers an offer of an alliance, and declares no war
}

// styles are the ways to play, the usual one first.
var styles = []style{
	{name: "settler", leaders: 4, fighters: 2, army: []tables.Kind{tables.INF, tables.CAV, tables.INF, tables.ART},
		daring: 75, growth: 5, forts: 2, peace: true},
	{name: "conqueror", leaders: 3, fighters: 3, army: []tables.Kind{tables.LIN, tables.CAV, tables.INF, tables.ART},
		daring: 65, growth: 2, forts: 1},
	{name: "builder", leaders: 3, fighters: 2, army: []tables.Kind{tables.INF, tables.INF, tables.ART},
		daring: 85, growth: 5, forts: 4, peace: true},
}

// Styles are the codes of the ways to play, the usual one first.
func Styles() []string { return frame.Codes(styles, (*style).code) }

func (s *style) code() string { return s.name }
