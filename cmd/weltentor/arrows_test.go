package main

import (
	"testing"

	"weltentor/cmd/weltentor/laws"
)

// arrow is a package and the packages beside it that it may import.
type arrow laws.Package

// arrows lists the packages of the command line from the bottom up: tools that know no world, a fleet, a call, an
// opened folder, its mail, the commands, and the command line as a whole.
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
	{"complaint", []string{"texts"}},
	{"doctor", []string{"complaint"}},
	{"settings", []string{"oauth", "terminal", "complaint"}},
	{"fleet/config", []string{"complaint", "settings"}},
	{"fleet", []string{"sorting", "complaint", "settings", "fleet/config"}},
	{"fleet/tables", []string{"fleet"}},
	{"fleet/hosts", []string{"sorting", "complaint", "fleet/config", "fleet", "fleet/tables"}},
	{"engines", []string{"complaint", "settings"}},
	{"call", []string{"terminal", "texts", "complaint", "fleet"}},
	{"folder", []string{"texts", "complaint", "settings", "engines", "call"}},
	{"commands/rulebook", []string{"complaint", "settings", "call", "folder"}},
	{"commands/play", []string{"terminal", "complaint", "settings", "call", "folder"}},
	{"program", []string{"terminal"}},
	{"notify", []string{"complaint", "settings", "program"}},
	{"mailing", []string{"oauth", "reading", "sorting", "texts", "complaint", "settings", "call", "folder", "program",
		"notify"}},
	{"web", []string{"complaint", "call", "folder", "mailing"}},
	{"fleet/worker", []string{"sorting", "texts", "complaint", "settings", "fleet/config", "fleet", "call", "folder",
		"mailing"}},
	{"fleet/commands", []string{"complaint", "settings", "fleet/config", "fleet", "fleet/tables", "fleet/hosts",
		"call", "folder", "fleet/worker"}},
	{"playerlist", []string{"terminal", "settings"}},
	{"show", []string{"terminal", "call"}},
	{"commands/mail", []string{"reading", "terminal", "complaint", "settings", "call", "folder", "notify", "mailing",
		"web", "show"}},
	{"commands/players", []string{"terminal", "complaint", "settings", "call", "folder", "playerlist", "show"}},
	{"commands/turn", []string{"spreadsheet", "complaint", "call", "folder", "mailing", "show"}},
	{"commands/world", []string{"founding", "oauth", "reading", "terminal", "complaint", "doctor", "settings", "engines", "call",
		"folder", "playerlist", "commands/rulebook", "mailing", "show"}},
	{"cli", []string{"manual", "memory", "terminal", "complaint", "settings", "fleet/config", "fleet", "call",
		"folder", "commands/rulebook", "commands/play", "fleet/commands", "commands/mail", "commands/players",
		"commands/turn", "commands/world"}},
}

// TestArrows checks that arrows between the packages only go down, and that each uses only what the list allows.
func TestArrows(t *testing.T) {
	t.Parallel()
	for _, wrong := range laws.Arrows(arrows, "laws", "e2e", "dist", "clitest") {
		t.Error(wrong)
	}
}
