//go:build fleet

package postgres

import (
	"context"
	"errors"
	"math"

	"github.com/jackc/pgx/v5"

	"weltentor/cmd/weltentor/fleet/engine"
)

// Get returns a value and its revision.
func (e *Engine) Get(ctx context.Context, key string) (value []byte, revision uint64, err error) {
	if err := engine.CheckName(key); err != nil {
		return nil, 0, err
	}
	ctx, done := e.call(ctx)
	defer done()
	err = e.pool.QueryRow(ctx, `select value, revision from weltentor.register where key = $1`, key).
		Scan(&value, &revision)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, 0, nil
	}
	return value, revision, said("the value of", key, err)
}

// The statements of Put. They return no row if the revision is not the current one.
const (
	putFirst = `insert into weltentor.register (key, revision, value) values ($1, nextval('weltentor.revisions'), $2)
		on conflict (key) do nothing returning revision`
	putOver = `update weltentor.register set revision = nextval('weltentor.revisions'), value = $2
		where key = $1 and revision = $3 returning revision`
	putNone   = `delete from weltentor.register where key = $1 and revision = $2 returning revision`
	noneThere = `select 0 where not exists (select from weltentor.register where key = $1)`
)

// Put replaces the value of a revision. One Put runs at a time, so revisions grow.
func (e *Engine) Put(ctx context.Context, key string, value []byte, prev uint64) (uint64, error) {
	if err := engine.CheckName(key); err != nil {
		return 0, err
	}
	if err := engine.CheckSize("a value", value, engine.MaxData); err != nil {
		return 0, err
	}
	if prev > math.MaxInt64 {
		return 0, engine.ErrFenced
	}
	ctx, done := e.call(ctx)
	defer done()
	var b pgx.Batch
	b.Queue(alone, lock("key", key))
	var q *pgx.QueuedQuery
	switch {
	case value == nil && prev == 0:
		q = b.Queue(noneThere, key)
	case value == nil:
		q = b.Queue(putNone, key, int64(prev))
	case prev == 0:
		q = b.Queue(putFirst, key, value)
	default:
		q = b.Queue(putOver, key, value, int64(prev))
	}
	var revision int64
	q.QueryRow(func(row pgx.Row) error { return row.Scan(&revision) })
	err := e.together(ctx, &b)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, engine.ErrFenced
	}
	return uint64(revision), said("the value of", key, err)
}

// All returns the values whose keys begin with a prefix.
func (e *Engine) All(ctx context.Context, prefix string) (map[string][]byte, error) {
	if err := engine.CheckPrefix(prefix); err != nil {
		return nil, err
	}
	ctx, done := e.call(ctx)
	defer done()
	from, to := span(prefix)
	rows, err := e.pool.Query(ctx, `select key, value from weltentor.register where key >= $1 and key < $2`, from, to)
	if err != nil {
		return nil, said("the values of", prefix, err)
	}
	values := map[string][]byte{}
	var key string
	var value []byte
	_, err = pgx.ForEachRow(rows, []any{&key, &value}, func() error {
		values[key], value = value, nil
		return nil
	})
	return values, said("the values of", prefix, err)
}
