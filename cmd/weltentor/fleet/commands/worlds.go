//go:build fleet

package commands

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/config"
	"weltentor/cmd/weltentor/fleet/hosts"
	"weltentor/cmd/weltentor/fleet/tables"
	"weltentor/cmd/weltentor/fleet/worker"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/world"
)

// alone runs what changes the list of worlds, one command at a time: two at once could contradict each other.
func (s *shared) alone(ctx context.Context, do func(context.Context) error) error {
	return patiently(ctx, func() error {
		return inWords(s.tables.Hold(ctx, tables.Thing{Kind: tables.OfRoll, Name: "worlds"}, do))
	})
}

// over is `fleet add`. After a kill it can be run again.
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
			return complaint.Usage("fleet-there", phrase.Str("world", world))
		}
		if err := k.given(); err != nil {
			return err
		}
		if err := s.tables.Clear(ctx, world); err != nil { // if it is half there, the folder is what counts
			return err
		}
		var gist tables.Gist
		e, toml, err := worker.Join(ctx, c, s.Config,
			worker.Folder{Dir: k.Dir, World: world, Beside: beside}, func(w *folder.Opened) error {
				g, _, _, err := w.World.Outlook(c.Now())
				if gist = hosts.GistOf(g); err == nil {
					err = w.World.View(func(tx *store.Tx) error { return s.worlds.Add(ctx, world, tx) })
				}
				if err == nil {
					err = s.moved(ctx, world)
				}
				return err
			})
		if err != nil {
			return err
		}
		if e.Since, err = s.tables.Now(ctx); err != nil {
			return err
		}
		entered := tables.World{Name: world, Settings: string(toml), About: e, Gist: gist}
		if err := s.tables.Enter(ctx, entered); err != nil {
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

// moved makes the first place from which a world mails count that was copied into the tables.
func (s *shared) moved(ctx context.Context, name string) error {
	st, err := store.OpenOn(s.worlds.World(ctx, name), "", func(*store.Tx) error { return nil })
	if err == nil {
		err = st.Update(world.LeavePlace)
	}
	return err
}

// over is `fleet export`. The folder has a mark, which prevents the game from going on there, until the
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

// lands removes the mark of the folder and makes it the place where the game goes on.
func (k *exportCmd) lands(c *call.Call) error {
	if err := os.Remove(filepath.Join(k.Dir, disk.MarkName)); err != nil {
		return fmt.Errorf("the folder of the world: %w", err)
	}
	if err := worker.Land(c, k.Dir); err != nil {
		return err
	}
	c.Voice.Say("fleet-exported", phrase.Str("world", k.World), phrase.Str("dir", k.Dir))
	return nil
}

// over is `fleet remove`.
func (k *removeCmd) over(c *call.Call, s *shared) error {
	if _, err := s.tables.World(c.Ctx, k.World); err != nil {
		return worker.Wrong(k.World, inWords(err))
	}
	if !k.Yes {
		return complaint.Usage("fleet-remove-unsure", phrase.Str("world", k.World))
	}
	return s.within(c, k.World, func(ctx context.Context, _ fleet.Stay, w *tables.World) error {
		if err := s.tables.Remove(ctx, w); err != nil {
			return inWords(err)
		}
		c.Voice.Say("fleet-removed", phrase.Str("world", k.World))
		return nil
	})
}

// over is `fleet upgrade`.
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
		return complaint.Usage("fleet-rules-older", args...)
	}
	if err := s.tables.Upgrade(c.Ctx, k.World, rules); err != nil {
		return err
	}
	c.Voice.Say("fleet-upgraded", args...)
	return nil
}

// over is `fleet settings`.
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
		e, err := worker.Enter(s.Config, k.World, raw, hosts.EnteredOf(all))
		if err != nil {
			return complaint.InFile(k.File, err)
		}
		e.Since = w.About.Since
		if e.Mailbox != w.About.Mailbox || !slices.Equal(e.Addresses, w.About.Addresses) { // other mail is its own now
			if e.Since, err = s.tables.Now(ctx); err != nil {
				return err
			}
		}
		if err := s.tables.Settle(ctx, tables.World{Name: k.World, Settings: string(raw), About: e}); err != nil {
			return inWords(err)
		}
		c.Voice.Say("fleet-settings", phrase.Str("world", k.World))
		sayMail(c, k.World, e)
		return nil
	})
}

// over is `fleet verify`.
func (k *verifyCmd) over(c *call.Call, s *shared) error {
	worlds, err := s.named(c.Ctx, k.Worlds)
	if err != nil {
		return err
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
		return "", complaint.Usage("fleet-world-name", phrase.Str("world", world))
	}
	return world, nil
}

// given refuses a folder whose world has joined a fleet: the game went on there, and the folder is old.
func (k *addCmd) given() error {
	m, marked, err := disk.Marked(k.Dir)
	if err != nil || !marked || m.Since.IsZero() || k.Yes {
		return err
	}
	return complaint.Usage("fleet-given", phrase.Str("dir", k.Dir), phrase.Str("world", m.World),
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

// sayMail says that a world without a mailbox reads no mail, and that one without an account sends none.
func sayMail(c *call.Call, world string, e fleet.Entered) {
	if e.Mailbox == "" {
		c.Voice.Say("fleet-no-mail-in", phrase.Str("world", world))
	}
	if e.Account == "" {
		c.Voice.Say("fleet-no-mail-out", phrase.Str("world", world))
	}
}

// half is the name of the folder while it is being made.
func (k *exportCmd) half() string { return k.Dir + ".half" }

// begun reports whether a folder is left over from a killed export of this world.
func (k *exportCmd) begun(dir string) bool {
	m, marked, err := disk.Marked(dir)
	return err == nil && marked && m.Exported && m.World == k.World
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

// verified is one world in the answer of `fleet verify --json`.
type verified struct {
	World string   `json:"world"`
	Turns int      `json:"turns"`
	Wrong []string `json:"wrong,omitempty"`
}

// show verifies worlds, and prints what is wrong.
func (k *verifyCmd) show(c *call.Call, worlds []string, verify func(name string) (verified, error)) error {
	rows, bad := []verified{}, 0
	for _, name := range worlds {
		row, err := verify(name)
		var said *complaint.Complaint
		if errors.As(err, &said) && said.Exit == complaint.ExitUsage {
			row.Wrong = append(row.Wrong, said.Error())
		} else if err != nil {
			return err
		}
		rows = append(rows, row)
		if len(row.Wrong) > 0 {
			bad++
		}
	}
	if k.JSON {
		if err := c.JSON().Encode(rows); err != nil {
			return err
		}
	} else {
		for _, row := range rows {
			c.Voice.Say("fleet-verified", phrase.Str("world", row.World), phrase.Num("turns", row.Turns),
				phrase.Num("wrong", len(row.Wrong)))
			for _, line := range row.Wrong {
				c.Voice.Say("fleet-verify-line", phrase.Str("line", line))
			}
		}
	}
	if bad > 0 {
		return complaint.No("fleet-verify-wrong", phrase.Num("n", bad))
	}
	return nil
}
