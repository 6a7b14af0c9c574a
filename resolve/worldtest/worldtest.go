// Package worldtest is the kit for tests of rooms that work on a whole world: a world in memory with a tiny game,
// letters as text, and a clock that a test sets. Rulebook and number of realms go in; a Game comes out, to which
// letters are sent, whose turns are resolved, and whose letters are read. Only tests import it.
package worldtest

import (
	"os"
	"slices"
	"strings"
	"testing"

	"weltentor/resolve/secrets"
	"weltentor/resolve/storetest"
)

// InMemory runs a room's tests with worlds in memory and cheap passwords, and returns the exit code. See
// storetest.InMemory.
func InMemory(m *testing.M) int {
	CheapPasswords()
	return storetest.InMemory(m)
}

// CheapPasswords makes hashing passwords quick, except for benchmarks.
func CheapPasswords() {
	if !slices.ContainsFunc(os.Args, func(a string) bool { return strings.HasPrefix(a, "-test.bench=") }) {
		secrets.Memory = 64
	}
}
