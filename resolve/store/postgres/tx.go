//go:build fleet

package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
)

// tx is a transaction on one world.
type tx struct {
	ctx     context.Context
	worlds  *Worlds
	conn    *pgxpool.Conn
	id      int64
	version int64 // of the world, as the transaction sees it
	writes  bool
	sees    sight // the database when the transaction began, if there is a witness
	mem     *memory
	dropped []string // paths of the buckets that it has dropped
	keeps   string   // the name under which the world is kept as it was; "": it is not
}

// run runs f in a transaction on a world, which changes it or only reads.
func (w *Worlds) run(ctx context.Context, name string, writes bool, f func(store.Keys) error) (err error) {
	conn, err := w.pool.Acquire(ctx)
	switch {
	case errors.Is(err, faults.ErrOlder):
		return err
	case err != nil:
		return fmt.Errorf("%w: %w", faults.ErrSilent, err)
	}
	mem, empty := w.memories.take(name)
	t := &tx{ctx: ctx, worlds: w, conn: conn, writes: writes, mem: mem}
	defer t.end()
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *store.Unread:
			err = p.Err
		default:
			panic(p)
		}
	}()
	if err := t.begin(name, empty); err != nil {
		return err
	}
	err = f(root{keys{t, ""}})
	if err == nil && t.writes {
		err = t.commit()
	}
	if err == nil || !t.changed() { // what is known is true of the version
		w.memories.keep(name, t.mem)
	}
	return err
}

// changed reports whether the transaction has changes that are not committed.
func (t *tx) changed() bool {
	for _, k := range t.mem.buckets {
		if len(k.was) > 0 {
			return true
		}
	}
	return len(t.dropped) > 0
}

// begin begins the transaction and learns the world's version, in one trip. If nothing is known of the world, what
// nearly every transaction reads comes with it.
func (t *tx) begin(name string, empty bool) error {
	mode := "read only"
	if t.writes {
		mode = "read write"
	}
	batch := &pgx.Batch{}
	batch.Queue("begin isolation level repeatable read " + mode)
	if !t.writes { // a long look, such as one that replays all turns, seldom asks the database, and nobody waits for it
		batch.Queue("set local idle_in_transaction_session_timeout = '1h'")
	}
	was := t.worlds.witness.now()
	if t.worlds.witness != nil {
		batch.Queue("select " + looking).QueryRow(func(row pgx.Row) error {
			return row.Scan(&t.sees.System, &t.sees.Tables, &t.sees.Timeline, &t.sees.Log)
		})
	}
	batch.Queue("select id, version from weltentor.world where name = $1", name).
		QueryRow(func(row pgx.Row) error { return row.Scan(&t.id, &t.version) })
	if empty {
		t.often(batch, name)
	}
	err := t.send(batch)
	if older := was.older(t.sees); t.sees.System != 0 && older != nil {
		// A pooler has gone to another server. The next connection looks whether somebody has adopted it.
		return errors.Join(older, t.conn.Conn().Close(t.ctx))
	}
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return fmt.Errorf("%w: %s", faults.ErrNoWorld, name)
	case err != nil:
		return faultOf(err)
	case !empty && t.mem.version != t.version:
		t.mem = &memory{buckets: map[string]*known{}}
		batch = &pgx.Batch{}
		t.often(batch, name)
		err = t.send(batch)
	}
	t.mem.version = t.version
	return faultOf(err)
}

// oftenRows is how many rows of each such bucket are read at once.
const oftenRows = 500

// often asks for the buckets that nearly every transaction reads, and for the names of all.
func (t *tx) often(batch *pgx.Batch, name string) {
	paths := [][]byte{{}}
	for _, b := range store.Often {
		paths = append(paths, []byte(under("", []byte(b))))
	}
	batch.Queue(`select p.path, c.key, c.value from weltentor.world w, unnest($2::bytea[]) p(path),
		lateral (select key, value from weltentor.cell where world = w.id and path = p.path order by key limit $3) c
		where w.name = $1 order by p.path, c.key`, name, paths, oftenRows).Query(func(rows pgx.Rows) error {
		read := map[string][]entry{}
		for rows.Next() {
			var path, key, value []byte
			if err := rows.Scan(&path, &key, &value); err != nil {
				return err
			}
			read[string(path)] = append(read[string(path)], entryOf(key, value))
		}
		for _, p := range paths {
			some := read[string(p)]
			s := span{end: len(some) < oftenRows}
			if !s.end {
				s.to = after(some[oftenRows-1].key)
			}
			t.mem.bucket(string(p)).learn(s, some)
		}
		return rows.Err()
	})
}

// send sends questions together and waits for all answers: one trip.
func (t *tx) send(batch *pgx.Batch) error {
	t.worlds.trips.Add(1)
	return t.conn.SendBatch(t.ctx, batch).Close()
}

// most is how many bytes of values one statement writes. PostgreSQL takes no parameter above 1 GB.
const mostBytes = 16 << 20

// commit writes all changes in one trip, if the world still has the version that the transaction has seen.
func (t *tx) commit() error {
	batch, next := &pgx.Batch{}, rand.Int64()
	// Another one that came first makes this an error, since the transaction reads one moment. The version is random: if a
	// database has lost commits, a counter would be given out twice, and memories would be taken for true.
	batch.Queue(`update weltentor.world set version = $2, past = (version || past)[:16], next_due = '-infinity'
		where id = $1`, t.id, next)
	if t.keeps != "" {
		batch.Queue(`with kept as (insert into weltentor.world (name, version, next_due) values ($2, $3, null) returning id)
			insert into weltentor.cell select kept.id, path, key, value from kept, weltentor.cell where world = $1`, t.id,
			t.keeps, next)
	}
	for _, path := range t.dropped {
		batch.Queue("delete from weltentor.cell where world = $1 and path >= $2 and path < $3", t.id, []byte(path),
			[]byte(path+"\xff"))
	}
	t.write(batch)
	batch.Queue("commit")
	err := confirmed(t.conn.Conn().PgConn(), func() error { return commitFault(t.send(batch)) })
	if errors.Is(err, faults.ErrUnconfirmed) {
		err = t.became(next, err)
	}
	if err != nil {
		return err
	}
	t.worlds.witness.saw(t.sees)
	for _, k := range t.mem.buckets {
		k.was = nil
	}
	t.dropped, t.mem.version = nil, next
	return nil
}

// askAgain is how long to wait between two questions about a commit.
const askAgain = 200 * time.Millisecond

// became finds out what became of the commit to a version whose answer was lost. It asks until the database answers, or
// the time is over. If it is, or if the database no longer knows, nobody does, and only then the error is
// ErrUnconfirmed. The asking goes on after the transaction's context has ended.
func (t *tx) became(next int64, cause error) error {
	ctx, done := context.WithTimeout(context.WithoutCancel(t.ctx), t.worlds.Patience)
	defer done()
	if t.worlds.Asking != nil {
		defer context.AfterFunc(t.worlds.Asking, done)()
	}
	for {
		switch fate, err := t.ask(ctx, next); {
		case err == nil && fate == nil:
			return nil
		case err == nil:
			return fmt.Errorf("%w: %v", fate, cause)
		}
		select {
		case <-ctx.Done():
			return cause
		case <-time.After(askAgain):
		}
	}
}

// ask takes away the version that the transaction has seen. If that succeeds, the commit is not there and can never
// come (ErrSilent). If it still runs, the database lets this wait for it. Otherwise its version is there, or among the
// past ones (nil), or somebody else was first (ErrFenced). Which of these is known as long as the past ones reach back
// to the version that the transaction has seen (else ErrUnconfirmed). It changes the world in any case: if that is
// confirmed, so is all before it.
func (t *tx) ask(ctx context.Context, next int64) (fate, err error) {
	conn, err := t.worlds.pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Release()
	var gone, there, known bool
	batch := &pgx.Batch{}
	batch.Queue(`update weltentor.world set version = $3, past = (version || past)[:16], next_due = '-infinity'
		where id = $1 and version = $2`, t.id, t.version, rand.Int64()).Exec(func(did pgconn.CommandTag) error {
		gone = did.RowsAffected() > 0
		return nil
	})
	batch.Queue(`update weltentor.world set past = past where id = $1
		returning version = $2 or $2 = any(past), $3 = any(past)`, t.id, next,
		t.version).QueryRow(func(row pgx.Row) error { return row.Scan(&there, &known) })
	err = confirmed(conn.Conn().PgConn(), func() error { return conn.SendBatch(ctx, batch).Close() })
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return faults.ErrNoWorld, nil
	case err != nil:
		return nil, err
	case gone:
		return faults.ErrSilent, nil
	case there:
		return nil, nil
	case known:
		return faults.ErrFenced, nil
	}
	return faults.ErrUnconfirmed, nil
}

// write adds the changed rows to a batch.
func (t *tx) write(batch *pgx.Batch) {
	var paths, keys, values [][]byte
	bytes := 0
	put := func() {
		if len(keys) > 0 {
			batch.Queue(`insert into weltentor.cell (world, path, key, value)
				select $1, * from unnest($2::bytea[], $3::bytea[], $4::bytea[])
				on conflict (world, path, key) do update set value = excluded.value`, t.id, paths, keys, values)
		}
		paths, keys, values, bytes = nil, nil, nil, 0
	}
	var gonePaths, goneKeys [][]byte
	for path, k := range t.mem.buckets {
		for key, was := range k.was {
			switch is := k.at(key); {
			case is.is == was.is && string(is.value) == string(was.value):
			case is.is == nothing:
				gonePaths, goneKeys = append(gonePaths, []byte(path)), append(goneKeys, []byte(key))
			default:
				paths, keys, values = append(paths, []byte(path)), append(keys, []byte(key)), append(values, is.value)
				if bytes += len(is.value); bytes > mostBytes {
					put()
				}
			}
		}
	}
	if len(goneKeys) > 0 {
		batch.Queue(`delete from weltentor.cell c using unnest($2::bytea[], $3::bytea[]) g(path, key)
			where c.world = $1 and c.path = g.path and c.key = g.key`, t.id, gonePaths, goneKeys)
	}
	put()
}

// end gives the connection back. Nobody needs the answer of a rollback.
func (t *tx) end() {
	if t.conn.Conn().PgConn().TxStatus() == 'I' || t.conn.Conn().IsClosed() {
		t.conn.Release()
		return
	}
	go func() {
		defer t.conn.Release()
		ctx, done := context.WithTimeout(context.WithoutCancel(t.ctx), 5*time.Second)
		defer done()
		_, _ = t.conn.Exec(ctx, "rollback")
	}()
}

// faultOf is an error of the database before a commit: nothing has changed.
func faultOf(err error) error {
	if err == nil || errors.As(err, new(*pgconn.PgError)) {
		return err
	}
	return fmt.Errorf("%w: %w", faults.ErrSilent, err)
}

// commitFault is an error of a commit. If the database has refused it, nothing has changed; if the answer is missing,
// nobody knows.
func commitFault(err error) error {
	var said *pgconn.PgError
	switch is := errors.As(err, &said); {
	case err == nil:
		return nil
	case is && said.Code == "40001": // serialization failure
		return fmt.Errorf("%w: %w", faults.ErrFenced, err)
	case is && said.Code == "53100": // disk full
		return fmt.Errorf("%w: %w", faults.ErrFull, err)
	case is && said.Code == "23505": // unique violation: of the name to keep the world under
		return fmt.Errorf("%w: %w", faults.ErrExists, err)
	case is && said.SeverityUnlocalized == "ERROR":
		return err
	case pgconn.SafeToRetry(err):
		return fmt.Errorf("%w: %w", faults.ErrSilent, err)
	}
	return fmt.Errorf("%w: %w", faults.ErrUnconfirmed, err)
}
