package chronicle

import (
	"bytes"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// Edit is what the game master changed by hand while a turn awaited orders; it can be made
// again. What is told of it, and the reason if it is told, comes before the turn's own
// events, so the turn's hash covers it.
type Edit struct {
	Verb   string       `json:"verb"`
	Args   []string     `json:"args"`
	Why    string       `json:"why,omitempty"` // what those who are told of the change are told of the reason
	Events []game.Event `json:"events"`        // as the rules gave them
}

// Typed is the change as the game master has typed it.
func (e *Edit) Typed() string { return strings.Join(append([]string{e.Verb}, e.Args...), " ") }

// Told are the events of the change as reports have them.
func (e *Edit) Told() []game.Event {
	if e.Why == "" {
		return e.Events
	}
	return append(slices.Clip(e.Events), game.Event{Phase: game.EditPhase, Realms: e.Realms(),
		Phrase: phrase.P(game.WhyEdited, phrase.Str("why", e.Why))})
}

// Realms are those who are told of the change, sorted.
func (e *Edit) Realms() (told []int) {
	for _, event := range e.Events {
		told = append(told, event.Realms...)
	}
	slices.Sort(told)
	return slices.Compact(told)
}

// Change makes a change by hand: the new world, and what is told of it. Whether the world's rules
// know changes the caller has asked.
func (e *Edit) Change(w game.World) (game.World, []game.Event, error) {
	return w.(game.Editor).Edit(e.Verb, e.Args)
}

// again is the state after the change, nil if it comes out otherwise than it did.
func (e *Edit) again(w game.World) []byte {
	if _, is := w.(game.Editor); !is {
		return nil
	}
	next, events, err := e.Change(w)
	if err != nil || !bytes.Equal(game.AnnalsOf(events).Bytes(), game.AnnalsOf(e.Events).Bytes()) {
		return nil
	}
	return next.State()
}

// Edited is what is told of all changes by hand while a turn awaited orders.
func Edited(tx *store.Tx, turn int) (told []game.Event, err error) {
	joins, err := JoinsOf(tx, turn)
	for _, j := range joins {
		if j.Edit != nil {
			told = append(told, j.Edit.Told()...)
		}
	}
	return told, err
}
