package kolonien

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/conformance/rulesbook"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/tables"
)

var books = rulesbook.Of("kolonien", `§[0-9]+\.[0-9]+`)

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
	out := w.Title("unit") + w.Head("unit", "name", "#attack", "#defence", "#hits", "#cost")
	for _, u := range t.Unit {
		out += fmt.Sprintf("| %s | %s | %d | %d | %d | %s |\n", u.Code, w.Say("unit", u.Code), u.Attack, u.Defence,
			u.Hits, w.Some(int64(u.Cost)))
	}
	out += w.Title("ship") + w.Head("ship", "name", "#attack", "#defence", "#hits", "#hold", "#cost")
	for _, s := range t.Ship {
		out += fmt.Sprintf("| %s | %s | %d | %d | %d | %s | %s |\n", s.Code, w.Say("unit", s.Code), s.Attack, s.Defence,
			s.Hits, w.Some(int64(s.Hold)), w.Some(int64(s.Cost)))
	}
	out += w.Title("fortification") + w.Head("fortification", "#bonus")
	for _, f := range t.Fortification {
		out += fmt.Sprintf("| %s | %d |\n", w.book.T("fort."+f.Code), f.Bonus)
	}
	out += w.Title("location") + w.Head("location", "#bonus", "#leader", "#regular", "#lots")
	for _, l := range t.Location {
		out += fmt.Sprintf("| %s | %d | %s | %d | %d |\n", w.book.T("location."+l.Code), l.Bonus,
			w.Some(int64(l.Leader)), l.Regular, l.Lots)
	}
	return out
}

func (w *bookWriter) numbers() string {
	plain := func(_ string, v reflect.Value) string { return fmt.Sprint(v.Int()) }
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
