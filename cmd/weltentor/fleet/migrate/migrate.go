//go:build fleet

// Package migrate moves a fleet from the journal of earlier versions to rows: the tables of the journal go in, worlds of
// package rows come out, with what the register knew about them. `fleet migrate` calls it. It reads the journal by
// itself, and is the last to do so.
//
// First the tables of the journal get other names, so that no host of an earlier version can add anything. Then each
// world is moved in one transaction: its store is made in a temporary file from the last whole entry and those behind
// it, and copied. Worlds that are there already are skipped, so it can be killed anywhere and run again. In the end the
// database gets the version of the new tables; until then no host works on it. The tables of the journal stay, see Drop.
package migrate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"weltentor/resolve/place"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/store/rows"
)

// Migration moves the worlds of one database.
type Migration struct {
	Pool *pgxpool.Pool // of at least 4 connections
	Dir  string        // for temporary files, with room for the largest world; whatever is in it is removed
	// Tell hears what became of each world.
	Tell func(world string, became Became, err error)
}

// Became is what became of a world.
type Became string

// A world was moved now, or by an earlier run, or it could not be moved.
const (
	Moved  Became = "moved"
	There  Became = "there"
	Failed Became = "failed"
)

var (
	// ErrNone says that the database has no journal that could be moved.
	ErrNone = errors.New("there is no journal")
	// ErrDone says that it was moved already.
	ErrDone = errors.New("the journal was moved already")
	// ErrBusy says that hosts still work, or another process moves the journal.
	ErrBusy = errors.New("somebody is at work on the journal")
	// ErrLeaves says that a world is being exported.
	ErrLeaves = errors.New("a world is being exported")
	// ErrLeft says that not all worlds could be moved.
	ErrLeft = errors.New("not all worlds were moved")
)

// ofJournal is the version of the layout that is read.
const ofJournal = 1

// former are the tables of the journal, without schema. Their new names begin with journal_.
var former = []string{"entries", "dropped", "parts", "leases", "register"}

// Run moves everything that is not moved yet.
func (m *Migration) Run(ctx context.Context) error {
	alone, err := m.Pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer alone.Release()
	if err := lock(ctx, alone); err != nil {
		return err
	}
	defer func() { _, _ = alone.Exec(context.WithoutCancel(ctx), "select pg_advisory_unlock(7736)") }()
	if err := pgx.BeginFunc(ctx, m.Pool, func(tx pgx.Tx) error { return begin(ctx, tx) }); err != nil {
		return err
	}
	if err := errors.Join(rows.LayBeside(ctx, m.Pool), m.worlds(ctx)); err != nil {
		return err
	}
	if err := pgx.BeginFunc(ctx, m.Pool, func(tx pgx.Tx) error { return rest(ctx, tx) }); err != nil {
		return err
	}
	return rows.Raise(ctx, m.Pool)
}

// lock takes the right to move the journal. The one of a process that was killed ends a moment later.
func lock(ctx context.Context, alone *pgxpool.Conn) error {
	for end := time.Now().Add(5 * time.Second); ; time.Sleep(200 * time.Millisecond) {
		mine := false
		err := alone.QueryRow(ctx, "select pg_try_advisory_lock(7736)").Scan(&mine)
		if err == nil && !mine && time.Now().Before(end) {
			continue
		}
		if err == nil && !mine {
			err = fmt.Errorf("%w: another process moves it", ErrBusy)
		}
		return err
	}
}

// begin takes the tables of the journal away from hosts of earlier versions.
func begin(ctx context.Context, tx pgx.Tx) error {
	version, there := 0, false
	err := tx.QueryRow(ctx, "select to_regclass('weltentor.layout') is not null").Scan(&there)
	if err == nil && !there {
		return ErrNone
	}
	if err == nil {
		err = tx.QueryRow(ctx, "select version from weltentor.layout for update").Scan(&version)
	}
	if err == nil {
		err = tx.QueryRow(ctx, "select to_regclass('weltentor.journal_entries') is not null").Scan(&there)
	}
	switch {
	case err != nil:
		return err
	case version > ofJournal && there:
		return ErrDone
	case version != ofJournal:
		return ErrNone
	case there:
		return nil // an earlier run was here
	}
	for _, table := range former {
		// It waits for what is under way there.
		if _, err := tx.Exec(ctx, "alter table weltentor."+table+" rename to journal_"+table); err != nil {
			return err
		}
	}
	return idle(ctx, tx)
}

// beatTime is how old the last sign of a host must be for the host to be gone.
const beatTime = 48 * time.Second

// idle returns an error if hosts are at work, or a world is being exported. A lease of a look only says when it was.
func idle(ctx context.Context, tx pgx.Tx) error {
	busy := []string{}
	var now time.Time
	err := tx.QueryRow(ctx, `select clock_timestamp(),
		array(select holder from weltentor.journal_leases where until > clock_timestamp()
			and not starts_with(name, 'look/'))`).Scan(&now, &busy)
	if err != nil {
		return err
	}
	beats, _, err := values[struct{ At time.Time }](ctx, tx, "host/")
	if err != nil {
		return err
	}
	for host, b := range beats {
		if now.Sub(b.At).Abs() < beatTime {
			busy = append(busy, host)
		}
	}
	if len(busy) > 0 {
		slices.Sort(busy)
		return fmt.Errorf("%w: %s", ErrBusy, strings.Join(slices.Compact(busy), ", "))
	}
	all, _, err := values[entered](ctx, tx, "world/")
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if all[name].Leaves {
			return fmt.Errorf("%w: %s", ErrLeaves, name)
		}
	}
	return err
}

// worlds moves all worlds. One that cannot be moved does not keep the others.
func (m *Migration) worlds(ctx context.Context) error {
	all, torn, err := values[entered](ctx, m.Pool, "world/")
	if err != nil {
		return err
	}
	left := 0
	for _, name := range slices.Sorted(maps.Keys(merged(all, torn))) {
		became, err := Moved, torn[name]
		if err == nil {
			err = m.world(ctx, name, all[name])
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, faults.ErrExists):
			became, err = There, nil
		case err != nil:
			became, left = Failed, left+1
		}
		m.Tell(name, became, err)
	}
	if left > 0 {
		return fmt.Errorf("%w: %d", ErrLeft, left)
	}
	return nil
}

func merged(all map[string]entered, torn map[string]error) map[string]bool {
	names := map[string]bool{}
	for name := range all {
		names[name] = true
	}
	for name := range torn {
		names[name] = true
	}
	return names
}

// world moves one world, unless it is there: then faults.ErrExists.
func (m *Migration) world(ctx context.Context, name string, e entered) (err error) {
	there := false
	err = m.Pool.QueryRow(ctx, "select exists (select from weltentor.world where name = $1)", name).Scan(&there)
	if err == nil && there {
		err = faults.ErrExists
	}
	if err != nil {
		return err
	}
	if e.Rulebook == "" {
		return fmt.Errorf("the register of the fleet, world/%s: it names no rulebook", name)
	}
	if err := errors.Join(os.RemoveAll(m.Dir), os.MkdirAll(m.Dir, 0o700)); err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, os.RemoveAll(m.Dir)) }()
	last, err := m.replay(ctx, name, filepath.Join(m.Dir, disk.FileName))
	if err != nil {
		return err
	}
	st, err := store.Open(m.Dir, 0, func(*store.Tx) error { return nil })
	if err == nil {
		err = st.Update(place.Leave) // the first place from which it mails again counts
	}
	if err != nil {
		return err
	}
	return st.View(func(tx *store.Tx) error {
		for wrong := range tx.Wrong() {
			return fmt.Errorf("%w: %w", errEntry, wrong)
		}
		if turn := store.Turn(tx); turn != last.Turn {
			return fmt.Errorf("%w: its last entry says turn %d, and its store is in turn %d", errEntry, last.Turn, turn)
		}
		return rows.Add(ctx, m.Pool, name, tx, func(tx pgx.Tx, id int64) error { return e.put(ctx, tx, name, id) })
	})
}

// Drop removes the tables of a journal that was moved.
func (m *Migration) Drop(ctx context.Context) error {
	return pgx.BeginFunc(ctx, m.Pool, func(tx pgx.Tx) error {
		switch err := begin(ctx, tx); {
		case err == nil:
			return ErrLeft
		case !errors.Is(err, ErrDone):
			return err
		}
		for _, table := range former {
			if _, err := tx.Exec(ctx, "drop table weltentor.journal_"+table); err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, "drop sequence weltentor.revisions")
		return err
	})
}
