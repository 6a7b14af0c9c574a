// Package e2e runs the program as it is built: it kills it, fills its disk, plays with it, and puts
// it before real mail servers.
package e2e

import (
	"os"
	"testing"

	"weltentor/cmd/weltentor/e2e/stage"
)

// Exit codes; scripts rely on them.
const (
	exitDone  = 0
	exitUsage = 2
	exitLater = 75
)

// TestMain takes away the programs that the tests have built.
func TestMain(m *testing.M) {
	code := m.Run()
	stage.Strike()
	os.Exit(code)
}
