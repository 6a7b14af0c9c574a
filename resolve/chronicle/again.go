package chronicle

import (
	"fmt"

	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// Again plays a resolved turn once more. Nil: it was played by other rules, or
// comes out otherwise.
func (a Archive) Again(tx *store.Tx, turn int) (game.Outcome, error) {
	b := tx.Bucket(store.TurnsBucket).Bucket(store.U32(turn))
	if b == nil {
		return nil, fmt.Errorf("%w: turn %d is missing", store.ErrDamaged, turn)
	}
	rec, found, err := store.GetJSON[TurnRecord](b, []byte("record"))
	if err != nil || !found || rec.Rules != a.Rb.Version() {
		return nil, err
	}
	before, err := store.Unpack(b.Get([]byte("before")))
	if err != nil {
		return nil, fmt.Errorf("%w: the state of turn %d: %v", store.ErrDamaged, turn, err)
	}
	c := Current{Turn: turn}
	if c.Tables, err = store.GetFile(tx, rec.Tables); err != nil {
		return nil, err
	}
	if c.Seed, err = game.ParseSeed(rec.Seed); err != nil {
		return nil, fmt.Errorf("%w: the seed of turn %d: %v", store.ErrDamaged, turn, err)
	}
	records, err := a.Shelf.Sheets(tx, turn)
	if err != nil {
		return nil, err
	}
	if c.World, err = a.Rb.Open(before, c.Tables); err != nil {
		return nil, nil // verify says more of it
	}
	out, outcome, err := Play(a.Rb, c, PlainSheets(records))
	if err != nil || store.SumOf(out.State) != rec.After || store.SumOf(out.Events) != rec.Events {
		return nil, nil
	}
	return outcome, nil
}
