package chronicle

import (
	"fmt"

	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/worlds/game"
)

// readEvents reads the events of a turn from its row in the store.
func readEvents(packed []byte) (*game.Annals, error) {
	if packed == nil {
		return nil, fmt.Errorf("%w: there are none", faults.ErrDamaged)
	}
	raw, err := store.Unpack(packed)
	if err != nil {
		return nil, fmt.Errorf("%w: %v", faults.ErrDamaged, err)
	}
	annals, err := game.ReadAnnals(raw)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", faults.ErrDamaged, err)
	}
	return annals, nil
}
