// Package worldtest is the kit for tests that need a whole world: a world in memory with a tiny game (Tiny), letters as
// text, players who write and read, and a clock that a test sets. Begin with Found, which returns a Game. Passwords are
// hashed cheaply, except in benchmarks. Only tests import it.
package worldtest

import (
	"os"
	"slices"
	"strings"
	"testing"

	"weltentor/resolve/secrets"
	"weltentor/resolve/storetest"
)

// InMemory runs a package's tests with worlds in memory and cheap passwords, and returns the exit code. See
// storetest.InMemory.
func InMemory(m *testing.M) int {
	CheapPasswords()
	return storetest.InMemory(m)
}

// CheapPasswords makes hashing passwords quick, except for benchmarks.
func CheapPasswords() {
	if !slices.ContainsFunc(os.Args, func(a string) bool { return strings.HasPrefix(a, "-test.bench=") }) {
		secrets.Memory = secrets.Cheap
	}
}
