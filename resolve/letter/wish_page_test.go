package letter

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/wording"
)

// otherSpellings are words that are understood in place of a word on the players' pages. A word may be added only if
// nobody needs to be told about it.
var otherSpellings = map[string]string{
	"regelbuch": "regeln", "abmelden": "abmeldung", "kennwort": "passwort", "anmelden": "anmeldung", "sign-up": "signup",
	"ueben": "üben", "practise": "practice",
}

// shownWords returns the words in the table of services on the players' page of a language, in lower case.
func shownWords(t *testing.T, lang phrase.Lang) []string {
	t.Helper()
	file := "../../docs/player." + string(lang) + ".md"
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head := map[phrase.Lang]string{phrase.De: "\n| Wort | was kommt |\n", phrase.En: "\n| word | what comes |\n"}[lang]
	_, table, found := strings.Cut(string(page), head)
	if !found {
		t.Fatalf("%s has no table of the words", file)
	}
	table, _, _ = strings.Cut(table, "\n\n")
	var shown []string
	for row := range strings.Lines(table) {
		cells := strings.SplitN(row, "|", 3)
		if len(cells) < 3 {
			t.Fatalf("%s: the row %q has no cells", file, row)
		}
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[1], -1) {
			if _, ok := readLine(m[1], nil); !ok {
				t.Errorf("%s shows `%s`, which asks for nothing", file, m[1])
			}
			shown = append(shown, words(m[1])[0], strings.Join(words(m[1]), " "))
		}
	}
	return shown
}

// Each word that asks for a service has a line on the players' page of its language.
func TestPagesShowEveryServiceWord(t *testing.T) {
	for _, lang := range phrase.Langs {
		shown := shownWords(t, lang)
		for _, s := range serviceWords {
			word := s.word
			if of := otherSpellings[word]; of != "" {
				word = of
			}
			if (s.lang == lang || s.lang == "") && !slices.Contains(shown, word) {
				t.Errorf("docs/player.%s.md has no line for the word %s", lang, strings.ToUpper(s.word))
			}
		}
	}
}

// A service has a word in each language, so that it has a line on each page. A spelling that is not shown is one of
// the service it is for.
func TestServiceWordsComeInBothLanguages(t *testing.T) {
	words := map[Service][]phrase.Lang{}
	of := map[string]Service{}
	for _, s := range serviceWords {
		of[s.word] = s.of
		if s.lang == "" {
			words[s.of] = phrase.Langs
		}
		words[s.of] = append(words[s.of], s.lang)
	}
	for asked, langs := range words {
		for _, lang := range phrase.Langs {
			// a player who gets the list has a realm
			if asked != SignsUp && !wording.Words(lang).Has("help-row."+string(asked)) {
				t.Errorf("the answer to HELP has no line for %s in %s", asked, lang)
			}
			if !wording.Words(lang).Has("word." + string(asked)) { // needed if a question begins with it
				t.Errorf("nobody can be asked in %s whether he meant %s", lang, asked)
			}
			if !slices.Contains(langs, lang) {
				t.Errorf("nobody can ask for %s in %s", asked, lang)
			}
		}
	}
	for spelling, word := range otherSpellings {
		if of[spelling] == "" || of[spelling] != of[word] {
			t.Errorf("%s asks for %q, %s for %q", spelling, of[spelling], word, of[word])
		}
	}
}
