//go:build fleet

package postgres

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"weltentor/resolve/store"
)

// longest is how many bytes a key may have: an index of PostgreSQL takes no more than 2,700 with its path.
const longest = 2000

var (
	errReads = errors.New("the transaction only reads")
	errKey   = fmt.Errorf("a key has 1 to %d bytes", longest)
)

// keys are the keys of one bucket in a transaction. They are a store.Keys.
type keys struct {
	tx   *tx
	path string
}

// root is the outermost bucket. It is a store.Placed.
type root struct{ keys }

// Place implements store.Placed.
func (r root) Place() string { return fmt.Sprintf("%d/%d", r.tx.worlds.system, r.tx.id) }

// Keep implements store.Placed: no host serves the copy.
func (r root) Keep(name string) { r.tx.keeps = name }

// under is the path of a bucket in another: the names on the way to it, each after its length. So a bucket and all
// that is in it are one range of paths.
func under(path string, name []byte) string {
	return path + string(binary.BigEndian.AppendUint16(nil, uint16(len(name)))) + string(name)
}

func (b keys) known() *known { return b.tx.mem.bucket(b.path) }

// read is what a key has. The database is asked if it is not known.
func (b keys) read(key []byte) entry {
	if e := b.known().at(string(key)); e.is != unknown {
		return e
	}
	read := b.ask("key = $3", 1, key)
	e := entry{key: string(key), is: nothing}
	if len(read) > 0 {
		e = read[0]
	}
	b.known().set(e)
	return e
}

// ask reads rows of the bucket. No rows of a bucket count that the transaction has dropped. A fault of the database is
// a panic with *store.Unread.
func (b keys) ask(where string, most int, key []byte) (read []entry) {
	if slices.ContainsFunc(b.tx.dropped, func(p string) bool { return strings.HasPrefix(b.path, p) }) {
		return nil
	}
	if b.tx.mem.size() > b.tx.worlds.most {
		b.tx.mem.shed()
	}
	batch := &pgx.Batch{}
	batch.Queue("select key, value from weltentor.cell where world = $1 and path = $2 and "+where+" limit $4",
		b.tx.id, []byte(b.path), key, most).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			var key, value []byte
			if err := rows.Scan(&key, &value); err != nil {
				return err
			}
			read = append(read, entryOf(key, value))
		}
		return rows.Err()
	})
	if err := b.tx.send(batch); err != nil {
		panic(&store.Unread{Err: faultOf(err)})
	}
	return read
}

// entryOf is the entry of a row.
func entryOf(key, v []byte) entry {
	if v == nil {
		return entry{string(key), nil, bucket}
	}
	return entry{string(key), v, value}
}

// Get implements store.Keys.
func (b keys) Get(key []byte) []byte { return b.read(key).value }

// Put implements store.Keys.
func (b keys) Put(key, v []byte) error {
	if err := b.fits(key); err != nil {
		return err
	}
	if b.known().at(string(key)).is == bucket {
		return fmt.Errorf("%x is a bucket", key)
	}
	if v == nil {
		v = []byte{}
	}
	b.known().change(entry{string(key), v, value})
	return nil
}

func (b keys) fits(key []byte) error {
	switch {
	case !b.tx.writes:
		return errReads
	case len(key) == 0, len(b.path)+len(key) > longest:
		return errKey
	}
	return nil
}

// Delete implements store.Keys.
func (b keys) Delete(key []byte) error {
	if !b.tx.writes {
		return errReads
	}
	if is := b.known().at(string(key)).is; is == bucket {
		return fmt.Errorf("%x is a bucket", key)
	} else if is != nothing {
		b.known().change(entry{key: string(key), is: nothing})
	}
	return nil
}

// In implements store.Keys.
func (b keys) In(name []byte) store.Keys {
	if b.read(name).is != bucket {
		return nil
	}
	return keys{b.tx, under(b.path, name)}
}

// Make implements store.Keys.
func (b keys) Make(name []byte) (store.Keys, error) {
	if err := b.fits(name); err != nil {
		return nil, err
	}
	if b.read(name).is != nothing {
		return nil, fmt.Errorf("%x exists already", name)
	}
	b.known().change(entry{key: string(name), is: bucket})
	in := keys{b.tx, under(b.path, name)}
	in.known().learn(span{end: true}, nil)
	return in, nil
}

// Drop implements store.Keys.
func (b keys) Drop(name []byte) error {
	if !b.tx.writes {
		return errReads
	}
	if b.read(name).is != bucket {
		return fmt.Errorf("%x is no bucket", name)
	}
	b.known().change(entry{key: string(name), is: nothing})
	path := under(b.path, name)
	for p := range b.tx.mem.buckets {
		if strings.HasPrefix(p, path) {
			delete(b.tx.mem.buckets, p)
		}
	}
	b.tx.dropped = append(b.tx.dropped, path)
	return nil
}

// Range implements store.Keys.
func (b keys) Range() store.Range { return &walk{keys: b, most: 4} }

// walk is a store.Range. It keeps its key and no position, so the bucket may change meanwhile.
type walk struct {
	keys keys
	at   string
	on   bool // at is a key
	most int  // rows that the last question asked for
	size int  // bytes of its answer
}

// mostRead is how large an answer may be for the next question to ask for more rows.
const mostRead = 1 << 20

// more is how many rows the next question asks for: ever more, up to a limit, unless they are large.
func (w *walk) more() int {
	if w.size < mostRead {
		w.most = min(4*w.most, 512)
	}
	return w.most
}

// ask reads rows of the bucket, and weighs them.
func (w *walk) ask(where string, most int, key string) []entry {
	read := w.keys.ask(where, most, []byte(key))
	w.size = 0
	for _, e := range read {
		w.size += e.size()
	}
	return read
}

func (w *walk) to(e entry) (key, v []byte) {
	if w.at, w.on = e.key, e.is != nothing; !w.on {
		return nil, nil
	}
	return []byte(e.key), e.value
}

// Seek implements store.Range.
func (w *walk) Seek(key []byte) (k, v []byte) {
	for from := string(key); ; {
		e := w.keys.known().next(from)
		if e.is != unknown {
			return w.to(e)
		}
		from = e.key
		most := w.more()
		read := w.ask("key >= $3 order by key", most, from)
		s := span{from: from, end: len(read) < most}
		if !s.end {
			s.to = after(read[most-1].key)
		}
		w.keys.known().learn(s, read)
	}
}

// after is the least key behind one.
func after(key string) string { return key + "\x00" }

func (w *walk) before(key string, end bool) (k, v []byte) {
	for {
		e := w.keys.known().last(key, end)
		if e.is != unknown {
			return w.to(e)
		}
		where, most := "key < $3 order by key desc", w.more()
		if key = e.key; key != "" {
			end = false
		} else {
			where = "key >= $3 order by key desc"
		}
		read := w.ask(where, most, key)
		slices.Reverse(read)
		s := span{to: key, end: key == ""}
		if len(read) == most {
			s.from = read[0].key
		}
		w.keys.known().learn(s, read)
	}
}

// First implements store.Range.
func (w *walk) First() (key, value []byte) { return w.Seek(nil) }

// Last implements store.Range.
func (w *walk) Last() (key, value []byte) { return w.before("", true) }

// Next implements store.Range.
func (w *walk) Next() (key, value []byte) {
	if !w.on {
		return nil, nil
	}
	return w.Seek([]byte(after(w.at)))
}

// Prev implements store.Range.
func (w *walk) Prev() (key, value []byte) {
	if !w.on {
		return nil, nil
	}
	return w.before(w.at, false)
}
