//go:build fleet

package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"weltentor/cmd/weltentor/fleet/engine"
)

// lease is a lease that its holder has.
type lease struct {
	of           *Engine
	name, holder string
}

// Take takes a lease, by the server's clock.
func (e *Engine) Take(ctx context.Context, name, holder string, ttl time.Duration) (engine.Lease, error) {
	if err := errors.Join(engine.CheckName(name), engine.CheckHolder(holder), lasts(ttl)); err != nil {
		return nil, err
	}
	ctx, done := e.call(ctx)
	defer done()
	got := ""
	err := e.pool.QueryRow(ctx, `insert into weltentor.leases as has (name, holder, until)
		values ($1, $2, clock_timestamp() + $3::bigint * interval '1 microsecond')
		on conflict (name) do update set holder = excluded.holder, until = excluded.until
			where has.holder = excluded.holder or has.until <= clock_timestamp()
		returning holder`, name, holder, ttl.Microseconds()).Scan(&got)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, engine.ErrTaken
	} else if err != nil {
		return nil, said("the lease of", name, err)
	}
	return &lease{e, name, holder}, nil
}

// lasts refuses a lease that would end at once.
func lasts(ttl time.Duration) error {
	if ttl <= 0 {
		return fmt.Errorf("%w: a lease for %v; write a time from now on", engine.ErrRefused, ttl)
	}
	return nil
}

// Renew makes the lease last for ttl from now, unless it has ended.
func (l *lease) Renew(ctx context.Context, ttl time.Duration) error {
	if err := lasts(ttl); err != nil {
		return err
	}
	ctx, done := l.of.call(ctx)
	defer done()
	tag, err := l.of.pool.Exec(ctx, `update weltentor.leases
		set until = clock_timestamp() + $3::bigint * interval '1 microsecond'
		where name = $1 and holder = $2 and until > clock_timestamp()`, l.name, l.holder, ttl.Microseconds())
	if err == nil && tag.RowsAffected() == 0 {
		return engine.ErrLost
	}
	return said("the lease of", l.name, err)
}

// Release gives the lease back, if it is still held.
func (l *lease) Release(ctx context.Context) error {
	ctx, done := l.of.call(ctx)
	defer done()
	_, err := l.of.pool.Exec(ctx, `delete from weltentor.leases where name = $1 and holder = $2`, l.name, l.holder)
	return said("the lease of", l.name, err)
}

// Holders returns the holder of each lease whose name begins with a prefix.
func (e *Engine) Holders(ctx context.Context, prefix string) (map[string]string, error) {
	if err := engine.CheckPrefix(prefix); err != nil {
		return nil, err
	}
	ctx, done := e.call(ctx)
	defer done()
	from, to := span(prefix)
	holders, name, holder := map[string]string{}, "", ""
	rows, err := e.pool.Query(ctx, `select name, holder from weltentor.leases
		where name >= $1 and name < $2 and until > clock_timestamp()`, from, to)
	if err != nil {
		return nil, said("the holders of", prefix, err)
	}
	_, err = pgx.ForEachRow(rows, []any{&name, &holder}, func() error {
		holders[name] = holder
		return nil
	})
	return holders, said("the holders of", prefix, err)
}
