package resolve

import (
	"testing"

	"weltentor/cmd/weltentor/laws"
)

// arrow is a room and the rooms it may import.
type arrow laws.Room

// arrows lists the rooms of the machine from the bottom up. The last seven are the ladder: each may use those of them
// that stand before it.
var arrows = []arrow{
	{"wording", nil},
	{"store", []string{"wording"}},
	{"judged", []string{"wording"}},
	{"address", nil},
	{"mask", nil},
	{"limits", []string{"store", "judged", "address"}},
	{"secrets", []string{"store", "wording", "limits", "mask"}},
	{"roster", []string{"store", "wording", "limits", "secrets", "address"}},
	{"logbook", []string{"store"}},
	{"place", []string{"store", "logbook"}},
	{"chronicle", []string{"store", "wording", "logbook"}},
	{"ahead", []string{"store", "chronicle"}},
	{"public", []string{"store", "wording", "chronicle"}},
	{"deadlines", []string{"store", "wording", "limits", "roster", "chronicle"}},
	{"picture", []string{"wording"}},
	{"outbox", []string{"store", "wording", "limits", "secrets", "roster", "chronicle", "picture", "address"}},
	{"letter", []string{"wording", "limits", "secrets", "roster"}},
	{"receipt", []string{"wording", "letter", "chronicle", "judged", "limits"}},
	{"signup", []string{"store", "wording", "roster"}},
	{"correspondence", []string{"store", "limits", "secrets", "letter", "receipt", "signup"}},
	{"lost", []string{"store", "logbook", "outbox", "letter", "receipt", "correspondence"}},
	{"personal", []string{"store", "wording", "address", "secrets", "roster", "logbook", "chronicle", "outbox",
		"letter", "receipt", "signup", "correspondence"}},
	{"world", []string{"store", "wording", "roster", "logbook", "place", "chronicle", "public", "deadlines", "outbox",
		"letter", "receipt", "correspondence"}},
	{"letters", []string{"store", "wording", "address", "limits", "secrets", "roster", "logbook", "chronicle", "ahead",
		"public", "deadlines", "picture", "outbox", "letter", "signup", "correspondence", "world"}},
	{"schedule", []string{"store", "wording", "limits", "roster", "logbook", "chronicle", "ahead", "deadlines",
		"outbox", "letter", "signup", "correspondence", "world", "letters"}},
	{"players", []string{"store", "wording", "limits", "secrets", "roster", "logbook", "chronicle", "ahead",
		"deadlines", "outbox", "letter", "signup", "correspondence", "lost", "personal", "world", "letters"}},
	{"intake", []string{"store", "wording", "judged", "address", "limits", "secrets", "roster", "logbook", "chronicle",
		"ahead", "deadlines", "outbox", "letter", "receipt", "signup", "correspondence", "world", "letters", "schedule",
		"players"}},
	{"turns", []string{"store", "wording", "roster", "logbook", "place", "chronicle", "ahead", "deadlines", "outbox",
		"signup", "correspondence", "lost", "world", "letters", "schedule", "players", "intake"}},
	{"master", []string{"store", "roster", "logbook", "chronicle", "ahead", "public", "deadlines", "outbox", "signup",
		"personal", "world", "letters", "players", "turns"}},
}

// TestArrows holds that arrows between the rooms only go down, and that each room uses
// what the list allows it.
func TestArrows(t *testing.T) {
	for _, wrong := range laws.Arrows(arrows, "storetest") {
		t.Error(wrong)
	}
}
