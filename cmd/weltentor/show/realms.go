package show

import (
	"strconv"
	"strings"
)

// InARow lists numbers of realms.
func InARow(realms []int) string {
	var all []string
	for _, n := range realms {
		all = append(all, strconv.Itoa(n))
	}
	return strings.Join(all, ", ")
}
