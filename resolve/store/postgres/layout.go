//go:build fleet

package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// steps raise the tables by one version each, from none on. A step that was released never changes.
//
// past has a world's last versions, the newest first, see tx.became. adopted has how often somebody has taken the
// database as it is, see Adopt. A bucket is a row of its parent whose value is null; path is the names on the way to a bucket, see under. Values are
// compressed already. Holds are apart from worlds: in the world's row their renewal would fence its commits. A hold by
// nobody is a rest. Mails are rows as long as they are in the inbox, and before is the last barrier before a row. The
// time of everything but holds is present, which tests put forward.
var steps = []string{`
create table weltentor.world (
	id bigint generated always as identity primary key,
	name text collate "C" not null unique,
	version bigint not null,
	past bigint[] not null default '{}',
	settings text not null default '',
	mailbox text collate "C" not null default '',
	account text collate "C" not null default '',
	about jsonb not null default '{}',
	gist jsonb not null default '{}',
	next_due timestamptz default '-infinity',
	letter_due timestamptz,
	stopped jsonb);
comment on column weltentor.world.past is 'its last versions, the newest first: a commit whose answer was lost is found there';
comment on column weltentor.world.next_due is 'when a host looks at it; -infinity: it has changed since the last look';
create index world_due on weltentor.world (next_due) where next_due is not null;
create index world_letters on weltentor.world (account, letter_due) where letter_due is not null;
create index world_mailbox on weltentor.world (mailbox, next_due);

create table weltentor.cell (
	world bigint not null references weltentor.world on delete cascade,
	path bytea not null,
	key bytea not null,
	value bytea,
	primary key (world, path, key));
alter table weltentor.cell alter column value set storage external;

create table weltentor.hold (
	kind text collate "C" not null,
	name text collate "C" not null,
	by text not null,
	until timestamptz not null,
	primary key (kind, name));

create table weltentor.mailrow (
	mailbox text collate "C" not null,
	validity bigint not null,
	uid bigint not null,
	sum text not null,
	world bigint not null references weltentor.world on delete cascade,
	before timestamptz not null,
	listed timestamptz not null,
	taken timestamptz,
	primary key (mailbox, validity, uid));
create index mailrow_untaken on weltentor.mailrow (world) where taken is null;

create table weltentor.barrier (
	mailbox text collate "C" primary key,
	at timestamptz not null,
	besides text[] not null);
comment on table weltentor.barrier is 'all mail up to this time was listed, but for some worlds';

create table weltentor.sent (
	account text collate "C" primary key,
	hour timestamptz not null,
	n int not null);

create table weltentor.member (
	host text collate "C" primary key,
	seen timestamptz not null,
	rules jsonb not null default '{}',
	about jsonb not null default '{}',
	aside bool not null default false);

create table weltentor.trouble (
	kind text collate "C" not null,
	name text collate "C" not null,
	about jsonb not null,
	primary key (kind, name));

create table weltentor.adopted (
	id text primary key default gen_random_uuid()::text,
	at timestamptz not null default clock_timestamp());
comment on table weltentor.adopted is 'when somebody has told hosts to trust an older database';

create function weltentor.present() returns timestamptz language sql stable as 'select now()';
`}

// layOut makes the tables, or raises them to this program's version.
func layOut(ctx context.Context, pool *pgxpool.Pool) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		n, err := begin(ctx, tx)
		latest := len(steps)
		switch {
		case err != nil:
			return err
		case n > latest:
			return fmt.Errorf("the tables have version %d, and this program knows versions up to %d: a newer one has "+
				"raised them; update weltentor on this host", n, latest)
		case n == latest:
			return nil
		}
		for _, step := range steps[n:] {
			if _, err := tx.Exec(ctx, step); err != nil {
				return fmt.Errorf("the tables cannot be made: %w", err)
			}
		}
		_, err = tx.Exec(ctx, "update weltentor.layout set version = $1", latest)
		return err
	})
}

// begin locks the layout, since two that begin together would both find no table, and returns its version; 0: none.
func begin(ctx context.Context, tx pgx.Tx) (n int, err error) {
	_, err = tx.Exec(ctx, "select pg_advisory_xact_lock(7735)")
	there := false
	if err == nil {
		err = tx.QueryRow(ctx, "select exists (select from pg_namespace where nspname = 'weltentor')").Scan(&there)
	}
	if err == nil && !there {
		if _, err = tx.Exec(ctx, "create schema weltentor"); err != nil {
			return 0, fmt.Errorf("the schema weltentor cannot be made: %w; as the owner of the database, run "+
				"`create schema weltentor authorization USER`", err)
		}
	}
	if err == nil {
		err = tx.QueryRow(ctx, `select exists (select from pg_tables
			where schemaname = 'weltentor' and tablename = 'layout')`).Scan(&there)
	}
	if err != nil {
		return 0, err
	}
	if !there {
		_, err = tx.Exec(ctx, `create table weltentor.layout (one bool primary key check (one), version int not null);
			insert into weltentor.layout values (true, 0)`)
		return 0, err
	}
	err = tx.QueryRow(ctx, "select version from weltentor.layout").Scan(&n)
	return n, err
}
