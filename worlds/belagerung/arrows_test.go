package belagerung

import (
	"testing"

	"weltentor/cmd/weltentor/laws"
)

// arrow is a package and the packages it may import.
type arrow laws.Package

// arrows lists the packages from the bottom up, and which packages each may import.
var arrows = []arrow{
	{"tables", nil},
	{"texts", nil},
	{"realm", []string{"tables"}},
	{"order", []string{"tables", "realm"}},
	{"founding", []string{"tables", "texts", "realm", "order"}},
	{"fight", []string{"tables", "realm", "order"}},
	{"turn", []string{"tables", "realm", "order", "fight"}},
	{"planner", []string{"tables", "realm", "order", "turn"}},
	{"report", []string{"tables", "realm", "order", "turn"}},
	{"edits", []string{"tables", "realm", "order"}},
	{"bot", []string{"tables", "realm", "order", "turn"}},
}

// TestArrows holds that arrows between the packages only go down, and that each package uses
// what the list allows it.
func TestArrows(t *testing.T) {
	for _, wrong := range laws.Arrows(arrows, "gametest") {
		t.Error(wrong)
	}
}
