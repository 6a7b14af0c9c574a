package order_test

import (
	"testing"

	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/rulekit"
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
			(f.Errors() > 0 || f.Lines[0].Order.(rulekit.BareOrder).Word.De != want) {
			t.Errorf("%s: %+v", text, f)
		}
	}
}
