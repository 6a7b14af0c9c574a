package main

import (
	"strconv"
	"strings"
)

// inARow lists numbers of realms.
func inARow(realms []int) string {
	var all []string
	for _, n := range realms {
		all = append(all, strconv.Itoa(n))
	}
	return strings.Join(all, ", ")
}
