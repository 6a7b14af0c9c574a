package rulesbook

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// wordsFile has the words of the tables that no report uses: by kind and key, German before English. The words of a
// number may begin with its unit.
const wordsFile = "testdata/rulesbook.toml"

// Writer writes the generated parts in one language. The kinds of words that it uses itself are head, table, section,
// number and means.
type Writer struct {
	Test  *testing.T
	Lang  phrase.Lang
	words map[string]map[string][]string
	said  map[string]bool // kind.key
}

func newWriter(t *testing.T, lang phrase.Lang) *Writer {
	w := &Writer{Test: t, Lang: lang, said: map[string]bool{}}
	if _, err := toml.DecodeFile(wordsFile, &w.words); err != nil {
		t.Fatal(err)
	}
	return w
}

// unsaid returns the words that nothing has used.
func (w *Writer) unsaid() []string {
	var out []string
	for kind, words := range w.words {
		for key := range words {
			if !w.said[kind+"."+key] {
				out = append(out, kind+"."+key)
			}
		}
	}
	slices.Sort(out)
	return out
}

// Say returns a word in the writer's language.
func (w *Writer) Say(kind, key string) string {
	words := w.words[kind][key]
	if len(words) < 2 {
		w.Test.Fatalf("%s has no words for %s.%q", wordsFile, kind, key)
	}
	w.said[kind+"."+key] = true
	if w.Lang == phrase.De {
		return words[len(words)-2]
	}
	return words[len(words)-1]
}

// As is the unit of a number, and "" if the words have none.
func (w *Writer) As(kind, key string) string {
	if words := w.words[kind][key]; len(words) == 3 {
		return words[0]
	}
	return ""
}

// Has reports whether there are words.
func (w *Writer) Has(kind, key string) bool { return w.words[kind][key] != nil }

// Head makes the first two lines of a table. Columns whose name has `#` are numbers.
func (w *Writer) Head(columns ...string) string {
	line, rule := "|", "|"
	for _, c := range columns {
		name, number := strings.CutPrefix(c, "#")
		line += " " + w.Say("head", name) + " |"
		if number {
			rule += "---:|"
		} else {
			rule += "---|"
		}
	}
	return line + "\n" + rule + "\n"
}

// Row is one line of a table.
func (w *Writer) Row(cells ...string) string { return "| " + strings.Join(cells, " | ") + " |\n" }

// Title is the heading of a table.
func (w *Writer) Title(key string) string { return "\n### " + w.Say("table", key) + "\n\n" }

// Numbers is the table of all single numbers of structs, by their TOML keys, in the order of the fields. value writes
// a number by its unit, which is "" if the words have none.
func (w *Writer) Numbers(value func(as string, v reflect.Value) string, of ...reflect.Value) string {
	out := "\n" + w.Head("number", "#value", "key")
	for _, v := range of {
		for i := range v.NumField() {
			key := v.Type().Field(i).Tag.Get("toml")
			out += w.Row(w.Say("number", key), value(w.As("number", key), v.Field(i)), "`"+key+"`")
		}
	}
	return out
}

// Section is the heading of a section of orders.
func (w *Writer) Section(s orders.Section) string {
	return fmt.Sprintf("\n### $%c (%s): %s\n", s.Letter, strings.Join(s.Names, ", "),
		w.Say("section", string(rune(s.Letter))))
}

// Spoken is the table of a section's example lines, in the words of the book's language, with their meaning by the key
// of the words. Lines without a key are left out, if another line of their kind has one.
func (w *Writer) Spoken(s orders.Section, means func(example string) string) string {
	for _, example := range silent(s, means) {
		w.Test.Errorf("%s has no words for an order such as `%s` in $%c, so the book does not show it: write a row for it under "+
			"[means], German and English", wordsFile, example, s.Letter)
	}
	out := w.Head("line", "means")
	for _, example := range s.Examples {
		if key := means(example); key != "" {
			out += w.Row("`"+w.spoken(s, example, key, w.Lang)+"`", w.Say("means", key))
		}
	}
	return out
}

// silent returns an example of each kind of order of which no example has a key. In $S each setting is a kind.
func silent(s orders.Section, means func(example string) string) []string {
	var kinds []string
	first, told := map[string]string{}, map[string]bool{}
	for _, example := range s.Examples {
		o, _ := s.Line(example)
		kind := fmt.Sprintf("%T", o)
		if s.Letter == 'S' && s.Key != nil {
			kind += s.Key(o)
		}
		if first[kind] == "" {
			first[kind], kinds = example, append(kinds, kind)
		}
		told[kind] = told[kind] || means(example) != ""
	}
	kinds = slices.DeleteFunc(kinds, func(kind string) bool { return told[kind] })
	for i, kind := range kinds {
		kinds[i] = first[kind]
	}
	return kinds
}

// Both is the table of the example lines that differ between the two languages.
func (w *Writer) Both(sections []orders.Section, means func(example string) string) string {
	out := w.Head("german", "english")
	for _, s := range sections {
		if s.Kind != orders.Lines {
			continue
		}
		for _, example := range s.Examples {
			key := means(example)
			if key == "" {
				continue
			}
			de, en := w.spoken(s, example, key, phrase.De), w.spoken(s, example, key, phrase.En)
			if de != en {
				out += w.Row("`"+de+"`", "`"+en+"`")
			}
		}
	}
	return out
}

// spoken returns an example line in the words of a language. If a line is not written as orders are printed, the words
// of its meaning have its English form in front; its German form is the example itself.
func (w *Writer) spoken(s orders.Section, example, key string, lang phrase.Lang) string {
	english := w.As("means", key)
	switch {
	case english != "" && lang == phrase.De:
		return example
	case english != "":
		w.read(s, english)
		return english
	}
	return string(w.read(s, example).Print(nil, lang))
}

// read returns the order of a line, which must be a good one.
func (w *Writer) read(s orders.Section, line string) orders.Order {
	o, problems := s.Line(line)
	if o == nil || len(problems) > 0 {
		w.Test.Fatalf("$%c does not read %q: %v", s.Letter, line, problems)
	}
	return o
}

// Value writes a number by its unit: share and shares in permille, percent, factor and ratio in thousandths, million,
// plain, or a text.
func (w *Writer) Value(as string, v reflect.Value) string {
	switch as {
	case "share":
		return w.Part(v.Int(), 10) + " %"
	case "shares":
		var out []string
		for i := range v.Len() {
			out = append(out, w.Part(v.Index(i).Int(), 10)+" %")
		}
		return strings.Join(out, ", ")
	case "percent":
		return w.Num(v.Int()) + " %"
	case "factor":
		return "× " + w.Part(v.Int(), 1000)
	case "ratio":
		return w.Part(v.Int(), 1000)
	case "million":
		return w.Part(v.Int(), 10000) + " %"
	case "text":
		return v.String()
	case "plain":
		return w.Num(v.Int())
	}
	w.Test.Fatalf("%s: no number is counted in %q", wordsFile, as)
	return ""
}

// Num writes a whole number with separated thousands.
func (w *Writer) Num(n int64) string {
	mark := ","
	if w.Lang == phrase.De {
		mark = "."
	}
	return strings.Replace(string(phrase.AppendGrouped(nil, n, mark)), "-", "−", 1)
}

// Part writes the fraction n/of, where of is a power of ten, as a decimal. n must not be negative.
func (w *Writer) Part(n, of int64) string {
	s := w.Num(n / of)
	if rest := n % of; rest != 0 {
		mark := "."
		if w.Lang == phrase.De {
			mark = ","
		}
		s += mark + strings.TrimRight(strconv.FormatInt(of+rest, 10)[1:], "0")
	}
	return s
}

// Some writes a number, and nothing for 0.
func (w *Writer) Some(n int64) string {
	if n == 0 {
		return "–"
	}
	return w.Num(n)
}

// Tick is a mark for yes, and nothing for no.
func (w *Writer) Tick(yes bool) string {
	if !yes {
		return "–"
	}
	return w.Say("head", "yes")
}
