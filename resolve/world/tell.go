package world

import (
	"strconv"
	"strings"
)

// numbersOf lists realms in a line.
func NumbersOf(realms []int) string {
	var all []string
	for _, n := range realms {
		all = append(all, strconv.Itoa(n))
	}
	return strings.Join(all, ", ")
}
