package store

import (
	"bytes"
	"encoding/hex"
	"regexp"
)

// sumText is how records and reports name a file.
var sumText = regexp.MustCompile(`[0-9a-f]{64}`)

// Sweep drops the files that nothing in the store names any more, and returns how many they were. Files are kept for
// the life of the world. Only forgetting calls Sweep, since it reads every value.
func Sweep(tx *Tx) (n int, err error) {
	files, named := tx.Bucket(filesBucket), map[[32]byte]bool{}
	look := func(value []byte) {
		for _, sum := range sumText.FindAll(value, -1) {
			var key [32]byte
			if _, err := hex.Decode(key[:], sum); err == nil {
				named[key] = true
			}
		}
	}
	err = tx.ForEach(func(name []byte, b *Bucket) error {
		if bytes.Equal(name, filesBucket) {
			return nil
		}
		return eachValue(b, look)
	})
	if err != nil {
		return 0, err
	}
	// A file may name others: if it stays, they stay.
	for looked := map[[32]byte]bool{}; ; {
		before := len(looked)
		for key := range named {
			if packed := files.Get(key[:]); packed != nil && !looked[key] {
				looked[key] = true
				value, err := unpacked(packed)
				if err != nil {
					return 0, err
				}
				look(value)
			}
		}
		if len(looked) == before {
			break
		}
	}
	var gone [][]byte
	for key := range KeysOf(files) {
		if len(key) == 32 && !named[[32]byte(key)] {
			gone = append(gone, bytes.Clone(key))
		}
	}
	for _, key := range gone {
		Remove(files, key)
	}
	return len(gone), nil
}

// eachValue calls see with all values of a bucket and of the buckets in it, unpacked.
func eachValue(b *Bucket, see func([]byte)) error {
	return b.ForEach(func(k, v []byte) error {
		if v == nil {
			if inner := b.Bucket(k); inner != nil {
				return eachValue(inner, see)
			}
			return nil
		}
		plain, err := unpacked(v)
		if err != nil {
			return err
		}
		see(plain)
		return nil
	})
}

// packedMagic begins each zstd frame.
var packedMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}

// unpacked is a value as it was before it was packed, if it was.
func unpacked(v []byte) ([]byte, error) {
	if !bytes.HasPrefix(v, packedMagic) {
		return v, nil
	}
	return Unpack(v)
}
