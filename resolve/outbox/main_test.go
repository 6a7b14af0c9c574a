package outbox_test

import (
	"os"
	"testing"

	"weltentor/resolve/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.InMemory(m)) }
