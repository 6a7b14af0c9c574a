//go:build !fleet

package commands

import (
	"context"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/archive"
	"weltentor/cmd/weltentor/fleet/config"
	"weltentor/cmd/weltentor/fleet/engine"
)

// Reach is nil: this program was built without an engine.
var Reach func(context.Context, *config.Config, func(string) string) (engine.Engine, error)

// shared is a fleet over tables. This program was built without.
type shared struct{}

func overTables(*call.Call, func(*call.Call, *shared) error) (bool, error) { return false, nil }

// InTables is false: this program was built without.
func InTables(*call.Call, string, func(context.Context, fleet.Stay, *config.Config) error) (bool, error) {
	return false, nil
}

func runOver(*call.Call, *shared) error             { return nil }
func (*statusCmd) over(*call.Call, *shared) error   { return nil }
func (*drainCmd) over(*call.Call, *shared) error    { return nil }
func (*addCmd) over(*call.Call, *shared) error      { return nil }
func (*exportCmd) over(*call.Call, *shared) error   { return nil }
func (*removeCmd) over(*call.Call, *shared) error   { return nil }
func (*upgradeCmd) over(*call.Call, *shared) error  { return nil }
func (*settingsCmd) over(*call.Call, *shared) error { return nil }
func (*verifyCmd) over(*call.Call, *shared) error   { return nil }

func (*adoptCmd) over(*call.Call, *config.Config) error { return fault.Usage("fleet-not-built") }

func inBucket(*config.Config, func(string) string) (archive.Place, error) {
	return nil, fault.Usage("fleet-not-built")
}

// migrate is nil as well.
var migrate migration
