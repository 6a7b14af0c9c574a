package truth_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// tally counts faults by rows and laws.
type tally struct {
	clear, hazy map[int]map[law]int
	letters     map[int]int
	played      int
	sync.Mutex
}

func newTally() *tally {
	return &tally{clear: map[int]map[law]int{}, hazy: map[int]map[law]int{}, letters: map[int]int{}}
}

func (c *tally) add(p *play) {
	c.Lock()
	defer c.Unlock()
	c.played++
	c.letters[p.row] += p.letters
	for _, f := range p.faults {
		in := c.clear
		if f.hazy {
			in = c.hazy
		}
		if in[f.row] == nil {
			in[f.row] = map[law]int{}
		}
		in[f.row][f.law]++
	}
}

// all counts the letters.
func (c *tally) all() (n int) {
	for _, of := range c.letters {
		n += of
	}
	return n
}

// unread counts the passages that were not read, and their writers told.
func (c *tally) unread() (n int) {
	for _, of := range c.clear {
		n += of[unread]
	}
	return n
}

// table shows the counts.
func (c *tally) table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-44s %7s", "row", "letters")
	for _, l := range laws {
		fmt.Fprintf(&b, " | %s", l)
	}
	b.WriteString(" | nobody could tell\n")
	for _, row := range slices.Sorted(maps.Keys(c.letters)) {
		fmt.Fprintf(&b, "%2d %-41s %7d", row, rowNames[row], c.letters[row])
		for _, l := range laws {
			fmt.Fprintf(&b, " | %*d", len(l), c.clear[row][l])
		}
		hazy := 0
		for l, n := range c.hazy[row] {
			if l != unread {
				hazy += n
			}
		}
		fmt.Fprintf(&b, " | %d\n", hazy)
	}
	return b.String()
}
