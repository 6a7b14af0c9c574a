package turn

import (
	"regexp"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// resultLike is how results are written, more or less.
var resultLike = regexp.MustCompile(`(?i)^[ \t\x{a0}]*g[0-9]+[ \t\x{a0}:,]+[0-9]`)

// behind names results that stand behind the end of the orders: they were meant to
// count, and nobody would miss them (§8.8). Where the orders end the order file says;
// nothing behind counts, whatever section it begins.
func behind(t *Turn) {
	for realm := range t.sheets {
		end := t.sheets[realm].ends
		if end == 0 {
			continue
		}
		for i, line := range orders.Split(t.sheets[realm].text)[end:] {
			if orders.Signs(line) {
				break // what follows nobody has written as orders
			}
			if resultLike.MatchString(line) {
				got := phrase.Str("got", orders.Clip(strings.TrimSpace(line)))
				t.Refuse(realm, orders.Position{Line: end + i + 1, Col: 1}, phrase.P("behind-end", got))
			}
		}
	}
}
