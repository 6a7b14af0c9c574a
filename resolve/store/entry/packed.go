package entry

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"sync"

	"github.com/klauspost/compress/zstd"

	"weltentor/orders/phrase"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/store/pages"
	"weltentor/resolve/wording"
)

// PackPages packs pages of the store in a file.
func PackPages(path string, ids []uint64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var packed bytes.Buffer
	z := packers.Get().(*zstd.Encoder)
	defer packers.Put(z)
	z.Reset(&packed)
	row := make([]byte, 8+pages.Size)
	for _, id := range ids {
		binary.BigEndian.PutUint64(row, id)
		if _, err := f.ReadAt(row[8:], int64(id)*pages.Size); err != nil {
			return nil, err
		}
		if _, err := z.Write(row); err != nil {
			return nil, err
		}
	}
	err = z.Close()
	return packed.Bytes(), err
}

// packers are reused: making one costs more than packing a small entry.
var packers = sync.Pool{New: func() any {
	z, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithEncoderConcurrency(1),
		zstd.WithEncoderCRC(true), zstd.WithWindowSize(1<<20))
	if err != nil {
		panic(err)
	}
	return z
}}

// longestStore is the size of the largest store that is accepted from a journal.
const longestStore = 256 << 30

// eachPage calls use for each packed page of an entry, in the order of numbers. It returns ErrDamaged if they are not
// what the pages of an entry must be; use may have been called for some of them before that is known.
func (e Entry) eachPage(use func(id uint64, page []byte) error) error {
	wrong := func(code string, args ...phrase.Arg) error {
		args = append(args, phrase.Num("transaction", e.Transaction))
		return wording.Fault(faults.ErrDamaged, "entry-"+code, args...)
	}
	if e.Size%pages.Size != 0 || e.Size < 4*pages.Size || e.Size > longestStore {
		return wrong("size", phrase.Num("n", int(e.Size)))
	}
	z, err := zstd.NewReader(bytes.NewReader(e.Pages), zstd.WithDecoderConcurrency(1),
		zstd.WithDecoderMaxWindow(pages.UnpackedWindow), zstd.WithDecoderLowmem(true))
	if err != nil {
		return err
	}
	defer z.Close()
	r, row := bufio.NewReaderSize(z, 1<<16), make([]byte, 8+pages.Size)
	for next := uint64(0); ; {
		switch _, err := io.ReadFull(r, row); {
		case err == io.EOF:
			return nil
		case err != nil:
			return wrong("packed", phrase.Str("what", err.Error()))
		}
		id := binary.BigEndian.Uint64(row)
		if id < next || id >= uint64(e.Size/pages.Size) {
			return wrong("page", phrase.Num("n", int(id)))
		}
		next = id + 1
		if err := use(id, row[8:]); err != nil {
			return err
		}
	}
}
