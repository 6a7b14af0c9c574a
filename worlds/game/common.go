package game

import (
	"strconv"
	"strings"

	"weltentor/orders/phrase"
)

// Common is a World of whose map all realms see the same part at any time. A World that is none has a hidden board: what
// all realms know of it together is next to nothing, and the rest would be a secret of somebody.
type Common interface {
	// Common is that part of the map, as a chart of the whole world for nobody. It shows no more than the chart of each
	// realm (law 6): change anything that one realm does not know, and it stays the same.
	Common(lang phrase.Lang) Chart
}

// Located is a World whose realms count fields from places of their own.
type Located interface {
	// Locate returns where on the whole world's chart a field is that a realm calls so. ok is false if there is none. In
	// other games a field has the same label for everybody.
	Locate(realm int, label string) (h, y int, ok bool)
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
