package clitest

import (
	"fmt"
	"syscall"
	"time"

	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/settings"
	"weltentor/resolve/outbox"
)

// PlayerAddress is that of a realm's player in benchmarks.
func PlayerAddress(realm int) string { return fmt.Sprintf("player%d@demo.test", realm) }

// CPUTime is what the process has used of all processors, which other work on the
// machine changes less than what the clock says.
func CPUTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Rendering makes the bytes of letters, as for every world.
func Rendering() func(outbox.Draft) ([]byte, error) {
	s := settings.Defaults()
	return folder.ForStore(&s).Render
}
