package web_test

import (
	"testing"

	"weltentor/cmd/weltentor/clitest"
)

func TestMain(m *testing.M) { clitest.Main(m) }
