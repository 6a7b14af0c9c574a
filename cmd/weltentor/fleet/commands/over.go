//go:build fleet

package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/config"
	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/cmd/weltentor/fleet/hosts"
	"weltentor/cmd/weltentor/fleet/tables"
	"weltentor/cmd/weltentor/fleet/worker"
	"weltentor/cmd/weltentor/settings"
	"weltentor/orders/phrase"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/store/rows"
)

// shared is a fleet over tables that was reached.
type shared struct {
	*config.Config
	tables *tables.Tables
	worlds *rows.Worlds
}

// connections is how many a host has at most: each world in hand has one while its turn is resolved.
const connections = 24

// overTables runs do with a fleet over tables. It is false if the fleet has a journal.
func overTables(c *call.Call, do func(*call.Call, *shared) error) (is bool, err error) {
	conf, err := config.Read(file(c))
	if err != nil || conf.Journal != config.OfRows {
		return false, err
	}
	at, err := database(conf, c.Env)
	if err != nil {
		return true, err
	}
	at.Connections = connections
	pool, err := at.Pool(c.Ctx)
	if err != nil {
		return true, unfit(conf, err)
	}
	defer pool.Close()
	worlds, err := rows.Open(c.Ctx, pool, 0)
	if err != nil {
		return true, unfit(conf, err)
	}
	if err = do(c, &shared{conf, tables.Of(pool, conf.Host), worlds}); isAway(err) {
		err = fmt.Errorf("%w: %w", faults.ErrSilent, err)
	}
	return true, worker.Wrong("", err)
}

// isAway reports whether the database was lost on the way to it, or ends.
func isAway(err error) bool {
	var said *pgconn.PgError
	switch {
	case err == nil || errors.As(err, new(*fault.Complaint)):
		return false
	case errors.As(err, &said):
		return strings.HasPrefix(said.Code, "57P") || said.Code == "53300" // it shuts down or starts; too many connections
	}
	return errors.As(err, new(*pgconn.ConnectError)) || errors.As(err, new(net.Error)) || errors.Is(err, io.EOF) ||
		errors.Is(err, io.ErrUnexpectedEOF) || pgconn.SafeToRetry(err)
}

// worker works for hosts over tables.
func (s *shared) worker(c *call.Call) worker.Worker {
	return worker.Worker{Call: c, Config: s.Config, Worlds: func(ctx context.Context) (map[string]fleet.Entered, error) {
		all, err := s.tables.Worlds(ctx)
		return hosts.EnteredOf(all), err
	}}
}

// runOver is `fleet run` over tables.
func runOver(c *call.Call, s *shared) error {
	told := worker.NewComplaints(c)
	h := &hosts.Host{Config: s.Config, Tables: s.tables, Worlds: s.worlds, Worker: s.worker(c), Program: call.Release,
		Clock: c.Now, Tell: told.Tell}
	h.Waits = func(waits bool) {
		c.Voice.Say(map[bool]string{false: "fleet-runs", true: "fleet-waits"}[waits], phrase.Str("host", s.Host))
	}
	off, err := measured(s.Metrics, h, told)
	if err != nil {
		return err
	}
	defer off()
	c.Voice.Say("fleet-runs", phrase.Str("host", s.Host))
	if err := h.Run(c.Ctx); err != nil {
		return toldToEnd(c, err)
	}
	c.Voice.Say("fleet-ends", phrase.Str("host", s.Host))
	return nil
}

// over is `fleet status` over tables.
func (k *statusCmd) over(c *call.Call, s *shared) error {
	v, err := hosts.View(c.Ctx, s.tables)
	if err != nil {
		return err
	}
	return k.show(c, v)
}

// over is `fleet drain` over tables.
func (k *drainCmd) over(c *call.Call, s *shared) error {
	is, err := s.tables.Aside(c.Ctx, k.Host, !k.Back)
	if err == nil && !is {
		err = fault.Usage("fleet-no-host", phrase.Str("host", k.Host))
	}
	if err != nil {
		return err
	}
	c.Voice.Say(map[bool]string{false: "fleet-drained", true: "fleet-drained-back"}[k.Back], phrase.Str("host", k.Host))
	return nil
}

// InTables runs do with a world of a fleet over tables in hand. It is false if the fleet has a journal.
func InTables(c *call.Call, world string, do func(context.Context, fleet.Stay, *config.Config) error) (is bool,
	err error) {
	return overTables(c, func(c *call.Call, s *shared) error {
		return s.within(c, world, func(ctx context.Context, stay fleet.Stay, _ *tables.World) error {
			return do(ctx, stay, s.Config)
		})
	})
}

// inHand does something with a world in hand, as the tables had it then.
type inHand func(context.Context, fleet.Stay, *tables.World) error

// within runs do with a world in hand. It waits a while for a host that has it.
func (s *shared) within(c *call.Call, world string, do inHand) error {
	return worker.Wrong(world, patiently(c.Ctx, func() error {
		return inWords(s.tables.Hold(c.Ctx, tables.Thing{Kind: tables.OfWorld, Name: world},
			func(ctx context.Context) error {
				return errors.Join(s.stay(ctx, world, do), s.tables.Wake(context.WithoutCancel(ctx)))
			}))
	}))
}

// stay runs do with a world that this process has in hand. Its folder has the settings, and goes afterwards.
func (s *shared) stay(ctx context.Context, world string, do inHand) error {
	w, err := s.tables.World(ctx, world)
	if err != nil {
		return err
	}
	if w.Stopped != nil {
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
	return do(ctx, fleet.Stay{World: world, Dir: dir, Mailbox: w.Mailbox, Account: w.Account, Now: now,
		Engine: s.worlds.World(ctx, world), Settings: w.Settings}, w)
}

// inWords are the errors of tables as those that worker.Wrong knows.
func inWords(err error) error {
	for of, as := range map[error]error{tables.ErrTaken: engine.ErrTaken, tables.ErrLost: engine.ErrLost,
		tables.ErrUnknown: fleet.ErrUnknown} {
		if errors.Is(err, of) {
			return as
		}
	}
	return err
}
