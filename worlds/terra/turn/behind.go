package turn

import (
	"regexp"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// resultLike matches lines that look more or less like results.
var resultLike = regexp.MustCompile(`(?i)^[ \t\x{a0}]*g[0-9]+[ \t\x{a0}:,]+[0-9]`)

// behind refuses results below the end of the orders. They were meant to count, and otherwise nobody would notice that
// they do not (§8.8). The order file says where the orders end. Nothing below that counts, whatever section it begins.
func behind(t *Turn) {
	for realm := range t.sheets {
		end := t.sheets[realm].ends
		if end == 0 {
			continue
		}
		for i, line := range orders.Split(t.sheets[realm].text)[end:] {
			if orders.Signs(line) {
				break // nobody wrote the rest as orders
			}
			if resultLike.MatchString(line) {
				got := phrase.Str("got", orders.Clip(strings.TrimSpace(line)))
				t.Refuse(realm, orders.Position{Line: end + i + 1, Col: 1}, phrase.P("behind-end", got))
			}
		}
	}
}
