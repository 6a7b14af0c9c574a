package resolve

import (
	"fmt"

	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// retold is the report of a turn as it was told anew to whoever has taken a realm
// over. The stored one stays as it was: letters to the former player may still
// leave with it.
type retold struct {
	Turn int    `json:"turn"`
	Sum  string `json:"sum"`
}

// again plays a resolved turn once more. Nil: it was played by other rules, or
// comes out otherwise.
func (a archive) again(tx *store.Tx, turn int) (game.Outcome, error) {
	b := tx.Bucket(turnsBucket).Bucket(u32(turn))
	if b == nil {
		return nil, fmt.Errorf("%w: turn %d is missing", ErrDamaged, turn)
	}
	rec, found, err := getJSON[turnRecord](b, []byte("record"))
	if err != nil || !found || rec.Rules != a.rb.Version() {
		return nil, err
	}
	before, err := unpack(b.Get([]byte("before")))
	if err != nil {
		return nil, fmt.Errorf("%w: the state of turn %d: %v", ErrDamaged, turn, err)
	}
	c := current{turn: turn}
	if c.tables, err = getFile(tx, rec.Tables); err != nil {
		return nil, err
	}
	if c.seed, err = game.ParseSeed(rec.Seed); err != nil {
		return nil, fmt.Errorf("%w: the seed of turn %d: %v", ErrDamaged, turn, err)
	}
	records, err := a.shelf.sheets(tx, turn)
	if err != nil {
		return nil, err
	}
	if c.world, err = a.rb.Open(before, c.tables); err != nil {
		return nil, nil // verify says more of it
	}
	out, outcome, err := play(a.rb, c, plainSheets(records))
	if err != nil || sum(out.state) != rec.After || sum(out.events) != rec.Events {
		return nil, nil
	}
	return outcome, nil
}

// retell tells a turn anew to the player who has taken a realm over, and keeps
// that report with what is known of him; false: the turn cannot be told anew.
func retell(a archive, tx *store.Tx, realm, turn int, to game.Player) (told bool, err error) {
	outcome, err := a.again(tx, turn)
	if err != nil || outcome == nil {
		return false, err
	}
	var raw []byte
	if guarded(func() { raw = appendReport(nil, outcome.HandOver(realm, to).Report(realm)) }) != nil {
		return false, nil
	}
	kept := retold{Turn: turn, Sum: putFile(tx, raw)}
	_, err = changeRealm(tx, realm, func(r *realmRecord) { r.Retold = kept })
	return err == nil, err
}

// toldTo is the sum of a turn's report as it was told anew to a realm's player; ""
// if it was not.
func (r realmRecord) toldTo(turn int) string {
	if r.Retold.Turn == turn {
		return r.Retold.Sum
	}
	return ""
}
