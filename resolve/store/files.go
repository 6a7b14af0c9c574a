package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"sync"

	"github.com/klauspost/compress/zstd"

	"weltentor/resolve/store/faults"
)

// HasFile reports whether the store has these bytes already.
func HasFile(tx *Tx, data []byte) bool {
	key := sha256.Sum256(data)
	return tx.Bucket(filesBucket).Get(key[:]) != nil
}

// SumOf is the name of bytes in records and in the bucket of files.
func SumOf(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}

// PutFile keeps bytes once and for the life of the world, and returns their sum.
func PutFile(tx *Tx, data []byte) string {
	key := sha256.Sum256(data)
	if files := tx.Bucket(filesBucket); files.Get(key[:]) == nil {
		Put(files, key[:], Pack(data))
	}
	return hex.EncodeToString(key[:])
}

// GetFile reads what PutFile kept.
func GetFile(tx *Tx, sum string) ([]byte, error) {
	key, err := hex.DecodeString(sum)
	if err != nil {
		return nil, fmt.Errorf("%w: %q is no sum", faults.ErrDamaged, sum)
	}
	packed := tx.Bucket(filesBucket).Get(key)
	if packed == nil {
		return nil, fmt.Errorf("%w: file %s is missing", faults.ErrDamaged, sum)
	}
	data, err := Unpack(packed)
	if err == nil {
		if got := sha256.Sum256(data); !bytes.Equal(got[:], key) {
			err = errors.New("its sum differs")
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%w: file %s: %v", faults.ErrDamaged, sum, err)
	}
	return data, nil
}

var encoder = sync.OnceValue(func() *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest),
		zstd.WithLowerEncoderMem(true)) // half as much for each processor, and the same bytes
	if err != nil {
		panic(err)
	}
	return e
})

var decoder = sync.OnceValue(func() *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(4<<30))
	if err != nil {
		panic(err)
	}
	return d
})

// Pack compresses into one frame with a checksum. Several goroutines may call it. The encoder makes room for as much
// as it reads, which is twenty times what comes out. That room is used again, and the result is no longer than it must
// be.
func Pack(raw []byte) []byte {
	room := rooms.Get().(*[]byte)
	*room = AppendPacked((*room)[:0], raw)
	out := bytes.Clone(*room)
	rooms.Put(room)
	return out
}

// AppendPacked appends what Pack makes, for whoever has room of his own.
func AppendPacked(dst, raw []byte) []byte { return encoder().EncodeAll(raw, dst) }

var rooms = sync.Pool{New: func() any { return new([]byte) }}

// Unpack returns the bytes that were packed.
func Unpack(packed []byte) ([]byte, error) { return decoder().DecodeAll(packed, nil) }

// sumText is how records and reports name a file.
var sumText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[0-9a-f]{64}`) })

// Sweep drops the files that nothing in the store names any more, and returns how many they were. Files are kept for
// the life of the world. Only forgetting calls Sweep, since it reads every value.
func Sweep(tx *Tx) (n int, err error) {
	files, named := tx.Bucket(filesBucket), map[[32]byte]bool{}
	look := func(value []byte) {
		for _, sum := range sumText().FindAll(value, -1) {
			var key [32]byte
			if _, err := hex.Decode(key[:], sum); err == nil {
				named[key] = true
			}
		}
	}
	for r := range tx.rows(filesBucket) {
		if r.bucket {
			continue
		}
		value, err := unpacked(r.b.opened(r.key, r.stored))
		if err != nil {
			return 0, err
		}
		look(value)
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

// packedMagic begins each zstd frame.
var packedMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}

// unpacked is a value as it was before it was packed, if it was.
func unpacked(v []byte) ([]byte, error) {
	if !bytes.HasPrefix(v, packedMagic) {
		return v, nil
	}
	return Unpack(v)
}
