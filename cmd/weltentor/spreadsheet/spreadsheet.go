// Package spreadsheet writes armies and fields of a report as comma-separated values (Write). It takes them from the
// report as data, so it shows what the report shows. A cell that a spreadsheet could take for a formula is made
// harmless.
package spreadsheet

import (
	"encoding/csv"
	"io"
	"maps"
	"slices"
	"strconv"

	"weltentor/orders/lazy"
	"weltentor/worlds/game"
)

// Kinds are the kinds of tables.
var Kinds = []string{"armies", "fields"}

// Write writes a table of one of Kinds, one line each. Fixed columns come first, then those for values and words, by
// name. A cell that a spreadsheet would take for a formula gets an apostrophe in front.
func Write(to io.Writer, kind string, facts game.Facts) error {
	t := &table{fixed: []string{"turn", "at", "name", "own", "terrain", "owner", "building", "state", "edges"}}
	if kind == "armies" {
		t.fixed = []string{"turn", "realm", "name", "of", "kind", "unknown", "at", "men"}
		for _, a := range facts.Armies {
			t.army(facts.Turn, a, "")
		}
	} else {
		for _, f := range facts.Fields {
			t.add([]string{strconv.Itoa(facts.Turn), f.At, f.Name, strconv.FormatBool(f.Own), f.Terrain, whose(f.Owner),
				f.Building, f.State, f.Edges}, f.Values, f.Words)
		}
	}
	return t.write(to)
}

// table is the lines so far.
type table struct {
	fixed []string
	rows  []row
}

type row struct {
	fixed []string
	named map[string]string // by the head of its column
}

func (t *table) add(fixed []string, values map[string]int64, words map[string]string) {
	named := map[string]string{}
	for name, n := range values {
		named["values."+name] = strconv.FormatInt(n, 10)
	}
	for name, word := range words {
		named["words."+name] = word
	}
	t.rows = append(t.rows, row{fixed, named})
}

// army adds a line for an army, and below it lines for its parts, which name it.
func (t *table) army(turn int, a game.FactArmy, of string) {
	t.add([]string{strconv.Itoa(turn), whose(a.Realm), a.Name, of, a.Kind, strconv.FormatBool(a.Unknown), a.At,
		strconv.FormatInt(a.Men, 10)}, a.Values, a.Words)
	for _, part := range a.Parts {
		t.army(turn, part, a.Name)
	}
}

// whose is a realm's number, or "" for nobody.
func whose(realm int) string {
	if realm == 0 {
		return ""
	}
	return strconv.Itoa(realm)
}

func (t *table) write(to io.Writer) error {
	all := map[string]string{}
	for _, r := range t.rows {
		maps.Copy(all, r.named)
	}
	names := slices.Sorted(maps.Keys(all)) // the values before the words
	w := csv.NewWriter(to)
	if err := w.Write(slices.Concat(t.fixed, names)); err != nil {
		return err
	}
	for _, r := range t.rows {
		line := r.fixed
		for _, name := range names {
			line = append(line, r.named[name])
		}
		for i := range line {
			line[i] = harmless(line[i])
		}
		if err := w.Write(line); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// harmless returns a cell that no spreadsheet takes for a formula, with an apostrophe before the sign of one. The sign
// counts at the beginning, and after a line end or a semicolon, which some take for the next cell. Spaces before it do
// not matter.
func harmless(cell string) string {
	if _, err := strconv.ParseInt(cell, 10, 64); err == nil {
		return cell
	}
	if starts().MatchString(cell) {
		cell = "'" + cell
	}
	return inside().ReplaceAllString(cell, "$1'$2")
}

// sign matches the beginning of a formula after characters that are shown as a space, or not at all.
const sign = `[\x00-\t\x0b\f\x0e-\x1f\x7f-\x{9f}\p{Z}\p{Cf}]*[=+\-@]`

var (
	starts = lazy.Pattern(`^(?:[\t\r]|` + sign + `)`)
	inside = lazy.Pattern(`([;\r\n])(` + sign + `)`)
)
