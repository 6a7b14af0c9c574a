//go:build fleet

package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/jackc/pgx/v5"

	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
)

// Add makes a world of what another one has, byte by byte, in one transaction: all of it, or nothing. It needs little
// memory, however large the world is. If there is one of this name, the error is faults.ErrExists; a wrong checksum is
// *store.Damage.
func (w *Worlds) Add(ctx context.Context, name string, from *store.Tx) error {
	tx, err := w.pool.Begin(ctx)
	if err != nil {
		return fmt.Errorf("%w: %w", faults.ErrSilent, err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }() // nothing, after the commit
	var id int64
	err = tx.QueryRow(ctx, "insert into weltentor.world (name, version) values ($1, $2) on conflict do nothing returning id",
		name, rand.Int64()).Scan(&id)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return fmt.Errorf("%w: %s", faults.ErrExists, name)
	case err != nil:
		return faultOf(err)
	}
	if err := addCells(ctx, tx, id, from); err != nil {
		return err
	}
	return confirmed(tx.Conn().PgConn(), func() error { return commitFault(tx.Commit(ctx)) })
}

// addCells adds the rows of a new world, a few MB at a time.
func addCells(ctx context.Context, tx pgx.Tx, id int64, from *store.Tx) error {
	var cells [][]any
	size := 0
	send := func() error {
		_, err := tx.CopyFrom(ctx, pgx.Identifier{"weltentor", "cell"}, []string{"world", "path", "key", "value"},
			pgx.CopyFromRows(cells))
		cells, size = cells[:0], 0
		return faultOf(err)
	}
	for r, err := range from.Records() {
		if err != nil {
			return err
		}
		path := ""
		for _, name := range r.Way {
			path = under(path, name)
		}
		if len(path)+len(r.Key) > longest {
			return errKey
		}
		cells = append(cells, []any{id, []byte(path), r.Key, r.Value})
		if size += len(path) + len(r.Key) + len(r.Value) + entrySize; size > mostBytes {
			if err := send(); err != nil {
				return err
			}
		}
	}
	return send()
}
