package orders

import (
	"strings"
	"testing"

	"weltentor/orders/phrase"
)

func TestNearest(t *testing.T) {
	words := []string{"Burg", "Stadt", "Festung", "Brücke", "STD"}
	for got, want := range map[string]string{
		"Brug":     "Burg",   // two letters swapped
		"bruecke":  "Brücke", // case and umlaut do not matter
		"Festumg":  "Festung",
		"Stdt":     "Stadt STD", // a letter missing, a letter too much
		"Kamel":    "",
		"":         "",
		"Weltraum": "",
	} {
		if near := strings.Join(Nearest(got, words), " "); near != want {
			t.Errorf("%s: %q, want %q", got, near, want)
		}
	}
	if near := Nearest(strings.Repeat("ä", 1000), words); near != nil {
		t.Errorf("an endless word is near %v", near)
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
