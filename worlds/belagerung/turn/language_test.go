package turn

import (
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/gametest"
	"weltentor/worlds/game"
)

// Examples, words of settings and what two lines are about are in the reader's language.
func TestEnglishReceiptsSpeakEnglish(t *testing.T) {
	p := gametest.Joined(t, game.Founding{Seed: game.Seed{1}}, 2)
	words := p.Rules.Words(phrase.En)
	for text, want := range map[string]string{
		"$S\nFestung\n":           "Example: fortress power 10 range 5",
		"$S\ncounter\n":           "Example: counter engine",
		"$S\nx\n":                 "Example: release",
		"$R\nx\n":                 "Example: sword",
		"$B\nS2\n":                "Example: S2 quarry",
		"$A\nS1 33 x\n":           "Example: S1 33 ballista",
		"$K\nE1 > 4/2 x\n":        "Example: E3 > 4/2 building",
		"$K\nE1 > 4/2 weaken x\n": "Example: E7 > 5/1 weaken E12 E14 E12",
		"$S\nenglish\n":           "Set: English.",
		"$S\nfortress range 7 power 8\nfortress power 8 range 7\n": "Festung/Fortress already had an order in line 2",
	} {
		c, said := Check(p, game.Sheet{Realm: 1, Turn: 1, Text: text}), ""
		for _, p := range c.Problems {
			said += words.Say(p.What) + "\n"
		}
		for _, f := range c.InForce {
			said += words.Say(f.What) + "\n"
		}
		if !strings.Contains(said, want) {
			t.Errorf("%q: %s, want %s", text, said, want)
		}
	}
}
