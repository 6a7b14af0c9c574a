package commands

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/worker"
	"weltentor/orders/phrase"
	"weltentor/resolve/store/disk"
)

// exportCmd turns a world of the fleet into an ordinary folder.
type exportCmd struct {
	World string `arg:""`
	Dir   string `arg:""`
}

// Run makes a folder beside the wanted one, makes all hosts leave the world alone, and renames the folder. A mark in
// it prevents the game from going on there until the world is out of the register. After a kill it can be run again;
// if it fails, the hosts go on.
func (k *exportCmd) Run(c *call.Call) error {
	k.Dir = filepath.Clean(k.Dir)
	if is, err := overTables(c, k.over); is || err != nil {
		return err
	}
	return with(c, func(ctx context.Context, f *fleet.Fleet) error {
		_, is, err := f.Roll().World(ctx, k.World)
		if err != nil {
			return err
		}
		if !is && k.begun(k.Dir) {
			return k.land(ctx, c, f) // it was killed after the world was removed from the register
		}
		for _, dir := range []string{k.Dir, k.half()} {
			if err := free(dir); err != nil && !k.begun(dir) {
				return err
			}
		}
		return Stay(ctx, f, k.World, func(ctx context.Context, s fleet.Stay) error {
			if err := k.leave(ctx, c, f, s); err != nil {
				return err
			}
			if err := f.Roll().Remove(ctx, k.World); err != nil {
				return err
			}
			return k.land(ctx, c, f)
		})
	})
}

// half is the name of the folder while it is being made.
func (k *exportCmd) half() string { return k.Dir + ".half" }

// begun reports whether a folder is left over from a killed export of this world.
func (k *exportCmd) begun(dir string) bool {
	m, marked, err := disk.Marked(dir)
	return err == nil && marked && m.Exported && m.World == k.World
}

// leave makes the folder and puts it in place, and makes the hosts leave the world alone.
func (k *exportCmd) leave(ctx context.Context, c *call.Call, f *fleet.Fleet, s fleet.Stay) (err error) {
	half := k.half()
	toml, err := os.ReadFile(filepath.Join(s.Dir, disk.SettingsName))
	if err == nil {
		err = k.fill(worker.Of(c, f), s, toml)
	}
	if err == nil {
		err = f.Roll().Leave(ctx, k.World, true)
	}
	if err == nil {
		if err = errors.Join(os.Rename(half, k.Dir), disk.SyncDir(filepath.Dir(k.Dir))); err != nil {
			err = errors.Join(err, f.Roll().Leave(context.WithoutCancel(ctx), k.World, false))
		}
	}
	if err != nil {
		return errors.Join(fmt.Errorf("the folder of the world: %w", err), os.RemoveAll(half))
	}
	return nil
}

// fill makes the folder beside the wanted one, with a mark.
func (k *exportCmd) fill(by worker.Worker, s fleet.Stay, toml []byte) (err error) {
	half := k.half()
	for _, dir := range []string{k.Dir, half} {
		if k.begun(dir) {
			err = errors.Join(err, os.RemoveAll(dir))
		}
	}
	if err = errors.Join(err, os.Mkdir(half, 0o700)); err == nil {
		err = disk.PutMark(half, disk.Mark{World: k.World, Fleet: by.Config.File, Exported: true})
	}
	if err == nil {
		err = by.Copy(s, filepath.Join(half, disk.FileName))
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(half, disk.SettingsName), toml, 0o600)
	}
	return err
}

// land lets the game go on in the folder.
func (k *exportCmd) land(ctx context.Context, c *call.Call, f *fleet.Fleet) error {
	if err := k.frees(ctx, c); err != nil {
		return err
	}
	if err := leaveArchive(ctx, f, k.World, false); err != nil {
		worker.NewComplaints(c).Tell(k.World, err) // the export succeeded all the same
	}
	c.Voice.Say("fleet-exported", phrase.Str("world", k.World), phrase.Str("dir", k.Dir))
	return nil
}

// frees removes the mark of the folder and makes it the place where the game goes on.
func (k *exportCmd) frees(ctx context.Context, c *call.Call) error {
	if err := os.Remove(filepath.Join(k.Dir, disk.MarkName)); err != nil {
		return fmt.Errorf("the folder of the world: %w", err)
	}
	return worker.Land(ctx, c, k.Dir)
}
