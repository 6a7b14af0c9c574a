package chronicle

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"

	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
)

// AddJoin records who joined a turn, or changed hands, after those before.
func AddJoin(tx *store.Tx, turn int, j Join) {
	b, next := tx.Bucket(store.JoinsBucket), uint32(0)
	k, _ := b.Cursor().Seek(store.U32(turn + 1))
	c := b.Cursor()
	if k == nil {
		k, _ = c.Last()
	} else {
		c.Seek(k)
		k, _ = c.Prev()
	}
	if bytes.HasPrefix(k, store.U32(turn)) {
		next = binary.BigEndian.Uint32(k[4:]) + 1
	}
	store.PutJSON(b, store.Pair(turn, int(next)), j)
}

// JoinsOf lists who joined while a turn awaited orders, in order. A gap in their numbers means damage.
func JoinsOf(tx *store.Tx, turn int) (joins []Join, err error) {
	c := tx.Bucket(store.JoinsBucket).Cursor()
	for k, _ := c.Seek(store.U32(turn)); bytes.HasPrefix(k, store.U32(turn)); k, _ = c.Next() {
		if !bytes.Equal(k, store.Pair(turn, len(joins))) {
			return nil, fmt.Errorf("%w: join %d of turn %d is missing", faults.ErrDamaged, len(joins), turn)
		}
		j, _, err := store.GetJSON[Join](tx.Bucket(store.JoinsBucket), k)
		if err != nil {
			return nil, err
		}
		joins = append(joins, j)
	}
	return joins, nil
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
