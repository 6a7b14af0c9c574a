package tables

import (
	"fmt"
	"slices"
	"strings"

	"weltentor/orders/phrase"
)

// Like reports whether two peoples differ only in their name.
func (c *Culture) Like(other *Culture) bool {
	return slices.Equal(c.strength, other.strength) && slices.Equal(c.spared, other.spared)
}

// GoodFor is what the tables say about a people: where it is spared, and which units do not fight at 100 %.
func (c *Culture) GoodFor(t *Tables) phrase.Phrase {
	var spared, differs []string
	for i, yes := range c.spared {
		if yes {
			spared = append(spared, t.Terrain[i].Code)
		}
	}
	for i, s := range c.strength {
		if s != 100 {
			differs = append(differs, fmt.Sprintf("%s %d %%", t.Unit[i].Unit, s))
		}
	}
	return phrase.P("culture-good-for-tables", phrase.Str("spared", listed(spared)),
		phrase.Str("differs", listed(differs)))
}

func listed(words []string) string {
	if len(words) == 0 {
		return "–"
	}
	return strings.Join(words, ", ")
}

// Percent is the strength at which the culture fights with the unit of that index.
func (c *Culture) Percent(unit int) int64 { return c.strength[unit] }

// Bears reports whether the culture suffers no loss in the terrain of that index.
func (c *Culture) Bears(terrain int) bool { return c.spared[terrain] }
