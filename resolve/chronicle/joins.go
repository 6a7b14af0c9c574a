package chronicle

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"

	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/worlds/game"
)

// joined has a turn and a number in it as its key.
var joined = store.Records[Join]("joins")

// AddJoin records who joined a turn, or changed hands, after those before.
func AddJoin(tx *store.Tx, turn int, j Join) {
	next := 0
	if last := joined.Last(tx, store.U32(turn)); last != nil {
		next = int(binary.BigEndian.Uint32(last[4:])) + 1
	}
	joined.Put(tx, store.Pair(turn, next), j)
}

// JoinsOf lists who joined while a turn awaited orders, in order. A gap in their numbers means damage.
func JoinsOf(tx *store.Tx, turn int) (joins []Join, err error) {
	for key, j := range joined.Each(tx, store.U32(turn)) {
		if !bytes.Equal(key, store.Pair(turn, len(joins))) {
			return joins, fmt.Errorf("%w: join %d of turn %d is missing", faults.ErrDamaged, len(joins), turn)
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

// Edited returns what is told of all changes by hand while a turn awaited orders.
func Edited(tx *store.Tx, turn int) (told []game.Event, err error) {
	joins, err := JoinsOf(tx, turn)
	for _, j := range joins {
		if j.Edit != nil {
			told = append(told, j.Edit.Told()...)
		}
	}
	return told, err
}
