package tables

import (
	_ "embed"

	"maps"
	"slices"

	"weltentor/worlds/tables"
)

//go:embed balanced.toml
var balancedTables []byte

// NumberSets are the sets of numbers with which a world may be founded, by name. Each has what differs from the
// standard tables.
var NumberSets = map[string][]byte{"balanced": balancedTables}

// laySet reads the set that a world's own numbers name, if they name one, over the tables.
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
