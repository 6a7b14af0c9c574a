//go:build fleet

package postgres

import (
	"context"
	"errors"
	"iter"
	"math"

	"github.com/jackc/pgx/v5"

	"weltentor/cmd/weltentor/fleet/engine"
)

// page is how many entries are read at a time: 8 MB if all have the maximum size.
const page = 16

// topmost selects the last entry of a log. If the server must wait for a standby, the query writes a message behind
// the entry, so it ends only when the standby has both. Otherwise it could show entries that the standby lacks, after
// a crash or when the server gave up waiting.
const topmost = `select number, at, head, case when current_setting('synchronous_standby_names') <> ''
		then pg_logical_emit_message(true, 'weltentor', '') end
	from (select number, at, head from weltentor.entries where log = $1 order by number desc limit 1) last`

// Head returns the last entry of a log. No failover loses it, since hosts rely on it.
func (e *Engine) Head(ctx context.Context, log string) (engine.Entry, error) {
	if err := engine.CheckName(log); err != nil {
		return engine.Entry{}, err
	}
	ctx, done := e.call(ctx)
	defer done()
	h := engine.Entry{Log: log}
	var b pgx.Batch
	b.Queue(topmost, log).QueryRow(func(row pgx.Row) error { return row.Scan(&h.Number, &h.At, &h.Head, nil) })
	err := e.together(ctx, &b)
	if errors.Is(err, pgx.ErrNoRows) {
		return engine.Entry{}, nil
	} else if err != nil {
		return engine.Entry{}, said("the head of", log, err)
	}
	return h, nil
}

// behind inserts an entry if `prev` is the last one; two inserts behind the same entry have the same key. A log that
// was dropped goes on above its old numbers.
const behind = `insert into weltentor.entries (log, number, at, head, data)
	select $1::text, 1 + case when $2::bigint > 0 then $2::bigint
			else coalesce((select number from weltentor.dropped where log = $1::text), 0) end,
		clock_timestamp(), $3::bytea, $4::bytea
	where $2::bigint = coalesce((select max(number) from weltentor.entries where log = $1::text), 0)
	on conflict (log, number) do nothing returning number`

// Append adds an entry behind another.
func (e *Engine) Append(ctx context.Context, log string, prev uint64, head, data []byte) (uint64, error) {
	if err := engine.CheckName(log); err != nil {
		return 0, err
	}
	if err := engine.CheckEntry(head, data); err != nil {
		return 0, err
	}
	if prev >= math.MaxInt64 {
		return 0, engine.ErrFenced
	}
	ctx, done := e.call(ctx)
	defer done()
	var b pgx.Batch
	var number int64
	b.Queue(sharing, lock("log", log))
	b.Queue(behind, log, int64(prev), full(head), full(data)).QueryRow(func(row pgx.Row) error {
		return row.Scan(&number)
	})
	err := e.together(ctx, &b)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, engine.ErrFenced
	} else if err != nil {
		return 0, said("an entry to", log, err)
	}
	return uint64(number), nil
}

// full turns nil into an empty value, since nil would be NULL.
func full(data []byte) []byte {
	if data == nil {
		return []byte{}
	}
	return data
}

// Read yields the entries from a number on, page by page.
func (e *Engine) Read(ctx context.Context, log string, from uint64) iter.Seq2[engine.Entry, error] {
	return func(yield func(engine.Entry, error) bool) {
		if err := engine.CheckName(log); err != nil {
			yield(engine.Entry{}, err)
			return
		}
		to := uint64(math.MaxInt64) // the last entry, once it is known
		for from <= to {
			entries, last, err := e.entries(ctx, log, from, to)
			if err != nil {
				yield(engine.Entry{}, said("the entries of", log, err))
				return
			}
			for _, entry := range entries {
				if !yield(entry, nil) {
					return
				}
				from = entry.Number + 1
			}
			if len(entries) < page {
				return
			}
			to = min(to, last)
		}
	}
}

// entries reads a page of a log, and the number of the last entry that is there.
func (e *Engine) entries(ctx context.Context, log string, from, to uint64) (out []engine.Entry, last uint64,
	err error) {
	ctx, done := e.call(ctx)
	defer done()
	rows, err := e.pool.Query(ctx, `select number, at, head, data,
			(select max(number) from weltentor.entries where log = $1)
		from weltentor.entries where log = $1 and number between $2 and $3 order by number limit $4`,
		log, int64(from), int64(to), page)
	if err != nil {
		return nil, 0, err
	}
	out, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (engine.Entry, error) {
		entry := engine.Entry{Log: log}
		err := row.Scan(&entry.Number, &entry.At, &entry.Head, &entry.Data, &last)
		return entry, err
	})
	return out, last, err
}

// tops walks from log to log in alphabetical order, and selects the last entry of each.
const tops = `with recursive top (log, number, at, head) as (
		(select log, number, at, head from weltentor.entries where log >= $1 and log < $2
			order by log desc, number desc limit 1)
	union all
		select n.log, n.number, n.at, n.head from top, lateral (
			select log, number, at, head from weltentor.entries where log >= $1 and log < top.log
			order by log desc, number desc limit 1) n)
	select log, number, at, head from top order by log`

// Heads yields the last entries of logs, all as of one moment.
func (e *Engine) Heads(ctx context.Context, prefix string) iter.Seq2[engine.Entry, error] {
	return func(yield func(engine.Entry, error) bool) {
		if err := engine.CheckPrefix(prefix); err != nil {
			yield(engine.Entry{}, err)
			return
		}
		heads, err := e.heads(ctx, prefix)
		if err != nil {
			yield(engine.Entry{}, said("the heads of", prefix, err))
			return
		}
		for _, h := range heads {
			if !yield(h, nil) {
				return
			}
		}
	}
}

func (e *Engine) heads(ctx context.Context, prefix string) ([]engine.Entry, error) {
	ctx, done := e.call(ctx)
	defer done()
	from, to := span(prefix)
	rows, err := e.pool.Query(ctx, tops, from, to)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (h engine.Entry, err error) {
		err = row.Scan(&h.Log, &h.Number, &h.At, &h.Head)
		return h, err
	})
}

// Trim drops the entries before a number. The last entry always stays.
func (e *Engine) Trim(ctx context.Context, log string, before uint64) error {
	if err := engine.CheckName(log); err != nil {
		return err
	}
	ctx, done := e.call(ctx)
	defer done()
	var b pgx.Batch
	b.Queue(alone, lock("log", log))
	b.Queue(`delete from weltentor.entries where log = $1
		and number < least($2::bigint, (select max(number) from weltentor.entries where log = $1))`,
		log, int64(min(before, math.MaxInt64)))
	return said("trim", log, e.together(ctx, &b))
}

// Drop removes a log and its parts, and remembers its last number.
func (e *Engine) Drop(ctx context.Context, log string) error {
	if err := engine.CheckName(log); err != nil {
		return err
	}
	ctx, done := e.call(ctx)
	defer done()
	var b pgx.Batch
	b.Queue(alone, lock("log", log))
	b.Queue(`insert into weltentor.dropped (log, number)
		select log, max(number) from weltentor.entries where log = $1 group by log
		on conflict (log) do update set number = greatest(weltentor.dropped.number, excluded.number)`, log)
	b.Queue(`delete from weltentor.entries where log = $1`, log)
	b.Queue(`delete from weltentor.parts where log = $1`, log)
	return said("drop", log, e.together(ctx, &b))
}
