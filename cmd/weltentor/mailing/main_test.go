package mailing_test

import (
	"testing"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/e2e/stage"
)

// TestMain runs the tests with the kit, eight at a time unless the caller says how many: mostly they wait, for a server
// or for a moment.
func TestMain(m *testing.M) {
	stage.AtOnce(8)
	clitest.Main(m)
}
