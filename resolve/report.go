package resolve

import (
	"fmt"

	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// Report reads a realm's report of a turn; turn 0 is its welcome, a negative
// one the newest there is.
func (w *World) Report(realm, turn int) (rep game.Report, err error) {
	err = w.view(func(tx *store.Tx) error {
		if turn < 0 {
			for turn = int(number(tx, "turn")) - 1; turn > 0 && tx.Bucket(reportsBucket).Get(pair(turn, realm)) == nil; turn-- {
			}
		}
		rep, err = report(tx, realm, turn)
		return err
	})
	return rep, err
}

func report(tx *store.Tx, realm, turn int) (game.Report, error) {
	packed := tx.Bucket(reportsBucket).Get(pair(turn, realm))
	if packed == nil {
		if tx.Bucket(realmsBucket).Get(u32(realm)) == nil {
			return game.Report{}, fmt.Errorf("%w: %d", ErrRealm, realm)
		}
		return game.Report{}, fmt.Errorf("%w: realm %d has no report of turn %d", ErrReport, realm, turn)
	}
	raw, err := unpack(packed)
	if err != nil {
		return game.Report{}, fmt.Errorf("%w: report of realm %d, turn %d: %v", ErrDamaged, realm, turn, err)
	}
	return wholeReport(tx, raw)
}

// reportOf is the report that a letter brings.
func reportOf(tx *store.Tx, e entry) (game.Report, error) {
	if e.Told == "" {
		return report(tx, e.Realm, e.Turn)
	}
	raw, err := getFile(tx, e.Told)
	if err != nil {
		return game.Report{}, err
	}
	return wholeReport(tx, raw)
}

// wholeReport reads a report, with its files that the store keeps once.
func wholeReport(tx *store.Tx, raw []byte) (game.Report, error) {
	rep, err := readReport(raw)
	if err != nil {
		return rep, err
	}
	for i := range rep.Files {
		if f := &rep.Files[i]; f.Data == nil && f.Sum != "" {
			if f.Data, err = getFile(tx, f.Sum); err != nil {
				return rep, err
			}
		}
	}
	return rep, nil
}

// Events reads what happened in a resolved turn, all of it: not for players.
func (w *World) Events(turn int) (events []game.Event, err error) {
	err = w.view(func(tx *store.Tx) error {
		t := tx.Bucket(turnsBucket).Bucket(u32(turn))
		if t == nil || t.Get([]byte("events")) == nil {
			return fmt.Errorf("turn %d is not resolved", turn)
		}
		raw, err := unpack(t.Get([]byte("events")))
		if err != nil {
			return fmt.Errorf("%w: events of turn %d: %v", ErrDamaged, turn, err)
		}
		events, err = readEvents(raw)
		return err
	})
	return events, err
}
