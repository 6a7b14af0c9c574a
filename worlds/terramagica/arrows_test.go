package terramagica

import (
	"testing"

	"weltentor/cmd/weltentor/laws"
)

// arrow is a package and the packages beside it that it may import.
type arrow laws.Package

// arrows lists the packages from the bottom up, and which of them each may import.
var arrows = []arrow{
	{"tables", nil},
	{"realm", []string{"tables"}},
	{"order", []string{"tables", "realm"}},
	{"fight", []string{"tables", "realm"}},
	{"turn", []string{"tables", "realm", "order", "fight"}},
	{"report", []string{"tables", "realm", "order", "turn"}},
	{"planner", []string{"tables", "realm", "order", "turn", "report"}},
	{"edits", []string{"tables", "realm", "order"}},
	{"bot", []string{"tables", "realm", "order", "fight", "turn"}},
}

// TestArrows holds that arrows between the packages only go down, and that each uses
// what the list allows it.
func TestArrows(t *testing.T) {
	for _, wrong := range laws.Arrows(arrows) {
		t.Error(wrong)
	}
}
