//go:build !fleet

package commands

import (
	"context"

	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/fleet/archive"
	"weltentor/cmd/weltentor/fleet/config"
	"weltentor/cmd/weltentor/fleet/engine"
)

// Reach is nil: this program was built without an engine.
var Reach func(context.Context, *config.Config, func(string) string) (engine.Engine, error)

func inBucket(*config.Config, func(string) string) (archive.Place, error) {
	return nil, fault.Usage("fleet-not-built")
}

// migrate is nil as well.
var migrate migration
