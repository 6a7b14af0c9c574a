package thoramar

import (
	"testing"

	"weltentor/cmd/weltentor/laws"
)

// arrow is a package and the packages it may import.
type arrow laws.Package

// arrows lists the packages from the bottom up, and which packages each may import. This package is on top and may import
// them all.
var arrows = []arrow{
	{"tables", nil},
	{"realm", []string{"tables"}},
	{"order", []string{"tables", "realm"}},
	{"texts", []string{"order"}},
	{"land", []string{"tables", "realm"}},
	{"founding", []string{"tables", "realm", "order", "texts", "land"}},
	{"sight", []string{"tables", "realm"}},
	{"fight", []string{"tables", "realm", "sight"}},
	{"craft", []string{"tables", "realm", "order", "sight", "fight"}},
	{"march", []string{"tables", "realm", "order", "sight", "fight"}},
	{"market", []string{"tables", "realm", "order", "sight", "fight", "march"}},
	{"edits", []string{"tables", "realm", "market"}},
	{"turn", []string{"tables", "realm", "order", "land", "sight", "fight", "craft", "march", "market"}},
	{"planner", []string{"tables", "realm", "order", "fight", "craft", "march", "market", "turn"}},
	{"report", []string{"tables", "realm", "order", "sight", "fight", "turn"}},
	{"bot", []string{"tables", "realm", "order", "market", "turn"}},
}

// TestArrows holds that arrows between the packages only go down, and that each package uses
// what the list allows it.
func TestArrows(t *testing.T) {
	for _, wrong := range laws.Arrows(arrows, "gametest", "plain") {
		t.Error(wrong)
	}
}
