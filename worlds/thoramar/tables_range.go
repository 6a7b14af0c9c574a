package thoramar

import (
	_ "embed"
	"fmt"

	"weltentor/worlds/tables"
)

// rangeText says what the numbers may be. Heights of monsters are held by checkMonsters.
//
//go:embed ranges.toml
var rangeText string

// check finds numbers no world could be played with.
func (n *Numbers) check(r tables.Ranges) error {
	if len(n.StateShare) != int(Ruin)+1 {
		return fmt.Errorf("rules: state_share has %d numbers: want %d", len(n.StateShare), Ruin+1)
	}
	return tables.Hold(r, "rules", n)
}
