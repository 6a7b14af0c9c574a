package tables

import (
	_ "embed"

	"weltentor/orders/phrase"
	"weltentor/worlds/tables"
)

// rangeText says what the numbers may be. Heights of monsters are held by checkMonsters.
//
//go:embed ranges.toml
var rangeText string

// check finds numbers with which no world could be played.
func (n *Numbers) check(r tables.Ranges) error {
	if len(n.StateShare) != int(Ruin)+1 {
		return tables.Bad("rules", "length", phrase.Str("key", "state_share"), phrase.Num("n", len(n.StateShare)),
			phrase.Num("want", int(Ruin)+1))
	}
	return tables.Hold(r, "rules", n)
}
