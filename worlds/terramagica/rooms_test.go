package terramagica

import (
	"testing"

	"weltentor/cmd/weltentor/laws"
)

// arrow is a room and the rooms it may import.
type arrow laws.Room

// arrows lists the rooms from the bottom up, and which rooms each may import.
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

// TestArrows holds that arrows between the rooms only go down, and that each room uses
// what the list allows it.
func TestArrows(t *testing.T) {
	for _, wrong := range laws.Arrows(arrows) {
		t.Error(wrong)
	}
}
