package commands

import (
	"context"
	"errors"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/archive"
	"weltentor/cmd/weltentor/fleet/config"
	"weltentor/cmd/weltentor/fleet/worker"
	"weltentor/orders/phrase"
)

// ArchiveOf returns the archive that a fleet.toml names, and nil if it names none.
func ArchiveOf(c *config.Config, env func(string) string) (*archive.Archive, error) {
	switch {
	case c.S3 != nil:
		at, err := inBucket(c, env)
		return &archive.Archive{Place: at}, err
	case c.Archive != "":
		return &archive.Archive{Place: archive.Folder(c.Archive)}, nil
	}
	return nil, nil
}

// restoreCmd brings worlds back if the journal is lost, or has lost something.
type restoreCmd struct {
	Worlds []string `arg:"" optional:""`
	Yes    bool
}

// Run brings back each world that the fleet no longer has from its newest copy, and those named that stand still. It
// can be run again.
func (k *restoreCmd) Run(c *call.Call) error {
	told := worker.NewComplaints(c)
	return with(c, func(ctx context.Context, f *fleet.Fleet) error {
		if f.Archive == nil && len(k.Worlds) == 0 {
			return fault.Usage("fleet-no-archive", phrase.Str("fleet", f.Config.File))
		}
		there, torn, err := f.Roll().Worlds(ctx)
		if err != nil {
			return err
		}
		worlds := k.Worlds
		if len(worlds) == 0 {
			if worlds, err = f.Archive.Worlds(ctx); err != nil {
				return err
			}
		}
		back, failed := 0, 0
		for _, world := range worlds {
			if _, is := there[world]; (is || torn[world] != nil) && len(k.Worlds) == 0 {
				continue
			}
			err := enrolling(ctx, f, func(ctx context.Context) error {
				return f.Hold(ctx, fleet.LogOf(world),
					func(ctx context.Context) error { return k.bring(ctx, c, told, f, world) })
			})
			if err = worker.Wrong(world, err); ctx.Err() != nil || err != nil && len(worlds) == 1 {
				return err
			}
			if back++; err != nil {
				told.Tell(world, err)
				back, failed = back-1, failed+1
			}
		}
		switch {
		case failed > 0:
			return fault.No("fleet-restore-failed", phrase.Num("n", failed))
		case back == 0:
			c.Voice.Say("fleet-restore-none")
		}
		return nil
	})
}

// bring makes what there is of a world the first entry of a new journal, and then enters the world.
func (k *restoreCmd) bring(ctx context.Context, c *call.Call, told *worker.Complaints, f *fleet.Fleet,
	world string) error {
	name := phrase.Str("world", world)
	if !config.Word(world) {
		return fault.Usage("fleet-world-name", name)
	}
	beside, err := f.Roll().Whole(ctx)
	if err != nil {
		return err
	}
	was, there := beside[world]
	stopped, _, err := f.Roll().Stopped(ctx)
	if err != nil {
		return err
	}
	if there && stopped[world].Why == "" {
		return fault.Usage("fleet-restore-there", name)
	}
	delete(beside, world)
	dir, done, err := f.Scratch(world)
	if err != nil {
		return err
	}
	defer done()
	kept, file, own, wrong, err := f.Regain(ctx, world, was.Since, dir)
	for _, err := range wrong {
		told.Tell(world, err)
	}
	if errors.Is(err, archive.ErrNone) {
		return fault.Usage("fleet-restore-no-copy", name)
	}
	if err != nil {
		return err
	}
	if host, at := stopped[world].Furthest(); there && !k.Yes && kept.Since.Equal(was.Since) && at > kept.At {
		return fault.Usage("fleet-restore-newer", name, phrase.Str("host", host))
	}
	if head, err := f.Engine.Head(ctx, fleet.LogOf(world)); err != nil {
		return err
	} else if head.Number > 0 { // half restored before
		if err := f.Drop(ctx, world); err != nil {
			return err
		}
	}
	since, err := f.Now(ctx)
	if err != nil {
		return err
	}
	for _, was := range []time.Time{kept.Since, stopped[world].Branch} {
		if !since.After(was) { // these times may be of another engine's clock
			since = was.Add(time.Second)
		}
	}
	e, err := worker.Bring(ctx, c, f, world, file, []byte(kept.Settings), since, beside)
	if err != nil {
		return err
	}
	if err := enrol(ctx, f, world, e, []byte(kept.Settings)); err != nil {
		return err
	}
	if err := f.Roll().Lift(ctx, world); err != nil {
		return err
	}
	if own {
		c.Voice.Say("fleet-restored-journal", name, phrase.Num("turn", kept.Turn))
		return nil
	}
	c.Voice.Say("fleet-restored", name, phrase.Num("turn", kept.Turn),
		phrase.Str("time", kept.Made.Local().Format("2006-01-02 15:04")))
	return nil
}
