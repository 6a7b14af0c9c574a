package kolonien

import (
	"testing"

	"weltentor/cmd/weltentor/laws"
)

// arrow is a package and the packages beside it that it may import.
type arrow laws.Package

// arrows lists the packages from the bottom up, and which of them each may import. The package itself, which is the
// rulebook, is on top and may import them all.
var arrows = []arrow{
	{"tables", nil},
	{"realm", []string{"tables"}},
	{"order", []string{"tables", "realm"}},
	{"sight", []string{"tables", "realm"}},
	{"fight", []string{"tables", "realm"}},
	{"turn", []string{"tables", "realm", "order", "sight", "fight"}},
	{"report", []string{"tables", "realm", "order", "sight", "fight"}},
	{"planner", []string{"tables", "realm", "order", "sight", "turn", "report"}},
	{"bot", []string{"tables", "realm", "order", "fight", "turn"}},
	{"edits", []string{"tables", "realm", "order"}},
}

// TestArrows holds that arrows between the packages only go down, and that each uses
// what the list allows it.
func TestArrows(t *testing.T) {
	for _, wrong := range laws.Arrows(arrows) {
		t.Error(wrong)
	}
}
