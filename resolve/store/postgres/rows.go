//go:build fleet

// Package postgres is the store's engine for worlds that many hosts share: each key is a row of PostgreSQL. A host
// keeps nothing of its own. Before, hosts kept copies of the file and shipped its changed pages through a journal,
// which was hard to follow.
//
// A transaction sees one moment (repeatable read). Its changes stay in the process until the commit, which sends them
// all in one trip, so it locks nothing while it computes. Each commit gives the world a new version. If another commit
// was first, the database refuses this one, and that is faults.ErrFenced. What a process has read it keeps as long as
// the world's version is the same, up to a number of bytes. A value and its checksum are the same bytes as in a file.
// Begin with Open and tx.go.
package postgres

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"weltentor/resolve/store"
)

// Worlds are the worlds of one database.
type Worlds struct {
	pool     *pgxpool.Pool
	most     int
	memories memories
	trips    atomic.Int64
	system   int64 // what tells the database from others; a standby of it is the same
	witness  *Witness
	// Patience is how long it is asked what became of a commit whose answer was lost, or until Asking ends. nil: it does
	// not end.
	Patience time.Duration
	Asking   context.Context
}

// mostKept is how many bytes of memory all worlds take, if nothing else is said.
const mostKept = 64 << 20

// Open makes the tables if they do not exist. The pool stays the caller's; its sessions must confirm only what is on
// the disk. kept is how many bytes of what was read stay in memory, and how many one transaction has; 0: 64 MB.
func Open(ctx context.Context, pool *pgxpool.Pool, kept int) (*Worlds, error) {
	if kept <= 0 {
		kept = mostKept
	}
	w := &Worlds{pool: pool, most: kept, memories: memories{most: kept, all: map[string]*memory{}},
		Patience: 10 * time.Second}
	err := layOut(ctx, pool)
	if err == nil {
		err = pool.QueryRow(ctx, "select system_identifier from pg_control_system()").Scan(&w.system)
	}
	return w, err
}

// Trusts makes a witness remember the changes of these worlds.
func (w *Worlds) Trusts(witness *Witness) { w.witness = witness }

// Trips is how often the database was asked, and its answer waited for.
func (w *Worlds) Trips() int64 { return w.trips.Load() }

// World is the engine of one world. Nobody looks whether it exists.
func (w *Worlds) World(ctx context.Context, name string) store.Engine { return world{w, ctx, name} }

type world struct {
	worlds *Worlds
	ctx    context.Context
	name   string
}

// View implements store.Engine.
func (w world) View(f func(store.Keys) error) error { return w.worlds.run(w.ctx, w.name, false, f) }

// Update implements store.Engine.
func (w world) Update(f func(store.Keys) error) error { return w.worlds.run(w.ctx, w.name, true, f) }

// Kept implements store.Engine.
func (w world) Kept(prefix string) (names []string, err error) {
	rows, err := w.worlds.pool.Query(w.ctx, "select name from weltentor.world where starts_with(name, $1) order by name",
		prefix)
	if err == nil {
		names, err = pgx.CollectRows(rows, pgx.RowTo[string])
	}
	return names, faultOf(err)
}

// Drop implements store.Engine.
func (w world) Drop(name string) error {
	_, err := w.worlds.pool.Exec(w.ctx, "delete from weltentor.world where name = $1", name)
	return commitFault(err)
}

// String is the world's name.
func (w world) String() string { return w.name }
