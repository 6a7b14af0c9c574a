//go:build fleet

package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// steps raise the layout of the database by one version each. A step that was released never changes; every change is
// a new step.
var steps = []string{`
create table weltentor.entries (
	log text collate "C" not null,
	number bigint not null check (number > 0),
	at timestamptz not null,
	head bytea not null,
	data bytea not null,
	primary key (log, number));
alter table weltentor.entries alter column data set storage external;
comment on table weltentor.entries is 'logs; the primary key is the fence';

create table weltentor.dropped (
	log text collate "C" primary key,
	number bigint not null);
comment on table weltentor.dropped is 'the last number of logs that were removed: a log of that name begins above it';

create table weltentor.parts (
	log text collate "C" not null,
	sum text collate "C" not null,
	at timestamptz not null,
	data bytea not null,
	primary key (log, sum));
alter table weltentor.parts alter column data set storage external;
comment on table weltentor.parts is 'what is too large for an entry, by the SHA-256 of its content';

create table weltentor.leases (
	name text collate "C" primary key,
	holder text not null,
	until timestamptz not null);
comment on table weltentor.leases is 'who does what, until when';

create sequence weltentor.revisions;
create table weltentor.register (
	key text collate "C" primary key,
	revision bigint not null,
	value bytea not null);
comment on table weltentor.register is 'small values, with revisions of one sequence';
`}

// layOut makes the tables, or raises them to this program's version. If two hosts do so at once, one waits for the
// other.
func (e *Engine) layOut(ctx context.Context) error {
	if n, err := layoutOf(ctx, e.pool); err != nil || n == len(steps) {
		return err
	}
	return pgx.BeginFunc(ctx, e.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, alone, lock("layout", "")); err != nil {
			return err
		}
		n, err := layoutOf(ctx, tx)
		if err != nil {
			return err
		}
		if n == 0 {
			if err := first(ctx, tx); err != nil {
				return err
			}
		}
		for ; n < len(steps); n++ {
			if _, err := tx.Exec(ctx, steps[n]); err != nil {
				return fmt.Errorf("step %d of the tables: %w", n+1, err)
			}
		}
		_, err = tx.Exec(ctx, `update weltentor.layout set version = $1`, n)
		return err
	})
}

// first makes the schema, unless an administrator did, and the table with its version.
func first(ctx context.Context, tx pgx.Tx) error {
	var there bool
	err := tx.QueryRow(ctx, `select exists (select from pg_namespace where nspname = 'weltentor')`).Scan(&there)
	if err != nil {
		return err
	}
	if !there {
		if _, err := tx.Exec(ctx, `create schema weltentor`); err != nil {
			return fmt.Errorf("the schema weltentor cannot be made: %w; as the owner of the database, run "+
				"`create schema weltentor authorization USER`", err)
		}
	}
	_, err = tx.Exec(ctx, `create table weltentor.layout (one bool primary key check (one), version int not null)`)
	if err != nil {
		return fmt.Errorf("tables cannot be made: %w", err)
	}
	_, err = tx.Exec(ctx, `insert into weltentor.layout values (true, 0)`)
	return err
}

// layoutOf returns the version of the tables, and 0 if there are none. It refuses a version that this program does not
// know.
func layoutOf(ctx context.Context, db interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}) (n int, err error) {
	var there bool
	// to_regclass does not work here: a session caches that there was none, even while it waits for the lock.
	err = db.QueryRow(ctx, `select exists (select from pg_tables
		where schemaname = 'weltentor' and tablename = 'layout')`).Scan(&there)
	if err != nil || !there {
		return 0, err
	}
	if err = db.QueryRow(ctx, `select version from weltentor.layout`).Scan(&n); err != nil {
		return 0, fmt.Errorf("the version of the tables: %w", err)
	}
	if n > len(steps) {
		return 0, fmt.Errorf("the tables have version %d, and this program knows versions up to %d: a newer one has "+
			"raised them; update weltentor on this host", n, len(steps))
	}
	return n, nil
}
