package kolonien

import (
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/order"
)

// A problem's example is in the words of who reads it, and can be sent as it is.
func TestExamplesShown(t *testing.T) {
	l := order.Language()
	for text, want := range map[string]map[phrase.Lang]string{
		"$K\nCortez rueckzug": {phrase.De: "Cortez rueckzug verlust 50 nach 12 13",
			phrase.En: "Cortez retreat loss 50 to 12 13"},
		"$B\n14 Haus": {phrase.De: "14 Ausbau", phrase.En: "14 Extend"},
		"$S\nSprache": {phrase.De: "Sprache en", phrase.En: "Language en"},
		"$A\nCortez":  {phrase.De: "Cortez 14", phrase.En: "Cortez 14"},
		"$R\n14":      {phrase.De: "14 INF 2", phrase.En: "14 INF 2"},
		"$V\n3":       {phrase.De: "3 P", phrase.En: "3 P"},
	} {
		problems := l.Parse(text).Problems
		if len(problems) != 1 {
			t.Fatalf("%q: %v", text, problems)
		}
		for lang, example := range want {
			if said := Rules().Words(lang).Say(problems[0].What); !strings.Contains(said, ": "+example) {
				t.Errorf("%q, %s: %q shows no %q", text, lang, said, example)
			}
			if p := l.Parse(text[:3] + example).Problems; len(p) > 0 {
				t.Errorf("%q: %v", example, p)
			}
		}
	}
}
