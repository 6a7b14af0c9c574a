package chronicle

import (
	"fmt"

	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/worlds/game"
)

// Before is the world in which the orders of a resolved turn were given. It is nil if the turn was played by other
// rules, or if its state does not open.
func (a Archive) Before(tx *store.Tx, turn int) (game.World, error) {
	c, _, err := a.Begun(tx, turn)
	return c.World, err
}

// Begun is a resolved turn as it awaited orders, with its record. It has no world where Before returns nil.
func (a Archive) Begun(tx *store.Tx, turn int) (c Current, rec TurnRecord, err error) {
	rec, found, err := Record(tx, turn)
	if err != nil || found && rec.Rules != a.Rb.Version() {
		return c, rec, err
	}
	before, err := StateOf(tx, turn)
	if err != nil || !found {
		return c, rec, err
	}
	c.Turn = turn
	if c.Tables, err = store.GetFile(tx, rec.Tables); err != nil {
		return c, rec, err
	}
	if c.Seed, err = game.ParseSeed(rec.Seed); err != nil {
		return c, rec, fmt.Errorf("%w: the seed of turn %d: %v", faults.ErrDamaged, turn, err)
	}
	if world, err := a.Rb.Open(before, c.Tables); err == nil { // verify reports why
		c.World = world
	}
	return c, rec, nil
}

// Again plays a resolved turn once more. It returns nil if the turn was played by other rules, or if the result
// differs from the stored one.
func (a Archive) Again(tx *store.Tx, turn int) (game.Outcome, error) {
	c, rec, err := a.Begun(tx, turn)
	if err != nil || c.World == nil {
		return nil, err
	}
	records, err := a.Shelf.Sheets(tx, turn)
	if err != nil {
		return nil, err
	}
	if c.Edited, err = Edited(tx, turn); err != nil {
		return nil, err
	}
	out, err := Play(a.Rb, c, sheets.Plain(records))
	if err != nil || store.SumOf(out.State) != rec.After || store.SumOf(out.Events) != rec.Events {
		return nil, nil
	}
	return out.Outcome, nil
}
