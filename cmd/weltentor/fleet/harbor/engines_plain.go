//go:build !fleet

package harbor

import (
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/fleet/archive"
	"weltentor/cmd/weltentor/fleet/charter"
)

// Engines are those this program was built with: none.
var Engines map[string]Reach

func inBucket(*charter.Charter, func(string) string) (archive.Place, error) {
	return nil, fault.Usage("fleet-not-built")
}
