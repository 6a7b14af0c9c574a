package orders

import (
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
)

func TestNearest(t *testing.T) {
	words := []string{"Burg", "Stadt", "Festung", "Brücke", "STD"}
	for got, want := range map[string]string{
		"Brug":      "Burg",   // two letters swapped
		"bruecke":   "Brücke", // case and umlaut do not matter
		"Festumg":   "Festung",
		"Stdt":      "Stadt STD", // a letter missing, a letter too much
		"Kamel":     "",
		"":          "",
		"Weltraum":  "",
		"Altburg":   "",        // three letters too many are a third of no word
		"Ubrg":      "Burg",    // the first two swapped
		"xxFestung": "Festung", // two too many at the front, of nine
	} {
		if near := strings.Join(Nearest(got, words), " "); near != want {
			t.Errorf("%s: %q, want %q", got, near, want)
		}
	}
	// Of more that are equally near, the first three in the order of the table; a nearer
	// one drops what was found before it.
	if near := Nearest("Ax", []string{"Ab", "Ac", "Ad", "Ae"}); strings.Join(near, " ") != "Ab Ac Ad" {
		t.Errorf("of four %v are near", near)
	}
	if near := Nearest("Festxng", []string{"Fexxxng", "Festung", "Fest"}); strings.Join(near, " ") != "Festung" {
		t.Errorf("near are %v, want the nearest", near)
	}
	if near := Nearest("x", []string{"a", "b"}); near != nil {
		t.Errorf("another word altogether: %v", near)
	}
	forty := strings.Repeat("a", 40)
	if near := Nearest(forty[1:], []string{forty, forty + "a"}); strings.Join(near, " ") != forty {
		t.Errorf("near 39 letters are %v, want the 40", near)
	}
	if near := Nearest(strings.Repeat("ä", 1000), words); near != nil {
		t.Errorf("an endless word is near %v", near)
	}
}

// What is missing, or stands in another's place, is named by the first field that has
// to be there and is not.
func TestGrammarNamesWhatIsWanted(t *testing.T) {
	for text, want := range map[string]string{"": "want.where", "Nord": "want.far", "3 Nord": "want.where",
		"Nord Ost": "want.far"} {
		var line Tokens
		problem := moveGrammar.Parse(text, &line)
		if problem == nil || !slices.Contains(problem.What.Args, phrase.Key("want", want)) {
			t.Errorf("%q: %+v, want %s", text, problem, want)
		}
	}
}

func TestGuess(t *testing.T) {
	book, err := phrase.Load(phrase.De, Texts(phrase.De), []byte(`x = "Nein.{guess}"`))
	if err != nil {
		t.Fatal(err)
	}
	for want, words := range map[string][]string{
		"Nein.":                           nil,
		"Nein. Gemeint a?":                {"a"},
		"Nein. Gemeint a oder b?":         {"a", "b"},
		"Nein. Gemeint a, b oder c?":      {"a", "b", "c"},
		"Nein. Möglich sind: a, b, c, d.": {"a", "b", "c", "d"},
	} {
		if got := book.Say(Guessed("x", words)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Words that mean the same are guessed as those that are written alike: only what can stand there, each once.
func TestMeant(t *testing.T) {
	others := [][2]string{{"Bow", "archer arrow"}, {"Bogen", "bogenschuetze"}, {"Sword Bow", "soldier"}, {"Axe", "woodman"}}
	words := []string{"Bow", "Bogen", "Sword"}
	for got, want := range map[string]string{
		"archer": "Bow", "Archers": "Bow", "bogenschuetze": "Bogen", "soldier": "Sword Bow", "soldeir": "Sword Bow",
		"Bwo": "Bow", "woodman": "", "queen": "", "": "",
	} {
		if near := strings.Join(Meant(got, words, others), " "); near != want {
			t.Errorf("%s: %q, want %q", got, near, want)
		}
	}
}

// A word is among others however either is spelt, but not if it is only like one.
func TestAmong(t *testing.T) {
	words := []string{"Speerträger", "ARCHER", "Fuß"}
	for word, want := range map[string]bool{
		"speertraeger": true, "SPEERTRÄGER": true, "archer": true, "fuss": true, "Fuß": true,
		"archers": false, "arche": false, "": false, "speertrager": false,
	} {
		if Among(word, words) != want {
			t.Errorf("%q: want %v", word, want)
		}
	}
}
