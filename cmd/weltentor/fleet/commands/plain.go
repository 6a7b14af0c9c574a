//go:build !fleet

package commands

import (
	"context"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/config"
)

// Built reports whether this program was built with fleets.
const Built = false

// onTables says that this program was built without.
func onTables(*call.Call, any) error { return complaint.Usage("fleet-not-built") }

// InTables says so.
func InTables(*call.Call, string, func(context.Context, fleet.Stay, *config.Config) error) error {
	return complaint.Usage("fleet-not-built")
}

func (*adoptCmd) over(*call.Call, *config.Config) error { return complaint.Usage("fleet-not-built") }
