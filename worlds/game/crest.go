package game

// Crest is how a realm looks on every map and page: by its number alone, so that all readers see the same.
type Crest struct {
	Colour  string `json:"colour"`  // `#rrggbb`, dark enough for white signs on it
	Pattern string `json:"pattern"` // of the band along its border, for who sees no colours: see Patterns
	Charge  string `json:"charge"`  // the sign on its shield: see Charges
}

// Patterns are the patterns of bands.
var Patterns = []string{"solid", "dash", "dots", "dashdot", "short"}

// Charges are the signs on shields.
var Charges = []string{"sun", "tower", "tree", "stag", "anchor", "star", "wolf", "wave", "crown", "key", "bridge", "moon"}

// colours have at least 5.7:1 to white.
var colours = []string{"#1B6B45", "#8A2D7C", "#A3281C", "#0C6A92", "#95590A", "#5C6412", "#7A3E1D", "#AA2A63", "#35607A",
	"#4638A6", "#3F6B1E", "#5B4B6E"}

// CrestOf is the crest of a realm, from 1. The first sixty differ in colour or pattern.
func CrestOf(number int) Crest {
	n := max(number, 1) - 1
	return Crest{colours[n%len(colours)], Patterns[(n+n/len(colours))%len(Patterns)], Charges[(n+n/len(colours))%len(Charges)]}
}
