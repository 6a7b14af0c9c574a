package terra

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/conformance/rulesbook"
	"weltentor/worlds/terra/order"
	"weltentor/worlds/terra/tables"
)

var books = rulesbook.Of("terra", `§[0-9]+\.[0-9]+`)

// TestRulesBook holds the generated parts of both books against the embedded
// tables and the grammar. `go test -run TestRulesBook -update` writes them.
func TestRulesBook(t *testing.T) {
	books.Generated(t, func(w *rulesbook.Writer) rulesbook.Parts {
		b := &bookWriter{Writer: w, book: Rules().Words(w.Lang)}
		return rulesbook.Parts{"tables": b.tables, "numbers": b.numbers, "orders": b.orders}
	})
}

// Both books have the same rules, and cite only such; so do the cases.
func TestRulesBooksAgree(t *testing.T) { books.Agree(t, "testdata/*.*") }

// bookWriter writes the generated parts in one language.
type bookWriter struct {
	*rulesbook.Writer
	book *phrase.Book
}

func (w *bookWriter) tables() string {
	t := tables.StandardTables()
	out := w.Title("terrain") +
		w.Head("terrain", "#income", "#garrison", "#enter", "#defence", "#share", "#characters", "#mounted")
	for _, r := range t.Terrain {
		out += fmt.Sprintf("| %s | %d | %d | %d | %s | %d | %s | %s |\n", w.book.T("terrain."+r.Code), r.Income,
			r.Garrison, r.Enter,
			w.factor(r.Defence), r.Share, w.limit(r.Characters), w.limit(r.Mounted))
	}
	out += w.Title("command") + w.Head("command", "#delay", "#moves", "foreign", "#strength", "#under-way")
	for _, r := range t.Command {
		out += fmt.Sprintf("| %s | %d | %d | %s | %s | %s |\n", w.book.T("command."+r.Code), r.Delay, r.Moves,
			w.Say("yes", fmt.Sprint(r.Foreign)),
			w.factor(r.Strength), w.factor(r.UnderWay))
	}
	out += w.Title("bonus") + w.Head("bonus", "#ratio")
	for _, r := range t.Bonus {
		out += fmt.Sprintf("| %s | %s |\n", w.book.T("bonus."+r.Code), w.factor(r.Ratio))
	}
	return out
}

// factor writes permille as a factor.
func (w *bookWriter) factor(permille int64) string {
	point := "."
	if w.Lang == phrase.De {
		point = ","
	}
	digits := strings.TrimRight(fmt.Sprintf("%03d", permille%1000), "0")
	if digits == "" {
		return fmt.Sprint(permille / 1000)
	}
	return fmt.Sprint(permille/1000, point, digits)
}

// limit is what a garrison may have, in points of an army of the standard size.
func (w *bookWriter) limit(share int64) string {
	if share >= 1000 {
		return "–"
	}
	return fmt.Sprint(tables.Permille(tables.StandardTables().Rules.ArmySize, share))
}

func (w *bookWriter) numbers() string {
	plain := func(_ string, v reflect.Value) string { return fmt.Sprint(v.Interface()) }
	return w.Numbers(plain, reflect.ValueOf(tables.StandardTables().Rules))
}

// orders lists the sections with their examples, in the words of the book's language, and
// then those that differ in both languages.
func (w *bookWriter) orders() string {
	out := ""
	for _, s := range order.Language().Sections {
		if s.Kind == orders.Lines {
			out += fmt.Sprintf("\n### `$%c` (%s)\n\n", s.Letter, strings.Join(s.Names, ", ")) + w.Spoken(s, w.told)
		}
	}
	return out + w.Title("both") + w.Both(order.Language().Sections, w.told)
}

// told is the key of the words that say what an example does: the example, "" if
// nothing is said of it.
func (w *bookWriter) told(example string) string {
	if !w.Has("means", example) {
		return ""
	}
	return example
}
