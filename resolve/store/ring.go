package store

import (
	"bytes"
	"encoding/binary"
)

// ringBucket is made with the first thing. A name, 0 and a serial (u64) lead to a thing and its size (u32). A name and 1
// lead to the sum of all sizes (u64).
var ringBucket = []byte("ring")

// Ring keeps things that anybody can bring, up to some number of bytes together: the oldest make room for the newest.
// Its owner knows what a thing is and how to remove it.
type Ring struct {
	Name string
	Most int
}

// Push adds a thing of a size at the end. It returns the things that must make room for it, the oldest first. They are
// no longer in the ring.
func (r Ring) Push(tx *Tx, thing []byte, size int) (gone [][]byte, err error) {
	b, err := tx.CreateBucketIfNotExists(ringBucket)
	if err != nil {
		return nil, err
	}
	start, sum := append([]byte(r.Name), 0), append([]byte(r.Name), 1)
	all := uint64(0)
	if v := b.Get(sum); len(v) == 8 {
		all = binary.BigEndian.Uint64(v)
	}
	serial := after(b.Cursor().before(sum), start)
	Put(b, append(bytes.Clone(start), U64(serial)...), append(U32(size), thing...))
	all += uint64(size)
	for all > uint64(r.Most) {
		k, v := b.Cursor().Seek(start)
		if !bytes.HasPrefix(k, start) || len(v) < 4 {
			break
		}
		all -= min(all, uint64(binary.BigEndian.Uint32(v)))
		gone = append(gone, bytes.Clone(v[4:]))
		Remove(b, bytes.Clone(k))
	}
	Put(b, sum, U64(all))
	return gone, nil
}

// after is the serial that follows the one in a key, or 1 if the key does not belong to the ring.
func after(key, start []byte) uint64 {
	if !bytes.HasPrefix(key, start) || len(key) != len(start)+8 {
		return 1
	}
	return binary.BigEndian.Uint64(key[len(start):]) + 1
}
