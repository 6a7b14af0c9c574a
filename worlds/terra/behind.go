package terra

import (
	"regexp"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

var (
	endLine    = regexp.MustCompile(`(?i)^[ \t]*\$(e|end|ende)[ \t]*(;.*)?$`)
	resultLike = regexp.MustCompile(`(?i)^[ \t]*g[0-9]+[ \t]+[0-9]`)
)

// behind names results that stand behind the end of the orders: they were meant to
// count, and nobody would miss them (§8.8).
func behind(t *turn) {
	for realm := range t.sheets {
		ended, number := false, 0
		for line := range strings.Lines(t.sheets[realm].text) {
			line = strings.TrimRight(line, "\r\n")
			number++
			switch {
			case line == "-- ":
				ended = false // a signature; what follows nobody has written as orders
			case !ended:
				ended = endLine.MatchString(line)
			case resultLike.MatchString(line):
				got := phrase.Str("got", orders.Clip(strings.TrimSpace(line)))
				t.refuse(realm, orders.Position{Line: number, Col: 1}, "behind-end", got)
			}
		}
	}
}
