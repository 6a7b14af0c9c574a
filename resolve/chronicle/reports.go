package chronicle

import (
	"fmt"
	"time"

	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/worlds/game"
)

// Report reads a realm's report of a turn. It returns ErrRealm if there is no such realm, and ErrReport if the realm
// has no report of that turn.
func Report(tx *store.Tx, realm, turn int) (game.Report, error) {
	packed := tx.Bucket(store.ReportsBucket).Get(store.Pair(turn, realm))
	if packed == nil {
		if !roster.Known(tx, realm) {
			return game.Report{}, fmt.Errorf("%w: %d", faults.ErrRealm, realm)
		}
		return game.Report{}, fmt.Errorf("%w: realm %d has no report of turn %d", faults.ErrReport, realm, turn)
	}
	raw, err := store.Unpack(packed)
	if err != nil {
		return game.Report{}, fmt.Errorf("%w: report of realm %d, turn %d: %v", faults.ErrDamaged, realm, turn, err)
	}
	return WholeReport(tx, raw)
}

// WholeReport reads a report together with its files, which the store keeps once.
func WholeReport(tx *store.Tx, raw []byte) (game.Report, error) {
	rep, err := readReport(raw)
	if err != nil {
		return rep, err
	}
	for i := range rep.Files {
		if f := &rep.Files[i]; f.Data == nil && f.Sum != "" {
			if f.Data, err = store.GetFile(tx, f.Sum); err != nil {
				return rep, err
			}
		}
	}
	return rep, nil
}

// RulesOf returns the version of the rules by which the turn that awaits orders is played, and the hash of the turn
// before. The version is that of the turn before, or of the founding, unless it has been raised since.
func RulesOf(tx *store.Tx, turn int) (rules int, hash string, err error) {
	meta := tx.Bucket(store.MetaBucket)
	note, _, err := store.GetJSON[Founding](meta, []byte("founded"))
	if err != nil {
		return 0, "", err
	}
	rules = note.Rules
	if t := tx.Bucket(store.TurnsBucket).Bucket(store.U32(turn - 1)); t != nil && turn > 0 {
		rec, found, err := store.GetJSON[TurnRecord](t, []byte("record"))
		if err != nil {
			return 0, "", err
		}
		if found {
			rules, hash = rec.Rules, rec.Hash
		}
	}
	return max(rules, int(store.NumberOf(tx, "rules"))), hash, nil
}

// LastResolved returns when the last turn was resolved. It is zero before the first.
func LastResolved(tx *store.Tx) (time.Time, error) {
	return ResolvedAt(tx, int(store.NumberOf(tx, "turn"))-1)
}

// ResolvedAt returns when a turn was resolved. It is zero if it was not.
func ResolvedAt(tx *store.Tx, turn int) (time.Time, error) {
	t := tx.Bucket(store.TurnsBucket).Bucket(store.U32(turn))
	if t == nil || turn < 1 {
		return time.Time{}, nil
	}
	rec, _, err := store.GetJSON[TurnRecord](t, []byte("record"))
	return rec.At, err
}

// Newest returns the turn of a realm's newest report. It is 0 for its welcome, and -1 if it has none.
func Newest(tx *store.Tx, realm int) int {
	turn := int(store.NumberOf(tx, "turn")) - 1
	for turn >= 0 && tx.Bucket(store.ReportsBucket).Get(store.Pair(turn, realm)) == nil {
		turn--
	}
	return turn
}
