package frame

import (
	"fmt"
	"strings"
)

// OrderFile is an order file of these sections, by their letters, without those that have no lines.
func OrderFile(sections string, lines map[byte][]string) string {
	var b strings.Builder
	for i := range len(sections) {
		if of := lines[sections[i]]; len(of) > 0 {
			fmt.Fprintf(&b, "$%c\n%s\n", sections[i], strings.Join(of, "\n"))
		}
	}
	return b.String()
}
