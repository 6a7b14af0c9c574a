package worker

import (
	"errors"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/orders/phrase"
	"weltentor/resolve/store/faults"
)

// Wrong puts the errors of a fleet into words; other errors stay as they are.
func Wrong(world string, err error) error {
	name := phrase.Str("world", world)
	switch {
	case err == nil || errors.As(err, new(*complaint.Complaint)):
		return err
	case errors.Is(err, faults.ErrOlder):
		return &complaint.Complaint{Exit: complaint.ExitUsage, What: phrase.P("database-older"), Cause: err}
	case errors.Is(err, fleet.ErrUnknown):
		return &complaint.Complaint{Exit: complaint.ExitUsage, What: phrase.P("fleet-no-world", name), Cause: err, Bare: true}
	case errors.Is(err, fleet.ErrOdd):
		return &complaint.Complaint{Exit: complaint.ExitUsage, What: phrase.P("fleet-odd", name), Cause: err}
	case errors.Is(err, fleet.ErrStopped):
		return &complaint.Complaint{Exit: complaint.ExitUsage, What: phrase.P("fleet-stopped", name), Cause: err}
	case errors.Is(err, faults.ErrUnconfirmed):
		return &complaint.Complaint{Exit: complaint.ExitLater, What: phrase.P("fleet-unconfirmed", name), Cause: err}
	case errors.Is(err, faults.ErrSilent):
		return &complaint.Complaint{Exit: complaint.ExitLater, What: phrase.P("fleet-silent"), Cause: err}
	case errors.Is(err, fleet.ErrTaken), errors.Is(err, fleet.ErrLost), errors.Is(err, faults.ErrFenced):
		return &complaint.Complaint{Exit: complaint.ExitLater, What: phrase.P("fleet-busy", name), Cause: err, Bare: true}
	}
	return err
}
