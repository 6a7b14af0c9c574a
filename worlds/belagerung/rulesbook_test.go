package belagerung

import (
	"reflect"
	"strconv"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/conformance/rulesbook"
)

var books = rulesbook.Of("belagerung", `§[0-9]+\.[0-9]+`)

// TestRulesBook holds the generated parts of both books against the embedded
// tables and the grammar. `go test -run TestRulesBook -update` writes them.
func TestRulesBook(t *testing.T) {
	books.Generated(t, func(w *rulesbook.Writer) rulesbook.Parts {
		b := &bookWriter{Writer: w, book: Rules().Words(w.Lang)}
		return rulesbook.Parts{"tables": b.tables, "numbers": b.numbers, "orders": b.orders}
	})
}

// Both books have the same rules, and cite only such; so do the cases, the
// sentences and the sources.
func TestRulesBooksAgree(t *testing.T) {
	books.Agree(t, "testdata/*.*", "texts/*.toml", "*.go", "*/*.go")
}

// bookWriter writes the generated parts in one language.
type bookWriter struct {
	*rulesbook.Writer
	book *phrase.Book
}

func (w *bookWriter) tables() string {
	t := tables.StandardTables()
	out := w.Title("card") + w.Head("card", "#speed", "#range", "#power", "#cost")
	for _, c := range t.Card {
		out += w.Row(w.book.T(c.Key()), w.Num(c.Speed), w.Num(c.Range), w.Num(c.Power), w.Num(c.Cost))
	}
	out += w.Title("terrain") + w.Head("terrain", "#defence", "#steps", "#share")
	for _, r := range t.Terrain {
		out += w.Row(w.book.T(r.Terrain.Key()), w.Num(r.Defence), w.Num(r.Steps), w.Some(r.Share/10))
	}
	out += w.Title("building") + w.Head("building", "#hits", "#cost", "crew", "#range", "#speed", "#damage", "near")
	for _, b := range t.Building {
		near := "–"
		if b.Near != "" {
			near = w.book.T(tables.Terrain(b.Near).Key())
		}
		out += w.Row(w.book.T(b.Building.Key()), w.Num(b.Hits), w.Some(b.Cost), w.crew(b.Crew), w.Some(b.Range),
			w.Some(b.Speed), w.Num(b.Damage), near)
	}
	out += w.Title("tile") + w.Head("tile", "#number")
	for _, r := range t.Tile {
		var sides []string
		for _, k := range r.Sides {
			sides = append(sides, w.book.T(k.Key()))
		}
		out += w.Row(strings.Join(sides, " / "), w.Num(r.Number))
	}
	out += w.Title("point") + w.Head("building", "field")
	for _, p := range t.Point {
		out += w.Row(w.book.T(p.Building.Key()), strconv.FormatInt(p.X, 10)+"/"+strconv.FormatInt(p.Y, 10))
	}
	return out
}

// crew is who can man a building.
func (w *bookWriter) crew(code string) string {
	switch code {
	case "":
		return w.Say("crew", "any")
	case "simple":
		return w.Say("crew", "simple")
	}
	return w.book.T(tables.Symbol(code).Key())
}

func (w *bookWriter) numbers() string {
	value := func(_ string, v reflect.Value) string {
		if v.Kind() == reflect.String {
			return v.String()
		}
		return w.Num(v.Int())
	}
	return w.Numbers(value, reflect.ValueOf(tables.StandardTables().Rules))
}

// orders lists the sections with their examples, in the words of the book's language, and
// then those that differ in both languages.
func (w *bookWriter) orders() string {
	out := ""
	for _, s := range order.Language().Sections {
		if s.Kind == orders.Lines {
			out += w.Section(s) + "\n" + w.Spoken(s, w.told)
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
