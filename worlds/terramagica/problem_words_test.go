package terramagica

import (
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/terramagica/order"
)

// A problem's example is in the words of who reads it, and can be sent as it is.
func TestExamplesShown(t *testing.T) {
	l := order.Language()
	for text, want := range map[string]map[phrase.Lang]string{
		"$A\nNord":     {phrase.De: "Nordheer 3 8", phrase.En: "Northarmy 3 8"},
		"$K\nNord":     {phrase.De: "Nordheer Ritter 1 Sturmangriff", phrase.En: "Northarmy Knight 1 Charge"},
		"$R\nRitter":   {phrase.De: "Ritter 20 Nordheer", phrase.En: "Knight 20 Northarmy"},
		"$B\n3":        {phrase.De: "3 Mauer", phrase.En: "3 Wall"},
		"$H\nProvinz":  {phrase.De: "Provinz 12", phrase.En: "Province 12"},
		"$S\nFarbe":    {phrase.De: "Deutsch", phrase.En: "German"},
		"$S\nzip zip":  {phrase.De: "Deutsch", phrase.En: "German"},
		"$A\nNord 3 x": {phrase.De: "Nordheer 3 8", phrase.En: "Northarmy 3 8"},
	} {
		problems := l.Parse(text).Problems
		if len(problems) != 1 {
			t.Fatalf("%q: %v", text, problems)
		}
		shows(t, text, problems[0].What, want)
		for _, example := range want {
			if p := l.Parse(text[:3] + example).Problems; len(p) > 0 {
				t.Errorf("%q: %v", example, p)
			}
		}
	}
}

func shows(t *testing.T, text string, what phrase.Phrase, want map[phrase.Lang]string) {
	t.Helper()
	label := map[phrase.Lang]string{phrase.De: " Beispiel: ", phrase.En: " Example: "}
	for lang, example := range want {
		if said := Rules().Words(lang).Say(what); !strings.Contains(said, label[lang]+example) {
			t.Errorf("%q, %s: %q shows no %q", text, lang, said, example)
		}
		if said := Rules().Words(lang).Say(orders.Brief(what)); strings.Contains(said, label[lang]) {
			t.Errorf("%q, %s, in the head: %q", text, lang, said)
		}
	}
}
