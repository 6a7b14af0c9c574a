package fleet

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"weltentor/cmd/weltentor/fleet/archive"
	"weltentor/cmd/weltentor/fleet/config"
	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/cmd/weltentor/settings"
	"weltentor/mailer/imap"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/entry"
	"weltentor/resolve/store/faults"
)

// leaseTime is how long a lease lasts that nobody renews; it is renewed three times as often. Others ask for it with
// each look, so they have it 15 s after its holder has died.
const leaseTime = 12 * time.Second

// Fleet is how a command or a host reaches the fleet.
type Fleet struct {
	Config  *config.Config
	Engine  engine.Engine
	Journal entry.Journal
	Trim    func(ctx context.Context, world string, stored time.Time) error // drops what a journal need not keep
	Lease   time.Duration                                                   // 0: leaseTime
	Archive *archive.Archive                                                // nil: there is none

	Marks func(ctx context.Context, mailbox string) ([]imap.Neighbour, error) // for commands; a host knows them

	self atomic.Pointer[string] // see named
}

// Roll returns the fleet's register.
func (f *Fleet) Roll() Roll { return Roll{f.Engine} }

// Now returns the engine's time.
func (f *Fleet) Now(ctx context.Context) (time.Time, error) { return f.Engine.Now(ctx) }

func (f *Fleet) leaseTime() time.Duration {
	if f.Lease == 0 {
		return leaseTime
	}
	return f.Lease
}

// holder returns a name for one lease that nobody else has. The process number alone does not do: processes in
// containers may have the same one.
func (f *Fleet) holder() string {
	return fmt.Sprintf("%s-%d-%s", f.Config.Host, os.Getpid(), rand.Text())
}

// Hold runs do under a lease, which ends by itself if the process dies. The error is ErrTaken if somebody else has the
// lease. The context of do ends when the lease is lost, or could be because it was not renewed in time.
func (f *Fleet) Hold(ctx context.Context, name string, do func(context.Context) error) (err error) {
	ttl, began := f.leaseTime(), time.Now()
	lease, err := f.Engine.Take(ctx, name, f.holder(), ttl)
	if err != nil {
		return err
	}
	within, lost := context.WithCancelCause(ctx)
	ends := func() { lost(fmt.Errorf("%w: %s", engine.ErrLost, name)) }
	left := func() time.Duration { return ttl - ttl/6 - time.Since(began) }
	over := time.AfterFunc(left(), ends) // also while a renewal waits for an answer
	renewed := make(chan struct{})
	go func() {
		defer close(renewed)
		for {
			select {
			case <-within.Done():
				return
			case <-time.After(ttl / 3):
			}
			asked := time.Now()
			switch err := lease.Renew(within, ttl); {
			case err == nil:
				began = asked
				over.Reset(left())
			case errors.Is(err, engine.ErrLost):
				ends()
				return
			}
		}
	}()
	defer func() { // also if do panics
		cause := context.Cause(within)
		if err != nil && errors.Is(cause, engine.ErrLost) && !errors.Is(err, faults.ErrUnconfirmed) {
			err = cause
		}
		lost(nil)
		<-renewed
		over.Stop()
		// If the lease cannot be given back, it ends by itself.
		back, cancel := context.WithTimeout(context.WithoutCancel(ctx), ttl/3)
		defer cancel()
		_ = lease.Release(back)
	}()
	return do(within)
}

// Folder is where a host keeps its copy of a world.
func (f *Fleet) Folder(world string) string { return filepath.Join(f.Config.Cache, world) }

// Drop removes a world's journal and all that belongs to it.
func (f *Fleet) Drop(ctx context.Context, world string) error {
	return f.Engine.Drop(ctx, LogOf(world))
}

// ErrUnknown says that the fleet has no such world, and ErrStopped that the world stands still.
var (
	ErrUnknown = errors.New("the fleet has no such world")
	ErrStopped = errors.New("the world stands still on all hosts")
)

// Stay takes a world in hand: it takes the lease, makes the folder, and brings the copy there up to the journal. Then
// it runs do.
func (f *Fleet) Stay(ctx context.Context, world string, do func(context.Context, Stay) error) error {
	if engine.CheckName(LogOf(world)) != nil {
		return ErrUnknown // no world can have that name
	}
	err := f.Hold(ctx, LogOf(world), func(ctx context.Context) error {
		e, known, err := f.Roll().World(ctx, world)
		if err != nil || !known {
			return cmp.Or(err, ErrUnknown)
		}
		stopped, _, err := get[Stopped](ctx, f.Roll(), stoppedKey+world)
		if err == nil && stopped.Why != "" {
			err = fmt.Errorf("%w: %s", ErrStopped, stopped.Why)
		}
		if err != nil {
			return err
		}
		return f.enter(ctx, world, e, do)
	})
	if errors.Is(err, faults.ErrLogBehind) {
		err = errors.Join(err, f.halt(ctx, world, err))
	}
	return err
}

// halt makes a world stand still on all hosts. It is called by whoever has proof that its journal has lost something.
func (f *Fleet) halt(ctx context.Context, world string, why error) error {
	now, err := f.Now(ctx)
	if err != nil {
		return err
	}
	stopped := Stopped{At: now, Host: f.Config.Host, Why: why.Error()}
	if later := (older{}); errors.As(why, &later) {
		stopped.Branch = later.branch
	}
	return f.Roll().stop(ctx, world, stopped)
}

// Prove compares this host's copies of all worlds with their journals. If a journal lacks something that the copy has,
// the world stands still from then on. Worlds that somebody else has in hand are skipped.
func (f *Fleet) Prove(ctx context.Context) error {
	s := &seen{worlds: map[string]*world{}}
	if err := f.see(ctx, s); err != nil {
		return err
	}
	for _, name := range s.order {
		w := s.worlds[name]
		if w.stopped != nil {
			continue
		}
		lacks, err := entry.Lacks(f.Folder(name), entry.Position(w.at), w.entry)
		if err == nil && lacks {
			_ = f.Stay(ctx, name, func(context.Context, Stay) error { return nil })
		}
	}
	return nil
}

// enter does what Stay does once it has the lease: the fleet has the world, and it does not stand still as far as is
// known.
func (f *Fleet) enter(ctx context.Context, world string, e Entered, do func(context.Context, Stay) error) error {
	dir := f.Folder(world)
	lock, err := f.Furnish(ctx, world, e.Since)
	if err != nil {
		return err
	}
	defer lock.Unlock()
	if err := f.settle(ctx, world, dir, e.Settings); err != nil {
		return err
	}
	had, err := entry.Reached(dir)
	if err != nil {
		return err
	}
	if _, err := store.CatchUp(ctx, dir, lock, f.Journal, world); err != nil {
		return err
	}
	if had == 0 { // this host has no copy any more, and perhaps no host has
		if err := f.compare(ctx, world, e.Since); err != nil {
			return err
		}
		if err := f.compareMark(ctx, world, e); err != nil {
			return err
		}
	}
	now, err := f.Now(ctx)
	if err != nil {
		return err
	}
	return do(ctx, Stay{World: world, Dir: dir, Mailbox: e.Mailbox, Account: e.Account, Now: now, Lock: lock,
		Link: &store.Link{Journal: f.Journal, World: world, Context: ctx}})
}

// Furnish makes the folder of a world, with its mark, and locks it. A copy of another fleet, or from before the world
// last joined this one, is set aside: its positions belong to another journal.
func (f *Fleet) Furnish(ctx context.Context, world string, since time.Time) (*disk.DirLock, error) {
	of, err := f.named(ctx)
	if err != nil {
		return nil, err
	}
	dir := f.Folder(world)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("the cache of the fleet: %w", err)
	}
	lock, err := disk.LockOfFleet(dir)
	if err != nil {
		return nil, err
	}
	m, marked, err := disk.Marked(dir)
	if marked && err == nil && !m.Since.Before(since) && (m.Of == of || m.Of == "" || of == "") {
		return lock, nil // if the register knows less than the copy, the journal will show it
	}
	if err == nil {
		_, err = store.SetAside(dir, lock, since)
	}
	if err == nil {
		err = disk.PutMark(dir, disk.Mark{World: world, Fleet: f.Config.File, Since: since, Of: of})
	}
	if err != nil {
		lock.Unlock()
		return nil, fmt.Errorf("the cache of the fleet: %w", err)
	}
	return lock, nil
}

// named returns the register's name, and asks the register only once.
func (f *Fleet) named(ctx context.Context) (string, error) {
	if of := f.self.Load(); of != nil {
		return *of, nil
	}
	of, err := f.Roll().Self(ctx)
	if err == nil {
		f.self.Store(&of)
	}
	return of, err
}

// selfKey is the key of the register's own name.
const selfKey = "fleet/self"

// Self returns the name by which this register is told from those of other fleets. Whoever asks first gives it one. ""
// means that the name is damaged, and proves nothing.
func (r Roll) Self(ctx context.Context) (string, error) {
	for tries := 0; ; tries++ {
		raw, revision, err := r.Get(ctx, selfKey)
		if err == nil && len(raw) > 0 {
			if len(raw) != len(rand.Text()) || len(bytes.Trim(raw, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")) > 0 {
				raw = nil
			}
			return string(raw), nil
		}
		if err == nil {
			_, err = r.Put(ctx, selfKey, []byte(rand.Text()), revision)
		}
		if err != nil && !errors.Is(err, engine.ErrFenced) || tries > 20 {
			return "", fmt.Errorf("the register of the fleet, %s: %w", selfKey, err)
		}
	}
}

// settle writes the fleet's world.toml into the folder, unless the file there has this sum already.
func (f *Fleet) settle(ctx context.Context, world, dir, sum string) error {
	path := filepath.Join(dir, settings.File)
	if was, err := os.ReadFile(path); err == nil && SumOf(was) == sum {
		return nil
	}
	toml, revision, err := f.Roll().Settings(ctx, world)
	if err != nil {
		return err
	}
	if revision == 0 {
		return fmt.Errorf("%w: it has no settings", ErrUnknown)
	}
	next := path + ".next" // always a new file, so that a link in its place is not followed
	if err := os.Remove(next); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	file, err := os.OpenFile(next, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(toml)
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	return os.Rename(next, path)
}
