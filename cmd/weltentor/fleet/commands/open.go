// Package commands has the commands of `weltentor fleet`: parsed arguments and a call come in, output and an error go
// out. The command line calls it. What the commands say is in texts/, and what they do with one world is in package
// worker.
package commands

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/config"
	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/cmd/weltentor/fleet/journal"
	"weltentor/cmd/weltentor/fleet/worker"
	"weltentor/orders/phrase"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
)

// Cmd is `weltentor fleet`.
type Cmd struct {
	Run      runCmd      `cmd:""`
	Status   statusCmd   `cmd:""`
	Add      addCmd      `cmd:""`
	Remove   removeCmd   `cmd:""`
	Upgrade  upgradeCmd  `cmd:""`
	Settings settingsCmd `cmd:""`
	Drain    drainCmd    `cmd:""`
	Verify   verifyCmd   `cmd:""`
	Export   exportCmd   `cmd:""`
	Restore  restoreCmd  `cmd:""`
	Migrate  migrateCmd  `cmd:""`
	Adopt    adoptCmd    `cmd:""`
}

// fleetFile is the file with the fleet's settings if nothing else is said, and fleetVar the variable that names
// another.
const (
	fleetVar  = "WELTENTOR_FLEET"
	fleetFile = "fleet.toml"
)

// file is the path of the fleet's settings.
func file(c *call.Call) string { return cmp.Or(c.Fleet, c.Env(fleetVar), fleetFile) }

// Opened is a fleet that was reached. The caller must call Close.
type Opened struct {
	*fleet.Fleet
	lock *disk.DirLock // of a host's cache
}

// Open connects to the fleet that a file describes, as one of its hosts or for a command.
func Open(ctx context.Context, file string, env func(string) string, host bool) (o *Opened, err error) {
	if Reach == nil {
		return nil, fault.Usage("fleet-not-built")
	}
	c, err := config.Read(file)
	if err != nil {
		return nil, err
	}
	if c.Journal == config.OfFile {
		return nil, fault.Usage("fleet-file", phrase.Str("file", file))
	}
	kept, err := ArchiveOf(c, env)
	if err != nil {
		return nil, err
	}
	o = &Opened{}
	if host {
		if o.lock, err = lockCache(c); err != nil {
			return nil, err
		}
	}
	e, err := Reach(ctx, c, env)
	if err != nil {
		o.leave()
		var own *fault.Complaint
		if errors.As(err, &own) {
			return nil, err
		}
		return nil, unfit(c, err)
	}
	j := journal.Journal{Engine: e}
	o.Fleet = &fleet.Fleet{Config: c, Engine: e, Journal: j, Trim: j.Trim, Archive: kept}
	return o, nil
}

// unfit is the complaint about an engine that cannot be used.
func unfit(c *config.Config, err error) error {
	args := []phrase.Arg{phrase.Str("journal", c.Journal), phrase.Str("file", c.File)}
	if errors.Is(err, engine.ErrSettings) {
		return &fault.Complaint{Exit: fault.ExitUsage, What: phrase.P("fleet-unfit", args...), Cause: err}
	}
	return fault.Later("fleet-unreachable", err, args...)
}

// lockName is the lock of a host in its cache. No world can have this name.
const lockName = "host.lock"

// lockCache locks a host's cache, so that no other process can be the host.
func lockCache(c *config.Config) (*disk.DirLock, error) {
	if err := os.MkdirAll(c.Cache, 0o700); err != nil {
		return nil, fmt.Errorf("the cache of the fleet: %w", err)
	}
	lock, err := disk.LockFile(filepath.Join(c.Cache, lockName))
	if errors.Is(err, faults.ErrLocked) {
		what := phrase.P("fleet-two-hosts", phrase.Str("file", c.File), phrase.Str("dir", c.Cache))
		return nil, &fault.Complaint{Exit: fault.ExitUsage, What: what, Cause: err, Bare: true}
	}
	return lock, err
}

// leave unlocks the cache, so that another process can be the host.
func (o *Opened) leave() {
	if o.lock != nil {
		_ = o.lock.Unlock()
	}
}

// Close leaves the fleet.
func (o *Opened) Close() {
	_ = o.Engine.Close()
	o.leave()
}

// with connects to the fleet for one command.
func with(c *call.Call, do func(ctx context.Context, f *fleet.Fleet) error) error {
	return as(c, false, do)
}

func as(c *call.Call, host bool, do func(ctx context.Context, f *fleet.Fleet) error) error {
	f, err := Open(c.Ctx, file(c), c.Env, host)
	if err != nil {
		return err
	}
	defer f.Close()
	if !host {
		f.Marks = worker.Of(c, f.Fleet).Marks
	}
	return worker.Wrong("", do(c.Ctx, f.Fleet))
}

// patience is how long a command waits for something that a host or another command has in hand.
const patience = 30 * time.Second

// Stay takes a world in hand for a command. It waits a while for a host that has it.
func Stay(ctx context.Context, f *fleet.Fleet, world string,
	do func(context.Context, fleet.Stay) error) error {
	return worker.Wrong(world, patiently(ctx, func() error { return f.Stay(ctx, world, do) }))
}

// enrolling runs what changes the list of worlds, one command at a time: two at once could contradict each other.
func enrolling(ctx context.Context, f *fleet.Fleet, do func(context.Context) error) error {
	return patiently(ctx, func() error { return f.Hold(ctx, "roll", do) })
}

// patiently tries something again for a while, as long as somebody else has the right to it.
func patiently(ctx context.Context, do func() error) error {
	for end := time.Now().Add(patience); ; {
		err := do()
		if !errors.Is(err, engine.ErrTaken) || time.Now().After(end) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// known complains if a world is not in the register.
func known(ctx context.Context, f *fleet.Fleet, world string) (fleet.Entered, error) {
	e, is, err := f.Roll().World(ctx, world)
	if err == nil && !is {
		err = worker.Wrong(world, fleet.ErrUnknown)
	}
	return e, err
}

// encode prints an answer for scripts, as JSON.
func encode(c *call.Call, answer any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(answer); err != nil {
		return fmt.Errorf("print the answer: %w", err)
	}
	_, _ = c.Raw.Write(b.Bytes())
	return nil
}

// free complains if a folder exists already.
func free(dir string) error {
	if _, err := os.Lstat(dir); err == nil {
		return fault.Usage("fleet-folder-there", phrase.Str("dir", dir))
	} else if !os.IsNotExist(err) {
		return fmt.Errorf("look at %s: %w", dir, err)
	}
	return nil
}
