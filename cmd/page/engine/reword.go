package engine

import (
	"encoding/json"

	"weltentor/worlds/game"
)

// Reword says the facts of a report in the present language, as far as they are this rulebook's.
func (e *Engine) Reword(raw []byte) (*game.Facts, error) {
	if e.laid == nil {
		return nil, fault("no-table")
	}
	if len(raw) > mostTable {
		return nil, fault("table-large")
	}
	f := &game.Facts{}
	if err := json.Unmarshal(raw, f); err != nil || f.Rulebook != e.rules.Name() || f.Schema > game.FactsSchema {
		return nil, fault("broken", "what", "facts")
	}
	e.rules.Reword(f, e.laid.lang)
	return f, nil
}
