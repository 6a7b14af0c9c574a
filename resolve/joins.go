package resolve

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"weltentor/resolve/store"
)

// addJoin notes who joined a turn, or changed hands, after those before.
func addJoin(tx *store.Tx, turn int, j join) {
	b, next := tx.Bucket(joinsBucket), uint32(0)
	k, _ := b.Cursor().Seek(u32(turn + 1))
	c := b.Cursor()
	if k == nil {
		k, _ = c.Last()
	} else {
		c.Seek(k)
		k, _ = c.Prev()
	}
	if bytes.HasPrefix(k, u32(turn)) {
		next = binary.BigEndian.Uint32(k[4:]) + 1
	}
	putJSON(b, pair(turn, int(next)), j)
}

// joinsOf lists who joined while a turn awaited orders, in order. A gap in their
// numbers is damage.
func joinsOf(tx *store.Tx, turn int) (joins []join, err error) {
	c := tx.Bucket(joinsBucket).Cursor()
	for k, _ := c.Seek(u32(turn)); bytes.HasPrefix(k, u32(turn)); k, _ = c.Next() {
		if !bytes.Equal(k, pair(turn, len(joins))) {
			return nil, fmt.Errorf("%w: join %d of turn %d is missing", ErrDamaged, len(joins), turn)
		}
		j, _, err := getJSON[join](tx.Bucket(joinsBucket), k)
		if err != nil {
			return nil, err
		}
		joins = append(joins, j)
	}
	return joins, nil
}
