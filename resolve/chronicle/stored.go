package chronicle

import (
	"fmt"

	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/worlds/game"
)

// turns has a bucket for each turn, made when the turn begins to await orders. It has the state and the opening then,
// and the rest when it is resolved, also what report.go declares.
var (
	turns       = store.Values("turns")
	states      = turns.Part("before") // compressed
	openings    = PartOf[Opening]("opened")
	turnRecords = PartOf[TurnRecord]("record")
	turnEvents  = turns.Part("events") // game.Annals, compressed
	turnNotices = store.PackedAt[[]game.Notice](turns.Part("notices"))
)

// PartOf declares what a room stores with each turn, under a name.
func PartOf[V any](name string) store.Table[V] { return store.RecordsAt[V](turns.Part(name)) }

// Record reads the record of a turn; found is false if it is not resolved.
func Record(tx *store.Tx, turn int) (rec TurnRecord, found bool) {
	return turnRecords.Get(tx, store.U32(turn))
}

// OpeningOf reads how a turn came to await orders.
func OpeningOf(tx *store.Tx, turn int) (o Opening, found bool) {
	return openings.Get(tx, store.U32(turn))
}

// StateOf reads the state of a turn that awaits orders, or awaited them.
func StateOf(tx *store.Tx, turn int) ([]byte, error) {
	packed := states.Get(tx, store.U32(turn))
	if packed == nil {
		return nil, fmt.Errorf("%w: turn %d is missing", faults.ErrDamaged, turn)
	}
	state, err := store.Unpack(packed)
	if err != nil {
		return nil, fmt.Errorf("%w: the state of turn %d: %v", faults.ErrDamaged, turn, err)
	}
	return state, nil
}

// EventsOf reads the events of a resolved turn.
func EventsOf(tx *store.Tx, turn int) (*game.Annals, error) {
	return readEvents(turnEvents.Get(tx, store.U32(turn)))
}

// NoticesOf reads the notices of a resolved turn.
func NoticesOf(tx *store.Tx, turn int) (list []game.Notice) {
	list, _ = turnNotices.Get(tx, store.U32(turn))
	return list
}

// PutState stores the state that awaits orders, and how the turn came to await them.
func PutState(tx *store.Tx, turn int, state []byte, o Opening) {
	key := store.U32(turn)
	states.Put(tx, key, store.Pack(state))
	openings.Put(tx, key, o)
	store.SetTurn(tx, turn)
	store.States.Draw(tx)
}

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
