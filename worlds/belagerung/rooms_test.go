package belagerung

import (
	"testing"

	"weltentor/cmd/weltentor/laws"
)

// arrow is a room and the rooms it may import.
type arrow laws.Room

// arrows lists the rooms from the bottom up, and which rooms each may import.
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

// TestArrows holds that arrows between the rooms only go down, and that each room uses
// what the list allows it.
func TestArrows(t *testing.T) {
	for _, wrong := range laws.Arrows(arrows, "gametest") {
		t.Error(wrong)
	}
}
