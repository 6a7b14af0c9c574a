package terramagica

import (
	"flag"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"weltentor/orders/phrase"
)

var updateBook = flag.Bool("update", false, "write the generated parts of docs/rules")

// ruleBooks are the books of the rules, one a language.
var ruleBooks = map[phrase.Lang]string{
	phrase.De: "../../docs/rules/terramagica.de.md",
	phrase.En: "../../docs/rules/terramagica.md",
}

// TestRulesBook holds the generated parts of both books, between the lines
// `<!-- tables -->` and `<!-- end of tables -->` and the like, against the
// embedded tables and the grammar. `go test -run TestRulesBook -update` writes them.
func TestRulesBook(t *testing.T) {
	for _, lang := range phrase.Langs {
		w := newBookWriter(t, lang)
		text := readText(t, ruleBooks[lang])
		fresh := text
		for part, write := range map[string]func() string{"tables": w.tables, "numbers": w.numbers, "orders": w.orders} {
			head, rest, ok := strings.Cut(fresh, "<!-- "+part+" -->\n")
			_, tail, closed := strings.Cut(rest, "<!-- end of "+part+" -->\n")
			if !ok || !closed {
				t.Fatalf("%s has no place for %s", ruleBooks[lang], part)
			}
			fresh = head + "<!-- " + part + " -->\n" + write() + "\n<!-- end of " + part + " -->\n" + tail
		}
		if fresh == text {
			continue
		}
		if !*updateBook {
			t.Errorf("%s is stale: go test ./worlds/terramagica -run TestRulesBook -update", ruleBooks[lang])
			continue
		}
		if err := os.WriteFile(ruleBooks[lang], []byte(fresh), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

var (
	ruleHead = regexp.MustCompile(`(?m)^\*\*(§[0-9]+\.[0-9]+)\*\* `)
	ruleCite = regexp.MustCompile(`§[0-9]+\.[0-9]+`)
)

func rulesOf(t *testing.T, file string) []string {
	t.Helper()
	var out []string
	for _, m := range ruleHead.FindAllStringSubmatch(readText(t, file), -1) {
		out = append(out, m[1])
	}
	return out
}

// Both books have the same rules, each number once, in order, and cite only such.
func TestRulesBooksAgree(t *testing.T) {
	de, en := rulesOf(t, ruleBooks[phrase.De]), rulesOf(t, ruleBooks[phrase.En])
	if len(en) == 0 || !slices.Equal(de, en) {
		t.Fatalf("the books have not the same rules:\n%v\n%v", de, en)
	}
	seen := map[string]bool{}
	for _, rule := range en {
		if seen[rule] {
			t.Errorf("%s is there twice", rule)
		}
		seen[rule] = true
	}
	for _, file := range ruleBooks {
		for _, cited := range ruleCite.FindAllString(readText(t, file), -1) {
			if !seen[cited] {
				t.Errorf("%s cites %s, which it does not have", file, cited)
			}
		}
	}
}

func readText(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// bookWords are the words of testdata/rulesbook.toml, German before English.
type bookWords struct {
	Table, Head, Number, Section, Means map[string][]string
}

// bookWriter writes the generated parts in one language.
type bookWriter struct {
	test  *testing.T
	lang  phrase.Lang
	words bookWords
	book  *phrase.Book
	t     *Tables
}

func newBookWriter(t *testing.T, lang phrase.Lang) *bookWriter {
	w := &bookWriter{test: t, lang: lang, book: loadBook(lang), t: standardTables()}
	md, err := toml.DecodeFile("testdata/rulesbook.toml", &w.words)
	if err != nil || len(md.Undecoded()) > 0 {
		t.Fatal(err, md.Undecoded())
	}
	return w
}

// say gives a word in the writer's language.
func (w *bookWriter) say(words map[string][]string, key string) string {
	row := words[key]
	if len(row) < 2 {
		w.test.Fatalf("testdata/rulesbook.toml has no words for %s", key)
	}
	if w.lang == phrase.De {
		return row[len(row)-2]
	}
	return row[len(row)-1]
}

// head makes the two head lines of a table: columns named with `#` are numbers.
func (w *bookWriter) head(columns ...string) string {
	line, rule := "|", "|"
	for _, c := range columns {
		name, number := strings.CutPrefix(c, "#")
		line += " " + w.say(w.words.Head, name) + " |"
		if number {
			rule += "---:|"
		} else {
			rule += "---|"
		}
	}
	return line + "\n" + rule + "\n"
}

func row(cells ...string) string { return "| " + strings.Join(cells, " | ") + " |\n" }

func (w *bookWriter) title(key string) string {
	return "\n### " + w.say(w.words.Table, key) + "\n\n"
}

// numbers is the appendix of all single numbers: the rules', then the battle's.
func (w *bookWriter) numbers() string {
	out := "\n" + w.head("number", "#value", "key")
	told := 0
	for _, of := range []reflect.Value{reflect.ValueOf(w.t.Rules), reflect.ValueOf(w.t.Battle)} {
		for i := range of.NumField() {
			key := of.Type().Field(i).Tag.Get("toml")
			words := w.words.Number[key]
			if len(words) != 3 {
				w.test.Fatalf("testdata/rulesbook.toml does not tell what %s is", key)
			}
			told++
			out += row(w.say(w.words.Number, key), w.value(words[0], of.Field(i)), "`"+key+"`")
		}
	}
	if told != len(w.words.Number) {
		w.test.Errorf("testdata/rulesbook.toml tells of %d numbers, there are %d", len(w.words.Number), told)
	}
	return out
}
