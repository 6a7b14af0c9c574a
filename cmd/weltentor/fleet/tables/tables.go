//go:build fleet

// Package tables is what the hosts of a fleet share beside the records of worlds: who holds what, which worlds have
// something to do, which mails are in the mailboxes, how many letters have left, and which hosts are there. Each
// function is one statement on PostgreSQL, and one trip. The records are rows of package resolve/store/postgres.
//
// No hold protects a world: its version does. Holds spare work, and end by themselves.
package tables

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Tables are the tables of a fleet, as one process uses them.
type Tables struct {
	pool  *pgxpool.Pool
	by    string // the name of the process: its host, and what nobody else has
	hands hands
	grips atomic.Int64 // that it has asked for
}

// New returns the tables of a database, for a process of a host. The pool stays the caller's.
func New(pool *pgxpool.Pool, host string) *Tables {
	t := &Tables{pool: pool, by: fmt.Sprintf("%s/%d-%s", host, os.Getpid(), rand.Text()[:8])}
	t.hands.all = map[string]*hand{}
	return t
}

var (
	// ErrTaken says that somebody else holds it.
	ErrTaken = errors.New("somebody else has it in hand")
	// ErrLost says that a hold has ended.
	ErrLost = errors.New("the hold has ended")
	// ErrUnknown says that there is no such world.
	ErrUnknown = errors.New("the fleet has no such world")
	// ErrOdd says that somebody has changed a world's row by hand so that it cannot be read.
	ErrOdd = errors.New("its row in weltentor.world cannot be read")
)

// Now is the database's time.
func (t *Tables) Now(ctx context.Context) (now time.Time, err error) {
	err = t.pool.QueryRow(ctx, "select weltentor.present()").Scan(&now)
	return now.UTC(), err
}

// channel is where hosts hear that there is something to do.
const channel = "weltentor"

// Wake makes all hosts look.
func (t *Tables) Wake(ctx context.Context) error {
	_, err := t.pool.Exec(ctx, "select pg_notify($1, '')", channel)
	return err
}

// Listen calls heard whenever somebody says that there is something to do, until the context ends or the connection
// is lost. A pooler between may swallow what is said, so nobody depends on it.
func (t *Tables) Listen(ctx context.Context, heard func()) error {
	conn, err := t.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	own := conn.Hijack() // it goes on listening, so nobody else may have it
	defer own.Close(context.WithoutCancel(ctx))
	if _, err := own.Exec(ctx, "listen "+channel); err != nil {
		return err
	}
	for {
		if _, err := own.WaitForNotification(ctx); err != nil {
			return err
		}
		heard()
	}
}

// at is a time as a parameter: a zero time is null.
func at(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// of is a time of a row: null is the zero time.
func of(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return t.UTC()
}

// none turns "no rows" into false.
func none(err error) (is bool, _ error) {
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// eachRow scans rows one by one.
func eachRow(rows pgx.Rows, into []any, do func()) error {
	_, err := pgx.ForEachRow(rows, into, func() error { do(); return nil })
	return err
}
