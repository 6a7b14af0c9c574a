// Package e2e tests the program as it is built. It kills it at each step, fills its disk, plays with it, and connects
// it to real mail servers (law 11). What needs no process of its own is tested where it is done.
package e2e

import (
	"os"
	"runtime"
	"testing"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/resolve/worldtest"
)

// Exit codes. Scripts rely on them.
const (
	exitDone  = 0
	exitNo    = 1
	exitUsage = 2
	exitLater = 75
)

// TestMain removes the programs that the tests have built. Twice as many tests as elsewhere run side by side, since most of
// them wait for a program, a lock or a limit.
func TestMain(m *testing.M) {
	stage.AtOnce(2 * runtime.GOMAXPROCS(0))
	code := worldtest.InMemory(m)
	stage.Strike()
	os.Exit(code)
}
