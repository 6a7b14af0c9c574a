// Package rulesbook holds the written rules of a rulebook, docs/rules/NAME.md and NAME.de.md, to what the program does.
// Their tables are generated from the embedded numbers, so they cannot differ from them. Both languages have the same
// rules, and each rule is shown by a case or checked by a test.
//
// Only tests import it, and it adds the flag -update to them, which writes the tables anew.
package rulesbook

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance/cases"
)

var update = flag.Bool("update", false, "write the generated parts of docs/rules")

// Books are the rules of one rulebook in both languages, by paths from the folder of its tests.
type Books struct {
	name  string
	files map[phrase.Lang]string
	pages []map[phrase.Lang]string // with further rules, see With
	head  *regexp.Regexp           // the beginning of a rule
	cite  *regexp.Regexp
}

// Of returns the books of a rulebook by its name. The pattern is that of a rule's number as it is cited:
// `§[0-9]+\.[0-9]+`.
func Of(name, rule string) Books {
	return Books{
		name: name,
		files: map[phrase.Lang]string{phrase.De: "../../docs/rules/" + name + ".de.md",
			phrase.En: "../../docs/rules/" + name + ".md"},
		head: regexp.MustCompile(`(?m)^\*\*(` + rule + `)\*\* `),
		cite: regexp.MustCompile(rule),
	}
}

// With adds pages that have further rules of the book, between the lines `<!-- rules of NAME -->` and
// `<!-- end of rules of NAME -->`. A page in one language has the rules of both.
func (b Books) With(pages ...map[phrase.Lang]string) Books {
	b.pages = append(slices.Clone(b.pages), pages...)
	return b
}

// text is a book with its further rules.
func (b Books) text(t *testing.T, lang phrase.Lang) string {
	t.Helper()
	text := readText(t, b.files[lang])
	for _, page := range b.pages {
		_, rest, ok := strings.Cut(readText(t, page[lang]), "<!-- rules of "+b.name+" -->\n")
		part, _, closed := strings.Cut(rest, "<!-- end of rules of "+b.name+" -->\n")
		if !ok || !closed {
			t.Fatalf("%s has no place for the rules of %s", page[lang], b.name)
		}
		text += part
	}
	return text
}

// Parts are the generated parts of a book, by name: `tables` is between the lines `<!-- tables -->` and `<!-- end of
// tables -->`.
type Parts map[string]func() string

// Generated compares the generated parts of both books with what would be written now; `go test -run TestRulesBook
// -update` writes them. Each word of testdata/rulesbook.toml must be used.
func (b Books) Generated(t *testing.T, parts func(*Writer) Parts) {
	t.Helper()
	for _, lang := range phrase.Langs {
		w := newWriter(t, lang)
		text := readText(t, b.files[lang])
		fresh, err := generated(text, parts(w))
		if err != nil {
			t.Fatalf("%s: %v", b.files[lang], err)
		}
		for _, word := range w.unsaid() {
			t.Errorf("%s: nothing says %s", wordsFile, word)
		}
		if fresh == text {
			continue
		}
		if !*update {
			t.Errorf("%s is stale: go test ./worlds/%s -run TestRulesBook -update", b.files[lang], b.name)
			continue
		}
		if err := os.WriteFile(b.files[lang], []byte(fresh), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// generated returns a book's text with its parts written anew.
func generated(text string, parts Parts) (string, error) {
	for part, write := range parts {
		head, rest, ok := strings.Cut(text, "<!-- "+part+" -->\n")
		_, tail, closed := strings.Cut(rest, "<!-- end of "+part+" -->\n")
		if !ok || !closed {
			return "", fmt.Errorf("no place for %s", part)
		}
		text = head + "<!-- " + part + " -->\n" + write() + "\n<!-- end of " + part + " -->\n" + tail
	}
	return text, nil
}

// fewest is fewer rules than any book has. If fewer are found, the pattern is wrong.
const fewest = 20

// Agree checks that both books have the same rules, each number once, in the same order. The books, and the files of
// the patterns, may cite only these.
func (b Books) Agree(t *testing.T, patterns ...string) {
	t.Helper()
	rules := b.rules(t)
	if german := b.heads(b.text(t, phrase.De)); len(rules) < fewest || !slices.Equal(german, rules) {
		t.Fatalf("the books have not the same rules:\n%v\n%v", german, rules)
	}
	seen := map[string]bool{}
	for _, rule := range rules {
		if seen[rule] {
			t.Errorf("%s is there twice", rule)
		}
		seen[rule] = true
	}
	texts := map[string]string{b.files[phrase.De]: b.text(t, phrase.De), b.files[phrase.En]: b.text(t, phrase.En)}
	for _, file := range filesOf(t, patterns) {
		texts[file] = readText(t, file)
	}
	for file, text := range texts {
		for _, cited := range b.cite.FindAllString(text, -1) {
			if !seen[cited] {
				t.Errorf("%s cites %s, which the books do not have", file, cited)
			}
		}
	}
}

// rules returns the numbers of the rules in the order of the English book.
func (b Books) rules(t *testing.T) []string {
	t.Helper()
	return b.heads(b.text(t, phrase.En))
}

func (b Books) heads(text string) []string {
	var out []string
	for _, m := range b.head.FindAllStringSubmatch(text, -1) {
		out = append(out, m[1])
	}
	return out
}

// filesOf returns the files of patterns. Each pattern must match some.
func filesOf(t *testing.T, patterns []string) []string {
	t.Helper()
	var out []string
	for _, pattern := range patterns {
		out = append(out, cases.Files(t, pattern)...)
	}
	return out
}

func readText(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
