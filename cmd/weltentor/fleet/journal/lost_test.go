//go:build fleet && servers

package journal

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"weltentor/cmd/weltentor/fleet/engine/suite"
	"weltentor/cmd/weltentor/fleet/postgres"
	"weltentor/cmd/weltentor/fleet/postgres/server"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/storetest"
)

// cached is a host's copy of a world.
type cached struct {
	*testing.T
	dir string
	j   Journal
}

// journalAt returns a server's journal.
func journalAt(t *testing.T, s *server.Server) Journal {
	t.Helper()
	e, err := postgres.Open(t.Context(), postgres.Settings{URL: s.URL()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return Journal{e}
}

// founded makes a world as its first host has it.
func founded(t *testing.T, j Journal) cached {
	t.Helper()
	st, err := storetest.New(t.TempDir())
	if err == nil {
		err = st.Join(&store.Link{Journal: j, World: "nordmark"}, true)
	}
	if err != nil {
		t.Fatal(err)
	}
	return cached{t, st.Dir, j}
}

// another is a host without a copy.
func (c cached) another() cached {
	c.Helper()
	dir := c.TempDir()
	if err := os.Chmod(dir, 0o700); err != nil {
		c.Fatal(err)
	}
	return cached{c.T, dir, c.j}
}

func (c cached) catchesUp() error {
	ctx, done := context.WithTimeout(c.Context(), 30*time.Second)
	defer done()
	_, err := store.CatchUp(ctx, c.dir, nil, c.j, "nordmark")
	return err
}

// puts changes the world, and waits until the change is confirmed.
func (c cached) puts(key string, value []byte) error {
	c.Helper()
	st, err := store.OpenLinked(c.dir, 0, &store.Link{Journal: c.j, World: "nordmark"},
		func(*store.Tx) error { return nil })
	if err != nil {
		c.Fatal(err)
	}
	return st.Update(func(tx *store.Tx) error {
		store.Put(tx.Bucket([]byte("letters")), []byte(key), value)
		return nil
	})
}

// has returns the keys that were put.
func (c cached) has() string {
	c.Helper()
	st, err := store.Open(c.dir, 0, func(*store.Tx) error { return nil })
	var keys []string
	if err == nil {
		err = st.View(func(tx *store.Tx) error {
			for key := range store.KeysOf(tx.Bucket([]byte("letters"))) {
				keys = append(keys, string(key))
			}
			return nil
		})
	}
	if err != nil {
		c.Fatal(err)
	}
	return strings.Join(keys, " ")
}

func (c cached) well(errs ...error) {
	c.Helper()
	if err := errors.Join(errs...); err != nil {
		c.Fatal(err)
	}
}

func (c cached) stops(when string) {
	c.Helper()
	if err := c.catchesUp(); !errors.Is(err, faults.ErrLogBehind) {
		c.Errorf("%s: %v, want that it stops", when, err)
	}
}

// rows counts the entries of a server, even if it is a standby.
func rows(t *testing.T, s *server.Server) (n int) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), s.URL())
	if err == nil {
		defer c.Close(context.WithoutCancel(t.Context()))
		err = c.QueryRow(t.Context(), `select count(*) from weltentor.entries`).Scan(&n)
	}
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// A server is lost, and its replacement lacks confirmed entries: a standby that lagged, or an older copy. A host whose
// copy of the world has these entries stops, whatever others do with the world. One whose copy has no more than that
// server goes on.
func TestWhatTakesThePlaceLacksEntries(t *testing.T) {
	for _, how := range []string{"a standby that lags", "a backup"} {
		t.Run(how, func(t *testing.T) {
			first := server.Start(t)
			one := founded(t, journalAt(t, first))
			two := one.another()
			one.well(two.catchesUp(), one.puts("a", nil))
			var second *server.Server
			if how == "a backup" {
				second = first.Backup(t)
			} else {
				between := suite.NewProxy(t, first.Address)
				second = first.Standby(t, between.Address)
				for end := time.Now().Add(time.Minute); rows(t, second) < rows(t, first) && time.Now().Before(end); {
					time.Sleep(20 * time.Millisecond)
				}
				between.Still(true)
			}
			one.well(one.puts("b", nil))
			first.Lose(t)
			if how == "a backup" {
				second.Up(t)
			} else {
				second.Promote(t)
			}
			one.j = journalAt(t, second)
			two.j = one.j
			if n := rows(t, second); n != 2 {
				t.Fatalf("%d entries are left, want 2", n)
			}
			one.stops("it knows an entry more")
			if err := one.puts("c", nil); !errors.Is(err, faults.ErrLogBehind) {
				t.Errorf("changing the world: %v, want that it stops", err)
			}
			one.well(two.catchesUp(), two.puts("d", nil))
			one.stops("another entry is at that place")
			one.well(two.puts("e", nil))
			one.stops("others have gone on")
			three := one.another()
			one.well(three.catchesUp())
			if got := fmt.Sprint(two.has(), " | ", three.has()); got != "a d e | a d e" {
				t.Errorf("others have %s", got)
			}
		})
	}
}
