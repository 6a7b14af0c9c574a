package main

import (
	"testing"

	"weltentor/cmd/weltentor/laws"
)

// arrow is a room and the rooms it may import.
type arrow laws.Room

// arrows lists the rooms of the command line from the bottom up: tools that know no world, a fleet, a call, an opened
// folder, its mail, the commands, and the command line as a whole.
var arrows = []arrow{
	{"founding", nil},
	{"manual", nil},
	{"memory", nil},
	{"oauth", nil},
	{"reading", nil},
	{"sorting", nil},
	{"spreadsheet", nil},
	{"terminal", nil},
	{"texts", nil},
	{"fault", []string{"texts"}},
	{"doctor", []string{"fault"}},
	{"settings", []string{"oauth", "terminal", "fault"}},
	{"fleet/config", []string{"fault", "settings"}},
	{"fleet", []string{"sorting", "fault", "settings", "fleet/config"}},
	{"fleet/tables", []string{"fleet"}},
	{"fleet/hosts", []string{"sorting", "fault", "fleet/config", "fleet", "fleet/tables"}},
	{"call", []string{"terminal", "texts", "fault", "fleet"}},
	{"folder", []string{"texts", "fault", "settings", "call"}},
	{"commands/rulebook", []string{"fault", "settings", "call", "folder"}},
	{"commands/play", []string{"terminal", "fault", "settings", "call", "folder"}},
	{"program", []string{"terminal"}},
	{"notify", []string{"fault", "program", "settings"}},
	{"mailing", []string{"notify", "oauth", "program", "reading", "sorting", "texts", "fault", "settings", "call", "folder"}},
	{"fleet/worker", []string{"sorting", "texts", "fault", "settings", "fleet/config", "fleet", "call", "folder",
		"mailing"}},
	{"fleet/commands", []string{"fleet/tables", "fleet/hosts", "fault", "settings", "folder",
		"fleet/config", "fleet", "call", "fleet/worker"}},
	{"playerlist", []string{"terminal", "settings"}},
	{"show", []string{"terminal", "call"}},
	{"commands/mail", []string{"reading", "terminal", "fault", "notify", "settings", "call", "folder", "mailing", "show"}},
	{"commands/players", []string{"terminal", "fault", "settings", "call", "folder", "playerlist", "show"}},
	{"commands/turn", []string{"spreadsheet", "fault", "call", "folder", "mailing", "show"}},
	{"commands/world", []string{"founding", "oauth", "reading", "terminal", "fault", "doctor", "settings", "call",
		"folder", "commands/rulebook", "mailing", "show"}},
	{"cli", []string{"manual", "memory", "terminal", "fault", "settings", "fleet/config", "fleet", "call", "folder",
		"commands/rulebook", "fleet/commands", "commands/mail", "commands/players", "commands/turn", "commands/world",
		"commands/play"}},
}

// TestArrows checks that arrows between the rooms only go down, and that each room uses only what the list allows.
func TestArrows(t *testing.T) {
	t.Parallel()
	for _, wrong := range laws.Arrows(arrows, "laws", "e2e", "dist", "clitest") {
		t.Error(wrong)
	}
}
