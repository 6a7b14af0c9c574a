package belagerung

import (
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
)

// Buildings of two words are read as reports write them, in both languages.
func TestBuildingsOfTwoWords(t *testing.T) {
	l := order.Language()
	for text, want := range map[string]tables.Kind{"S2 lumber camp": tables.LumberCamp,
		"S2 Lumber Camp":      tables.LumberCamp,
		"S2 Holzfäller Lager": tables.LumberCamp, "S2 training site": tables.Training, "S2 Training": tables.Training} {
		if f := l.Parse("$B\n" + text + "\n"); f.Errors() > 0 ||
			f.Lines[0].Order != (order.BuildOrder{Settler: order.Name{Settler: true, Number: 2}, Kind: want}) {
			t.Errorf("%s: %+v", text, f)
		}
	}
	if f := l.Parse("$B\nS2 smithy camp\n"); f.Errors() != 1 {
		t.Errorf("a smithy camp: %+v", f.Lines)
	}
}

// Language and computer are set as in other games, too.
func TestSettingsOfOtherGames(t *testing.T) {
	for text, want := range map[string]string{"Sprache en": "Englisch", "language German": "Deutsch",
		"Computer PC": "PC", "Sprache Freigabe": "", "Sprache": ""} {
		f := order.Language().Parse("$S\n" + text + "\n")
		if want == "" && f.Errors() != 1 || want != "" &&
			(f.Errors() > 0 || f.Lines[0].Order != order.SettingOrder{Word: want}) {
			t.Errorf("%s: %+v", text, f)
		}
	}
}

// Examples, words of settings and what two lines are about are in the reader's language.
func TestEnglishReceiptsSpeakEnglish(t *testing.T) {
	w := joined(t, game.Founding{Seed: game.Seed{1}}, 2)
	words := w.at.Rules.Words(phrase.En)
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
		c, said := w.Check(game.Sheet{Realm: 1, Turn: 1, Text: text}), ""
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
