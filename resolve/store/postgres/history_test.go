//go:build fleet && servers

package postgres

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// step is something that a process did with a world's number, as it saw it: it read the number, or made it the next one.
type step struct {
	from, to time.Time
	n        int // what was read, or made
	read     bool
}

// contradictions are those of a history of one world, whose number each change makes one larger. Steps must follow each
// other in some order of their numbers: whoever began after another one had ended sees what that one did, and nobody
// sees what has not begun.
func contradictions(all []step) (found []string) {
	begun := map[int]time.Time{}
	for _, s := range all {
		if !s.read {
			begun[s.n] = s.from
		}
	}
	ended := slices.Clone(all)
	slices.SortFunc(ended, func(a, b step) int { return a.to.Compare(b.to) })
	slices.SortFunc(all, func(a, b step) int { return a.from.Compare(b.from) })
	least := math.MinInt
	for _, s := range all {
		for ; ended[0].to.Before(s.from); ended = ended[1:] {
			least = max(least, ended[0].n)
		}
		from, made := begun[s.n]
		switch {
		case s.n < least, s.n == least && !s.read:
			found = append(found, fmt.Sprintf("%d came after %d had ended", s.n, least))
		case s.read && s.n > 0 && (!made || from.After(s.to)):
			found = append(found, fmt.Sprintf("%d was read before it was made", s.n))
		}
	}
	return found
}
