package thoramar

import (
	_ "embed"
	"maps"
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/tables"
)

//go:embed balanced.toml
var balancedTables []byte

// numberSets are the sets of numbers a world may be founded with, by name: what each
// lays over the standard tables.
var numberSets = map[string][]byte{"balanced": balancedTables}

var _ game.NumberSets = (*Rulebook)(nil)

// Sets names the sets of numbers beside the manual's.
func (r *Rulebook) Sets() []string { return slices.Sorted(maps.Keys(numberSets)) }

// laySet lays the set that a world's own numbers name, if they name one, over the tables.
func (t *Tables) laySet(o *tables.Overlay) {
	name := ""
	tables.One(o, "set", &name)
	if name == "" {
		return
	}
	text, ok := numberSets[name]
	if !ok {
		o.Wrong(badChoice("", "set", name, slices.Sorted(maps.Keys(numberSets))...))
		return
	}
	set := tables.Read(text)
	t.lay(set, false)
	if err := set.Err(); err != nil {
		panic("embedded set " + name + ": " + err.Error())
	}
}
