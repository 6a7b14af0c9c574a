package commands

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/config"
	"weltentor/cmd/weltentor/fleet/worker"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/players"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
)

// addCmd gives the world of an ordinary folder to the fleet.
type addCmd struct {
	Dir string `arg:""`
	As  string `placeholder:"WORLD"`
	Yes bool
}

// Run puts all of the world's store into its new journal, and then enters the world into the register. After a kill it
// can be run again.
func (k *addCmd) Run(c *call.Call) error {
	if is, err := overTables(c, k.over); is || err != nil {
		return err
	}
	world, err := k.world()
	if err != nil {
		return err
	}
	return with(c, func(ctx context.Context, f *fleet.Fleet) error {
		return enrolling(ctx, f, func(ctx context.Context) error {
			return f.Hold(ctx, fleet.LogOf(world), func(ctx context.Context) error { return k.add(ctx, c, f, world) })
		})
	})
}

// world is the name that the world gets.
func (k *addCmd) world() (string, error) {
	world := k.As
	if world == "" {
		full, err := filepath.Abs(k.Dir)
		if err != nil {
			return "", err
		}
		world = strings.ToLower(filepath.Base(full))
	}
	if !config.Word(world) {
		return "", fault.Usage("fleet-world-name", phrase.Str("world", world))
	}
	return world, nil
}

func (k *addCmd) add(ctx context.Context, c *call.Call, f *fleet.Fleet, world string) error {
	beside, err := f.Roll().Whole(ctx)
	if err != nil {
		return err
	}
	if _, there := beside[world]; there {
		return fault.Usage("fleet-there", phrase.Str("world", world))
	}
	if err := k.given(); err != nil {
		return err
	}
	if head, err := f.Engine.Head(ctx, fleet.LogOf(world)); err != nil {
		return err
	} else if head.Number > 0 {
		// The world was half added, or exported: the folder is what counts.
		if err := f.Drop(ctx, world); err != nil {
			return err
		}
	}
	entered, toml, err := worker.Join(ctx, c, f, worker.Folder{Dir: k.Dir, World: world, Beside: beside},
		func(w *folder.Opened) error {
			return players.Join(w.World, &store.Link{Journal: f.Journal, World: world, Context: ctx})
		})
	if err != nil {
		return err
	}
	if entered.Since, err = f.Now(ctx); err != nil {
		return err
	}
	if err := enrol(ctx, f, world, entered, toml); err != nil {
		return err
	}
	if err := k.give(entered.Since); err != nil {
		return err
	}
	c.Voice.Say("fleet-added", phrase.Str("world", world), phrase.Str("dir", k.Dir), phrase.Str("fleet", f.Config.File))
	sayMail(c, world, entered)
	return nil
}

// given refuses a folder whose world has joined a fleet: the game went on there, and the folder is old.
func (k *addCmd) given() error {
	m, marked, err := disk.Marked(k.Dir)
	if err != nil || !marked || m.Since.IsZero() || k.Yes {
		return err
	}
	return fault.Usage("fleet-given", phrase.Str("dir", k.Dir), phrase.Str("world", m.World),
		phrase.Str("time", toMinute(m.Since)))
}

// give records in the folder that its world is in the fleet. Until then the command can be run again.
func (k *addCmd) give(since time.Time) error {
	m, _, err := disk.Marked(k.Dir)
	if err != nil {
		return err
	}
	m.Since = since
	return disk.PutMark(k.Dir, m)
}

// enrol enters a world whose journal is there. Its settings come first, since whoever sees the world in the register
// needs them. The register then has a name, which shows that copies and marks belong to this fleet.
func enrol(ctx context.Context, f *fleet.Fleet, world string, e fleet.Entered, toml []byte) error {
	_, revision, err := f.Roll().Settings(ctx, world)
	if err == nil {
		_, err = f.Roll().PutSettings(ctx, world, toml, revision)
	}
	if err == nil {
		_, err = f.Roll().Self(ctx)
	}
	if err == nil {
		err = f.Roll().Enter(ctx, world, e)
	}
	return err
}

// sayMail says that a world without a mailbox reads no mail, and that one without an account sends none.
func sayMail(c *call.Call, world string, e fleet.Entered) {
	if e.Mailbox == "" {
		c.Voice.Say("fleet-no-mail-in", phrase.Str("world", world))
	}
	if e.Account == "" {
		c.Voice.Say("fleet-no-mail-out", phrase.Str("world", world))
	}
}
