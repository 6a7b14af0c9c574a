package worker

import (
	"errors"

	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/orders/phrase"
	"weltentor/resolve/store/faults"
)

// Wrong puts the errors of a fleet into words; other errors stay as they are.
func Wrong(world string, err error) error {
	name := phrase.Str("world", world)
	switch {
	case err == nil || errors.As(err, new(*fault.Complaint)):
		return err
	case errors.Is(err, faults.ErrOlder):
		return &fault.Complaint{Exit: fault.ExitUsage, What: phrase.P("database-older"), Cause: err}
	case errors.Is(err, fleet.ErrUnknown):
		return &fault.Complaint{Exit: fault.ExitUsage, What: phrase.P("fleet-no-world", name), Cause: err, Bare: true}
	case errors.Is(err, fleet.ErrOdd):
		return &fault.Complaint{Exit: fault.ExitUsage, What: phrase.P("fleet-odd", name), Cause: err}
	case errors.Is(err, fleet.ErrStopped):
		return &fault.Complaint{Exit: fault.ExitUsage, What: phrase.P("fleet-stopped", name), Cause: err}
	case errors.Is(err, faults.ErrUnconfirmed):
		return &fault.Complaint{Exit: fault.ExitLater, What: phrase.P("fleet-unconfirmed", name), Cause: err}
	case errors.Is(err, faults.ErrSilent):
		return &fault.Complaint{Exit: fault.ExitLater, What: phrase.P("fleet-silent"), Cause: err}
	case errors.Is(err, fleet.ErrTaken), errors.Is(err, fleet.ErrLost), errors.Is(err, faults.ErrFenced):
		return &fault.Complaint{Exit: fault.ExitLater, What: phrase.P("fleet-busy", name), Cause: err, Bare: true}
	}
	return err
}
