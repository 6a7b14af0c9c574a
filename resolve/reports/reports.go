// Package reports owns what realms were told. A report is stored once, packed, under realm and turn, and its letter has
// only the reference. What a realm was shown is kept beside it: by that a later report knows what is news.
package reports

import (
	"encoding/binary"
	"fmt"

	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/worlds/game"
)

// rows has the reports, compressed, by turn and realm. Turn 0 has the welcomes.
var rows = store.Values("reports")

// Written is a report as it is stored.
type Written struct {
	Report []byte // packed
	Shown  []byte // what the realm's reports have shown, up to and with this one; nil: the game does not count that
}

// Put stores a realm's report of a turn, and what its reports have shown. 0 is its welcome.
func (w Written) Put(tx *store.Tx, turn, realm int) {
	rows.Put(tx, store.Pair(turn, realm), w.Report)
	if w.Shown != nil {
		shown.Put(tx, store.U32(realm), append(stampOf(turn, w.Report), w.Shown...))
	}
}

// PutAll stores the reports of a turn, sorted by realm.
func PutAll(tx *store.Tx, turn int, realms []int, all []Written) {
	rows.InOrder(tx)
	for i, realm := range realms {
		all[i].Put(tx, turn, realm)
	}
}

// Has reports whether a realm has a report of a turn.
func Has(tx *store.Tx, turn, realm int) bool { return rows.Has(tx, store.Pair(turn, realm)) }

// Readers lists the realms that have a report of a turn.
func Readers(tx *store.Tx, turn int) (realms []int) {
	for _, key := range rows.Keys(tx, store.U32(turn)) {
		realms = append(realms, int(binary.BigEndian.Uint32(key[4:])))
	}
	return realms
}

// Newest returns the turn of a realm's newest report. It is 0 for its welcome, and -1 if it has none.
func Newest(tx *store.Tx, realm int) int {
	turn := store.Turn(tx) - 1
	for turn >= 0 && !Has(tx, turn, realm) {
		turn--
	}
	return turn
}

// Read reads a realm's report of a turn. It returns ErrRealm if there is no such realm, and ErrReport if the realm
// has no report of that turn.
func Read(tx *store.Tx, realm, turn int) (game.Report, error) {
	if !Has(tx, turn, realm) {
		if !roster.Known(tx, realm) {
			return game.Report{}, fmt.Errorf("%w: %d", faults.ErrRealm, realm)
		}
		return game.Report{}, fmt.Errorf("%w: realm %d has no report of turn %d", faults.ErrReport, realm, turn)
	}
	raw, err := unpacked(tx, turn, realm)
	if err != nil {
		return game.Report{}, err
	}
	return Whole(tx, raw)
}

func unpacked(tx *store.Tx, turn, realm int) (raw []byte, err error) {
	raw, err = store.Unpack(rows.Get(tx, store.Pair(turn, realm)))
	if err != nil {
		err = fmt.Errorf("%w: report of realm %d, turn %d: %v", faults.ErrDamaged, realm, turn, err)
	}
	return raw, err
}

// Whole reads a report together with its files, which the store keeps once.
func Whole(tx *store.Tx, raw []byte) (game.Report, error) {
	rep, err := decode(raw)
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

// Take takes the reports of a turn out of the store. It returns the sums of the files that have them now, by realm. What
// their realms were shown is forgotten.
func Take(tx *store.Tx, turn int) (sums map[int]string, err error) {
	sums = map[int]string{}
	for _, realm := range Readers(tx, turn) {
		raw, err := unpacked(tx, turn, realm)
		if err != nil {
			return nil, err
		}
		sums[realm] = store.PutFile(tx, raw)
		rows.Remove(tx, store.Pair(turn, realm))
		ForgetShown(tx, realm)
	}
	return sums, nil
}
