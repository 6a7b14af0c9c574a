package requests

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/wording"
)

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
			if _, ok := Words().Wished(m[1], "", nil); !ok {
				t.Errorf("%s shows `%s`, which asks for nothing", file, m[1])
			}
			said := strings.Fields(strings.ToLower(m[1]))
			shown = append(shown, said[0], strings.Join(said, " "))
		}
	}
	return shown
}

// Each word that asks for something has a line on the players' page of its language, a line in the list of HELP, and a
// name, for who is asked whether they meant it. It is answered, or its answer is to be confirmed, and then is done.
func TestEveryWordIsShown(t *testing.T) {
	of := map[string]letter.Service{}
	for _, lang := range phrase.Langs {
		shown := shownWords(t, lang)
		for _, k := range kinds() {
			words := letter.Spellings(map[phrase.Lang]string{phrase.De: k.De, phrase.En: k.En}[lang])
			if words[0] == "" {
				if k.De+k.En != "" {
					t.Errorf("nobody can ask for %s in %s", k.Service, lang)
				}
				continue
			}
			if !slices.Contains(shown, words[0]) {
				t.Errorf("docs/player.%s.md has no line for the word %s", lang, strings.ToUpper(words[0]))
			}
			for _, word := range words {
				if other, is := of[word]; is && other != k.Service {
					t.Errorf("%s asks for %s and for %s", word, other, k.Service)
				}
				of[word] = k.Service
			}
			explained := slices.ContainsFunc(helpGroups, func(g helpGroup) bool { return slices.Contains(g.words, k.Service) })
			if explained && !wording.Words(lang).Has("help-row."+string(k.Service)) {
				t.Errorf("the answer to HELP has no line for %s in %s", k.Service, lang)
			}
			if !wording.Words(lang).Has("word." + string(k.Service)) {
				t.Errorf("nobody can be asked in %s whether he meant %s", lang, k.Service)
			}
		}
	}
}

// A word is answered, or asks something to be confirmed. What is confirmed is done.
func TestEveryKindIsWhole(t *testing.T) {
	for _, k := range kinds() {
		asked := k.De != "" && !k.Whom
		if asked != (k.Answer != nil || k.Asks != nil) || k.Answer != nil && k.Asks != nil {
			t.Errorf("%s: it needs an answer, or something to confirm", k.Service)
		}
		if (k.Asks != nil) != (k.Coded != nil) || k.Asks != nil && k.Deed == nil {
			t.Errorf("%s: what is to be confirmed needs a code and a deed", k.Service)
		}
		if !asked && !k.Whom && k.Agreed == nil && k.Deed == nil {
			t.Errorf("%s: nobody can ask for it, and its code allows nothing", k.Service)
		}
	}
}
