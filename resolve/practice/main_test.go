package practice_test

import (
	"os"
	"testing"

	"weltentor/resolve/worldtest"
)

func TestMain(m *testing.M) { os.Exit(worldtest.InMemory(m)) }

var must = worldtest.Must
