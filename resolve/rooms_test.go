package resolve

import (
	"testing"

	"weltentor/cmd/weltentor/laws"
)

// arrow is a room and the rooms it may import.
type arrow laws.Room

// arrows lists the rooms of the machine from the bottom up. The turn and the front desk
// are on top, in this package, and may import them all.
var arrows = []arrow{
	{"wording", nil},
	{"store", []string{"wording"}},
	{"judged", []string{"wording"}},
	{"address", nil},
	{"mask", nil},
	{"limits", []string{"store", "judged", "address"}},
	{"secrecy", []string{"store", "wording", "limits", "mask"}},
	{"roster", []string{"store", "wording", "limits", "secrecy", "address"}},
	{"logbook", []string{"store"}},
	{"place", []string{"store", "logbook"}},
	{"chronicle", []string{"store", "wording", "logbook"}},
	{"ahead", []string{"store", "chronicle"}},
	{"gazette", []string{"store", "wording", "chronicle"}},
	{"pace", []string{"store", "wording", "limits", "roster", "chronicle"}},
	{"picture", []string{"wording"}},
	{"outbox", []string{"store", "wording", "limits", "secrecy", "roster", "chronicle", "picture", "address"}},
	{"letter", []string{"wording", "limits", "secrecy", "roster"}},
	{"receipt", []string{"wording", "letter", "chronicle", "judged", "limits"}},
	{"signup", []string{"store", "wording", "roster"}},
	{"tray", []string{"store", "limits", "secrecy", "letter", "receipt", "signup"}},
	{"lost", []string{"store", "logbook", "outbox", "letter", "receipt", "tray"}},
	{"personal", []string{"store", "wording", "secrecy", "roster", "logbook", "chronicle", "outbox", "letter",
		"receipt", "signup", "tray"}},
}

// TestArrows holds that arrows between the rooms only go down, and that each room uses
// what the list allows it.
func TestArrows(t *testing.T) {
	for _, wrong := range laws.Arrows(arrows, "storetest") {
		t.Error(wrong)
	}
}
