package mailing_test

import (
	"flag"
	"testing"

	"weltentor/cmd/weltentor/clitest"
)

// TestMain runs the tests with the kit, eight at a time unless the caller says how many: mostly they wait, for a server
// or for a moment.
func TestMain(m *testing.M) {
	most := flag.Lookup("test.parallel")
	if flag.Parse(); most.Value.String() == most.DefValue {
		if err := flag.Set(most.Name, "8"); err != nil {
			panic(err)
		}
	}
	clitest.Main(m)
}
