package worker_test

import (
	"errors"
	"testing"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/fleet/config"
	"weltentor/cmd/weltentor/fleet/worker"
)

// The hosts of a fleet have no folder with a program, so a world whose rules are one stays outside.
func TestNoEngineInAFleet(t *testing.T) {
	t.Parallel()
	_, err := worker.Enter(&config.Config{}, "north", []byte("engine = \"atlantis\"\n"), nil)
	if c, is := errors.AsType[*complaint.Complaint](err); !is || c.What.Code != "engine-fleet" || c.Exit != complaint.ExitUsage {
		t.Errorf("%v", err)
	}
	if _, err := worker.Enter(&config.Config{}, "north", nil, nil); err != nil {
		t.Errorf("without an engine: %v", err)
	}
}
