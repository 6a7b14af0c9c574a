//go:build fleet

// Package postgres is the engine of a fleet over PostgreSQL. Settings of the database go in, an engine.Engine comes out;
// the commands of a fleet open it.
//
// The fence is the primary key of the table weltentor.entries, log and number. An append behind entry 7 inserts number 8
// if 7 is the last. Whoever comes second finds the key taken, and is told so. Appends share a lock of their log, and
// whoever trims or drops has it alone: otherwise an append could stand still while others append and trim, and its number
// would be free again. Lock and insert are two statements of one transaction and one round trip. It is read committed,
// so the insert sees what is there once it has the lock.
//
// An entry is confirmed when the answer to the commit was read and no warning came with it. synchronous_commit is on in
// each session, or remote_apply if the server is set to that, and a server with fsync or full_page_writes off is refused.
// If a commit that waits for a standby is cancelled, the server commits and only warns: the append then says nothing.
// Where synchronous_standby_names is set, a head is shown only when the standby has it as well. A standby itself is never
// asked, since it shows what was true a moment ago.
//
// The settings are those of a session, so a pooler between must keep sessions (PgBouncer: pool_mode = session). Time, for
// leases and the age of parts, is the server's clock_timestamp().
package postgres

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/resolve/store/rows"
)

// Time limits: for a call whose context has none, and for a statement on the server.
const (
	mostCall      = time.Minute
	mostStatement = 45 * time.Second
	mostConnect   = 10 * time.Second
)

// mostConnections is how many connections a host has, unless it sets another number.
const mostConnections = 8

// Settings say where the database is.
type Settings struct {
	// URL is postgres://USER@HOST:PORT/DATABASE?…; what is missing comes from the environment (PGHOST, PGPASSWORD,
	// PGPASSFILE …), as with psql.
	URL         string
	Password    string        // used if the URL, the environment and psql's file have none
	Connections int           // at most; 0: mostConnections
	Witness     *rows.Witness // that each connection is compared with; nil: none
	Later       time.Duration // for tests: how far into the future the ages of parts are computed
}

// Engine is an engine.Engine over PostgreSQL.
type Engine struct {
	pool  *pgxpool.Pool
	later time.Duration
	over  context.Context // ends with Close
	end   context.CancelFunc
}

var _ engine.Engine = (*Engine)(nil)

// Pool connects: one connection is tried.
func (s Settings) Pool(ctx context.Context) (*pgxpool.Pool, error) {
	cfg, err := s.config()
	if err != nil {
		return nil, engine.Unfit(err)
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err == nil {
		if err = pool.Ping(ctx); err == nil {
			return pool, nil
		}
		pool.Close()
	}
	if err = fmt.Errorf("PostgreSQL at %s: %w", where(cfg), err); refused(err) {
		err = engine.Unfit(err)
	}
	return nil, err
}

// Open connects, and makes the tables if there are none.
func Open(ctx context.Context, s Settings) (*Engine, error) {
	cfg, err := s.config()
	if err != nil {
		return nil, engine.Unfit(err)
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("PostgreSQL at %s: %w", where(cfg), err)
	}
	e := &Engine{pool: pool, later: s.Later}
	e.over, e.end = context.WithCancel(context.Background())
	ctx, done := e.call(ctx)
	defer done()
	if err := e.layOut(ctx); err != nil {
		e.Close()
		if err = fmt.Errorf("PostgreSQL at %s: %w", where(cfg), err); refused(err) {
			err = engine.Unfit(err)
		}
		return nil, err
	}
	return e, nil
}

// refused reports whether waiting cannot help: the user or password is wrong, the database does not exist, or the
// certificate is of an unknown authority.
func refused(err error) bool {
	var said *pgconn.PgError
	wrong := errors.As(err, &said) && (strings.HasPrefix(said.Code, "28") || said.Code == "3D000")
	return wrong || errors.As(err, new(*tls.CertificateVerificationError))
}

// Close cancels what is under way, and closes all connections.
func (e *Engine) Close() error {
	e.end()
	e.pool.Close()
	return nil
}

// call limits a call: its context ends with the engine, and after mostCall.
func (e *Engine) call(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithTimeout(ctx, mostCall)
	stop := context.AfterFunc(e.over, cancel)
	return ctx, func() {
		stop()
		cancel()
	}
}

// said says in an error what was done. No password can be in it: the server never names one, and pgx does not since
// the URL is parsed only once, see config.
func said(what, name string, err error) error {
	if err == nil {
		return nil
	}
	if passes(err) {
		err = engine.Unreached(err)
	}
	return fmt.Errorf("PostgreSQL: %s %s: %w", what, name, err)
}

// passes reports whether another try may succeed. Such errors are those of the network, and of a server that starts,
// stops, is a standby, or has no room or connection left. The classes are those of PostgreSQL's error codes.
func passes(err error) bool {
	var said *pgconn.PgError
	if !errors.As(err, &said) {
		return !refused(err) && !errors.Is(err, engine.ErrSettings) && !errors.Is(err, context.Canceled) && !errors.Is(err, pgx.ErrNoRows)
	}
	return said.Code == "25006" || slices.Contains([]string{"08", "40", "53", "57", "58"}, said.Code[:min(2, len(said.Code))])
}

// Now returns the server's time.
func (e *Engine) Now(ctx context.Context) (now time.Time, err error) {
	ctx, done := e.call(ctx)
	defer done()
	err = e.pool.QueryRow(ctx, `select clock_timestamp()`).Scan(&now)
	return now, said("the time", "of the server", err)
}

// lock returns the number of the lock of a log or key, by its kind. Names with the same number wait for each other,
// with no other effect.
func lock(kind, name string) int64 {
	h := fnv.New64a()
	h.Write([]byte("weltentor " + kind + " " + name))
	return int64(h.Sum64())
}

// The locks end with their transaction. Appends share the lock of the log, and removals have it alone. So an append
// sees the log as it is when it writes.
const (
	sharing = `select pg_advisory_xact_lock_shared($1::bigint)`
	alone   = `select pg_advisory_xact_lock($1::bigint)`
)

// together runs statements in one transaction and one round trip; each sees what is there when its turn comes. No
// error means that they are committed, as durably as the session asks for: the answer to the commit was read, and no
// warning came with it.
func (e *Engine) together(ctx context.Context, b *pgx.Batch) error {
	c, err := e.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer c.Release()
	server := c.Conn().PgConn()
	rows.Warned(server)
	if err := c.SendBatch(ctx, b).Close(); err != nil {
		return err
	}
	if said := rows.Warned(server); said != "" {
		return fmt.Errorf("the server has warned: %s", said)
	}
	return nil
}

// span returns bounds for all names that begin with a prefix, the upper one exclusive. Names have a-z, 0-9, - and /
// and are compared byte by byte.
func span(prefix string) (from, to string) { return prefix, prefix + "~" }
