package tables

import (
	_ "embed"

	"maps"
	"slices"

	"weltentor/worlds/tables"
)

//go:embed balanced.toml
var balancedTables []byte

// NumberSets are the sets of numbers a world may be founded with, by name: what each
// lays over the standard tables.
var NumberSets = map[string][]byte{"balanced": balancedTables}

// laySet lays the set that a world's own numbers name, if they name one, over the tables.
func (t *Tables) laySet(o *tables.Overlay) {
	name := ""
	tables.One(o, "set", &name)
	if name == "" {
		return
	}
	text, ok := NumberSets[name]
	if !ok {
		o.Wrong(badChoice("", "set", name, slices.Sorted(maps.Keys(NumberSets))...))
		return
	}
	set := tables.Read(text)
	t.lay(set, false)
	if err := set.Err(); err != nil {
		panic("embedded set " + name + ": " + err.Error())
	}
}
