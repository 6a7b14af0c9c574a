//go:build fleet

package storetest

import (
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.etcd.io/bbolt"

	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/rows"
)

// pointer is the file of a folder that names its world in the database.
const pointer = "world.rows"

func chosen() func(dir string) (store.Engine, error) {
	url := os.Getenv("ROWS")
	if url == "" {
		return nil
	}
	database = sync.OnceValues(func() (*rows.Worlds, error) { return dial(url) })
	return (&inRows{}).find
}

// database is the one of all tests.
var database func() (*rows.Worlds, error)

// Trips is how often the tests' database was asked.
func Trips() int64 {
	worlds, err := database()
	if err != nil {
		return 0
	}
	return worlds.Trips()
}

func dial(url string) (*rows.Worlds, error) {
	c, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	c.MaxConns = 40
	pool, err := pgxpool.NewWithConfig(context.Background(), c)
	if err != nil {
		return nil, err
	}
	return rows.Open(context.Background(), pool, 0)
}

// inRows moves the worlds of tests into a database when they are opened for the first time.
type inRows struct{ mu sync.Mutex }

// find finds the world of a folder. A file that cannot be opened, or is of an older schema, stays where it is.
func (r *inRows) find(dir string) (store.Engine, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
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
			return worlds.Add(context.Background(), name, store.In(raw), nil)
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
