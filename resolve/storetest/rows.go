//go:build fleet

package storetest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.etcd.io/bbolt"

	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/postgres"
)

// pointer is the file of a folder that names its world in the database.
const pointer = "world.rows"

func chosen() func(dir string) (store.Engine, error) {
	url := os.Getenv("ROWS")
	if url == "" {
		return nil
	}
	database = sync.OnceValues(func() (*postgres.Worlds, error) { return dial(url) })
	return find
}

// database is the one of all tests, and sessions are the connections to it.
var (
	database func() (*postgres.Worlds, error)
	sessions *pgxpool.Pool
)

// Trips is how often the tests' database was asked.
func Trips() int64 {
	worlds, err := database()
	if err != nil {
		return 0
	}
	return worlds.Trips()
}

func dial(url string) (*postgres.Worlds, error) {
	c, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	c.MaxConns = 40
	c.ConnConfig.RuntimeParams["application_name"] = session(os.Getpid())
	if sessions, err = pgxpool.NewWithConfig(context.Background(), c); err != nil {
		return nil, err
	}
	return postgres.Open(context.Background(), sessions, 0)
}

// session names the sessions of a process.
func session(process int) string { return fmt.Sprint("process ", process) }

// Ended waits until the database has noticed that a process was killed: what it had sent may still be done.
func Ended(process int) error {
	if database == nil {
		return nil
	}
	if _, err := database(); err != nil {
		return err
	}
	for left := 1; left > 0; time.Sleep(5 * time.Millisecond) {
		err := sessions.QueryRow(context.Background(), "select count(*) from pg_stat_activity where application_name = $1",
			session(process)).Scan(&left)
		if err != nil {
			return err
		}
	}
	return nil
}

// finding keeps a world from being moved twice.
var finding sync.Mutex

// find finds the world of a folder, and moves it into the database if it is opened for the first time. A file that cannot
// be opened, or is of an older schema, stays where it is.
func find(dir string) (store.Engine, error) {
	finding.Lock()
	defer finding.Unlock()
	worlds, err := database()
	if err != nil {
		return nil, err
	}
	file, to := filepath.Join(dir, disk.FileName), filepath.Join(dir, pointer)
	if _, err := os.Lstat(file); err == nil {
		st := &store.Store{Dir: dir}
		if err := st.View(func(*store.Tx) error { return nil }); err != nil {
			return nil, nil
		}
		name := strings.ToLower(rand.Text())
		err := readFile(file, func(raw *bbolt.Tx) error {
			return worlds.Add(context.Background(), name, store.FromBolt(raw))
		})
		if err = errors.Join(err, os.WriteFile(to, []byte(name), 0o600), os.Remove(file)); err != nil {
			return nil, err
		}
	}
	name, err := os.ReadFile(to)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return worlds.World(context.Background(), string(name)), err
}
