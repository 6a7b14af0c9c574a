package laws

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// notSentences are phrases, by their code, that list things and are not sentences.
var notSentences = []string{
	"culture-good-for.mountain", // what a culture is spared and how strong it is, on a line of a form
}

// TestProsePhrases shows the sentences of letters, reports and the program that have more than 25 words.
func TestProsePhrases(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, file := range Tracked(t) {
		if !strings.Contains(file, "/texts/") || !strings.HasSuffix(file, ".toml") {
			continue
		}
		var book map[string]any
		if err := toml.Unmarshal([]byte(Content(t, file)), &book); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for code, text := range phrasesIn(book, "") {
			seen++
			for _, fault := range longIn(text) {
				if !slices.Contains(notSentences, code) {
					fmt.Fprintf(t.Output(), "%s: %s: %s\n", file, code, fault)
				}
			}
		}
	}
	if seen < 3000 {
		t.Errorf("only %d phrases read", seen)
	}
}

// phrasesIn returns the phrases of a decoded file by their code, as in a phrase.Book.
func phrasesIn(tree map[string]any, above string) map[string]string {
	all := map[string]string{}
	for key, value := range tree {
		switch value := value.(type) {
		case string:
			all[above+key] = value
		case map[string]any:
			for code, text := range phrasesIn(value, above+key+".") {
				all[code] = text
			}
		}
	}
	return all
}

// choice matches a place where a phrase says one thing or another: {n:one|many}.
var choice = regexp.MustCompile(`\{[a-z0-9-]+:([^{}|]*)\|([^{}]*)\}`)

// longIn returns the sentences of a phrase that are too long, in any of its forms. Each of its lines is a paragraph,
// and an argument is a word.
func longIn(text string) (faults []string) {
	longest := choice.ReplaceAllStringFunc(text, func(s string) string {
		forms := choice.FindStringSubmatch(s)[1:]
		return slices.MaxFunc(forms, func(a, b string) int { return words(a) - words(b) })
	})
	for line := range strings.SplitSeq(longest, "\n") {
		for _, s := range (paragraph{text: line}).sentences() {
			if n := words(s); n > mostWords {
				faults = append(faults, fmt.Sprintf("a sentence of %d words: %s", n, s))
			}
		}
	}
	return faults
}

// TestPhrasesCatch: the reading finds its fault in a nested phrase, and in a phrase's longer form.
func TestPhrasesCatch(t *testing.T) {
	t.Parallel()
	book := map[string]any{}
	source := "short = \"" + long(25) + ".\"\n[a.b]\nc = \"{n:x|" + long(3) + "} " + long(23) + "\"\n"
	if err := toml.Unmarshal([]byte(source), &book); err != nil {
		t.Fatal(err)
	}
	found := map[string]int{}
	for code, text := range phrasesIn(book, "") {
		found[code] = len(longIn(text))
	}
	if len(found) != 2 || found["short"] != 0 || found["a.b.c"] != 1 {
		t.Errorf("found %v, want one fault in a.b.c and none in short", found)
	}
	for text, want := range map[string]int{
		long(24) + " {name}.": 0, long(25) + " {name}.": 1, long(20) + "\n" + long(20): 0,
		long(20) + ": {x}. " + long(20): 0, "{n:" + long(26) + "|x}": 1,
	} {
		if got := len(longIn(text)); got != want {
			t.Errorf("%q: %d faults, want %d", text, got, want)
		}
	}
}
