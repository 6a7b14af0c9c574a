//go:build fleet

package migrate

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/jackc/pgx/v5"
	"github.com/klauspost/compress/zstd"
)

// pageSize is that of stores.
const pageSize = 4096

// Limits of what is read, in bytes: of a store, and of the window that its pages were packed with.
const (
	longestStore = 256 << 30
	widest       = 128 << 20
)

// errEntry says that an entry is not what was appended.
var errEntry = errors.New("the journal is damaged")

// replay writes the store that a world's journal has into a new file, from its last whole entry on, and returns the
// last entry. Each entry must follow the one before it, and its pages must have its sum.
func (m *Migration) replay(ctx context.Context, world, path string) (last entry, err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return last, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	log := "world/" + world
	var end int64
	var raw []byte
	err = m.Pool.QueryRow(ctx, `select number, head from weltentor.journal_entries where log = $1
		order by number desc limit 1`, log).Scan(&end, &raw)
	if errors.Is(err, pgx.ErrNoRows) {
		return last, fmt.Errorf("%w: %s has no entries", errEntry, log)
	} else if err != nil {
		return last, err
	}
	head, err := entryOf(raw)
	if err != nil {
		return last, fmt.Errorf("%s, entry %d: %w", log, end, err)
	}
	from := head.Base
	if head.Whole {
		from = end
	}
	rows, err := m.Pool.Query(ctx, `select number, head, data from weltentor.journal_entries
		where log = $1 and number >= $2 order by number`, log, from)
	if err != nil {
		return last, err
	}
	var at int64
	var data []byte
	first := true
	_, err = pgx.ForEachRow(rows, []any{&at, &raw, &data}, func() error {
		e, err := entryOf(raw)
		switch {
		case err != nil:
		case first && (at != from || !e.Whole):
			err = fmt.Errorf("%w: the whole entry %d is missing", errEntry, from)
		case !first && e.Before != last.hash():
			err = fmt.Errorf("%w: it does not follow the entry before it", errEntry)
		case !e.Whole && e.Transaction != last.Transaction+1:
			err = fmt.Errorf("%w: transaction %d follows %d", errEntry, e.Transaction, last.Transaction)
		default:
			err = m.lay(ctx, f, log, e, data)
		}
		if err != nil {
			return fmt.Errorf("%s, entry %d: %w", log, at, err)
		}
		last, first = e, false
		return nil
	})
	return last, err
}

// lay writes the pages of an entry into a store.
func (m *Migration) lay(ctx context.Context, f *os.File, log string, e entry, data []byte) error {
	if e.Size%pageSize != 0 || e.Size < 4*pageSize || e.Size > longestStore {
		return fmt.Errorf("%w: a store of %d bytes", errEntry, e.Size)
	}
	if e.Whole {
		if err := f.Truncate(0); err != nil {
			return err
		}
	}
	if info, err := f.Stat(); err != nil {
		return err
	} else if info.Size() < e.Size {
		if err := f.Truncate(e.Size); err != nil {
			return err
		}
	}
	packed, err := m.packed(ctx, log, e, data)
	if err != nil {
		return err
	}
	sum := sha256.New()
	if err := layPages(f, io.TeeReader(packed, sum), e.Size/pageSize); err != nil {
		return err
	}
	if hash(sum.Sum(nil)) != e.Sum {
		return fmt.Errorf("%w: its pages have another sum", errEntry)
	}
	return nil
}

// layPages writes packed pages: rows with the number of a page, as u64, and its bytes.
func layPages(f io.WriterAt, packed io.Reader, pages int64) error {
	z, err := zstd.NewReader(packed, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(widest),
		zstd.WithDecoderLowmem(true))
	if err != nil {
		return err
	}
	defer z.Close()
	r, row := bufio.NewReaderSize(z, 1<<16), make([]byte, 8+pageSize)
	for next := uint64(0); ; {
		if _, err := io.ReadFull(r, row); err == io.EOF {
			break
		} else if err != nil {
			return fmt.Errorf("its pages cannot be read: %w", err)
		}
		id := binary.BigEndian.Uint64(row)
		if id < next || id >= uint64(pages) {
			return fmt.Errorf("%w: page %d of %d", errEntry, id, pages)
		}
		next = id + 1
		if _, err := f.WriteAt(row[8:], int64(id)*pageSize); err != nil {
			return err
		}
	}
	_, err = io.Copy(io.Discard, packed) // what is behind the pages has the sum, too
	return err
}

// packed reads the packed pages of an entry: its data, or the parts that the data names, one after the other.
func (m *Migration) packed(ctx context.Context, log string, e entry, data []byte) (io.Reader, error) {
	if e.Parts == 0 {
		return bytes.NewReader(data), nil
	}
	var sums []string
	if err := json.Unmarshal(data, &sums); err != nil || len(sums) != e.Parts {
		return nil, fmt.Errorf("%w: the list of its parts", errEntry)
	}
	return &parts{m: m, ctx: ctx, log: log, sums: sums}, nil
}

// parts reads the parts of an entry, each when it is needed.
type parts struct {
	m    *Migration
	ctx  context.Context
	log  string
	sums []string
	now  []byte
}

// Read implements io.Reader.
func (p *parts) Read(to []byte) (n int, err error) {
	for len(p.now) == 0 {
		if len(p.sums) == 0 {
			return 0, io.EOF
		}
		err := p.m.Pool.QueryRow(p.ctx, "select data from weltentor.journal_parts where log = $1 and sum = $2", p.log,
			p.sums[0]).Scan(&p.now)
		if errors.Is(err, pgx.ErrNoRows) {
			err = fmt.Errorf("%w: the part %s is missing", errEntry, p.sums[0])
		}
		if err != nil {
			return 0, err
		}
		p.sums = p.sums[1:]
	}
	n = copy(to, p.now)
	p.now = p.now[n:]
	return n, nil
}
