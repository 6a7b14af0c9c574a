//go:build !fleet

package cli_test

import (
	"strings"
	"testing"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
)

// A program without the fleet says so, and which one has it.
func TestBuiltWithoutFleet(t *testing.T) {
	for _, args := range [][]string{{"fleet", "status"}, {"--fleet", "nowhere.toml", "status", "north"}} {
		code, out, errs := clitest.Run(t, "", append([]string{"--lang", "en"}, args...)...)
		if code != complaint.ExitUsage || out != "" || !strings.Contains(errs, "`make build TAGS=fleet` builds it") {
			t.Errorf("%q: exit %d, %s%s", args, code, out, errs)
		}
	}
}
