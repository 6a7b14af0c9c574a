package kolonien

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

var updateBook = flag.Bool("update", false, "write the generated parts of docs/rules")

// ruleBooks are the books of the rules, one a language.
var ruleBooks = map[phrase.Lang]string{
	phrase.De: "../../docs/rules/kolonien.de.md",
	phrase.En: "../../docs/rules/kolonien.md",
}

// bookWriter writes the generated parts in one language.
type bookWriter struct {
	test  *testing.T
	lang  phrase.Lang
	book  *phrase.Book
	words struct {
		Table, Head, Unit, Number, Means map[string][]string
	}
}

// TestRulesBook holds the generated parts of both books against the embedded
// tables and the grammar. `go test -run TestRulesBook -update` writes them.
func TestRulesBook(t *testing.T) {
	for _, lang := range phrase.Langs {
		w := &bookWriter{test: t, lang: lang, book: Rules().Words(lang)}
		md, err := toml.DecodeFile("testdata/rulesbook.toml", &w.words)
		if err != nil || len(md.Undecoded()) > 0 {
			t.Fatal(err, md.Undecoded())
		}
		text := readText(t, ruleBooks[lang])
		fresh := text
		for part, written := range map[string]string{"tables": w.tables(), "numbers": w.numbers(), "orders": w.orders()} {
			head, rest, ok := strings.Cut(fresh, "<!-- "+part+" -->\n")
			_, tail, closed := strings.Cut(rest, "<!-- end of "+part+" -->\n")
			if !ok || !closed {
				t.Fatalf("%s has no place for %s", ruleBooks[lang], part)
			}
			fresh = head + "<!-- " + part + " -->\n" + written + "\n<!-- end of " + part + " -->\n" + tail
		}
		if fresh == text {
			continue
		}
		if !*updateBook {
			t.Errorf("%s is stale: go test ./worlds/kolonien -run TestRulesBook -update", ruleBooks[lang])
			continue
		}
		if err := os.WriteFile(ruleBooks[lang], []byte(fresh), 0o644); err != nil {
			t.Fatal(err)
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

// say gives a word in the writer's language.
func (w *bookWriter) say(words map[string][]string, key string) string {
	row := words[key]
	if len(row) != 2 {
		w.test.Fatalf("testdata/rulesbook.toml has no words for %q", key)
	}
	if w.lang == phrase.De {
		return row[0]
	}
	return row[1]
}

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

func (w *bookWriter) title(key string) string {
	return "\n### " + w.say(w.words.Table, key) + "\n\n"
}

// some is a number that is not there if it is 0.
func some(n int) string {
	if n == 0 {
		return "–"
	}
	return fmt.Sprint(n)
}

func (w *bookWriter) tables() string {
	t := standardTables()
	out := w.title("unit") + w.head("unit", "name", "#attack", "#defence", "#hits", "#cost")
	for _, u := range t.Unit {
		out += fmt.Sprintf("| %s | %s | %d | %d | %d | %s |\n", u.Code, w.say(w.words.Unit, u.Code), u.Attack, u.Defence, u.Hits, some(u.Cost))
	}
	out += w.title("ship") + w.head("ship", "name", "#attack", "#defence", "#hold", "#cost")
	for _, s := range t.Ship {
		out += fmt.Sprintf("| %s | %s | %d | %d | %s | %s |\n", s.Code, w.say(w.words.Unit, s.Code), s.Attack, s.Defence, some(s.Hold), some(s.Cost))
	}
	out += w.title("fortification") + w.head("fortification", "#bonus")
	for _, f := range t.Fortification {
		out += fmt.Sprintf("| %s | %d |\n", w.book.T("fort."+f.Code), f.Bonus)
	}
	out += w.title("location") + w.head("location", "#bonus", "#leader", "#regular", "#lots")
	for _, l := range t.Location {
		out += fmt.Sprintf("| %s | %d | %s | %d | %d |\n", w.book.T("location."+l.Code), l.Bonus, some(l.Leader), l.Regular, l.Lots)
	}
	return out
}

func (w *bookWriter) numbers() string {
	out := "\n" + w.head("number", "#value", "key")
	v := reflect.ValueOf(standardTables().Rules)
	for i := range v.NumField() {
		key := v.Type().Field(i).Tag.Get("toml")
		out += fmt.Sprintf("| %s | %d | `%s` |\n", w.say(w.words.Number, key), v.Field(i).Int(), key)
	}
	if n := v.NumField(); n != len(w.words.Number) {
		w.test.Errorf("testdata/rulesbook.toml tells of %d numbers, there are %d", len(w.words.Number), n)
	}
	return out
}

// orders lists the sections with their examples; those that only say the same in
// the other language are left out.
func (w *bookWriter) orders() string {
	out, told := "", 0
	for _, s := range language().Sections {
		if s.Kind != orders.Lines {
			continue
		}
		out += fmt.Sprintf("\n### `$%c` (%s)\n\n%s", s.Letter, strings.Join(s.Names, ", "), w.head("line", "means"))
		for _, e := range s.Examples {
			if _, has := w.words.Means[e]; !has {
				continue
			}
			told++
			out += fmt.Sprintf("| `%s` | %s |\n", e, w.say(w.words.Means, e))
		}
	}
	if told != len(w.words.Means) {
		w.test.Errorf("testdata/rulesbook.toml explains %d lines, %d are examples of the grammar", len(w.words.Means), told)
	}
	return out
}

var (
	ruleHead = regexp.MustCompile(`(?m)^\*\*(§[0-9]+\.[0-9]+)\*\* `)
	ruleCite = regexp.MustCompile(`§[0-9]+\.[0-9]+`)
)

// Both books have the same rules, each number once, and cite only such; so do the cases.
func TestRulesBooksAgree(t *testing.T) {
	rules := func(text string) (out []string) {
		for _, m := range ruleHead.FindAllStringSubmatch(text, -1) {
			out = append(out, m[1])
		}
		return out
	}
	de, en := rules(readText(t, ruleBooks[phrase.De])), rules(readText(t, ruleBooks[phrase.En]))
	if len(en) < 50 || !slices.Equal(de, en) {
		t.Fatalf("the books have not the same rules:\n%v\n%v", de, en)
	}
	files := []string{ruleBooks[phrase.De], ruleBooks[phrase.En]}
	cases, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		files = append(files, "testdata/"+c.Name())
	}
	for _, file := range files {
		for _, cited := range ruleCite.FindAllString(readText(t, file), -1) {
			if !slices.Contains(en, cited) {
				t.Errorf("%s cites %s, which the books do not have", file, cited)
			}
		}
	}
	sorted := slices.Clone(en)
	slices.Sort(sorted)
	if len(slices.Compact(sorted)) != len(en) {
		t.Error("a rule is there twice")
	}
}
