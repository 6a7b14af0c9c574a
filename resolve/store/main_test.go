package store_test

import (
	"os"
	"testing"

	"weltentor/resolve/storetest"
)

// TestMain is outside of the package, since storetest imports it. Power losses and kills are the tests' own, so none of
// them needs a disk.
func TestMain(m *testing.M) { os.Exit(storetest.InMemory(m)) }
