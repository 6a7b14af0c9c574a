//go:build fleet

package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
)

// Witness remembers on one host which database it has seen, and how far that was. An old dump, or a point in time that
// somebody went back to, cannot pass for the truth: each connection and each transaction is compared, and a wrong one is
// refused with faults.ErrOlder. So all worlds stand still until somebody adopts the database, see Adopt.
//
// It sees a database of another origin, or one that has less than what was confirmed. It also sees tables that were
// made anew from a dump in the same database. Without its file it begins anew, so a host without a disk has the
// database's word alone.
type Witness struct {
	path string
	None bool // the host had no file: it remembers nothing
	mu   sync.Mutex
	seen sight
	at   time.Time // when the file was written
}

// sight is what a database is and how far it is. A standby that is promoted has the next timeline. Tables is the
// identifier of the table of worlds: a dump that is restored makes another one.
type sight struct {
	System   int64    `json:"system"`
	Timeline int64    `json:"timeline"`
	Log      int64    `json:"log"` // bytes of its log that are on the disk; 0: no change was confirmed yet
	Tables   uint32   `json:"tables,omitempty"`
	Adopted  []string `json:"adopted,omitempty"` // see Adopt; in the file also those of other databases, the newest last
}

// looking are the columns of a sight. They need no right but to connect.
const looking = `(select system_identifier from pg_control_system()),
	coalesce(to_regclass('weltentor.world')::oid, 0), timeline, log
	from (select ('x' || left(pg_walfile_name(at), 8))::bit(32)::bigint as timeline,
		(at - '0/0')::bigint as log from pg_current_wal_flush_lsn() as at) as now`

// witnessEvery is how often the file is written at most, and so how much of the log it may be behind.
const witnessEvery = time.Second

// NewWitness reads the file of a host, if it exists.
func NewWitness(path string) (*Witness, error) {
	w := &Witness{path: path}
	raw, err := os.ReadFile(path)
	if w.None = errors.Is(err, fs.ErrNotExist); w.None {
		return w, nil
	}
	if err == nil {
		err = json.Unmarshal(raw, &w.seen)
	}
	if err != nil {
		return nil, fmt.Errorf("the file of what this host has seen of its database: %s: %w", path, err)
	}
	return w, nil
}

// On compares each connection that a pool makes from now on.
func (w *Witness) On(c *pgxpool.Config) {
	before := c.AfterConnect
	c.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		if before != nil {
			if err := before(ctx, conn); err != nil {
				return err
			}
		}
		was := w.now()
		is, err := sightOf(ctx, conn)
		if err != nil {
			return err
		}
		return w.compare(was, is)
	}
}

// sightOf looks at a database. It must take changes.
func sightOf(ctx context.Context, conn *pgx.Conn) (is sight, err error) {
	adopts := false
	err = conn.QueryRow(ctx, "select to_regclass('weltentor.adopted') is not null, "+looking).
		Scan(&adopts, &is.System, &is.Tables, &is.Timeline, &is.Log)
	if err != nil || !adopts {
		return is, err
	}
	rows, err := conn.Query(ctx, "select id from weltentor.adopted order by at")
	if err == nil {
		is.Adopted, err = pgx.CollectRows(rows, pgx.RowTo[string])
	}
	return is, err
}

// compare refuses a database that is older than what was seen before this look, unless somebody has adopted it since.
// Meanwhile other connections may have seen more. How far the database is counts only later: its log may have what no
// standby has yet.
func (w *Witness) compare(was, is sight) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	seen := w.seen
	news := func(to sight) bool {
		return slices.ContainsFunc(is.Adopted, func(id string) bool { return !slices.Contains(to.Adopted, id) })
	}
	if !news(was) {
		if err := was.older(is); err != nil {
			return err
		}
		if n := len(was.Adopted); n > 0 && !slices.Contains(is.Adopted, was.Adopted[n-1]) {
			return older("older-tables")
		}
	}
	if n := len(seen.Adopted); n > len(was.Adopted) && !slices.Contains(is.Adopted, seen.Adopted[n-1]) {
		return nil // it looked before somebody adopted another one: the next transaction sees that, and this is forgotten
	}
	adopted := news(seen)
	if adopted {
		seen.Log = 0
	} else if is.System == seen.System {
		is.Timeline = max(is.Timeline, seen.Timeline)
	}
	w.seen = sight{is.System, is.Timeline, seen.Log, is.Tables, seen.Adopted}
	for _, id := range is.Adopted {
		if !slices.Contains(seen.Adopted, id) {
			w.seen.Adopted = append(slices.Clip(w.seen.Adopted), id)
		}
	}
	if is.Timeline == seen.Timeline && is.Tables == seen.Tables && is.System == seen.System && !adopted {
		return nil
	}
	return w.write()
}

// older says why a database is not what was seen, or a later state of it; nil: it is.
func (was sight) older(is sight) error {
	switch {
	case was.System == 0:
		return nil
	case is.System != was.System:
		return older("older-system", phrase.Str("is", fmt.Sprint(is.System)),
			phrase.Str("was", fmt.Sprint(was.System)))
	case is.Timeline < was.Timeline:
		return older("older-timeline", phrase.Num("is", is.Timeline), phrase.Num("was", was.Timeline))
	case is.Log < was.Log:
		return older("older-log", phrase.Num("n", was.Log-is.Log))
	case is.Tables != was.Tables && was.Tables != 0:
		return older("older-tables")
	}
	return nil
}

func older(code string, args ...phrase.Arg) error {
	return wording.Fault(faults.ErrOlder, code, args...)
}

// now is what was seen so far. What a transaction sees is compared with what was seen before it began.
func (w *Witness) now() sight {
	if w == nil {
		return sight{}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.seen
}

// saw records how far the log was before a change that is confirmed: so much is never lost, whichever standby takes
// over.
func (w *Witness) saw(is sight) {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if is.System != w.seen.System || is.Timeline < w.seen.Timeline || is.Log <= w.seen.Log {
		return
	}
	w.seen.Timeline, w.seen.Log = is.Timeline, is.Log
	if time.Since(w.at) >= witnessEvery {
		_ = w.write() // the next change tries again
	}
}

func (w *Witness) write() error {
	err := disk.PutBeside(filepath.Dir(w.path), filepath.Base(w.path), store.MustJSON(w.seen))
	if err != nil {
		return fmt.Errorf("writing down what this host has seen of its database: %w", err)
	}
	w.at = time.Now()
	return nil
}

// Adopt makes all hosts accept a database as it is, although it may be older than what they have seen. The worlds must
// be of a pool without a witness, and adopted before: their mailboxes may have letters that they lack.
func (w *Worlds) Adopt(ctx context.Context) error {
	_, err := w.pool.Exec(ctx, "insert into weltentor.adopted default values")
	return err
}
