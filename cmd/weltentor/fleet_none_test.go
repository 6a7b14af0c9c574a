//go:build !fleet

package main

import (
	"strings"
	"testing"

	"weltentor/cmd/weltentor/fault"
)

// asHost is nothing where there is no fleet.
var asHost func(string) int

// A program without the fleet says so, and which one has it.
func TestBuiltWithoutFleet(t *testing.T) {
	for _, args := range [][]string{{"fleet", "status"}, {"--fleet", "nowhere.toml", "status", "north"}} {
		code, out, errs := sh(t, "", append([]string{"--lang", "en"}, args...)...)
		if code != fault.ExitUsage || out != "" || !strings.Contains(errs, "`make build TAGS=fleet` builds it") {
			t.Errorf("%q: exit %d, %s%s", args, code, out, errs)
		}
	}
}
