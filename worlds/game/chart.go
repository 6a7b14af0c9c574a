package game

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Chart is a map of hexes as one reader may see it, in the reader's language. Texts may contain what players wrote:
// whoever draws the chart masks them.
type Chart struct {
	Title string `json:"title"`
	// how a painter draws fields: "" as hexes with their labels, provinces with the ways between them, a board without
	// labels
	Drawn    string         `json:"drawn,omitempty"`
	Realm    int            `json:"realm,omitempty"` // the reader; 0: the game master
	Terrains []ChartTerrain `json:"terrains"`        // those that occur, indexed by ChartCell.Terrain
	Signs    []ChartSign    `json:"signs,omitempty"` // those that occur, sorted
	Realms   []ChartSign    `json:"realms,omitempty"`
	Crests   map[int]Crest  `json:"crests,omitempty"` // of all realms, by number
	Cells    []ChartCell    `json:"cells"`            // from north to south, and from west to east
}

// ChartTerrain is a terrain with its colours, `#rrggbb`.
type ChartTerrain struct {
	Code string `json:"code"`
	Name string `json:"name"`
	Rim  string `json:"rim"`
	Fill string `json:"fill"`
	// what a painter draws: one of Grounds, on one of Heights
	Ground string `json:"ground,omitempty"`
	Height int    `json:"height,omitempty"`
	Steep  bool   `json:"steep,omitempty"` // nobody can climb it from the lowest land
}

// Grounds are what can grow or lie on a field, alike in all games. "land" is drawn as paper.
var Grounds = []string{"meadow", "wood", "jungle", "marsh", "steppe", "sand", "ice", "field", "village", "city", "sea",
	"deep", "river", "strait", "reef", "volcano", "land", "void"}

// Buildings are the symbols for what is built on a field, alike in all games.
var Buildings = []string{"capital", "city", "town", "village", "castle", "fort", "tower", "mine", "temple", "gate",
	"harbour", "market", "camp", "ruin"}

// ChartSign explains a sign of the map, or a realm's number.
type ChartSign struct {
	Sign string `json:"sign"`
	Name string `json:"name"`
}

// ChartCell is a field of the map. H and Y are doubled coordinates (see Grid), counted from the reader's origin. In
// games without such an origin they count from any field the reader knows.
type ChartCell struct {
	H       int    `json:"h"`
	Y       int    `json:"y"`
	Label   string `json:"label"` // what the reader calls it: 3/-2, or its number
	Terrain int    `json:"t"`
	// how many turns ago it was last seen; 0: it is known as it is now; AgeUnknown: only its terrain is known
	Age   int    `json:"age,omitempty"`
	Owner int    `json:"owner,omitempty"` // 0: nobody, or unknown
	Sign  string `json:"sign,omitempty"`  // for what is built there, at most three characters
	// one of Buildings; "": nothing, or only a sign
	Building string `json:"building,omitempty"`
	State    string `json:"state,omitempty"` // of the building: building, damaged, ruined; "": whole
	Name     string `json:"name,omitempty"`  // as players wrote it
	Own      bool   `json:"own,omitempty"`   // the reader's armies stand there; for the game master anybody's
	Others   bool   `json:"others,omitempty"`
	// the borders with a river, road, bridge or wall: bit d−1 for direction d
	Rivers  uint8 `json:"rivers,omitempty"`
	Roads   uint8 `json:"roads,omitempty"`
	Bridges uint8 `json:"bridges,omitempty"`
	Walls   uint8 `json:"walls,omitempty"`
}

// AgeUnknown is the age of what was seen long ago, or of which only the terrain is known.
const AgeUnknown = -1

// Counted is a field's label as players count: x/y.
func Counted(x, y int) string { return strconv.Itoa(x) + "/" + strconv.Itoa(y) }

// Doubled returns the doubled coordinates of the field that a player counts as x/y, from that player's origin. It is
// the inverse of Grid.Relative.
func Doubled(x, y int) (h, row int) {
	switch {
	case y&1 == 0:
		return 2 * x, y
	case x > 0:
		return 2*x - 1, y
	}
	return 2*x + 1, y
}

// Sort puts cells, signs and realms into order.
func (c *Chart) Sort() {
	places := make([]int, len(c.Cells)) // cells are large: each is moved once
	for i := range places {
		places[i] = i
	}
	slices.SortFunc(places, func(i, j int) int {
		a, b := &c.Cells[i], &c.Cells[j]
		return cmp.Or(cmp.Compare(b.Y, a.Y), cmp.Compare(a.H, b.H))
	})
	cells := slices.Grow(c.Cells[:0:0], len(c.Cells))
	for _, i := range places {
		cells = append(cells, c.Cells[i])
	}
	c.Cells = cells
	slices.SortFunc(c.Signs, func(a, b ChartSign) int { return cmp.Compare(a.Sign, b.Sign) })
}

// Recalling adds what an earlier chart of the same realm, this many turns ago, shows and this chart does not: who had
// a field, and what stood on it. Armies are not remembered, since they march. Charts of different realms, or with
// different origins, must not be mixed.
func (c Chart) Recalling(past Chart, turns int) Chart {
	then := make(map[[2]int]*ChartCell, len(past.Cells))
	for i := range past.Cells {
		then[[2]int{past.Cells[i].H, past.Cells[i].Y}] = &past.Cells[i]
	}
	c.Cells = slices.Clone(c.Cells)
	signs := map[string]bool{}
	for i := range c.Cells {
		cell := &c.Cells[i]
		if was := then[[2]int{cell.H, cell.Y}]; cell.Age == AgeUnknown && was != nil && was.Age == 0 {
			cell.Age, cell.Owner, cell.Sign = turns, was.Owner, was.Sign
			cell.Building, cell.State, cell.Name = was.Building, was.State, was.Name
			cell.Roads, cell.Bridges, cell.Walls = was.Roads, was.Bridges, was.Walls
			signs[was.Sign] = true
		}
	}
	c.Signs, c.Realms = joined(c.Signs, past.Signs, signs), joined(c.Realms, past.Realms, nil)
	return c
}

// joined adds explanations from another chart for signs that occur; with nil, all of them.
func joined(list, more []ChartSign, occur map[string]bool) []ChartSign {
	list = slices.Clone(list)
	for _, s := range more {
		known := slices.ContainsFunc(list, func(t ChartSign) bool { return t.Sign == s.Sign })
		if !known && (occur == nil || occur[s.Sign]) {
			list = append(list, s)
		}
	}
	return list
}

// Bare is the chart without armies, and if owners is not set also without owners.
func (c Chart) Bare(owners bool) Chart {
	cells := make([]ChartCell, len(c.Cells))
	for i, cell := range c.Cells {
		cell.Own, cell.Others = false, false
		if !owners {
			cell.Owner = 0
		}
		cells[i] = cell
	}
	if c.Cells = cells; !owners {
		c.Realms = nil
	}
	return c
}

// ReadCounted reads a label that Counted has made.
func ReadCounted(label string) (x, y int, ok bool) {
	left, right, ok := strings.Cut(label, "/")
	if !ok {
		return 0, 0, false
	}
	x, wrong := strconv.Atoi(left)
	y, worse := strconv.Atoi(right)
	return x, y, wrong == nil && worse == nil
}
