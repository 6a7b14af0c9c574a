package chronicle

import (
	"time"

	"weltentor/resolve/store"
)

// leastRules is a version to which the rules of a world have been raised.
const leastRules store.Number = "rules"

// RulesOf returns the version of the rules by which the turn that awaits orders is played, and the hash of the turn
// before. The version is that of the turn before, or of the founding, unless it has been raised since.
func RulesOf(tx *store.Tx, turn int) (rules int, hash string, err error) {
	note, _, err := Founded(tx)
	if err != nil {
		return 0, "", err
	}
	rules = note.Rules
	if turn > 0 {
		rec, found, err := Record(tx, turn-1)
		if err != nil {
			return 0, "", err
		}
		if found {
			rules, hash = rec.Rules, rec.Hash
		}
	}
	return max(rules, int(leastRules.Of(tx))), hash, nil
}

// LastResolved returns when the last turn was resolved. It is zero before the first.
func LastResolved(tx *store.Tx) (time.Time, error) {
	return ResolvedAt(tx, store.Turn(tx)-1)
}

// ResolvedAt returns when a turn was resolved. It is zero if it was not.
func ResolvedAt(tx *store.Tx, turn int) (time.Time, error) {
	if turn < 1 {
		return time.Time{}, nil
	}
	rec, _, err := Record(tx, turn)
	return rec.At, err
}
