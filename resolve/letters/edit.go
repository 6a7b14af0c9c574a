package letters

import (
	"bytes"
	"fmt"
	"strings"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// edited makes a change, and holds the world after it to what every world keeps.
func Edited(k *world.Setup, c chronicle.Current, edit *chronicle.Edit) (world game.World, err error) {
	if _, err := k.Editor(c); err != nil {
		return nil, err
	}
	fault := store.Guarded(func() {
		if world, edit.Events, err = edit.Change(c.World); err != nil {
			return
		}
		again, wrong := k.Rules.Open(world.State(), c.Tables)
		switch broken := world.Broken(); {
		case len(broken) > 0:
			err = fmt.Errorf("%w: the world after it is broken: %s", store.ErrRules, strings.Join(broken, "; "))
		case wrong != nil || !bytes.Equal(again.State(), world.State()):
			err = fmt.Errorf("%w: its state does not open as it was (%v)", store.ErrRules, wrong)
		case world.Asked().Turn != c.Turn || len(world.Realms()) != len(c.World.Realms()):
			err = fmt.Errorf("%w: it awaits turn %d of %d realms", store.ErrRules, world.Asked().Turn,
				len(world.Realms()))
		}
	})
	if fault != nil {
		return nil, fault
	}
	return world, err
}
