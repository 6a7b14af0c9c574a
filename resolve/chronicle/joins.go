package chronicle

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/worlds/game"
)

// Join is a realm that joined or changed hands while a turn awaited orders, or a change that the game master made by
// hand. It can be replayed.
type Join struct {
	game.Joining              // of the realm that joined
	To           *game.Player `json:"to,omitempty"`   // who took over an existing realm; nil: the realm joined
	Edit         *Edit        `json:"edit,omitempty"` // the change by hand; then no realm joined or changed hands
	Realm        int          `json:"realm"`
	At           time.Time    `json:"at,omitzero"`
	Rules        int          `json:"rules"`
	Tables       string       `json:"tables"` // sum
	// sum of the state with it; "": others joined at the same time, and the last of them has it
	After string `json:"after"`
}

// joined has a turn and a number in it as its key.
var joined = store.Records[Join]("joins")

// AddJoin records who joined a turn, or changed hands, after those before.
func AddJoin(tx *store.Tx, turn int, j Join) {
	next := 0
	if last := joined.Last(tx, store.U32(turn)); last != nil {
		next = int(binary.BigEndian.Uint32(last[4:])) + 1
	}
	joined.Put(tx, store.Pair(turn, next), j)
}

// JoinsOf lists who joined while a turn awaited orders, in order. A gap in their numbers means damage.
func JoinsOf(tx *store.Tx, turn int) (joins []Join, err error) {
	err = joined.Each(tx, store.U32(turn), func(key []byte, j Join) error {
		if !bytes.Equal(key, store.Pair(turn, len(joins))) {
			return fmt.Errorf("%w: join %d of turn %d is missing", faults.ErrDamaged, len(joins), turn)
		}
		joins = append(joins, j)
		return nil
	})
	return joins, err
}

// Handed returns the realms that changed hands, sorted.
func Handed(joins []Join) []int {
	return realmsOf(joins, func(j Join) bool { return j.Edit == nil && j.To != nil })
}

func realmsOf(joins []Join, fits func(Join) bool) (realms []int) {
	for _, j := range joins {
		if fits(j) {
			realms = append(realms, j.Realm)
		}
	}
	slices.Sort(realms)
	return slices.Compact(realms)
}

// Edit is a change that the game master made by hand while a turn awaited orders. It can be made again. What players
// are told of it, with the reason if they are told that too, comes before the turn's own events. So the turn's hash
// covers it.
type Edit struct {
	Verb   string       `json:"verb"`
	Args   []string     `json:"args"`
	Why    string       `json:"why,omitempty"` // the reason, as those who are told of the change read it
	Events []game.Event `json:"events"`        // as the rules returned them
}

// Typed is the change as the game master typed it.
func (e *Edit) Typed() string { return strings.Join(append([]string{e.Verb}, e.Args...), " ") }

// Told returns the events of the change as reports show them.
func (e *Edit) Told() []game.Event {
	if e.Why == "" {
		return e.Events
	}
	return append(slices.Clip(e.Events), game.Event{Phase: game.EditPhase, Realms: e.Realms(),
		Phrase: phrase.P(game.WhyEdited, phrase.Str("why", e.Why))})
}

// Realms returns the realms that are told of the change, sorted.
func (e *Edit) Realms() (told []int) {
	for _, event := range e.Events {
		told = append(told, event.Realms...)
	}
	slices.Sort(told)
	return slices.Compact(told)
}

// Change makes a change by hand and returns the new world and what is told of it. The caller has checked that the
// world's rules allow changes.
func (e *Edit) Change(w game.World) (game.World, []game.Event, error) {
	return w.(game.Editor).Edit(e.Verb, e.Args)
}

// again returns the state after the change, or nil if it differs from what it was then.
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

// Edited returns what is told of all changes by hand while a turn awaited orders.
func Edited(tx *store.Tx, turn int) (told []game.Event, err error) {
	joins, err := JoinsOf(tx, turn)
	for _, j := range joins {
		if j.Edit != nil {
			told = append(told, j.Edit.Told()...)
		}
	}
	return told, err
}
