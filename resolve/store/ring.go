package store

import (
	"bytes"
	"encoding/binary"
)

// RingBucket is made with the first: a name, 0, serial u64 → size u32 and what has it; a name, 1 → u64, all sizes.
var RingBucket = []byte("ring")

// Ring is what the store keeps of things that anybody can bring, up to so many bytes together: the oldest goes for the
// newest. What a thing is, and how it goes, its owner knows.
type Ring struct {
	Name string
	Most int
}

// Push puts a thing of a size at the end. It gives those that are to go for it, the oldest first; they are in the ring
// no longer.
func (r Ring) Push(tx *Tx, thing []byte, size int) (gone [][]byte, err error) {
	b, err := tx.CreateBucketIfNotExists(RingBucket)
	if err != nil {
		return nil, err
	}
	start, sum := append([]byte(r.Name), 0), append([]byte(r.Name), 1)
	all := uint64(0)
	if v := b.Get(sum); len(v) == 8 {
		all = binary.BigEndian.Uint64(v)
	}
	serial := uint64(1)
	c := b.Cursor()
	if k, _ := c.Seek(sum); k == nil {
		k, _ = c.Last()
		serial = after(k, start)
	} else {
		k, _ = c.Prev()
		serial = after(k, start)
	}
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

// after is the serial that follows the one in a key; 1 if the key is none of the ring.
func after(key, start []byte) uint64 {
	if !bytes.HasPrefix(key, start) || len(key) != len(start)+8 {
		return 1
	}
	return binary.BigEndian.Uint64(key[len(start):]) + 1
}
