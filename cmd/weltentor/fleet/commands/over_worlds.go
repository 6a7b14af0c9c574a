//go:build fleet

package commands

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/hosts"
	"weltentor/cmd/weltentor/fleet/tables"
	"weltentor/cmd/weltentor/fleet/worker"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
)

// alone runs what changes the list of worlds, one command at a time: two at once could contradict each other.
func (s *shared) alone(ctx context.Context, do func(context.Context) error) error {
	return patiently(ctx, func() error {
		return inWords(s.tables.Hold(ctx, tables.Thing{Kind: tables.OfRoll, Name: "worlds"}, do))
	})
}

// over is `fleet add` over tables. After a kill it can be run again.
func (k *addCmd) over(c *call.Call, s *shared) error {
	world, err := k.world()
	if err != nil {
		return err
	}
	return s.alone(c.Ctx, func(ctx context.Context) error {
		all, err := s.tables.Worlds(ctx)
		if err != nil {
			return err
		}
		beside := hosts.EnteredOf(all)
		if _, there := beside[world]; there {
			return fault.Usage("fleet-there", phrase.Str("world", world))
		}
		if err := k.given(); err != nil {
			return err
		}
		if err := s.tables.Clear(ctx, world); err != nil { // if it is half there, the folder is what counts
			return err
		}
		e, toml, err := worker.Join(ctx, c, &fleet.Fleet{Config: s.Config},
			worker.Folder{Dir: k.Dir, World: world, Beside: beside}, func(w *folder.Opened) error {
				return w.World.View(func(tx *store.Tx) error { return s.worlds.Add(ctx, world, tx, nil) })
			})
		if err != nil {
			return err
		}
		if e.Since, err = s.tables.Now(ctx); err != nil {
			return err
		}
		if err := s.tables.Enter(ctx, worldOf(world, e, toml)); err != nil {
			return err
		}
		if err := k.give(e.Since); err != nil {
			return err
		}
		c.Voice.Say("fleet-added", phrase.Str("world", world), phrase.Str("dir", k.Dir), phrase.Str("fleet", s.File))
		sayMail(c, world, e)
		return nil
	})
}

// worldOf is a world as the tables have it.
func worldOf(name string, e fleet.Entered, toml []byte) tables.World {
	return tables.World{Name: name, Settings: string(toml), Mailbox: e.Mailbox, Account: e.Account,
		About: tables.About{Addresses: e.Addresses, Name: e.Name, Shared: e.Shared, Mark: e.Mark, Rulebook: e.Rulebook,
			Rules: e.Rules, Since: e.Since}}
}

// over is `fleet export` over tables. The folder has a mark, which prevents the game from going on there, until the
// world is out of the tables. After a kill it can be run again; if it fails, the hosts go on.
func (k *exportCmd) over(c *call.Call, s *shared) error {
	_, err := s.tables.World(c.Ctx, k.World)
	if errors.Is(err, tables.ErrUnknown) && k.begun(k.Dir) {
		return k.lands(c) // it was killed after the world was removed
	}
	for _, dir := range []string{k.Dir, k.half()} {
		if err := free(dir); err != nil && !k.begun(dir) {
			return err
		}
	}
	if err != nil {
		return worker.Wrong(k.World, inWords(err))
	}
	return s.within(c, k.World, func(ctx context.Context, stay fleet.Stay, w *tables.World) error {
		err := k.fill(s.worker(c), stay, []byte(stay.Settings))
		if err == nil {
			err = errors.Join(os.Rename(k.half(), k.Dir), disk.SyncDir(filepath.Dir(k.Dir)))
		}
		if err != nil {
			return errors.Join(fmt.Errorf("the folder of the world: %w", err), os.RemoveAll(k.half()))
		}
		if err := s.tables.Remove(ctx, w); err != nil {
			return errors.Join(inWords(err), os.RemoveAll(k.Dir))
		}
		return k.lands(c)
	})
}

// lands lets the game go on in the folder.
func (k *exportCmd) lands(c *call.Call) error {
	if err := k.frees(c.Ctx, c); err != nil {
		return err
	}
	c.Voice.Say("fleet-exported", phrase.Str("world", k.World), phrase.Str("dir", k.Dir))
	return nil
}

// over is `fleet remove` over tables.
func (k *removeCmd) over(c *call.Call, s *shared) error {
	if _, err := s.tables.World(c.Ctx, k.World); err != nil {
		return worker.Wrong(k.World, inWords(err))
	}
	if !k.Yes {
		return fault.Usage("fleet-remove-unsure", phrase.Str("world", k.World))
	}
	return s.within(c, k.World, func(ctx context.Context, _ fleet.Stay, w *tables.World) error {
		if err := s.tables.Remove(ctx, w); err != nil {
			return inWords(err)
		}
		c.Voice.Say("fleet-removed", phrase.Str("world", k.World))
		return nil
	})
}

// over is `fleet upgrade` over tables.
func (k *upgradeCmd) over(c *call.Call, s *shared) error {
	w, err := s.tables.World(c.Ctx, k.World)
	if err != nil {
		return worker.Wrong(k.World, inWords(err))
	}
	rules := s.worker(c).Rules()[w.About.Rulebook]
	args := []phrase.Arg{phrase.Str("world", k.World), phrase.Num("rules", rules), phrase.Num("was", w.About.Rules)}
	switch {
	case rules == w.About.Rules:
		c.Voice.Say("fleet-upgraded-already", args...)
		return nil
	case rules < w.About.Rules:
		return fault.Usage("fleet-rules-older", args...)
	}
	if err := s.tables.Upgrade(c.Ctx, k.World, rules); err != nil {
		return err
	}
	c.Voice.Say("fleet-upgraded", args...)
	return nil
}

// over is `fleet settings` over tables.
func (k *settingsCmd) over(c *call.Call, s *shared) error {
	w, err := s.tables.World(c.Ctx, k.World)
	if err != nil {
		return worker.Wrong(k.World, inWords(err))
	}
	if k.File == "" {
		_, _ = c.Raw.Write([]byte(w.Settings))
		return nil
	}
	raw, err := os.ReadFile(k.File)
	if err != nil {
		return fmt.Errorf("read the settings: %w", err)
	}
	return s.alone(c.Ctx, func(ctx context.Context) error {
		all, err := s.tables.Worlds(ctx)
		if err != nil {
			return err
		}
		e, err := worker.Enter(&fleet.Fleet{Config: s.Config}, k.World, raw, hosts.EnteredOf(all))
		if err != nil {
			return fault.InFile(k.File, err)
		}
		if err := s.tables.Settle(ctx, worldOf(k.World, e, raw)); err != nil {
			return inWords(err)
		}
		c.Voice.Say("fleet-settings", phrase.Str("world", k.World), phrase.Num("revision", int64(1)))
		sayMail(c, k.World, e)
		return nil
	})
}

// over is `fleet verify` over tables.
func (k *verifyCmd) over(c *call.Call, s *shared) error {
	worlds := k.Worlds
	if len(worlds) == 0 {
		all, err := s.tables.Worlds(c.Ctx)
		if err != nil {
			return err
		}
		for _, w := range all {
			worlds = append(worlds, w.Name)
		}
	}
	return k.show(c, worlds, func(name string) (row verified, err error) {
		row.World = name
		err = s.within(c, name, func(_ context.Context, stay fleet.Stay, _ *tables.World) (err error) {
			by := s.worker(c)
			row.Turns, row.Wrong, err = by.Verify(stay)
			return err
		})
		return row, err
	})
}
