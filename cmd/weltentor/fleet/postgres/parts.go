//go:build fleet

package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"weltentor/cmd/weltentor/fleet/engine"
)

// PutPart stores a part. A part that is there already becomes young again, and its content is not sent.
func (e *Engine) PutPart(ctx context.Context, log, sum string, data []byte) error {
	if err := engine.CheckName(log); err != nil {
		return err
	}
	if err := engine.CheckPart(sum, data); err != nil {
		return err
	}
	ctx, done := e.call(ctx)
	defer done()
	later := e.later.Microseconds()
	var young pgx.Batch
	there := false
	young.Queue(`update weltentor.parts set at = greatest(at, clock_timestamp() + $3::bigint * interval '1 microsecond')
		where log = $1 and sum = $2 returning true`, log, sum, later).QueryRow(func(row pgx.Row) error {
		if err := row.Scan(&there); !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		return nil
	})
	if err := e.together(ctx, &young); err != nil || there {
		return said("a part of", log, err)
	}
	var b pgx.Batch
	b.Queue(`insert into weltentor.parts (log, sum, at, data)
		values ($1, $2, clock_timestamp() + $3::bigint * interval '1 microsecond', $4)
		on conflict (log, sum) do update set at = greatest(weltentor.parts.at, excluded.at)`, log, sum,
		later, full(data))
	return said("a part of", log, e.together(ctx, &b))
}

// Part returns the content of a part. Damaged content is an error.
func (e *Engine) Part(ctx context.Context, log, sum string) (data []byte, err error) {
	if err := errors.Join(engine.CheckName(log), engine.CheckSum(sum)); err != nil {
		return nil, err
	}
	ctx, done := e.call(ctx)
	defer done()
	err = e.pool.QueryRow(ctx, `select data from weltentor.parts where log = $1 and sum = $2`, log, sum).Scan(&data)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, engine.ErrNone
	} else if err != nil {
		return nil, said("a part of", log, err)
	}
	if engine.CheckPart(sum, data) != nil {
		return nil, fmt.Errorf("PostgreSQL: the part %s of %s has another content than was stored: the server's disk "+
			"or memory is damaged", sum, log)
	}
	return data, nil
}

// KeepParts drops the parts that are old and not named.
func (e *Engine) KeepParts(ctx context.Context, log string, only map[string]bool) error {
	if err := engine.CheckName(log); err != nil {
		return err
	}
	ctx, done := e.call(ctx)
	defer done()
	kept := []string{}
	for sum, keep := range only {
		if keep {
			kept = append(kept, sum)
		}
	}
	var b pgx.Batch
	b.Queue(`delete from weltentor.parts where log = $1 and not sum = any($2)
		and at < clock_timestamp() + $3::bigint * interval '1 microsecond'`, log, kept,
		(e.later - engine.Grace).Microseconds())
	return said("parts of", log, e.together(ctx, &b))
}
