//go:build !fleet

package commands

import (
	"context"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/config"
)

// Built reports whether this program was built with fleets.
const Built = false

// shared is a fleet that was reached.
type shared struct{}

// onTables says that this program was built without.
func onTables(*call.Call, func(*call.Call, *shared) error) error {
	return fault.Usage("fleet-not-built")
}

// InTables says so.
func InTables(*call.Call, string, func(context.Context, fleet.Stay, *config.Config) error) error {
	return fault.Usage("fleet-not-built")
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
