//go:build !linux

package engines

import (
	"runtime"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/orders/phrase"
	"weltentor/worlds/external"
)

// lacks: only Linux has such a wall.
func lacks(bool) error { return complaint.Usage("engine-not-here", phrase.Str("system", runtime.GOOS)) }

// Run runs nothing.
func (r *runner) Run(external.Job) (map[string][]byte, error) { return nil, lacks(false) }
