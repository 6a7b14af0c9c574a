//go:build fleet

package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/config"
	"weltentor/cmd/weltentor/fleet/hosts"
	"weltentor/cmd/weltentor/fleet/tables"
	"weltentor/cmd/weltentor/fleet/worker"
	"weltentor/cmd/weltentor/settings"
	"weltentor/orders/phrase"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/store/postgres"
)

// Built reports whether this program was built with fleets.
const Built = true

// shared is a fleet that was reached.
type shared struct {
	*config.Config
	tables  *tables.Tables
	worlds  *postgres.Worlds
	witness *postgres.Witness // nil: the database is taken as it is
}

// witnessName is the file in a host's cache that says what it has seen of the database, and unansweredName the folder
// there of commands without an answer. No world can have such a name.
const (
	witnessName    = "database.seen"
	unansweredName = "commands.unanswered"
)

// command is one that works on a fleet.
type command interface {
	over(*call.Call, *shared) error
}

// onTables runs a command.
func onTables(c *call.Call, k command) error { return withFleet(c, k.over) }

// withFleet runs do with a fleet.
func withFleet(c *call.Call, do func(*call.Call, *shared) error) error {
	conf, err := config.Read(file(c))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(conf.Cache, 0o700); err != nil {
		return fmt.Errorf("the cache of the fleet: %w", err)
	}
	witness, err := postgres.NewWitness(filepath.Join(conf.Cache, witnessName))
	if err != nil {
		return err
	}
	return reached(c, conf, witness, do)
}

// reached runs do with a fleet whose database is compared with a witness; nil: it is taken as it is.
func reached(c *call.Call, conf *config.Config, witness *postgres.Witness, do func(*call.Call, *shared) error) error {
	s := settings.Settings{Dir: conf.Dir, Fleet: conf.File}
	password, err := s.Password("postgres", settings.Server{PasswordFile: conf.Postgres.PasswordFile,
		PasswordEnv: conf.Postgres.PasswordEnv}, c.Env)
	if err != nil {
		return err
	}
	at := tables.Database{URL: conf.Postgres.URL, Password: password, Connections: hosts.Connections(conf), Witness: witness}
	pool, err := at.Pool(c.Ctx)
	var worlds *postgres.Worlds
	if err == nil {
		defer pool.Close()
		worlds, err = postgres.Open(c.Ctx, pool, 0)
	}
	switch file := phrase.Str("file", conf.File); {
	case err == nil:
	case errors.Is(err, faults.ErrOlder):
		return worker.Wrong("", err)
	case errors.Is(err, tables.ErrSettings):
		return &complaint.Complaint{Exit: complaint.ExitUsage, What: phrase.P("fleet-unfit", file), Cause: err}
	default:
		return complaint.Later("fleet-unreachable", err, file)
	}
	worlds.Trusts(witness)
	err = do(c, &shared{conf, tables.New(pool, conf.Host), worlds, witness})
	if !errors.As(err, new(*complaint.Complaint)) && tables.Away(err) {
		err = fmt.Errorf("%w: %w", faults.ErrSilent, err)
	}
	return worker.Wrong("", err)
}

// worker works for hosts.
func (s *shared) worker(c *call.Call) worker.Worker {
	return worker.Worker{Call: c, Config: s.Config, Worlds: func(ctx context.Context) (map[string]fleet.Entered, error) {
		all, err := s.tables.Worlds(ctx)
		return hosts.EnteredOf(all), err
	}}
}

// InTables runs do with a world of a fleet in hand.
func InTables(c *call.Call, world string, do func(context.Context, fleet.Stay, *config.Config) error) error {
	return withFleet(c, func(c *call.Call, s *shared) error {
		s.worlds.Patience, s.worlds.Asking = time.Minute, c.Ctx
		return s.within(c, world, func(ctx context.Context, stay fleet.Stay, _ *tables.World) error {
			if s.witness.None { // the mailbox may know more
				if err := s.worker(c).Heed(ctx, stay); err != nil {
					return err
				}
			}
			return do(ctx, stay, s.Config)
		})
	})
}

// inHand does something with a world in hand, as the tables had it then.
type inHand func(context.Context, fleet.Stay, *tables.World) error

// within runs do with a world in hand. It waits a while for a host that has it. If the hold ends meanwhile, do goes on:
// the world's version protects, and what became of a change must be said.
func (s *shared) within(c *call.Call, world string, do inHand) error {
	return worker.Wrong(world, patiently(c.Ctx, func() error {
		var failed error
		err := s.tables.Hold(c.Ctx, tables.Thing{Kind: tables.OfWorld, Name: world}, func(context.Context) error {
			failed = s.stay(c.Ctx, world, do)
			return nil
		})
		return inWords(cmp.Or(failed, err))
	}))
}

// stay runs do with a world that this process has in hand. Its folder has the settings, and goes afterwards.
func (s *shared) stay(ctx context.Context, world string, do inHand) error {
	w, err := s.tables.World(ctx, world)
	if err != nil {
		return err
	}
	if w.Stopped != nil && s.witness != nil {
		return fmt.Errorf("%w: %s", fleet.ErrStopped, w.Stopped.Why)
	}
	now, err := s.tables.Now(ctx)
	if err != nil {
		return err
	}
	top, err := os.MkdirTemp("", "weltentor-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(top)
	dir := filepath.Join(top, world)
	if err := errors.Join(os.Mkdir(dir, 0o700),
		os.WriteFile(filepath.Join(dir, settings.File), []byte(w.Settings), 0o600)); err != nil {
		return err
	}
	return do(ctx, fleet.Stay{World: world, Dir: dir, Mailbox: w.About.Mailbox, Account: w.About.Account, Now: now,
		Engine: s.worlds.World(ctx, world), Settings: w.Settings,
		Unanswered: filepath.Join(s.Cache, unansweredName, world)}, w)
}

// inWords are the errors of tables as those that worker.Wrong knows.
func inWords(err error) error {
	if errors.Is(err, tables.ErrOdd) {
		return fmt.Errorf("%w: %w", fleet.ErrOdd, err)
	}
	for of, as := range map[error]error{tables.ErrTaken: fleet.ErrTaken, tables.ErrLost: fleet.ErrLost,
		tables.ErrUnknown: fleet.ErrUnknown} {
		if errors.Is(err, of) {
			return as
		}
	}
	return err
}

// patience is how long a command waits for something that a host or another command has in hand.
const patience = 30 * time.Second

// patiently tries something again for a while, as long as somebody else has the right to it.
func patiently(ctx context.Context, do func() error) error {
	for end := time.Now().Add(patience); ; {
		err := do()
		if !errors.Is(err, fleet.ErrTaken) || time.Now().After(end) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// free complains if a folder exists already.
func free(dir string) error {
	if _, err := os.Lstat(dir); err == nil {
		return complaint.Usage("fleet-folder-there", phrase.Str("dir", dir))
	} else if !os.IsNotExist(err) {
		return fmt.Errorf("look at %s: %w", dir, err)
	}
	return nil
}
