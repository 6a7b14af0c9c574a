package tables

import (
	"strings"
	"testing"
)

// A world's own numbers lie over the rulebook's, found by their codes; what cannot
// be played by is named.
func TestOwnNumbers(t *testing.T) {
	own, err := StandardTables().With([]byte("card = [{ card = \"bow\", range = 5 }]\n[rules]\nunits = 12\n"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range own.Card {
		want := StandardTables().Card[i]
		if want.Card == "bow" {
			want.Range = 5
		}
		if own.Card[i] != want {
			t.Errorf("card %+v, want %+v", own.Card[i], want)
		}
	}
	if own.Rules.Units != 12 || own.Rules.Settlers != 2 {
		t.Errorf("%d units and %d settlers", own.Rules.Units, own.Rules.Settlers)
	}
	for text, says := range map[string]string{
		"card = [{ card = \"pike\", power = 5 }]":                   "pike",
		"building = [{ building = \"smithy\", crew = \"bishop\" }]": "bishop",
		"building = [{ building = \"quarry\", near = \"swamp\" }]":  "swamp",
		"terrain = [{ terrain = \"hill\", share = 500 }," +
			" { terrain = \"forest\", share = 500 }]": "1100",
		"tile = [{ tile = \"engine\", sides = [\"ram\"] }]":        "ram",
		"tile = [{ tile = \"engine\", sides = [] }]":               "no side",
		"point = [{ point = \"middle\", building = \"outpost\" }]": "outpost",
		"[rules]\nboard = \"round\"":                               "round",
		"[rules]\nfortress_power = 11":                             "fortress_points = 15",
		"[rules]\nfortress_range = 8\nfortress_power = 1":          "fortress_range = 8",
		"[rules]\nwidth = 19":                                      "width = 19",
		"[rules]\nknights = 3":                                     "knights",
	} {
		if _, err := StandardTables().With([]byte(text)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q named", text, err, says)
		}
	}
}
