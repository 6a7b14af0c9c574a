package terra

import (
	"regexp"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

var (
	headLine   = regexp.MustCompile(`^[ \t]*\$([A-Za-z])`)
	endLine    = regexp.MustCompile(`(?i)^[ \t]*\$(e|end|ende)([ \t\x{a0}(:;].*)?$`)
	resultLike = regexp.MustCompile(`(?i)^[ \t]*g[0-9]+[ \t:,]+[0-9]`)
)

// behind names results that stand behind the end of the orders: they were meant to
// count, and nobody would miss them (§8.8). Nothing behind the end counts, whatever
// section it begins; in a message only a clear `$E` is the end.
func behind(t *turn) {
	for realm := range t.sheets {
		section, number := "", 0 // letter of the section
		for line := range strings.Lines(t.sheets[realm].text) {
			line = strings.TrimRight(line, "\r\n")
			number++
			if line == "-- " || line == "--\u00a0" {
				break // a signature; what follows nobody has written as orders
			}
			head := headLine.FindStringSubmatch(line)
			switch {
			case head != nil && section != "E" && (section != "N" || endLine.MatchString(line) || strings.ToUpper(head[1]) != "E"):
				section = strings.ToUpper(head[1])
			case section == "E" && resultLike.MatchString(line):
				got := phrase.Str("got", orders.Clip(strings.TrimSpace(line)))
				t.refuse(realm, orders.Position{Line: number, Col: 1}, "behind-end", got)
			}
		}
	}
}
