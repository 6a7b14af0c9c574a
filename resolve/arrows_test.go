package resolve

import (
	"testing"

	"weltentor/cmd/weltentor/laws"
)

// arrow is a package and the packages beside it that it may import.
type arrow laws.Package

// arrows lists the packages of the machine from the bottom up, each with those that it may import. Below world each is
// about one thing.
var arrows = []arrow{
	{"wording", nil},
	{"store/faults", nil},
	{"store/disk", []string{"wording", "store/faults"}},
	{"store/copies", []string{"wording", "store/faults", "store/disk"}},
	{"store", []string{"wording", "store/faults", "store/disk", "store/copies"}},
	{"verdict", []string{"wording"}},
	{"address", []string{"wording", "store/faults"}},
	{"mask", nil},
	{"limits", []string{"store", "verdict", "address"}},
	{"secrets", []string{"wording", "store", "mask", "limits"}},
	{"roster", []string{"wording", "store/faults", "store", "address", "limits", "secrets"}},
	{"logbook", []string{"store/faults", "store"}},
	{"sheets", []string{"store"}},
	{"seal", nil},
	{"replay", []string{"wording", "store/faults", "seal"}},
	{"chronicle", []string{"wording", "store/faults", "store", "roster", "logbook", "sheets", "seal", "replay"}},
	{"deadlines", []string{"wording", "store", "limits", "roster", "sheets", "chronicle"}},
	{"picture", []string{"wording"}},
	{"public", []string{"wording", "store/faults", "store", "sheets", "replay", "chronicle", "picture"}},
	{"outbox", []string{"wording", "store/faults", "store/disk", "store", "address", "limits", "secrets", "roster",
		"chronicle", "picture"}},
	{"letter", []string{"wording", "address", "limits", "secrets", "roster"}},
	{"receipt", []string{"wording", "verdict", "limits", "sheets", "deadlines", "letter"}},
	{"correspondence", []string{"store/faults", "store", "limits", "secrets", "letter"}},
	{"received", []string{"store", "logbook", "outbox", "letter", "receipt", "correspondence"}},
	{"world", []string{"wording", "store/faults", "store/disk", "store", "verdict", "address", "roster", "logbook",
		"sheets", "chronicle", "deadlines", "public", "outbox", "letter", "receipt", "received"}},
	{"notices", []string{"wording", "store/faults", "store", "address", "limits", "secrets", "roster", "logbook",
		"sheets", "seal", "chronicle", "deadlines", "picture", "public", "outbox", "letter", "correspondence",
		"world"}},
	{"players", []string{"wording", "store/faults", "store/disk", "store", "address", "limits", "secrets", "roster",
		"logbook", "sheets", "chronicle", "deadlines", "outbox", "letter", "receipt", "correspondence", "received",
		"world", "notices"}},
	{"schedule", []string{"wording", "store/faults", "store", "limits", "roster", "logbook", "sheets", "chronicle",
		"deadlines", "outbox", "letter", "correspondence", "world", "notices"}},
	{"sender", []string{"wording", "store", "address", "limits", "secrets", "roster", "logbook", "sheets",
		"chronicle", "deadlines", "outbox", "letter", "receipt", "correspondence", "received", "world", "notices", "players"}},
	{"requests", []string{"wording", "store/faults", "store", "address", "limits", "secrets", "roster", "logbook",
		"sheets", "chronicle", "deadlines", "public", "outbox", "letter", "receipt", "correspondence", "world",
		"notices", "players", "schedule", "sender"}},
	{"intake", []string{"wording", "store/faults", "store", "verdict", "address", "limits", "secrets", "roster",
		"logbook", "sheets", "chronicle", "deadlines", "outbox", "letter", "receipt", "correspondence", "received",
		"world", "notices", "players", "sender", "requests"}},
	{"turns", []string{"wording", "store/faults", "store", "secrets", "roster", "logbook", "sheets", "replay", "chronicle",
		"deadlines", "outbox", "letter", "correspondence", "received", "world", "notices", "players", "schedule",
		"intake"}},
	{"gamemaster", []string{"wording", "store/faults", "store", "verdict", "address", "roster", "logbook", "sheets",
		"chronicle", "deadlines", "public", "outbox", "received", "world", "notices", "players"}},
	{"practice", []string{"wording", "store/faults", "store/disk", "store", "verdict", "limits", "secrets",
		"chronicle", "public", "outbox", "correspondence", "world", "notices", "players", "sender", "requests",
		"intake", "turns", "gamemaster"}},
	{"store/postgres", []string{"wording", "store/faults", "store/disk", "store"}},
}

// TestArrows checks that arrows between the packages only go down, and that each imports only what the list allows.
func TestArrows(t *testing.T) {
	t.Parallel()
	for _, wrong := range laws.Arrows(arrows, "storetest", "worldtest") {
		t.Error(wrong)
	}
}
