package order_test

import (
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/thoramar/founding"
	"weltentor/worlds/thoramar/order"
)

// Problems show order words as their reader writes them: in examples, in guesses, and where
// they name a setting.
func TestProblemsShowTheReadersWords(t *testing.T) {
	for text, want := range map[string]map[phrase.Lang]string{
		"$T\nK.M 1 3": {phrase.De: "Beispiel: K.M 1 3 Sturmangriff", phrase.En: "Example: K.M 1 3 Charge"},
		"$T\nK.M 1":   {phrase.De: "Beispiel: K.M 1 3 Sturmangriff", phrase.En: "Example: K.M 1 3 Charge"},
		"$T\nK.M 1 11 Hold": {phrase.De: "Beispiel: K.M 1 3 Sturmangriff",
			phrase.En: "Example: K.M 1 3 Charge"},
		"$S\nFarbe rot": {phrase.De: "Möglich sind: Info, Computer, Reichsname, Bericht, Sprache, Zip, Karte.",
			phrase.En: "Possible: Info, Computer, Realmname, Report, Language, Zip, Map."},
		"$S\nLangage en": {phrase.De: "Gemeint Language?", phrase.En: "Did you mean Language?"},
		"$S\nReport long": {phrase.De: `"long" gibt es nicht bei Bericht. Gemeint voll oder kurz?`,
			phrase.En: `"long" is not a value of Report. Did you mean full or short?`},
		"$S\nKarte vielleicht": {phrase.De: "gibt es nicht bei Karte. Gemeint ja oder nein?",
			phrase.En: "not a value of Map. Did you mean yes or no?"},
		"$S\nComputer Atari": {phrase.De: "Gemeint PC, Amiga oder UTF8?", phrase.En: "Did you mean PC, Amiga or UTF8?"},
		"$S\nMap yes\nKarte no": {phrase.De: "hat schon die Einstellung Karte;",
			phrase.En: "already has the setting Map;"},
		"$S\nReichsname A\nRealmname Bb": {phrase.De: "hat schon die Einstellung Reichsname;",
			phrase.En: "already has the setting Realmname;"},
		"$S\n5": {phrase.De: "wie Computer oder Reichsname", phrase.En: "like Computer or Realmname"},
	} {
		problems := order.Language().Parse(text).Problems
		if len(problems) != 1 {
			t.Fatalf("%q: %v", text, problems)
		}
		for lang, said := range want {
			if got := founding.Rules().Words(lang).Say(problems[0].What); !strings.Contains(got, said) {
				t.Errorf("%q, %s: %q, want %q", text, lang, got, said)
			}
		}
	}
}

// Every setting is read by the words it is printed in, in both languages: none is taken for
// another's first letter.
func TestSettingsAreReadAsPrinted(t *testing.T) {
	for letter, value := range map[byte]string{'I': "", 'C': "PC", 'R': "Fenmark", 'B': "kurz", 'S': "en", 'Z': "ja",
		'K': "nein"} {
		want := order.SettingOrder{Setting: letter, Value: value}
		for _, lang := range phrase.Langs {
			line := string(want.Print(nil, lang))
			for _, written := range []string{line, strings.ToLower(line[:2]) + line[2:]} {
				file := order.Language().Parse("$S\n" + written + "\n")
				if len(file.Problems) > 0 || len(file.Lines) != 1 || file.Lines[0].Order != want {
					t.Errorf("%q: %v, problems %v, want %v", written, file.Lines, file.Problems, want)
				}
			}
		}
	}
	// a semicolon in a name is told of, whichever word gives it
	for _, word := range []string{"Reichsname", "Realmname", "realmname"} {
		if p := order.Language().Parse("$S\n" + word + " Fen ; mark\n").Problems; len(p) != 1 ||
			p[0].What.Code != "order.name-comment" {
			t.Errorf("%s: %v", word, p)
		}
	}
}
