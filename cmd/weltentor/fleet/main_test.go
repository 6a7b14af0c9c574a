//go:build fleet

package fleet_test

import (
	"os"
	"testing"

	"weltentor/cmd/weltentor/clitest"
)

// TestMain runs the tests with the kit, or this process as a host, see asHost.
func TestMain(m *testing.M) {
	clitest.Main(m, func() (code int, is bool) {
		orders := os.Getenv(hostVar)
		if orders == "" {
			return 0, false
		}
		return asHost(orders), true
	})
}
