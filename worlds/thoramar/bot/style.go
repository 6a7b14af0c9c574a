package bot

import "weltentor/worlds/rulekit"

// style is a way to play.
type style struct {
	name     string
	bands    int // armies that take free land at most, besides one for every few fields
	raiders  int // armies that take others' land, likewise
	works    []string
	sites    int   // a building for every so many fields
	seeks    int64 // of a hundred bands so many look for foes before free land
	caravans int   // caravans at most
}

// styles are the ways to play, the usual one first.
var styles = []style{
	{name: "settler", bands: 7, works: []string{"STD"}, sites: 2, seeks: 10},
	{name: "warrior", bands: 7, raiders: 1, works: []string{"STD"}, sites: 2, seeks: 50},
	{name: "trader", bands: 7, works: []string{"STD"}, sites: 2, seeks: 5, caravans: 4},
}

// Styles are the codes of the ways to play, the usual one first.
func Styles() []string { return rulekit.Codes(styles, (*style).code) }

func (s *style) code() string { return s.name }
