package rulekit

import (
	"slices"
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Chart is a game.Chart in the making: it explains what occurs on it.
type Chart struct {
	Book *phrase.Book
	made game.Chart

	grounds map[string]int
	owners  map[int]bool
}

// NewChart begins the chart of a realm, or of the game master (0), in the words of a book.
func NewChart(realm int, book *phrase.Book) *Chart {
	return &Chart{Book: book, made: game.Chart{Realm: realm}, grounds: map[string]int{}, owners: map[int]bool{}}
}

// Ground is the place of a terrain in the chart. name is the code of the sentence that names it.
func (c *Chart) Ground(t game.ChartTerrain) int {
	i, known := c.grounds[t.Name]
	if !known {
		i = len(c.made.Terrains)
		c.grounds[t.Name] = i
		t.Name = c.Book.T(t.Name)
		c.made.Terrains = append(c.made.Terrains, t)
	}
	return i
}

// Sign explains a sign on a field and returns it.
func (c *Chart) Sign(sign, name string) string {
	if sign != "" && !slices.ContainsFunc(c.made.Signs, func(s game.ChartSign) bool { return s.Sign == sign }) {
		c.made.Signs = append(c.made.Signs, game.ChartSign{Sign: sign, Name: name})
	}
	return sign
}

// Field puts a field on the chart.
func (c *Chart) Field(cell game.ChartCell) {
	c.owners[cell.Owner] = true
	if n := len(c.made.Cells); n == cap(c.made.Cells) {
		c.made.Cells = slices.Grow(c.made.Cells, max(n, 64)) // append would copy large charts more often
	}
	c.made.Cells = append(c.made.Cells, cell)
}

// Done is the chart, with the names of the realms that own a field on it, in the order of the list. Of all realms of
// the list it has the crests, as armies of each may be seen.
func (c *Chart) Done(realms []game.Realm) *game.Chart {
	c.made.Crests = make(map[int]game.Crest, len(realms))
	for _, r := range realms {
		c.made.Crests[r.Number] = game.CrestOf(r.Number)
		if c.owners[r.Number] {
			c.made.Realms = append(c.made.Realms, game.ChartSign{Sign: strconv.Itoa(r.Number), Name: r.Name})
		}
	}
	c.made.Sort()
	return &c.made
}

// Stands records on a field that people of a realm stand there, for the chart's reader.
func (c *Chart) Stands(cell *game.ChartCell, realm int) {
	if c.made.Realm == 0 || realm == c.made.Realm {
		cell.Own = true
	} else {
		cell.Others = true
	}
}
