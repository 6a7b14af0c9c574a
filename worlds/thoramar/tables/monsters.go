package tables

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/tables"
)

// Monster is what the tables say about a kind of wild monsters: where it lives, what it does, how many are in a herd.
type Monster struct {
	Unit    string `toml:"unit"`    // "M.H"
	Heights []int  `toml:"heights"` // of T07, where it lives
	LatMin  int64  `toml:"lat_min"` // permille from the equator to the pole
	LatMax  int64  `toml:"lat_max"`
	Command string `toml:"command"` // A aggressive, V peaceful, P plundering
	Herd    int64  `toml:"herd"`    // heads at founding
	Cap     int64  `toml:"cap"`     // a wild herd does not grow beyond it
}

// FindMonster returns the row of a kind of monsters, or nil if the tables have none.
func (t *Tables) FindMonster(u Unit) *Monster {
	if u.Type != 'M' || !upper(u.Class) {
		return nil
	}
	i := t.lookup.monsters[u.Class-'A']
	if i == 0 {
		return nil
	}
	return &t.Monster[i-1]
}

// checkMonsters compares the kinds of monsters with the units and makes their lookup.
func (t *Tables) checkMonsters() error {
	for i := range t.Monster {
		r := &t.Monster[i]
		if u := t.UnitNamed(r.Unit); u < 0 || t.Unit[u].Letters().Type != 'M' {
			return badName("monster", "unit", r.Unit)
		}
		if len(r.Command) != 1 || r.Command != "V" && r.Command != "A" && r.Command != "P" {
			return badChoice("monster "+r.Unit, "command", r.Command, "V", "A", "P")
		}
		sea := Unit{r.Unit[0], r.Unit[2]}.Ship()
		for _, h := range r.Heights {
			if h < 0 || h > 3 || sea != (h == 0) {
				return tables.Bad("monster "+r.Unit, "heights", phrase.Num("n", h))
			}
		}
		if err := tables.HoldRow(t.ranges, "monster", r, (*Monster).RowCode); err != nil {
			return err
		}
		t.lookup.monsters[r.Unit[2]-'A'] = int8(i + 1)
	}
	return nil
}
