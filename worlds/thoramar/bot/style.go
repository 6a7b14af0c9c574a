package bot

import "weltentor/worlds/frame"

// style is a way to play.
type style struct {
	name     string
	band     string // the kind of army that takes land
	bands    int    // of them at most, besides one for every few fields
	works    []string
	sites    int   // a building for every so many fields
	seeks    int64 // of a hundred bands so many look for foes before free land
	caravans int   // caravans at most
	peace    bool  // offers a pact to every neighbour
}

// styles are the ways to play, the usual one first.
var styles = []style{
	{name: "settler", band: "R.L", bands: 6, works: []string{"STD"}, sites: 5, seeks: 10, peace: true},
	{name: "warrior", band: "R.M", bands: 7, works: []string{"STD", "FES"}, sites: 9, seeks: 60},
	{name: "trader", band: "R.L", bands: 5, works: []string{"STD"}, sites: 4, seeks: 5, caravans: 4, peace: true},
}

// Styles are the codes of the ways to play, the usual one first.
func Styles() []string { return frame.Codes(styles, (*style).code) }

func (s *style) code() string { return s.name }
