package store

import (
	"bytes"
	"sync"

	"github.com/klauspost/compress/zstd"
)

var encoder = sync.OnceValue(func() *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest))
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
	*room = encoder().EncodeAll(raw, (*room)[:0])
	out := bytes.Clone(*room)
	rooms.Put(room)
	return out
}

var rooms = sync.Pool{New: func() any { return new([]byte) }}

// Unpack returns the bytes that were packed.
func Unpack(packed []byte) ([]byte, error) { return decoder().DecodeAll(packed, nil) }
