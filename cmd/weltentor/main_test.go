package main

import (
	"testing"

	"weltentor/cmd/weltentor/clitest"
)

// TestMain runs the tests with the kit.
func TestMain(m *testing.M) { clitest.Main(m) }
