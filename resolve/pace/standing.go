package pace

import (
	"encoding/binary"
	"slices"

	"weltentor/resolve/roster"
	"weltentor/resolve/store"
)

// Standing is how a player stood with missed turns and grace when a turn was resolved.
type Standing struct {
	Realm  int `json:"realm"`
	Missed int `json:"missed,omitempty"`
	Graced int `json:"graced,omitempty"`
}

var standingsKey = []byte("standings")

// KeepStandings stores with a turn how all players stand before it is resolved.
func KeepStandings(tx *store.Tx, turn int) error {
	all := []Standing{}
	for k := range store.KeysOf(tx.Bucket(store.RealmsBucket)) {
		rec, _, err := store.GetJSON[roster.RealmRecord](tx.Bucket(store.RealmsBucket), k)
		if err != nil {
			return err
		}
		if rec.Missed+rec.Graced > 0 {
			all = append(all, Standing{int(binary.BigEndian.Uint32(k)), rec.Missed, rec.Graced})
		}
	}
	store.PutJSON(tx.Bucket(store.TurnsBucket).Bucket(store.U32(turn)), standingsKey, all)
	return nil
}

// RestoreStandings lets all players stand as they stood before a turn was resolved. Where that was
// not stored yet, a turn missed then is missed no longer, and no more is known.
func RestoreStandings(tx *store.Tx, turn int, missed []int) error {
	b := tx.Bucket(store.TurnsBucket).Bucket(store.U32(turn))
	all, found, err := store.GetJSON[[]Standing](b, standingsKey)
	if err != nil {
		return err
	}
	then := map[int]Standing{}
	for _, s := range all {
		then[s.Realm] = s
	}
	var realms []int
	for k := range store.KeysOf(tx.Bucket(store.RealmsBucket)) {
		realms = append(realms, int(binary.BigEndian.Uint32(k)))
	}
	for _, n := range realms {
		rec, _, err := store.GetJSON[roster.RealmRecord](tx.Bucket(store.RealmsBucket), store.U32(n))
		if err != nil {
			return err
		}
		was := rec
		switch {
		case found:
			rec.Missed, rec.Graced = then[n].Missed, then[n].Graced
		case slices.Contains(missed, n):
			rec.Missed = max(0, rec.Missed-1)
		}
		if rec.Retold.Turn == turn {
			rec.Retold = roster.Retold{}
		}
		if was.Missed != rec.Missed || was.Graced != rec.Graced || was.Retold != rec.Retold {
			store.PutJSON(tx.Bucket(store.RealmsBucket), store.U32(n), rec)
		}
	}
	if found {
		store.Remove(b, standingsKey)
	}
	return nil
}
