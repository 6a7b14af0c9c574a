package terra

import (
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// Examples, possible values and what two lines are about are in the reader's language;
// where a problem names both languages, his comes first.
func TestProblemsSpeakTheReadersLanguage(t *testing.T) {
	rules := Rules()
	for text, want := range map[string][2]string{
		"$A\n1 flieg\n":               {"Beispiel: 1 Vorruecken 223 Entsatz 400", "Example: 1 Advance 223 Relief 400"},
		"$A\n1 march 2 relief much\n": {"Beispiel: 1 Vorruecken 223 Entsatz 400", "Example: 1 Advance 223 Relief 400"},
		"$S\nx\n":                     {"Beispiel: Spielt ja", "Example: Plays yes"},
		"$S\nPlays maybe\n": {"geht hier nicht: ja, nein (englisch yes, no)",
			"is not possible here: yes, no (German ja, nein)"},
		"$S\nPlays yes\nSpielt no\n": {"Spielt hatte schon einen Befehl in Zeile 2",
			"Plays already had an order in line 2"},
		"$T\nG1 x\n": {"Beispiel: G712 850 2300 1 3", "Example: G712 850 2300 1 3"},
	} {
		for i, lang := range []phrase.Lang{phrase.De, phrase.En} {
			var said []string
			for _, p := range rules.Language().Parse(text).Problems {
				if p.Severity == orders.Error || p.What.Code == "twice" {
					said = append(said, rules.Words(lang).Say(p.What))
				}
			}
			if all := strings.Join(said, "\n"); !strings.Contains(all, want[i]) {
				t.Errorf("%q: %s, want %s", text, all, want[i])
			}
		}
	}
}
